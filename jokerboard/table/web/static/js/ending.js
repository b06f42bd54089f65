// The dialog at the end of a game: the winners, how they won, statistics, and the next game.

import { byId, calm, h, patiently } from "/page/js/dom.js";
import { analysis } from "/page/js/analysis.js";
import { graph, table, winnersPicture } from "./stats.js";
import { listed, nameOf, words } from "./words.js";
import { cardName } from "/page/js/words.js";
import { drawCard } from "/page/js/glyphs.js";

export class Ending {
  #link;
  #dialogs;
  #game;
  #seen = null; // the id of the game whose end was shown
  #frame = byId("ending");

  constructor(link, dialogs, game) {
    this.#link = link;
    this.#dialogs = dialogs;
    this.#game = game;
  }

  async show(state) {
    if (!state.over) {
      if (this.#frame.open && state.game) this.#frame.close();
      if (this.#seen) this.#frame.replaceChildren(); // removes the analysis, which would keep asking the table
      this.#seen = null;
      return;
    }
    if (this.#seen === state.game?.id || document.querySelector("dialog[open]")) return;
    this.#seen = state.game.id;
    const plays = await patiently(() => this.#game.fetched(state)).catch(() => null);
    if (this.#seen !== state.game.id) return; // another game has begun in the meantime
    const close = () => this.#frame.close();
    const button = (title, press, cls = "") => h("button", { type: "button", class: cls, onclick: press }, title);
    const look = (played, one) => {
      close();
      location.hash = "game";
      this.#game.look(played, one);
    };
    const team = state.over;
    const how = plays?.steps.findLast(({ state: was }) => was === "ok");
    this.#frame.replaceChildren(h("div", { class: "ending" },
      team.length ? winnersPicture(team) : "",
      h("h2", { id: "ending-title", tabindex: -1, autofocus: true }, words("end.title", { names: listed("and", team.map((seat) => nameOf(state, seat))), count: team.length })),
      h("p", null, state.ended ? decided(state.ended) : how?.text ?? ""),
      state.revealed ? revealed(state) : "",
      plays?.steps.length ? [graph(state, plays), h("div", { class: "scroll" }, table(state, plays)), analysis(() => this.#link.get("analysis"), (seat) => nameOf(state, seat), look)] : "",
      h("div", { class: "row end" },
        h("a", { class: "button", href: "/api/record", download: "" }, words("save")),
        button(words("end.look"), () => (close(), (location.hash = "game"))),
        state.may_command ? button(words("new-game"), () => (close(), this.#dialogs.newGame())) : "",
        state.may_command ? button(words("rematch"), () => this.#rematch(), "main") : button(words("close"), close, "main"))));
    this.#frame.classList.toggle("cheer", team.length > 0 && !calm());
    this.#frame.showModal();
  }

  async #rematch() {
    this.#frame.close();
    await this.#link.command("game", { action: "rematch" }).catch(() => this.#dialogs.newGame());
  }
}

/** The sentence that names the person who decided the game, with the reason. */
function decided({ by, text }) {
  if (text.startsWith(by)) return `${text}.`;
  return text ? words("end.decided-why", { by, text }) : words("end.decided", { by });
}

/** The cards left in the hands of a dealt game, and the secret with which people can check the deal. */
function revealed(state) {
  const { hands, secret } = state.revealed;
  const rows = Object.entries(hands).map(([seat, cards]) =>
    h("div", { class: "left-hand" }, h("span", { class: "who" }, nameOf(state, seat)), h("span", { class: "hand" }, cards.map((card) =>
      h("span", { role: "img", "aria-label": cardName(card) }, drawCard(card, { "aria-hidden": "true" }))))));
  return h("details", { class: "revealed" }, h("summary", null, words("end.hands")), rows, h("p", { class: "hint" }, words("end.secret", { secret })));
}
