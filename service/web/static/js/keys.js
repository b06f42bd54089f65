// The board by keyboard: one hole is in the tab order, arrow keys go from hole to hole.
// Right and left follow the ring, a lane or a START; up goes inward to the lane and the START, down comes
// back to the ring; a seat's letter goes to its come-out; Enter or Space lifts and places.

export class Keys {
  #board = null;
  #current = null;
  #hands;

  constructor(hands) {
    this.#hands = hands;
  }

  attach(board, letter) {
    this.#board = board;
    // Not on the drawing itself: a drawing that listens for the focus gets a tab stop of its own.
    board.stage.addEventListener("keydown", (event) => this.#pressed(event));
    board.stage.addEventListener("focusin", (event) => this.#focused(event.target.closest(".hole")));
    this.#focused(board.nodes.get((board.side.get(letter) ?? board.sides[0]).comeOut.name));
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
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat) this.#hands.at(name);
      return;
    }
    const next = this.#next(this.#board.byName.get(name), event.key);
    if (!next) return;
    event.preventDefault();
    this.#board.nodes.get(next.name).focus({ preventScroll: false });
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
    }
    return key.length === 1 ? side.get(key.toUpperCase())?.comeOut : undefined;
  }
}
