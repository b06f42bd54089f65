// A board as a diagram: what a glance from afar needs. A regular polygon with eighteen holes a side, the
// lanes and STARTs inward, the marbles as a position line says. Lengths are in pitches from hole to hole.

import { mark, s } from "./dom.js";
import { drawMarble, SEATS } from "./glyphs.js";

const SIDE = 18;
const LANE_AT = 3;
const START_AT = 8;
const CROSS = [[0, 2], [-1, 3], [0, 3], [1, 3], [0, 4]];
const MARGIN = 1.5;
const LETTERS = "ABCDEFGH";

/** Where every hole is, by its name; the sides' directions; the extent. Side A is at the bottom. */
function lay(sides) {
  const lean = sides === 3 ? Math.PI / 6 : 0;
  const apothem = SIDE / 2 / Math.tan(Math.PI / sides);
  const spot = (side, along, inward) => {
    const turn = (2 * Math.PI * side) / sides;
    const [a, i] = [along - SIDE / 2, inward - apothem];
    return { x: -Math.cos(turn) * a + Math.sin(turn) * i, y: -Math.sin(turn) * a - Math.cos(turn) * i };
  };
  const holes = new Map();
  const letters = [...LETTERS.slice(0, sides)];
  letters.forEach((letter, side) => {
    for (let i = 0; i < SIDE; i++) holes.set(`${letter}${i}`, spot(side, i, 0));
    for (let j = 1; j <= 5; j++) {
      holes.set(`${letter}h${j}`, spot(side, LANE_AT + j * Math.sin(lean), j * Math.cos(lean)));
    }
    CROSS.forEach(([along, inward], k) => holes.set(`${letter}s${k + 1}`, spot(side, START_AT + along, inward)));
  });
  const corners = letters.map((_, side) => spot(side, 0, 0));
  const edges = letters.map((_, side) => [spot(side, 0, -0.95), spot(side, SIDE, -0.95)]);
  const names = letters.map((_, side) => spot(side, 12.6, 2.6));
  const all = [...holes.values()];
  const [left, top] = [Math.min(...all.map((p) => p.x)), Math.min(...all.map((p) => p.y))];
  const [right, bottom] = [Math.max(...all.map((p) => p.x)), Math.max(...all.map((p) => p.y))];
  const box = [left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN];
  return { letters, holes, corners, edges, names, box };
}

const layouts = new Map();
const layout = (sides) => {
  if (!layouts.has(sides)) layouts.set(sides, lay(sides));
  return layouts.get(sides);
};

/** Each seat's marbles outside START, by letter, and whose turn it is; of whatever text was sent. */
export function readPosition(line) {
  const [fields, turn] = String(line ?? "").split(" ");
  const marbles = new Map();
  fields.split("/").slice(0, LETTERS.length).forEach((field, side) => {
    if (field === "." || field === "") return;
    const letter = LETTERS[side];
    const holes = field === "-" ? [] : field.split(",").slice(0, 5);
    marbles.set(letter, holes.map((hole) => (/^h[1-5]$/.test(hole) ? letter + hole : hole)));
  });
  return { marbles, turn: LETTERS.includes(turn) ? turn : null };
}

/** How many marbles a team has home. */
export const home = (position, team) =>
  team.reduce((sum, seat) => sum + (position.marbles.get(seat) ?? []).filter((hole) => hole[1] === "h").length, 0);

/** A diagram of a board with so many sides; `show` puts marbles on it. */
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

  /** Puts the marbles where `line` has them; those in START fill it up. Answers the position. */
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

  /** Marks the side whose turn it is; none for null. */
  turn(seat) {
    for (const [letter, node] of this.#turns) mark(node, "data-on", letter === seat ? "" : null);
  }

  /** Whatever stays stays; the others go, in order, to the holes that are new. */
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
