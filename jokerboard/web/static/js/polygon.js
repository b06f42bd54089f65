// The places of the holes of a regular board, the same as `hardware/layout.py` computes for a polygon: a page that
// has no table to ask draws its boards from these. Side A is at the bottom, the others follow clockwise.

const PITCH = 16; // millimetres between two holes
const SIDE = 18; // ring holes of a side
const LANE_AT = 3;
const START_AT = 8;
const CROSS = [[0, 2], [-1, 3], [0, 3], [1, 3], [0, 4]]; // START holes: along the ring, inward
const WOOD = 2; // pitches of wood around the outermost holes
const LETTERS = "ABCDEFGH";
const MARKS = { 0: "corner", [LANE_AT]: "in-spot", [START_AT]: "come-out" };

/** The places of a board in pitches from its middle: `holes` by name, and the function `spot(side, along, inward)`. */
export function places(sides) {
  if (!known.has(sides)) known.set(sides, lay(sides));
  return known.get(sides);
}

const known = new Map();

function lay(sides) {
  const lean = sides === 3 ? Math.PI / 6 : 0; // on a triangle an upright lane has no room
  const apothem = SIDE / 2 / Math.tan(Math.PI / sides);
  const spot = (side, along, inward) => {
    const turn = (2 * Math.PI * side) / sides;
    const [a, i] = [along - SIDE / 2, inward - apothem];
    return { x: -Math.cos(turn) * a + Math.sin(turn) * i, y: -Math.sin(turn) * a - Math.cos(turn) * i };
  };
  const letters = [...LETTERS.slice(0, sides)];
  const holes = new Map();
  const each = (put) => letters.forEach((letter, side) => put(letter, (name, along, inward) => holes.set(name, spot(side, along, inward))));
  each((letter, at) => range(SIDE).forEach((i) => at(`${letter}${i}`, i, 0)));
  each((letter, at) => range(5).forEach((j) => at(`${letter}h${j + 1}`, LANE_AT + (j + 1) * Math.sin(lean), (j + 1) * Math.cos(lean))));
  each((letter, at) => CROSS.forEach(([along, inward], k) => at(`${letter}s${k + 1}`, START_AT + along, inward)));
  return { letters, holes, spot, apothem };
}

/** The layout of a regular board in millimetres, in the form of the table's `/api/layout`. */
export function polygonLayout(sides) {
  const { holes, ...at } = places(sides);
  const outline = wood(sides, at, holes);
  const [left, top] = ["x", "y"].map((axis) => Math.min(...outline.map((point) => point[axis])));
  const placed = (point) => ({ x: (point.x - left) * PITCH, y: (point.y - top) * PITCH });
  const corners = outline.map(placed);
  return {
    sides,
    width: Math.max(...corners.map(({ x }) => x)),
    height: Math.max(...corners.map(({ y }) => y)),
    wood: [corners.map(({ x, y }) => [x, y])],
    holes: [...holes].map(([name, point]) => {
      const [, side, kind, at] = /^(.)([hs]?)(\d+)$/.exec(name);
      return { name, side, kind: { h: "lane", s: "start" }[kind] ?? "ring", mark: kind ? null : MARKS[at] ?? null, ...placed(point) };
    }),
  };
}

/** The corners of the wood; the tips of a triangle are cut off. */
function wood(sides, { spot, apothem }, holes) {
  const edge = apothem + WOOD;
  const half = edge * Math.tan(Math.PI / sides);
  if (sides > 3) return range(sides).map((side) => spot(side, SIDE / 2 - half, -WOOD));
  const cut = Math.max(...[...holes.values()].map(({ x, y }) => Math.hypot(x, y))) + WOOD * Math.SQRT2;
  const away = Math.max(0, (edge / Math.cos(Math.PI / sides) - cut) / Math.sin(Math.PI / sides));
  return range(sides).flatMap((side) => [away - half, half - away].map((along) => spot(side, SIDE / 2 + along, -WOOD)));
}

const range = (n) => [...Array(n).keys()];
