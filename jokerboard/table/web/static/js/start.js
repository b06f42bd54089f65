// The start of a game: a few choices by one tap each; and while phones join, the QR code and the seats.

import { byId, h, whenNew } from "/page/js/dom.js";
import { marblePicture } from "/page/js/glyphs.js";
import { nameOf, words } from "./words.js";

const LEVEL = "steady"; // the level of the machines that this page adds
const DEALT = { action: "new", rules: "texas", players: 4, cards: "seat", dealt: true, mode: "play", people: false };

export class Start {
  #do;
  #dialogs;
  #settings;
  #lesson;
  #state = null;
  #joining = null; // the id of the game that phones join; "next" until it has begun

  constructor(act, dialogs, settings, lesson) {
    this.#do = act;
    this.#lesson = lesson;
    this.#dialogs = dialogs;
    this.#settings = settings;
  }

  show(state) {
    this.#state = state;
    const { may_command: may, game, over, simulated, taken, pair_code: code } = state;
    const idle = !game || Boolean(over) || this.#lesson.isDone(state);
    if (game && !over && this.#joining === "next") this.#joining = game.id;
    const joins = Boolean(game) && this.#joining === game.id;
    const box = byId("begin");
    box.hidden = may ? !idle && !joins : false;
    document.body.classList.toggle("starting", !box.hidden && Boolean(may));
    whenNew(box, JSON.stringify([may, idle, Boolean(game), simulated, joins && [taken, code, game.names, game.machines]]), () =>
      box.replaceChildren(...this.#parts(idle, joins).filter(Boolean)));
  }

  #parts(idle, joins) {
    const { may_command: may, over, simulated } = this.#state;
    if (!may) return [h("p", null, words("watching")), button(words("pair-device"), () => this.#dialogs.pair(), "main")];
    if (joins) return this.#seats();
    if (!idle) return [];
    const more = h("div", { class: "row" },
      simulated ? button(words("start.lesson"), () => this.#lesson.begin(this.#settings.name)) : null,
      button(words("new-game"), () => this.#dialogs.newGame(), simulated ? "" : "main"),
      over ? button(words("rematch"), () => this.#do("game", { action: "rematch" })) : null);
    if (!simulated) return [more];
    const choice = (code, press) => h("button", { type: "button", class: "choice", "data-start": code, onclick: press },
      h("strong", null, words(`start.${code}`)), h("span", null, words(`start.${code}.more`)));
    return [
      h("div", { class: "choices" },
        choice("machines", () => this.#machines()), choice("screen", () => this.#begin(DEALT)),
        choice("phones", () => this.#phones()), choice("watch", () => this.#begin({ ...DEALT, people: true }))),
      more,
    ];
  }

  /** Begins a game in which this device plays seat A, and machines play the others. */
  async #machines() {
    const names = this.#settings.name ? { A: this.#settings.name } : {};
    const machines = { B: LEVEL, C: LEVEL, D: LEVEL };
    if (await this.#begin({ ...DEALT, names, machines })) await this.#do("seat", { seat: "A" });
  }

  async #phones() {
    if (!this.#state.pair_code) {
      this.#dialogs.showText(words("start.phones"), words("start.phones.how"));
      return;
    }
    this.#joining = "next";
    if (!(await this.#begin(DEALT))) this.#joining = null;
  }

  async #begin(body) {
    return this.#do("game", { ...body, carries: true });
  }

  /** The QR code, and for each seat whether a device has taken it. */
  #seats() {
    const { game, taken, pair_code: code } = this.#state;
    const free = game.seats.filter((seat) => !taken.includes(seat) && !game.machines?.[seat]);
    const here = (seat) => taken.includes(seat);
    const row = (seat) => h("li", null, marblePicture(seat, { class: "tiny" }), h("span", null, nameOf(this.#state, seat)),
      h("em", null, game.machines?.[seat] ? words("join.machine") : here(seat) ? words("join.taken") : words("join.free")));
    const machines = async () => {
      for (const seat of free) await this.#do("game", { action: "machine", seat, level: LEVEL });
      this.#close();
    };
    return [
      h("div", { class: "join" },
        code ? h("img", { src: `/api/pair.svg?${code}`, alt: words("pair.picture"), width: 132, height: 132 }) : null,
        h("div", null, h("p", null, words("join.text")), h("ul", null, game.seats.map(row)))),
      h("div", { class: "row" },
        free.length ? button(words("join.here"), () => this.#dialogs.join("any")) : null,
        free.length ? button(words("join.machines"), machines) : null,
        button(words("join.done"), () => this.#close(), "main")),
    ];
  }

  #close() {
    this.#joining = null;
    this.show(this.#state);
  }
}

const button = (title, press, cls = "") => h("button", { type: "button", class: cls, onclick: press }, title);
