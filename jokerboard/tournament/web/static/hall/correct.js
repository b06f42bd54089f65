// Correcting a position: people move marbles on the drawing, and the position line follows; or they type the line,
// and the drawing follows. All that was typed stays until the desk has accepted it.

import { BoardView } from "/page/js/board_view.js";
import { h, mark, setText } from "/page/js/dom.js";
import { polygonLayout } from "/page/js/polygon.js";
import { standing } from "/page/js/position.js";
import { nameOf, words } from "/static/desk/words.js";

const LETTERS = "ABCDEFGH";
const EACH = 5;

/** The content of the dialog, and the function `line()`, which returns the position line to send. */
export function correction(game) {
  const seats = game.seats;
  const name = (seat) => nameOf(game.names, seat);
  const start = standing(game.position, seats);
  const state = { marbles: { ...start.marbles }, names: game.names, held: null };
  const host = h("div", { class: "correct-board" });
  const view = new BoardView(host, polygonLayout(game.sides), { label: words("correct.board"), playable: true });
  const input = h("input", { type: "text", name: "position", class: "line-input", spellcheck: "false", "aria-label": words("correct.position"), maxlength: 400 });
  const turn = h("select", { name: "turn" }, ...seats.map((seat) => h("option", { value: seat, selected: seat === start.turn }, words("correct.seat", { name: name(seat), seat }))));
  const hint = h("p", { class: "hint", role: "status" });
  const undo = h("button", { type: "button" }, words("correct.undo"));

  const draw = () => {
    const lights = state.held ? { [state.held]: { role: "movable", seat: null } } : {};
    view.show({ marbles: state.marbles, names: state.names, lights });
  };
  const written = () => {
    input.value = positionLine(state.marbles, seats, game.sides, turn.value);
    mark(input, "aria-invalid", null);
  };
  const showHint = (text) => setText(hint, text);

  const press = (hole) => {
    const there = state.marbles[hole];
    if (state.held === null || there) {
      if (!there) return showHint(words("correct.empty"));
      state.held = state.held === hole ? null : hole;
      showHint(state.held ? words("correct.lifted", { name: name(there), hole }) : "");
      return draw();
    }
    const seat = state.marbles[state.held];
    if (/[hs]/.test(hole[1]) && hole[0] !== seat) return showHint(words("correct.not-here", { name: name(seat), hole, of: name(hole[0]) }));
    delete state.marbles[state.held];
    state.marbles[hole] = seat;
    showHint(words("correct.placed", { name: name(seat), hole }));
    state.held = null;
    written();
    return draw();
  };
  const nodes = view.board.nodes;
  let focused = view.board.holes[0].name;
  for (const [hole, node] of nodes) {
    mark(node, "tabindex", hole === focused ? "0" : "-1");
    mark(node, "aria-label", hole);
    node.addEventListener("click", () => press(hole));
    node.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") press(hole);
      else if (event.key in WAYS) focus(onward(view.board, hole, WAYS[event.key]));
      else return;
      event.preventDefault();
    });
  }
  const focus = (hole) => {
    mark(nodes.get(focused), "tabindex", "-1");
    focused = hole;
    mark(nodes.get(hole), "tabindex", "0");
    nodes.get(hole).focus();
  };

  input.addEventListener("input", () => {
    const fault = lineFault(input.value.trim(), seats, game.sides);
    mark(input, "aria-invalid", fault ? "true" : null);
    showHint(fault ?? "");
    if (fault) return;
    const typed = standing(input.value.trim(), seats);
    state.marbles = typed.marbles;
    state.held = null;
    if (typed.turn) turn.value = typed.turn;
    draw();
  });
  turn.addEventListener("change", written);
  undo.addEventListener("click", () => {
    state.marbles = { ...start.marbles };
    state.held = null;
    if (start.turn) turn.value = start.turn;
    written();
    draw();
    showHint("");
  });
  written();
  draw();
  const content = [
    h("div", { class: "correcting" }, host,
      h("div", { class: "beside" },
        h("p", { class: "hint" }, words("correct.hint")),
        h("label", { class: "stacked" }, h("span", null, words("correct.position")), input),
        h("label", { class: "stacked" }, h("span", null, words("correct.turn")), turn),
        undo, hint)),
  ];
  return { content, line: () => input.value.trim() };
}

/** The position line for marbles by hole. */
export function positionLine(marbles, seats, sides, turn) {
  const fields = [...LETTERS.slice(0, sides)].map((letter) => {
    if (!seats.includes(letter)) return ".";
    const out = Object.keys(marbles).filter((hole) => marbles[hole] === letter && hole[1] !== "s");
    out.sort((a, b) => rank(a) - rank(b));
    return out.map((hole) => (hole[1] === "h" ? hole.slice(1) : hole)).join(",") || "-";
  });
  return `${fields.join("/")} ${turn}`;
}

const rank = (hole) => (hole[1] === "h" ? 1000 + Number(hole[2]) : 18 * LETTERS.indexOf(hole[0]) + Number(hole.slice(1)));

/** The fault of a line that is being typed, as a sentence; null if it has none. */
export function lineFault(line, seats, sides) {
  const [fields, turn, ...more] = line.split(/\s+/);
  const parts = (fields ?? "").split("/");
  if (parts.length !== sides) return words("line.fields", { n: parts.length, sides });
  const taken = new Map();
  for (const [side, field] of parts.entries()) {
    const letter = LETTERS[side];
    if (!seats.includes(letter)) {
      if (field !== ".") return words("line.no-seat", { side: letter });
      continue;
    }
    const holes = field === "-" ? [] : field.split(",");
    if (holes.length > EACH) return words("line.too-many", { side: letter, n: holes.length, of: EACH });
    for (const hole of holes) {
      const at = /^h[1-5]$/.test(hole) ? letter + hole : hole;
      const ring = /^([A-H])(1[0-7]|\d)$/.exec(hole);
      if (at === hole && !(ring && LETTERS.indexOf(ring[1]) < sides)) return words(hole ? "line.no-hole" : "line.no-name", { side: letter, hole });
      if (taken.has(at)) return words("line.twice", { hole: at });
      taken.set(at, letter);
    }
  }
  if (more.length || !seats.includes(turn)) return words("line.turn");
  return null;
}

const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The name of the nearest hole in a direction; that of `hole` itself if there is none. */
function onward(board, hole, [dx, dy]) {
  const from = board.byName.get(hole);
  let best = { cost: Infinity, name: hole };
  for (const other of board.holes) {
    const [x, y] = [other.x - from.x, other.y - from.y];
    const along = x * dx + y * dy;
    const cost = along + 2.5 * Math.abs(x * dy - y * dx);
    if (along > board.pitch * 0.3 && cost < best.cost) best = { cost, name: other.name };
  }
  return best.name;
}
