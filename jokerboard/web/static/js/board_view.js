// A complete board for any page: wood, marbles, lights, the laid card and the players' names, drawn from a state.

import { buildBoard } from "./board.js";
import { h, setText, whenNew } from "./dom.js";
import { drawCard } from "./glyphs.js";
import { Lights } from "./lights.js";
import { Marbles } from "./marbles.js";

const LONGEST_NAME = 16;
/** The number of characters for which a name has room; beside the card it grows with the number of sides. */
const roomOf = (anchor, sides) => (anchor === "middle" ? 12 : 4.7 + 2 * (sides - 4));

export class BoardView {
  #marbles;
  #lights;
  #card = h("div", { class: "centre-card", "aria-hidden": "true" });

  /**
   * Builds the board of `layout` into `host`. `seat`: the letter of the side at the bottom, "" for side A. `label`:
   * the drawing's description for screen readers. With `playable`, the holes are buttons for pointer and keyboard.
   */
  constructor(host, layout, { seat = "", label, playable = false }) {
    host.classList.add("board-host");
    this.board = buildBoard(host, layout, { seat, label, playable });
    this.board.centre.append(this.#card);
    this.#marbles = new Marbles(this.board);
    this.#lights = new Lights(this.board);
  }

  /**
   * The marble in a hole, as a seat's letter: the real one on a simulated board, else the one that the referee
   * believes in.
   */
  static at(state, hole) {
    return Marbles.at(state, hole);
  }

  /**
   * Draws the state. It has `marbles` by hole, and may have `lights` (`{ role, seat }` by hole), `leds` (colours by
   * hole), `card` (`{ text }`), `names` by seat, `trail` of the last play (`[from, to, seat]` for each marble),
   * `better` (the same of a better play) and `sim` of a simulated board. `dragged` is the marble that follows the
   * pointer.
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
      setText(sign, name);
      const room = roomOf(sign.getAttribute("text-anchor"), this.board.sides.length);
      sign.style.setProperty("--fit", Math.min(1, room / Math.max(1, name.length)));
    }
  }
}

const short = (name) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);
