// The geometry of a board, computed from its layout: lines, directions, the outline of the wood.

const minus = (a, b) => ({ x: a.x - b.x, y: a.y - b.y });
const plus = (a, b, k = 1) => ({ x: a.x + k * b.x, y: a.y + k * b.y });
const length = (v) => Math.hypot(v.x, v.y);
const unit = (v) => plus({ x: 0, y: 0 }, v, 1 / (length(v) || 1));

/** The layout turned so that the side `letter` is at the bottom; unchanged if `letter` is empty. */
export function turned(layout, letter) {
  const at = letter ? letter.charCodeAt(0) - 65 : 0;
  if (!(at > 0 && at < layout.sides)) return layout;
  const angle = (-2 * Math.PI * at) / layout.sides;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turn = ([x, y]) => [x * cos - y * sin, x * sin + y * cos];
  const wood = layout.wood.map((piece) => piece.map(turn));
  const [xs, ys] = [0, 1].map((axis) => wood.flat().map((point) => point[axis]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const moved = ([x, y]) => [x - left, y - top];
  return {
    ...layout,
    width: Math.max(...xs) - left, height: Math.max(...ys) - top,
    wood: wood.map((piece) => piece.map(moved)),
    holes: layout.holes.map((hole) => {
      const [x, y] = moved(turn([hole.x, hole.y]));
      return { ...hole, x, y };
    }),
  };
}

/** The geometry of a layout: holes by name, the ring, each side's holes and directions, and functions for points. */
export function readLayout(layout) {
  const holes = layout.holes.map((hole, index) => ({ ...hole, index }));
  const byName = new Map(holes.map((hole) => [hole.name, hole]));
  const ring = holes.filter((hole) => hole.kind === "ring");
  const letters = [...new Set(ring.map((hole) => hole.side))];
  const pitch = length(minus(ring[1], ring[0]));
  const middle = {
    x: ring.reduce((sum, hole) => sum + hole.x, 0) / ring.length,
    y: ring.reduce((sum, hole) => sum + hole.y, 0) / ring.length,
  };
  const sides = letters.map((letter) => {
    const own = ring.filter((hole) => hole.side === letter);
    const along = unit(minus(own[own.length - 1], own[0]));
    const lane = holes.filter((hole) => hole.kind === "lane" && hole.side === letter);
    const start = holes.filter((hole) => hole.kind === "start" && hole.side === letter);
    const inward = turnedTo({ x: -along.y, y: along.x }, minus(lane[4], lane[0]));
    return {
      letter, along, inward, ring: own, lane, start, ...wordsOf(lane, start, holes, pitch),
      inSpot: own.find((hole) => hole.mark === "in-spot") ?? own[3],
      comeOut: own.find((hole) => hole.mark === "come-out") ?? own[8],
    };
  });
  const side = new Map(sides.map((one) => [one.letter, one]));
  const outward = (hole) =>
    hole.mark === "corner" || hole.name.endsWith("0") && hole.name.length === 2
      ? unit(minus(hole, middle))
      : plus({ x: 0, y: 0 }, side.get(hole.side).inward, -1);
  return {
    holes, byName, ring, sides, side, pitch, middle, outward,
    width: layout.width, height: layout.height, wood: layout.wood, corner: layout.wood.length > 1 ? 0.7 : 1.7,
    beside: (hole, pitches) => plus(hole, outward(hole), pitches * pitch),
  };
}

/** The points of one side's texts, each with the direction along which the text is written. */
function wordsOf(lane, start, holes, pitch) {
  const [first, left, middle, right, last] = start;
  const across = unit(minus(right, left));
  const [up, away] = [unit(minus(lane[4], lane[0])), unit(minus(last, first))];
  const beyond = (hole, way, pitches) => plus(hole, way, pitches * pitch);
  const between = plus(middle, minus(lane[2], middle), 0.53);
  const taken = holes.some((hole) => length(minus(hole, between)) < 1.2 * pitch);
  return {
    words: {
      start: { ...beyond(last, away, 0.92), across },
      home: { ...beyond(lane[4], up, 0.92), across: turnedTo({ x: -up.y, y: up.x }, across) },
      letter: { ...(taken ? beyond(last, away, 2.9) : between), across },
      // A name that runs away from START begins close to it; a name across that direction keeps clear of the word
      // START.
      name: { ...beyond(last, away, Math.abs(away.x) > 0.9 ? 1.45 : 2.1), away },
    },
  };
}

const turnedTo = (v, towards) =>
  v.x * towards.x + v.y * towards.y < 0 ? { x: -v.x, y: -v.y } : v;

/** The nearest hole to `point` for which `wanted` is true, if it is nearer than `reach` millimetres; else null. */
export function nearest(board, point, reach, wanted = () => true) {
  let best = null;
  for (const hole of board.holes) {
    const away = length(minus(hole, point));
    if (away < reach && wanted(hole)) [best, reach] = [hole, away];
  }
  return best;
}

/** The SVG path around the pieces of wood, `inset` millimetres inside their edges, with corners of radius `round`. */
export const outline = (board, inset, round) =>
  board.wood.map((piece) => rounded(shrunk(clockwise(piece), inset), round)).join("");

const clockwise = (piece) => {
  const points = piece.map(([x, y]) => ({ x, y }));
  const area = points.reduce((sum, a, i) => sum + cross({ x: 0, y: 0 }, a, points[(i + 1) % points.length]), 0);
  return area < 0 ? points.reverse() : points;
};

/** A convex piece with every edge moved inward by `inset` millimetres. */
const shrunk = (points, inset) =>
  points.map((point, i) => {
    const before = unit(minus(point, points[(i + points.length - 1) % points.length]));
    const after = unit(minus(points[(i + 1) % points.length], point));
    const turn = Math.atan2(before.x * after.y - before.y * after.x, before.x * after.x + before.y * after.y);
    const bisector = unit({ x: -before.y - after.y, y: before.x + after.x });
    return { ...plus(point, bisector, inset / Math.cos(turn / 2)), before, after, turn };
  });

const rounded = (points, round) => {
  const parts = points.map((point, i) => {
    const cut = round * Math.tan(point.turn / 2);
    const [from, to] = [plus(point, point.before, -cut), plus(point, point.after, cut)];
    return `${i ? "L" : "M"}${show(from)}A${round} ${round} 0 0 1 ${show(to)}`;
  });
  return `${parts.join("")}Z`;
};

const show = (point) => `${point.x.toFixed(2)} ${point.y.toFixed(2)}`;

/** The SVG path of a line through points. */
export const through = (points, closed = false) => `M${points.map(show).join("L")}${closed ? "Z" : ""}`;

const cross = (o, a, b) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
