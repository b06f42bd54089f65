// Stepping through a game: a slider with buttons, autoplay, and the state of the board after each step.

import { h, mark, setText } from "/page/js/dom.js";
import { standing } from "/page/js/position.js";
import { words } from "./words.js";

const PACE = 1200; // milliseconds for each step
const LEG = /([A-H](?:s|h\d|\d+))([-~])([A-H](?:h\d|\d+))/g;

/** The moves of a play, `[from, to, seat]` for each marble; `marbles` is the board before the play. */
export function waysOf(play, marbles) {
  return [...(play ?? "").matchAll(LEG)].map(([, from, , to]) => {
    const hole = from.endsWith("s") ? Object.keys(marbles).filter((one) => one.startsWith(from)).sort()[0] ?? `${from}1` : from;
    return [hole, to, marbles[hole] ?? from[0]];
  });
}

/** The number of steps up to the play number `played`, which is included; plays taken back do not count. */
export function stepOf(steps, played) {
  if (!played) return 0;
  let left = played;
  return steps.findIndex(({ state }) => state === "ok" && --left === 0) + 1 || steps.length;
}

/**
 * The state of the board after `at` steps of a game with the `first` position. `costly`: a play that cost chances,
 * shown before it is made, with the moves of the better play.
 */
export function stateAt({ first, steps }, at, game, costly = null) {
  const before = steps.slice(0, at);
  const step = before.at(-1);
  const lines = [first, ...before.map(({ position }) => position).filter(Boolean)];
  const { marbles, turn } = standing(lines.at(-1), game.seats, game.marbles);
  const earlier = standing(lines.at(-2) ?? first, game.seats, game.marbles).marbles;
  const lights = {};
  for (const hole of step?.holes ?? []) lights[hole] = { role: "illegal", seat: null };
  for (const { to } of step?.put_back ?? []) lights[to] = { role: "put-back", seat: null };
  const text = costly ? `${costly.said}.` : step ? step.text : words("game.beginning");
  const verdict = costly ? words("game.better", { better: costly.instead }) : words("game.step-of", { n: at, of: steps.length });
  return {
    replay: true, marbles, lights, turn, sim: null, leds: {}, owing: [], over: null,
    trail: costly ? waysOf(costly.done, marbles) : waysOf(step?.play, earlier),
    better: costly ? waysOf(costly.better, marbles) : [],
    card: step?.card && step.card.length > 1 && !costly ? { text: step.card } : null,
    prompt: { code: "says", seat: costly?.seat ?? step?.seat ?? turn, text },
    verdict: { kind: "replay", tone: step?.code ? "bad" : "info", text: verdict, at },
  };
}

export class Replay {
  at = null; // the number of steps that are shown; null: all, the present state
  costly = null; // the costly play that is shown before it is made
  #count = 0;
  #timer = 0;
  #changed;
  #parts = {};

  /** `changed` is called when another step is to be shown. */
  constructor(changed) {
    this.#changed = changed;
    const step = (sign, title, to) => h("button", { type: "button", "aria-label": title, onclick: () => this.go(to()) }, sign);
    const parts = this.#parts;
    parts.slider = h("input", { type: "range", min: 0, max: 0, step: 1, "aria-label": words("game.step") });
    parts.slider.addEventListener("input", () => this.go(Number(parts.slider.value)));
    parts.output = h("output");
    parts.play = h("button", { type: "button", class: "autoplay", onclick: () => this.#toggle() }, words("game.autoplay"));
    this.node = h("div", { class: "stepper", role: "group", "aria-label": words("game.replay") },
      step("«", words("game.first"), () => 0), step("‹", words("game.previous"), () => Math.max(0, this.#now - 1)),
      parts.slider,
      step("›", words("game.next"), () => Math.min(this.#count, this.#now + 1)), step("»", words("game.last"), () => this.#count),
      parts.play, parts.output);
    this.node.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!way || event.target === parts.slider) return;
      event.preventDefault();
      this.go(Math.min(this.#count, Math.max(0, this.#now + way)));
    });
  }

  get #now() {
    return this.at ?? this.#count;
  }

  /** Shows the board after `at` steps, or a costly play before it is made; null returns to the present state. */
  go(at, costly = null) {
    this.stop();
    this.#set(at, costly);
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    setText(this.#parts.play, words("game.autoplay"));
  }

  #set(at, costly = null) {
    this.at = at;
    this.costly = costly;
    this.#changed();
  }

  /** Starts or stops autoplay; it starts from the beginning if all steps are shown. */
  #toggle() {
    if (this.#timer) return this.stop();
    if (this.#now >= this.#count) this.#set(0);
    this.#timer = setInterval(() => (this.#now < this.#count ? this.#set(this.#now + 1) : this.stop()), PACE);
    setText(this.#parts.play, words("game.autoplay.stop"));
  }

  /** Shows which of the steps the replay has reached. */
  show(steps) {
    const { slider, output } = this.#parts;
    this.#count = steps.length;
    slider.max = steps.length;
    slider.value = this.#now;
    const shown = steps[this.#now - 1];
    const costly = this.costly && `${this.costly.said}. ${words("game.better", { better: this.costly.instead })}`;
    setText(output, costly || (shown ? shown.text : words("game.beginning")));
    mark(slider, "aria-valuetext", words("game.step-of", { n: this.#now, of: steps.length }));
  }
}
