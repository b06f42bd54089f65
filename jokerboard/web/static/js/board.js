// The drawing of a board: the wood, its inlays and engravings, and all holes. It consists of two layered SVGs: the
// wood, which is drawn once, and everything that can change.

import { h, s } from "./dom.js";
import { outline, readLayout, through, turned } from "./geometry.js";
import { marbleGlass, SEATS } from "./glyphs.js";

export const HOLE = 0.34; // radii, in pitches
export const MARBLE = 0.43;
export const LED = 0.465;

/** Builds the board of `layout` into `host` and returns its elements; `board_view.js` explains the options. */
export function buildBoard(host, layout, { seat, label, playable }) {
  const board = readLayout(turned(layout, seat));
  const view = `0 0 ${board.width} ${board.height}`;
  const play = s("svg", { viewBox: view, class: "play", role: playable ? "group" : "img", id: "holes", "aria-label": label });
  const layers = {};
  for (const name of ["glow", "hole", "marble", "hand", "mark"]) {
    layers[name] = s("g", { class: `layer-${name}` });
    play.append(layers[name]);
  }
  play.prepend(s("defs", null, marbleGlass(), drilled()));
  const nodes = new Map(board.holes.map((hole) => [hole.name, holeNode(hole, board, playable)]));
  layers.hole.append(...nodes.values());
  const middle = h("div", { class: "middle" });
  const stage = h("div", { class: "stage" }, wood(board, view), play, middle);
  stage.style.setProperty("--ratio", board.width / board.height);
  stage.style.setProperty("--pitch", board.pitch / board.width);
  // A board of many sides is drawn smaller, but its texts keep their size.
  stage.style.setProperty("--big", Math.min(1.75, Math.max(1, board.width / (board.pitch * 26))));
  host.replaceChildren(stage);
  return { ...board, stage, play, centre: middle, layers, nodes, names: nameSigns(board, stage) };
}

/** A hole with its LED around it, a ring for the focus, and a larger area for fingers. */
function holeNode(hole, { pitch }, playable) {
  const mark = hole.mark ?? "";
  return s(
    "g",
    {
      class: `hole ${hole.kind} ${mark}`, "data-hole": hole.name,
      role: playable ? "button" : null, tabindex: playable ? -1 : null,
      transform: `translate(${hole.x} ${hole.y})`,
    },
    s("circle", { r: pitch / 2, class: "reach" }),
    s("circle", { r: pitch * (HOLE + 0.035), class: "rim" }),
    s("circle", { r: pitch * HOLE, fill: "url(#drilled)" }),
    s("circle", { r: pitch * LED, class: "led", "stroke-width": pitch * 0.1 }),
    s("circle", { r: pitch * 0.56, class: "focus", "stroke-width": pitch * 0.1 }),
  );
}

const drilled = () =>
  s(
    "radialGradient",
    { id: "drilled", cx: 0.5, cy: 0.62, r: 0.62 },
    s("stop", { offset: 0, "stop-color": "#3a2413" }),
    s("stop", { offset: 0.7, "stop-color": "#241409" }),
    s("stop", { offset: 1, "stop-color": "#120903" }),
  );

/** The SVG of the wood, with everything that never changes. */
function wood(board, view) {
  const { pitch } = board;
  const edge = outline(board, pitch * 0.3, pitch * board.corner);
  return s(
    "svg",
    { viewBox: view, class: "wood", "aria-hidden": "true" },
    s("defs", null, s("clipPath", { id: "edge" }, s("path", { d: edge }))),
    s("path", { d: edge, class: "thickness", transform: `translate(0 ${pitch * 0.22})` }),
    s("image", {
      href: "/page/wood.svg", width: board.width, height: board.height,
      preserveAspectRatio: "xMidYMid slice", "clip-path": "url(#edge)",
    }),
    s("path", { d: edge, class: "chamfer", "stroke-width": pitch * 0.16 }),
    s("path", { d: outline(board, pitch * 0.55, pitch * (board.corner - 0.25)), class: "line", "stroke-width": pitch * 0.04 }),
    s("path", { d: through(board.ring, true), class: "groove", "stroke-width": pitch * 0.12 }),
    board.sides.map((side) => inlay(side, board)),
    board.ring.map((hole) => engraved(hole, board)),
  );
}

