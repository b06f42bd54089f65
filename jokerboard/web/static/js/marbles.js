// The marbles: where the referee believes them to be, and, if the wood differs, where they really are. A marble that
// has moved glides from its old place to the new one.

import { calm, mark, s } from "./dom.js";
import { MARBLE } from "./board.js";
import { drawMarble } from "./glyphs.js";

export class Marbles {
  #board;
  #shown = new Map(); // key -> { x, y, colour, look, node }

  constructor(board) {
    this.#board = board;
  }

  /** Draws the marbles of `state`; `dragged` is the marble that follows the pointer, if any. */
  show(state, dragged) {
    const wanted = this.#wanted(state, dragged);
    const gone = [];
    for (const [key, old] of this.#shown) {
      const now = wanted.get(key);
      if (now && now.colour === old.colour && now.look === old.look) continue;
      old.node.remove();
      this.#shown.delete(key);
      gone.push(old);
    }
    const glide = !calm() && (state.sim?.speed ?? 1) <= 10;
    for (const [key, now] of wanted) {
      if (this.#shown.has(key)) continue;
      const node = this.#draw(now);
      this.#shown.set(key, { ...now, node });
      const from = glide && now.look !== "missing" && gone.find((g) => g.colour === now.colour && g.look !== "missing");
      if (from) this.#glide(node, from, now, gone.splice(gone.indexOf(from), 1));
    }
  }

  /**
   * The marble in a hole, as a seat's letter: the real one on a simulated board, else the one that the referee
   * believes in.
   */
  static at(state, hole) {
    return state.sim ? state.sim.wood[hole] : state.marbles[hole];
  }

  #wanted(state, dragged) {
    const wanted = new Map();
    const put = (key, hole, colour, look, lift = 0) => {
      const place = this.#board.byName.get(hole);
      if (!place) return;
      const up = lift * this.#board.pitch;
      wanted.set(key, { x: place.x + up, y: place.y - up, colour, look });
    };
    const believed = state.marbles ?? {};
    const wood = state.sim?.wood ?? believed;
    for (const [hole, colour] of Object.entries(wood)) {
      put(hole, hole, colour, believed[hole] === colour ? "sure" : "stray");
    }
    for (const [hole, colour] of Object.entries(believed)) {
      if (!(hole in wood)) put(hole, hole, colour, "missing");
    }
    for (const { colour, from } of state.sim?.hands ?? []) {
      if (from && !wood[from] && !(dragged?.colour === colour && dragged?.from === from)) {
        put(`hand ${colour} ${from}`, from, colour, "lifted", 0.52);
      }
    }
    return wanted;
  }

  #draw({ x, y, colour, look }) {
    const r = this.#board.pitch * MARBLE;
    const inner = s("g", { class: "slide" },
      s("g", { transform: `scale(${look === "lifted" ? r * 1.12 : r})` },
        look === "missing" ? null : s("circle", { cx: 0.12, cy: 0.2, r: 1, class: "shadow" }),
        drawMarble(colour),
        look === "stray" || look === "missing" ? s("circle", { r: 0.93, class: "dashes" }) : null));
    const node = s("g", { transform: `translate(${x} ${y})`, class: `marble ${look}` }, inner);
    mark(node, "data-colour", colour);
    this.#board.layers[look === "lifted" ? "hand" : "marble"].append(node);
    return node;
  }

  #glide(node, from, to) {
    const slide = node.firstChild;
    slide.animate(
      [{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }],
      { duration: 260, easing: "cubic-bezier(.3,.7,.3,1)" },
    );
  }
}
