// The buttons of the seat in turn: OK, Take back, Help. Take back asks people to confirm, and lists the marbles to
// move.

import { byId, h, setText } from "/page/js/dom.js";
import { Choose } from "./choose.js";
import { holeName, nameOf, words } from "./words.js";

const ASKED = ["says", "new-game", "menu", "end-game", "give-up", "ended"]; // codes of prompts that `back` answers

export class Buttons {
  #do;
  #ask;
  #chart;
  #notice;
  #state = null;

  #helped;

  /**
   * `act` sends a command, `ask` asks people to confirm, `chart` shows the moves of each card, `notice` shows a
   * sentence. `helped` is called for each press of Help.
   */
  constructor(act, ask, chart, notice, helped) {
    this.#helped = helped;
    this.#chart = chart;
    this.#notice = notice;
    this.#do = act;
    this.#ask = ask;
    const button = (name, title, press) => h("button", { type: "button", "data-button": name, onclick: press }, title);
    byId("buttons").append(
      button("ok", words("ok"), () => this.press("ok")),
      button("back", words("back"), () => this.back()),
      button("help", words("help"), () => this.#help()),
    );
  }

  show(state) {
    this.#state = state;
    const asked = ASKED.includes(state.prompt?.code);
    const node = (name) => byId("buttons").querySelector(`[data-button=${name}]`);
    const taps = Choose.on(state);
    const ended = state.prompt?.code === "ended";
    setText(node("ok"), words(ended ? "end.confirm" : "ok"));
    setText(node("back"), ended ? words("end.undo") : asked ? words("back.answer") : words(taps ? "undo" : "back"));
    setText(node("help"), taps && state.game.mode !== "training" && !asked ? words("chart") : words("help"));
    node("help").hidden = ended;
    node("ok").hidden = taps && !asked;
    node("back").disabled = taps && !asked && !this.#undoes();
    byId("buttons").hidden = !state.may_command || !state.game || Boolean(state.over) || Boolean(state.replay);
  }

  /**
   * Where plays are chosen by taps, Help shows the chart of the cards, or in training a hint; elsewhere it presses
   * the board's button.
   */
  async #help() {
    this.#helped();
    if (!Choose.on(this.#state)) return this.press("help");
    if (this.#state.game.mode !== "training") return this.#chart();
    await this.press("help");
    return this.press("help"); // two presses within two seconds ask for a hint
  }

  press(name) {
    if (this.#isNothing(name)) this.#notice(words(`nothing.${name}`));
    return this.#do("button", { name, at: this.#at });
  }

  /** Whether a press has no effect now. The table gets it all the same. */
  #isNothing(name) {
    const { prompt, card, last, game } = this.#state;
    const waits = game.cards !== "none" && !card && prompt?.code === "lay";
    if (ASKED.includes(prompt?.code) || prompt?.code === "ask") return false;
    if (name === "back") return !last;
    return waits && (name === "ok" || game.mode !== "training");
  }

  /** The seat whose buttons these are: this device's, else the one that the table asks, else the one in turn. */
  get #at() {
    const { seat, prompt, turn } = this.#state;
    return seat ?? (prompt?.asked ? prompt.seat : turn);
  }

  /** Whether this device may undo the last play: no card lies for the next one, and a player of this device made it. */
  #undoes() {
    const { last, seat, card, game } = this.#state;
    return Boolean(last && !card && !game.machines?.[last.seat] && (!seat || seat === last.seat));
  }

  /** `back` answers the table's question if there is one, else it takes the last play back, if people confirm that. */
  async back() {
    const { last, prompt } = this.#state;
    const asked = ASKED.includes(prompt?.code);
    if (!asked && Choose.on(this.#state)) {
      if (this.#undoes()) await this.#do("undo", { at: last.seat });
      return;
    }
    if (!asked && last && !(await this.#ask(words("take-back.title", { who: nameOf(this.#state, last.seat) }), takingBack(this.#state, last), words("take-back.do")))) return;
    await this.press("back");
  }
}

function takingBack(state, { n, text, back }) {
  const ways = back.map(([from, to, seat]) => h("li", null, words("take-back.marble", { who: nameOf(state, seat), from: holeName(from), to: holeName(to) })));
  return [h("p", null, words("take-back.play", { n, text })), ways.length ? h("p", null, words("take-back.then")) : "", h("ul", { class: "bullets" }, ways)];
}
