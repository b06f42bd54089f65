// A board in full on any page: wood, marbles, lights, the laid card and the players' names, drawn from a state.

import { buildBoard } from "./board.js";
import { h, say, whenNew } from "./dom.js";
import { drawCard } from "./glyphs.js";
import { Lights } from "./lights.js";
import { Marbles } from "./marbles.js";

const LONGEST_NAME = 16;
/** Characters of a name that have room: above or below the card, and beside it, where larger boards have more. */
const roomOf = (anchor, sides) => (anchor === "middle" ? 12 : 4.7 + 2 * (sides - 4));

export class BoardView {
  #marbles;
  #lights;
  #card = h("div", { class: "centre-card", "aria-hidden": "true" });

  /**
   * Builds the board of `layout` into `host`. `seat`: whose side is at the bottom, A's for none. `label`: what the
   * drawing is, for those who hear it. With `playable` its holes are buttons for hands and keys.
   */
  constructor(host, layout, { seat = "", label, playable = false }) {
    host.classList.add("board-host");
    this.board = buildBoard(host, layout, { seat, label, playable });
    this.board.centre.append(this.#card);
    this.#marbles = new Marbles(this.board);
    this.#lights = new Lights(this.board);
  }

  /** The marble in a hole, by its seat's letter: as it stands on a simulated board, else as the referee believes. */
  static at(state, hole) {
    return Marbles.at(state, hole);
  }

  /**
   * Draws the state: `marbles` by hole; if there are any, `lights` (`{ role, seat }` by hole), `leds` (colours by
   * hole), `card` (`{ text }`), `names` by seat, `trail` of the last play (`[from, to, seat]`), `better` (one that was not played), and `sim` for a simulated board. `dragged` follows the pointer.
   */
  show(state, dragged = null) {
    const { lights = {}, leds = {}, names = {}, card = null } = state;
    this.#marbles.show(state, dragged);
    this.#lights.showRoles(lights, (hole) => Boolean(Marbles.at(state, hole) ?? state.marbles[hole]));
    this.#lights.showLeds(leds, lights);
    this.#lights.showTrail(state.trail ?? []);
    this.#lights.showTrail(state.better ?? [], "better");
    whenNew(this.#card, card?.text ?? "", () => this.#card.replaceChildren(...(card ? [drawCard(card.text)] : [])));
    for (const [letter, sign] of this.board.names) {
      const name = short(names[letter] ?? "");
      say(sign, name);
      const room = roomOf(sign.getAttribute("text-anchor"), this.board.sides.length);
      sign.style.setProperty("--fit", Math.min(1, room / Math.max(1, name.length)));
    }
  }
}

const short = (name) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);