/** One side's lane and START in its colour, with their labels. */
function inlay(side, { pitch }) {
  const colour = SEATS[side.letter].colour;
  const [top, left, , right, bottom] = side.start;
  const lane = through([side.inSpot, ...side.lane]);
  const cross = `${through([top, bottom])}${through([left, right])}`;
  const out = through([side.comeOut, top]);
  const strip = (d, width, cls) => s("path", { d, class: cls, stroke: colour, "stroke-width": pitch * width });
  return s(
    "g",
    null,
    strip(lane, 0.98, "inlay edge"), strip(cross, 1.16, "inlay edge"),
    strip(lane, 0.86, "inlay"), strip(cross, 1.04, "inlay"),
    strip(out, 0.1, "inlay way"),
    [side.inSpot, side.comeOut].map((hole) =>
      s("circle", { cx: hole.x, cy: hole.y, r: pitch * 0.66, class: "inlay spot", fill: colour }),
    ),
    written(side.words.start, "START", "word"),
    written(side.words.home, "HOME", "word"),
    upright(side.words.letter, side.letter, "initial", colour),
  );
}

/**
 * The label beside a ring hole: IN at the in-spot, OUT at the come-out, the name and a diamond at a corner, else the
 * number.
 */
function engraved(hole, board) {
  const number = hole.name.slice(1);
  const away = hole.mark ? 1.02 : 0.92;
  const point = board.beside(hole, away);
  const text = { "in-spot": "IN", "come-out": "OUT", corner: hole.name }[hole.mark] ?? number;
  const label = s("text", { ...point, class: `number ${hole.mark ?? ""}`, "text-anchor": "middle", dy: "0.36em" }, text);
  if (hole.mark !== "corner") return label;
  const r = board.pitch * 0.8;
  const diamond = `M${hole.x} ${hole.y - r}L${hole.x + r} ${hole.y}L${hole.x} ${hole.y + r}L${hole.x - r} ${hole.y}Z`;
  return s("g", null, s("path", { d: diamond, class: "corner-mark" }), label);
}

/** Text at `point` along its direction `across`, turned so that it is never upside down. */
function written(point, text, cls, colour) {
  const turn = readable(Math.atan2(point.across.y, point.across.x));
  const place = `translate(${point.x.toFixed(2)} ${point.y.toFixed(2)}) rotate(${turn})`;
  const node = s("text", { transform: place, class: cls, "text-anchor": "middle", dy: "0.36em" }, text);
  if (colour) node.style.fill = colour;
  return node;
}

/** Upright text at a point: centred, or beginning or ending at the point if `away` points right or left. */
function upright({ x, y, away }, text, cls, colour) {
  const anchor = !away || Math.abs(away.x) < 0.5 ? "middle" : away.x > 0 ? "start" : "end";
  const node = s("text", { x, y, class: cls, "text-anchor": anchor, dy: "0.36em" }, text);
  if (colour) node.style.fill = colour;
  return node;
}

function readable(angle) {
  const degrees = Math.round((angle * 180) / Math.PI);
  return degrees > 90.5 || degrees < -90.5 ? (degrees + 360) % 360 - 180 : degrees;
}

/** An empty text for each player's name, beyond the START. */
function nameSigns(board, stage) {
  const signs = new Map();
  for (const side of board.sides) {
    const sign = upright(side.words.name, "", "name");
    signs.set(side.letter, sign);
    stage.querySelector(".wood").append(sign);
  }
  return signs;
}
