// The buttons of the seat in turn: OK, Take back, Help. Taking back asks first, and says what goes where.

import { byId, h } from "/page/js/dom.js";
import { nameOf } from "./words.js";

export class Buttons {
  #do;
  #ask;
  #state = null;

  constructor(act, ask) {
    this.#do = act;
    this.#ask = ask;
    const button = (name, title, press) => h("button", { type: "button", "data-button": name, onclick: press }, title);
    byId("buttons").append(
      button("ok", "OK", () => this.press("ok")),
      button("back", "Take back", () => this.back()),
      button("help", "Help", () => this.press("help")),
    );
  }

  show(state) {
    this.#state = state;
    byId("buttons").hidden = !state.may_command || !state.game || Boolean(state.over) || Boolean(state.replay);
  }

  press(name) {
    return this.#do("button", { name, at: this.#state.turn });
  }

  /** `back` answers a question of the table's; otherwise it takes the last play back, after one of ours. */
  async back() {
    const { last, prompt } = this.#state;
    const asked = ["says", "new-game"].includes(prompt?.code);
    if (!asked && last && !(await this.#ask(`Take back ${nameOf(this.#state, last.seat)}’s play?`, takingBack(this.#state, last), "Take it back"))) return;
    await this.press("back");
  }
}

function takingBack(state, { n, text, back }) {
  const ways = back.map(([from, to, seat]) => h("li", null, `${nameOf(state, seat)}: from ${hole(from)} back to ${hole(to)}`));
  return [h("p", null, `Play ${n}: ${text}`), ways.length ? h("p", null, "Then these marbles go back:") : "", h("ul", { class: "bullets" }, ways)];
}

const hole = (name) => (name[1] === "s" ? "START" : name);
