// The board by keyboard: one hole is in the tab order, and arrow keys move the focus to others. Right and left follow
// the ring, a lane or a START; up leads from the ring into the lane or START and between them, down back to the ring;
// a seat's letter leads to its come-out; full stop and comma step through the holes that matter now; Enter or Space
// lifts and places. A number lays that card if no marble is held, else it moves the focus by so many holes. `?` shows
// all keys.

const RANKS = { 1: "A", 0: "T", j: "J", q: "Q", k: "K", x: "X", "*": "X" };

export class Keys {
  #board = null;
  #current = null;
  #hands;
  #cards;
  #buttons;
  #dialogs;
  #state = null;
  #back = false; // whether the next number counts backward

  constructor(hands, cards, buttons, dialogs) {
    this.#hands = hands;
    this.#cards = cards;
    this.#buttons = buttons;
    this.#dialogs = dialogs;
  }

  attach(board, letter) {
    this.#board = board;
    // Not on the SVG itself: an SVG that listens for focus gets a tab stop of its own.
    board.stage.addEventListener("keydown", (event) => this.#pressed(event));
    board.stage.addEventListener("focusin", (event) => this.#focused(event.target.closest(".hole")));
    this.#focused(board.nodes.get((board.side.get(letter) ?? board.sides[0]).comeOut.name));
  }

  show(state) {
    this.#state = state;
  }

  #focused(node) {
    if (!node || node === this.#current) return;
    this.#current?.setAttribute("tabindex", -1);
    this.#current = node;
    node.setAttribute("tabindex", 0);
  }

  #pressed(event) {
    const name = event.target.closest?.(".hole")?.dataset.hole;
    if (!name || event.altKey || event.ctrlKey || event.metaKey) return;
    const hole = this.#board.byName.get(name);
    if (!this.#does(event, name) && !this.#goes(this.#next(hole, event.key))) return;
    event.preventDefault();
  }

  #goes(next) {
    if (!next) return false;
    this.#board.nodes.get(next.name).focus({ preventScroll: false });
    return true;
  }

  /** Carries out a key that does not move the focus; returns whether it was one. */
  #does({ key, repeat }, name) {
    if (key === "Enter" || key === " ") {
      if (!repeat) this.#hands.at(name);
      return true;
    }
    if (key === "?") return this.#dialogs.keys(), true;
    if (key === "-" || key === "−") return (this.#back = true);
    const rank = RANKS[key.toLowerCase()] ?? ("23456789".includes(key) ? key : null);
    if (this.#hands.held || !rank || key.length > 1) return this.#buttonOf(key);
    if (this.#cards.able) this.#cards.lay(rank);
    return true;
  }

  #buttonOf(key) {
    if (key === "o") this.#buttons.press("ok");
    else if (key === "t") this.#buttons.back();
    else return false;
    return true;
  }

  #next(hole, key) {
    const { ring, side, sides } = this.#board;
    const own = side.get(hole.side);
    const line = { ring, lane: own.lane, start: own.start }[hole.kind];
    const at = line.indexOf(hole);
    switch (key) {
      case "ArrowRight":
        return hole.kind === "ring" ? ring[(at + 1) % ring.length] : line[at + 1];
      case "ArrowLeft":
        if (hole.kind === "ring") return ring[(at + ring.length - 1) % ring.length];
        return line[at - 1] ?? (hole.kind === "lane" ? own.inSpot : own.comeOut);
      case "ArrowUp":
        if (hole.kind === "ring") return ring.indexOf(hole) % 18 <= 5 ? own.lane[0] : own.start[0];
        return hole.kind === "lane" ? own.start[0] : own.lane[0];
      case "ArrowDown":
        return { ring: null, lane: own.inSpot, start: own.comeOut }[hole.kind];
      case "Home":
        return own.comeOut;
      case "PageUp":
      case "PageDown": {
        const step = key === "PageDown" ? 1 : sides.length - 1;
        return sides[(sides.indexOf(own) + step) % sides.length].comeOut;
      }
      case ".":
      case ",":
        return this.#marked(hole, key === "." ? 1 : -1);
    }
    if (/^[0-9]$/.test(key)) return this.#counted(hole, Number(key) || 10);
    return key.length === 1 ? side.get(key.toUpperCase())?.comeOut : undefined;
  }

  /** The hole `n` holes further on the same ring, lane or START; only the key ↑ leads from the ring into a lane. */
  #counted(hole, n) {
    const { ring } = this.#board;
    const step = this.#back ? -n : n;
    this.#back = false;
    if (hole.kind === "ring") return ring[(ring.indexOf(hole) + step + ring.length) % ring.length];
    const line = this.#board.side.get(hole.side)[hole.kind];
    return line[line.indexOf(hole) + step];
  }

  /**
   * The next hole that matters: a lit one, else one with a marble of the seat in turn; if a marble is held, its
   * possible destinations.
   */
  #marked(hole, step) {
    const { holes } = this.#board;
    const { held } = this.#hands;
    const { lights = {}, turn, sim, marbles, prompt } = this.#state;
    const lit = (roles) => holes.filter(({ name }) => roles.includes(lights[name]?.role));
    const where = sim?.wood ?? marbles;
    const mine = (kinds) => holes.filter(({ name, kind }) => where[name] === turn && kinds.includes(kind));
    const starts = !prompt?.ways || prompt.ways.some(({ way }) => ["out", "bump", "free"].includes(way));
    const movable = lit(["movable", "carry-from"]);
    const mayMove = movable.length ? movable : [...mine(["ring", "lane"]), ...(starts ? mine(["start"]) : [])];
    const goals = lit(["bump", "put-back", "target", "choose", "carry-to"]).filter(({ name }) => name !== held?.from);
    const others = [...(held ? holes.filter(({ name }) => name === held.from) : []), ...holes.filter(({ name, kind }) => kind === "ring" && where[name] && where[name] !== held?.colour)];
    const list = held ? (goals.length ? goals : others) : mayMove;
    const at = list.indexOf(hole);
    return list[(at + step + list.length) % list.length] ?? list[0];
  }
}
