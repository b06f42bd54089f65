// A small diagram of a board, to be read from afar: ring, lanes, STARTs, and the marbles of a position line. Lengths
// are in pitches (the distance of two holes). `board_view.js` draws a complete board.

import { mark, s } from "./dom.js";
import { drawMarble, SEATS } from "./glyphs.js";
import { places } from "./polygon.js";
import { readPosition } from "./position.js";

const MARGIN = 1.5; // pitches around the outermost holes
const SIDE = 18;

/**
 * The places of a board with `sides` sides, and what a diagram draws besides: corners, edges, and the box around
 * all.
 */
function layout(sides) {
  const { letters, holes, spot } = places(sides);
  const [xs, ys] = ["x", "y"].map((axis) => [...holes.values()].map((point) => point[axis]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return {
    letters, holes,
    corners: letters.map((_, side) => spot(side, 0, 0)),
    edges: letters.map((_, side) => [spot(side, 0, -0.95), spot(side, SIDE, -0.95)]),
    box: [left - MARGIN, top - MARGIN, Math.max(...xs) - left + 2 * MARGIN, Math.max(...ys) - top + 2 * MARGIN],
  };
}

/** A diagram of a board with `sides` sides; `show` draws marbles on it. */
export class Diagram {
  #layout;
  #marbles = new Map(); // seat -> [{ hole, node }]
  #layer = s("g", { class: "marbles" });
  #turns = new Map();

  constructor(sides, { letters = false } = {}) {
    this.sides = sides;
    this.letters = letters;
    const at = (this.#layout = layout(sides));
    const ring = `M${at.corners.map(point).join("L")}Z`;
    const seat = (letter, side) => {
      const colour = SEATS[letter].colour;
      const [from, to] = at.edges[side];
      const turn = s("path", { d: `M${point(from)}L${point(to)}`, class: "turn", stroke: colour });
      this.#turns.set(letter, turn);
      const lane = [3, "h1", "h5"].map((name) => point(at.holes.get(`${letter}${name}`)));
      const cross = [1, 5, 2, 4].map((k) => point(at.holes.get(`${letter}s${k}`)));
      return s("g", { class: "side" }, turn,
        s("path", { d: `M${lane.join("L")}`, class: "tint", stroke: colour }),
        s("path", { d: `M${cross[0]}L${cross[1]}M${cross[2]}L${cross[3]}`, class: "tint", stroke: colour }));
    };
    this.node = s("svg", { viewBox: at.box.map((n) => n.toFixed(2)).join(" "), class: "diagram", "aria-hidden": "true" },
      s("path", { d: ring, class: "wood" }),
      at.letters.map(seat),
      [...at.holes].map(([name, p]) =>
        s("circle", { cx: p.x.toFixed(2), cy: p.y.toFixed(2), r: /\D0$/.test(name) ? 0.2 : 0.14, class: "dot" })),
      this.#layer);
  }

  /** Draws the marbles of the position `line`; marbles in START fill its holes from the first. Returns the position. */
  show(line) {
    const position = readPosition(line);
    for (const [letter, out] of position.marbles) {
      const placed = out.filter((hole) => this.#layout.holes.has(hole));
      for (let k = 1; placed.length < 5; k++) placed.push(`${letter}s${k}`);
      this.#place(letter, placed);
    }
    for (const letter of this.#marbles.keys()) {
      if (!position.marbles.has(letter)) this.#place(letter, []);
    }
    return position;
  }

  /** Marks the side whose turn it is; null marks none. */
  turn(seat) {
    for (const [letter, node] of this.#turns) mark(node, "data-on", letter === seat ? "" : null);
  }

  /** Moves a seat's marbles to `holes`; a marble that is in one of these holes stays there. */
  #place(letter, holes) {
    const had = this.#marbles.get(letter) ?? [];
    const wanted = new Set(holes);
    const stay = had.filter((one) => wanted.delete(one.hole));
    const move = had.filter((one) => !stay.includes(one));
    for (const hole of wanted) {
      const one = move.shift() ?? { node: this.#marble(letter) };
      one.hole = hole;
      const { x, y } = this.#layout.holes.get(hole);
      one.node.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)`;
      stay.push(one);
    }
    for (const one of move) one.node.remove();
    this.#marbles.set(letter, stay);
  }

  #marble(letter) {
    const { colour, shade } = SEATS[letter];
    const node = this.letters
      ? s("g", { class: "marble" }, s("g", { transform: "scale(0.5)" }, drawMarble(letter)))
      : s("circle", { r: 0.5, fill: colour, stroke: shade, class: "marble" });
    this.#layer.append(node);
    return node;
  }
}

const point = (p) => `${p.x.toFixed(2)} ${p.y.toFixed(2)}`;
