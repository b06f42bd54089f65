// The list of a game's plays, the newest first; only changed rows are made again.

import { h, mark } from "/page/js/dom.js";
import { isRed, marblePicture } from "/page/js/glyphs.js";
import { cardName } from "/page/js/words.js";
import { words } from "./words.js";

export class Plays {
  #go;

  /** `go(n)` shows the board after `n` steps. */
  constructor(go) {
    this.#go = go;
    this.node = h("ol", { id: "plays", tabindex: 0, "aria-label": words("game.plays"), "data-empty": words("game.plays.none") });
  }

  /** Shows the steps, and marks the step `at` that the board shows (from 1); null marks none. */
  show(steps, at) {
    const { node } = this;
    while (node.children.length > steps.length) node.firstChild.remove();
    steps.forEach((step, index) => this.#row(step, index));
    const current = at === null ? null : node.children[steps.length - at] ?? null;
    for (const old of node.querySelectorAll("[aria-current]")) if (old.parentElement !== current) old.removeAttribute("aria-current");
    if (!current) return;
    mark(current.firstChild, "aria-current", true);
    reveal(node, current);
  }

  #row(step, index) {
    const { node } = this;
    const had = node.children[node.children.length - 1 - index] ?? null;
    if (had?.step === step) return;
    const made = this.#step(step, index);
    if (had) had.replaceWith(made);
    else node.prepend(made);
  }

  #step(step, index) {
    const note = words(`game.${step.state}`);
    const parts = step.code
      ? [h("span", { class: "n" }, "!"), marblePicture(step.seat, { class: "tiny" }), h("span", { class: "what wrong" }, step.text)]
      : [h("span", { class: "n" }, String(step.n)), marblePicture(step.seat, { class: "tiny" }), rankTag(step.card),
        h("span", { class: "what" }, h(step.state === "ok" ? "span" : "s", { class: "text" }, step.text), note && h("em", null, ` ${note}`), h("code", null, step.play))];
    const row = h("li", { "data-n": step.n, "data-state": step.state ?? "illegal" }, h("button", { type: "button", onclick: () => this.#go(index + 1) }, parts));
    row.step = step;
    return row;
  }
}

/** Scrolls the list, but nothing around it, until the row is visible. */
function reveal(list, row) {
  const outer = list.getBoundingClientRect(), inner = row.getBoundingClientRect();
  list.scrollTop += Math.min(0, inner.top - outer.top) + Math.max(0, inner.bottom - outer.bottom);
}

/** The rank of a card as a label; if no card was read, the ranks that would explain the play. */
function rankTag(card) {
  const known = card && card.length <= 4 && (card[0] === "X" || "CDHS".includes(card[1]));
  const label = known ? (card[0] === "T" ? "10" : card[0] === "X" ? "★" : card[0]) : card || "–";
  const cls = `rank ${known && card[0] !== "X" && isRed(card) ? "red" : ""}`;
  return h("span", { class: cls, title: known ? cardName(card) : card }, label.length > 3 ? "…" : label);
}
