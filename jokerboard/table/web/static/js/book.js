// The kept games of this table, and statistics of its players: games, wins, marbles sent home, the closest game.

import { h, whenNew } from "/page/js/dom.js";
import { localClock } from "/page/js/words.js";
import { listed, nameOf, words } from "./words.js";

const AGAIN = 1000; // milliseconds until the table is asked again while it is still reading its games
const DAY = { day: "numeric", month: "short", year: "numeric" };

export class Book {
  #link;
  #do;
  #ask;
  #open;
  #answer = null;
  #who = null; // the player whose games are listed; null: the games of all players
  #asked = "";

  /** `act` sends a command, `ask` asks people to confirm, `open` shows the kept game with a number. */
  constructor(link, act, ask, open) {
    this.#link = link;
    this.#do = act;
    this.#ask = ask;
    this.#open = open;
    this.node = h("details", { class: "book" }, h("summary", null, words("book.title")), h("div", { class: "book-pages" }));
    this.node.addEventListener("toggle", () => this.#fetch());
  }

  /** Fetches the games again when a game has begun or ended. */
  show(state) {
    this.#may = state.may_command;
    const key = JSON.stringify([state.game?.id, Boolean(state.over)]);
    if (key === this.#asked) return;
    this.#asked = key;
    this.#fetch();
  }

  #may = false;

  async #fetch() {
    if (!this.node.open) return;
    try {
      this.#answer = await this.#link.get("games");
    } catch {
      return; // the table does not answer; the next state asks again
    }
    this.#draw();
    if (this.#answer.weighing) setTimeout(() => this.#fetch(), AGAIN);
  }

  #draw() {
    const { games, book, weighing } = this.#answer;
    const pages = this.node.lastChild;
    whenNew(pages, JSON.stringify([this.#answer, this.#who, this.#may]), () =>
      pages.replaceChildren(...[
        weighing && h("p", { class: "hint" }, words("book.reading")),
        book.length ? this.#players(book) : null,
        ...this.#forPlayer(book),
        games.length ? this.#games(games, book) : h("p", { class: "hint" }, words("book.none")),
        h("div", { class: "row" }, h("a", { class: "button", href: "/api/games", download: "book.json" }, words("book.export"))),
      ].filter(Boolean)));
  }

  #players(book) {
    const heads = ["player", "games", "won", "sent", "closest"].map((head) => h("th", { scope: "col" }, words(`book.${head}`)));
    const choose = (name) => () => {
      this.#who = this.#who === name ? null : name;
      this.#draw();
    };
    const row = ({ name, games, won, sent, closest }) => h("tr", null,
      h("th", { scope: "row" }, h("button", { type: "button", class: "quiet", "aria-pressed": String(this.#who === name), onclick: choose(name) }, name)),
      [games, won, sent].map((cell) => h("td", null, String(cell))),
      h("td", null, closest ? h("button", { type: "button", class: "quiet", onclick: () => this.#open(closest.number) }, words("book.apart", { n: closest.apart })) : "–"));
    return h("div", { class: "scroll" }, h("table", { class: "players" }, h("thead", null, h("tr", null, heads)), h("tbody", null, book.map(row))));
  }

  /** The commands for the chosen player. */
  #forPlayer(book) {
    const name = this.#who;
    if (!this.#may || !book.some((row) => row.name === name)) return [];
    const forget = async () => {
      const sure = await this.#ask(words("book.forget.title", { name }), words("book.forget.text"), words("book.forget.do"));
      if (!sure || !(await this.#do("forget", { name }))) return;
      this.#who = null;
      this.#fetch();
    };
    return [h("div", { class: "row" }, h("button", { type: "button", class: "danger", onclick: forget }, words("book.forget", { name })))];
  }

  #games(games, book) {
    const numbers = book.find(({ name }) => name === this.#who)?.numbers;
    const shown = games.filter(({ number }) => !numbers || numbers.includes(number));
    return h("ol", { class: "games" }, shown.map((game) => h("li", null,
      h("button", { type: "button", onclick: () => this.#open(game.number) },
        h("strong", null, words("book.game-when", { n: game.number, when: localClock(game.begun, DAY) })),
        h("span", null, whoPlayed(game)), h("em", null, result(game))))));
  }
}

const sideOf = (game, team) => team.map((seat) => nameOf({ game }, seat));
const whoPlayed = (game) => game.teams.map((team) => listed("and", sideOf(game, team))).join(" – ");
const result = (game) => (game.ended === "won" && game.winners.length
  ? words("book.won-by", { names: listed("and", sideOf(game, game.winners)), plays: game.plays })
  : words(game.ended === "abandoned" ? "book.abandoned" : "book.open", { plays: game.plays }));
