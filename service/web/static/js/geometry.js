// What the layout says about a board, worked out once: lines, directions, the outline of the wood.

const minus = (a, b) => ({ x: a.x - b.x, y: a.y - b.y });
const plus = (a, b, k = 1) => ({ x: a.x + k * b.x, y: a.y + k * b.y });
const length = (v) => Math.hypot(v.x, v.y);
const unit = (v) => plus({ x: 0, y: 0 }, v, 1 / (length(v) || 1));

/** The holes by name, the ring and each side's lines, and each side's directions. */
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
    const inward = turnedTo({ x: -along.y, y: along.x }, minus(middle, own[9]));
    return {
      letter, along, inward, ring: own,
      lane: holes.filter((hole) => hole.kind === "lane" && hole.side === letter),
      start: holes.filter((hole) => hole.kind === "start" && hole.side === letter),
      inSpot: own.find((hole) => hole.mark === "in-spot") ?? own[3],
      comeOut: own.find((hole) => hole.mark === "come-out") ?? own[8],
      /** A point `a` pitches along this side and `i` pitches inward of it. */
      at: (a, i) => plus(plus(own[0], along, a * pitch), inward, i * pitch),
    };
  });
  const side = new Map(sides.map((one) => [one.letter, one]));
  const outward = (hole) =>
    hole.mark === "corner" || hole.name.endsWith("0") && hole.name.length === 2
      ? unit(minus(hole, middle))
      : plus({ x: 0, y: 0 }, side.get(hole.side).inward, -1);
  return {
    holes, byName, ring, sides, side, pitch, middle, outward,
    width: layout.width, height: layout.height,
    beside: (hole, pitches) => plus(hole, outward(hole), pitches * pitch),
  };
}

const turnedTo = (v, towards) =>
  v.x * towards.x + v.y * towards.y < 0 ? { x: -v.x, y: -v.y } : v;

/** The nearest hole to a point, if one is nearer than `reach` millimetres. */
export function nearest(board, point, reach) {
  let best = null;
  for (const hole of board.holes) {
    const away = length(minus(hole, point));
    if (away < reach) [best, reach] = [hole, away];
  }
  return best;
}

/** The outline of the wood: the convex hull of all holes, `margin` wider, with round corners. */
export function outline(board, margin) {
  const hull = convexHull(board.holes);
  const parts = hull.map((point, i) => {
    const next = hull[(i + 1) % hull.length];
    const edge = unit(minus(next, point));
    const out = { x: edge.y, y: -edge.x };
    const [from, to] = [plus(point, out, margin), plus(next, out, margin)];
    const round = i === 0 ? `M${show(from)}` : `A${margin} ${margin} 0 0 1 ${show(from)}`;
    return `${round}L${show(to)}`;
  });
  const first = parts[0].slice(1, parts[0].indexOf("L"));
  return `${parts.join("")}A${margin} ${margin} 0 0 1 ${first}Z`;
}

const show = (point) => `${point.x.toFixed(2)} ${point.y.toFixed(2)}`;

/** A line through points. */
export const through = (points, closed = false) => `M${points.map(show).join("L")}${closed ? "Z" : ""}`;

/** Clockwise on a page whose y grows downwards. */
function convexHull(points) {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (list) => {
    const chain = [];
    for (const point of list) {
      while (chain.length > 1 && cross(chain.at(-2), chain.at(-1), point) <= 1e-6) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const cross = (o, a, b) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
