// The game so far: its plays, a replay on the board, statistics, and the game to keep.

import { byId, h, mark, say, whenNew } from "/page/js/dom.js";
import { cardName, isRed, marblePicture } from "/page/js/glyphs.js";
import { graph, table } from "./stats.js";
import { nameOf } from "./words.js";
import { standing } from "/page/js/position.js";

const MODES = { play: "", referee: "with a referee", training: "training" };
const CARDS = { seat: "", table: "one card reader", none: "without cards" };

export class Game {
  #link;
  #dialogs;
  #state = null;
  #told = null; // what /api/plays said: { game, revision, first, steps }
  #asking = false;
  #at = null; // the step that is shown on the board; null: live
  #parts = {};
  changed = () => {};

  constructor(link, dialogs) {
    this.#link = link;
    this.#dialogs = dialogs;
    this.#make();
  }

  #make() {
    const parts = this.#parts;
    const button = (title, press, cls = "") => h("button", { type: "button", class: cls, onclick: press }, title);
    const step = (sign, title, to) => h("button", { type: "button", "aria-label": title, onclick: () => this.go(to()) }, sign);
    const last = () => (this.#told?.steps.length ?? 0);
    parts.slider = h("input", { type: "range", min: 0, max: 0, step: 1, "aria-label": "Step of the game" });
    parts.slider.addEventListener("input", () => this.go(Number(parts.slider.value)));
    parts.said = h("output");
    parts.live = button("Back to the game", () => this.go(null), "main");
    parts.stepper = h("div", { class: "stepper", role: "group", "aria-label": "Replay" },
      step("«", "To the beginning", () => 0), step("‹", "One step back", () => Math.max(0, (this.#at ?? last()) - 1)),
      parts.slider,
      step("›", "One step on", () => Math.min(last(), (this.#at ?? last()) + 1)), step("»", "To the end", last),
      parts.said);
    parts.stepper.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!way || event.target === parts.slider) return;
      event.preventDefault();
      this.go(Math.min(last(), Math.max(0, (this.#at ?? last()) + way)));
    });
    parts.line = h("h2", { class: "game-line" }, "The game");
    parts.menu = h("div", { class: "row" });
    parts.plays = h("ol", { id: "plays", tabindex: 0, "aria-label": "Plays" });
    parts.stats = h("details", { class: "statistics" }, h("summary", null, "Statistics"), (parts.pictures = h("div")));
    parts.stats.addEventListener("toggle", () => this.#showStats());
    parts.keep = h("div", { class: "row", role: "group", "aria-label": "Keep the game" },
      h("a", { class: "button", href: "/api/record", download: "" }, "Record"),
      h("a", { class: "button", href: "/api/plays", download: "game.json" }, "JSON"),
      button("Picture", () => this.#picture()),
      button("Print", () => print()));
    parts.pair = h("div", { class: "pair", hidden: true });
    byId("panel-game").append(parts.line, parts.menu, parts.pair, parts.stepper, h("div", { class: "row" }, parts.live), parts.plays, parts.stats, parts.keep);
  }

  async #picture() {
    const { savePicture } = await import("./picture.js");
    await savePicture(this.#link, this.replayed(this.#state));
  }

  /** Shows the step on the board; null goes back to the game. */
  go(at) {
    this.#at = at;
    this.changed();
  }

  /** The state as the board shows it: the game's own, or that of the step. */
  replayed(state) {
    this.#state = state;
    const told = this.#told;
    if (this.#at === null || !told || told.game !== state.game?.id) return state;
    const before = told.steps.slice(0, this.#at);
    const step = before.at(-1);
    const line = before.findLast(({ position }) => position)?.position ?? told.first;
    const { marbles, turn } = standing(line, state.game.seats, state.game.marbles);
    const lights = {};
    for (const hole of step?.holes ?? []) lights[hole] = { role: "illegal", seat: null };
    for (const { to } of step?.put_back ?? []) lights[to] = { role: "put-back", seat: null };
    return {
      ...state, replay: true, marbles, sim: null, lights, leds: {}, owing: [], over: null, turn: turn ?? state.turn,
      card: step?.card && step.card.length > 1 ? { text: step.card } : null,
      prompt: { code: "says", seat: step?.seat ?? turn, text: step ? stepWords(step) : "The beginning" },
      verdict: { kind: "replay", tone: step?.code ? "bad" : "info", text: `Step ${this.#at} of ${told.steps.length}`, at: this.#at },
    };
  }

  /** Everything that has been played, newest known. */
  async told(state) {
    if (this.#told?.game === state.game?.id && this.#told.revision === state.revision) return this.#told;
    const since = this.#told?.game === state.game?.id ? this.#told.revision : 0;
    const answer = await this.#link.get(`plays?since=${since}`);
    if (since && answer.game === this.#told.game) {
      const steps = [...this.#told.steps];
      for (const step of answer.steps) steps[step.at] = step;
      answer.steps = steps;
    }
    this.#told = answer;
    return answer;
  }

  show(state, here) {
    this.#state = state;
    if (!here) {
      if (this.#at !== null) this.go(null);
      return;
    }
    const { game } = state;
    const parts = this.#parts;
    const facts = game && [game.title ?? game.rules, `${game.players} players`, game.dealt ? "cards dealt by the table" : CARDS[game.cards], MODES[game.mode]];
    say(parts.line, facts ? facts.filter(Boolean).join(" · ") : "No game");
    this.#showMenu(state);
    for (const part of [parts.stepper, parts.plays, parts.stats, parts.keep]) part.hidden = !game;
    parts.live.hidden = this.#at === null;
    if (!game) return;
    const known = this.#told?.game === game.id && this.#told.revision === state.revision;
    if (known) this.#draw();
    else if (!this.#asking) this.#fetch(state);
  }

  async #fetch(state) {
    this.#asking = true;
    try {
      await this.told(state);
      this.#draw();
      this.#showStats();
    } catch {
      // The table is away; the next state asks again.
    } finally {
      this.#asking = false;
    }
  }

  #showMenu(state) {
    const { menu, pair } = this.#parts;
    const button = (title, press) => h("button", { type: "button", onclick: press }, title);
    whenNew(menu, JSON.stringify([state.may_command, Boolean(state.game)]), () =>
      menu.replaceChildren(...[
        state.may_command && button("New game", () => this.#dialogs.newGame()),
        state.may_command && state.game && button("Names", () => this.#dialogs.names()),
        !state.may_command && button("Pair this device", () => this.#dialogs.pair()),
        button("This device", () => this.#dialogs.settings()),
      ].filter(Boolean)));
    pair.hidden = !state.pair_code;
    whenNew(pair, state.pair_code ?? "", () =>
      pair.replaceChildren(...(state.pair_code ? [
        h("img", { src: `/api/pair.svg?${state.pair_code}`, alt: "QR code that pairs another device", width: 116, height: 116 }),
        h("p", { id: "pair-line" }, "Another device pairs with this picture, or with the code ", h("strong", { id: "pair-code" }, state.pair_code), "."),
      ] : [])));
  }

  #draw() {
    const { steps } = this.#told;
    const { plays, slider, said } = this.#parts;
    const at = this.#at ?? steps.length;
    slider.max = steps.length;
    slider.value = at;
    const shown = steps[at - 1];
    say(said, shown ? stepWords(shown) : "The beginning");
    mark(slider, "aria-valuetext", `Step ${at} of ${steps.length}`);
    while (plays.children.length > steps.length) plays.firstChild.remove();
    steps.forEach((step, index) => this.#row(plays, step, index, steps.length));
    const current = this.#at === null ? null : plays.children[steps.length - at] ?? null;
    for (const old of plays.querySelectorAll("[aria-current]")) if (old.parentElement !== current) old.removeAttribute("aria-current");
    if (current) mark(current.firstChild, "aria-current", true);
    current?.scrollIntoView({ block: "nearest" });
  }

  /** The newest is the first; only what changed is made anew. */
  #row(plays, step, index, count) {
    const had = plays.children[plays.children.length - 1 - index] ?? null;
    const made = had && had.step === step ? had : this.#step(step, index);
    if (made === had) return;
    if (had) had.replaceWith(made);
    else plays.prepend(made);
  }

  #step(step, index) {
    const note = { amended: "changed", "taken-back": "taken back" }[step.state];
    const parts = step.code
      ? [h("span", { class: "n" }, "!"), marblePicture(step.seat, { class: "tiny" }), h("span", { class: "what wrong" }, step.text)]
      : [h("span", { class: "n" }, String(step.n)), marblePicture(step.seat, { class: "tiny" }), rankTag(step.card),
        h("span", { class: "what" }, h(step.state === "ok" ? "span" : "s", { class: "text" }, step.text), note && h("em", null, ` ${note}`), h("code", null, step.play))];
    const row = h("li", { "data-n": step.n, "data-state": step.state ?? "illegal" }, h("button", { type: "button", onclick: () => this.go(index + 1) }, parts));
    row.step = step;
    return row;
  }

  #showStats() {
    if (!this.#parts.stats.open || !this.#told) return;
    this.#parts.pictures.replaceChildren(graph(this.#state, this.#told), table(this.#state, this.#told));
  }
}

const stepWords = (step) => step.text;

/** A card in a list is its rank; where none was read, all that would explain the play. */
function rankTag(card) {
  const known = card && card.length <= 4 && (card[0] === "X" || "CDHS".includes(card[1]));
  const label = known ? (card[0] === "T" ? "10" : card[0] === "X" ? "★" : card[0]) : card || "–";
  const cls = `rank ${known && card[0] !== "X" && isRed(card) ? "red" : ""}`;
  return h("span", { class: cls, title: known ? cardName(card) : card }, label.length > 3 ? "…" : label);
}
