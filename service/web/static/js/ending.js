// The end of a game: who won and how, in words, numbers and pictures; and what comes next.

import { byId, calm, h } from "/page/js/dom.js";
import { graph, table, winnersPicture } from "./stats.js";
import { listed, nameOf } from "./words.js";

export class Ending {
  #link;
  #dialogs;
  #game;
  #seen = null; // the game whose end was shown
  #frame = byId("ending");

  constructor(link, dialogs, game) {
    this.#link = link;
    this.#dialogs = dialogs;
    this.#game = game;
  }

  async show(state) {
    if (!state.over) {
      if (this.#frame.open && state.game) this.#frame.close();
      this.#seen = null;
      return;
    }
    if (this.#seen === state.game?.id || document.querySelector("dialog[open]")) return;
    this.#seen = state.game.id;
    const told = await this.#game.told(state).catch(() => null);
    const close = () => this.#frame.close();
    const button = (title, press, cls = "") => h("button", { type: "button", class: cls, onclick: press }, title);
    const team = state.over;
    const how = told?.steps.findLast(({ state: was }) => was === "ok");
    this.#frame.replaceChildren(h("div", { class: "ending" },
      team.length ? winnersPicture(team) : "",
      h("h2", { id: "ending-title" }, team.length ? `${listed(team.map((seat) => nameOf(state, seat)))} ${team.length > 1 ? "win" : "wins"}!` : "Nobody has won"),
      h("p", null, how?.text ?? ""),
      told ? [graph(state, told), h("div", { class: "scroll" }, table(state, told))] : "",
      h("div", { class: "row end" },
        h("a", { class: "button", href: "/api/record", download: "" }, "Save"),
        button("Look at the game", () => (close(), (location.hash = "game"))),
        state.may_command ? button("New game", () => (close(), this.#dialogs.newGame())) : "",
        state.may_command ? button("Rematch, seats rotated", () => this.#rematch(), "main") : button("Close", close, "main"))));
    this.#frame.classList.toggle("cheer", team.length > 0 && !calm());
    this.#frame.showModal();
  }

  async #rematch() {
    this.#frame.close();
    await this.#link.command("game", { action: "rematch" }).catch(() => this.#dialogs.newGame());
  }
}
