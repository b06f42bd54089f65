// A lens over the board: it shows the hole that a finger means, where the finger covers several.

import { mark, s } from "/page/js/dom.js";
import { words } from "./words.js";

const lensWords = (hole) => (hole && /^[A-H]s/.test(hole) ? words("lens.start", { seat: hole[0] }) : hole ?? "–");

const SIZE = 148; // CSS pixels, as in hands.css
const HOLES = 4.6; // holes across the lens
const ABOVE = 118; // CSS pixels from the finger to the middle of the lens

export class Lens {
  #node;
  #view = null;
  #across = 0;

  constructor(node) {
    this.#node = node;
  }

  attach(board) {
    this.#across = board.pitch * HOLES;
    const whole = { width: board.width, height: board.height };
    board.stage.querySelector(".wood").id = "wood";
    this.#view = s("svg", { "aria-hidden": "true" }, s("use", { href: "#wood", ...whole }), s("use", { href: "#holes", ...whole }));
    this.#node.replaceChildren(this.#view);
  }

  /** Shows the part of the board around `point` near the finger at `x`, `y`; `hole` is the name of the hole there. */
  show(point, hole, x, y) {
    const half = this.#across / 2;
    this.#view.setAttribute("viewBox", `${point.x - half} ${point.y - half} ${this.#across} ${this.#across}`);
    mark(this.#node, "data-hole", lensWords(hole));
    const left = Math.min(Math.max(x - SIZE / 2, 4), innerWidth - SIZE - 4);
    const above = y - ABOVE - SIZE / 2;
    this.#node.style.left = `${above < 4 ? (x > innerWidth / 2 ? x - ABOVE - SIZE / 2 : x + ABOVE - SIZE / 2) : left}px`;
    this.#node.style.top = `${Math.max(above, 4)}px`;
    this.#node.hidden = false;
  }

  hide() {
    this.#node.hidden = true;
  }
}
