// The game so far: its plays, a replay on the board, statistics, and the game to keep.

import { byId, h, mark, say, whenNew } from "/page/js/dom.js";
import { isRed, marblePicture } from "/page/js/glyphs.js";
import { graph, table } from "./stats.js";
import { words } from "./words.js";
import { standing } from "/page/js/position.js";
import { cardName } from "/page/js/words.js";

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
    parts.slider = h("input", { type: "range", min: 0, max: 0, step: 1, "aria-label": words("game.step") });
    parts.slider.addEventListener("input", () => this.go(Number(parts.slider.value)));
    parts.said = h("output");
    parts.live = button(words("game.live"), () => this.go(null), "main");
    parts.stepper = h("div", { class: "stepper", role: "group", "aria-label": words("game.replay") },
      step("«", words("game.first"), () => 0), step("‹", words("game.previous"), () => Math.max(0, (this.#at ?? last()) - 1)),
      parts.slider,
      step("›", words("game.next"), () => Math.min(last(), (this.#at ?? last()) + 1)), step("»", words("game.last"), last),
      parts.said);
    parts.stepper.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!way || event.target === parts.slider) return;
      event.preventDefault();
      this.go(Math.min(last(), Math.max(0, (this.#at ?? last()) + way)));
    });
    parts.line = h("h2", { class: "game-line" }, words("game.title"));
    parts.menu = h("div", { class: "row" });
    parts.plays = h("ol", { id: "plays", tabindex: 0, "aria-label": words("game.plays"), "data-empty": words("game.plays.none") });
    parts.stats = h("details", { class: "statistics" }, h("summary", null, words("stats.title")), (parts.pictures = h("div")));
    parts.stats.addEventListener("toggle", () => this.#showStats());
    parts.keep = h("div", { class: "row", role: "group", "aria-label": words("game.keep") },
      h("a", { class: "button", href: "/api/record", download: "" }, words("game.record")),
      h("a", { class: "button", href: "/api/plays", download: "game.json" }, words("game.json")),
      button(words("game.picture"), () => this.#picture()),
      button(words("game.print"), () => print()));
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
      prompt: { code: "says", seat: step?.seat ?? turn, text: step ? step.text : words("game.beginning") },
      verdict: { kind: "replay", tone: step?.code ? "bad" : "info", text: words("game.step-of", { n: this.#at, of: told.steps.length }), at: this.#at },
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
    const facts = game && [
      game.title ?? game.rules, words("new.player-count", { n: game.players }),
      words(`game.cards.${game.dealt ? "dealt" : game.cards}`), words(`game.mode.${game.mode}`),
    ];
    say(parts.line, facts ? facts.filter(Boolean).join(" · ") : words("game.none"));
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
    const { may_command: may, game, over } = state;
    const twoSides = game && new Set((game.teams ?? []).map(String)).size === 2;
    whenNew(menu, JSON.stringify([may, Boolean(game), Boolean(over), twoSides]), () =>
      menu.replaceChildren(...[
        may && button(words("new-game"), () => this.#dialogs.newGame()),
        may && game && button(words("names"), () => this.#dialogs.names()),
        may && twoSides && !over && button(words("give-up"), () => this.#dialogs.giveUp()),
        !may && button(words("pair-device"), () => this.#dialogs.pair()),
        button(words("this-device"), () => this.#dialogs.settings()),
      ].filter(Boolean)));
    pair.hidden = !state.pair_code;
    whenNew(pair, state.pair_code ?? "", () =>
      pair.replaceChildren(...(state.pair_code ? [
        h("img", { src: `/api/pair.svg?${state.pair_code}`, alt: words("pair.picture"), width: 116, height: 116 }),
        h("p", { id: "pair-line" }, words("pair.line"), " ", h("strong", { id: "pair-code" }, state.pair_code)),
      ] : [])));
  }

  #draw() {
    const { steps } = this.#told;
    const { plays, slider, said } = this.#parts;
    const at = this.#at ?? steps.length;
    slider.max = steps.length;
    slider.value = at;
    const shown = steps[at - 1];
    say(said, shown ? shown.text : words("game.beginning"));
    mark(slider, "aria-valuetext", words("game.step-of", { n: at, of: steps.length }));
    while (plays.children.length > steps.length) plays.firstChild.remove();
    steps.forEach((step, index) => this.#row(plays, step, index, steps.length));
    const current = this.#at === null ? null : plays.children[steps.length - at] ?? null;
    for (const old of plays.querySelectorAll("[aria-current]")) if (old.parentElement !== current) old.removeAttribute("aria-current");
    if (current) mark(current.firstChild, "aria-current", true);
    if (current) reveal(plays, current);
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
    const note = words(`game.${step.state}`);
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

/** Scrolls the list, and nothing around it, until its row is in sight. */
function reveal(list, row) {
  const outer = list.getBoundingClientRect(), inner = row.getBoundingClientRect();
  list.scrollTop += Math.min(0, inner.top - outer.top) + Math.max(0, inner.bottom - outer.bottom);
}

/** A card in a list is its rank; where none was read, all that would explain the play. */
function rankTag(card) {
  const known = card && card.length <= 4 && (card[0] === "X" || "CDHS".includes(card[1]));
  const label = known ? (card[0] === "T" ? "10" : card[0] === "X" ? "★" : card[0]) : card || "–";
  const cls = `rank ${known && card[0] !== "X" && isRed(card) ? "red" : ""}`;
  return h("span", { class: cls, title: known ? cardName(card) : card }, label.length > 3 ? "…" : label);
}
