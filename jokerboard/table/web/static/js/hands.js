// Moving marbles on a simulated board by pointer or keyboard: lift, carry, place. A drag does the same as two clicks.
// A lift is sent to the table at once, and the board's sensor reads it. On a small board a finger gets a lens, in
// which it can choose holes that are smaller than itself.

import { byId, calm, h, mark, whenNew } from "/page/js/dom.js";
import { nearest } from "/page/js/geometry.js";
import { Choose } from "./choose.js";
import { Lens } from "./lens.js";
import { marblePicture } from "/page/js/glyphs.js";
import { nameOf, words } from "./words.js";

const DRAG = 6; // CSS pixels of movement that make a press a drag
const FINGER = 26; // CSS pixels between two holes above which a finger needs no lens
const CARRY = 30; // CSS pixels of movement after which a finger under the lens drags the marble

export class Hands {
  #board = null;
  #state = null;
  #do;
  #press = null; // the present press: { id, x, y, hole, tray, drag }
  #float = null;
  #tray = null;
  #queue = Promise.resolve();
  #lens = new Lens(byId("lens"));
  held = null; // the marble that the next click places: { colour, from }
  changed = () => {}; // called when the held or dragged marble has changed

  #choose;

  /**
   * `act(name, body)` sends a command and shows the reason if it is refused. `choose` gets the taps where plays are
   * chosen by taps.
   */
  constructor(act, choose) {
    this.#do = act;
    this.#choose = choose;
    addEventListener("pointermove", (event) => this.#moved(event));
    addEventListener("pointerup", (event) => this.#released(event));
    addEventListener("pointercancel", () => this.#letGo());
    addEventListener("keydown", (event) => event.key === "Escape" && this.putBack());
  }

  attach(board) {
    this.#board = board;
    board.play.addEventListener("pointerdown", (event) => this.#pressed(event));
    board.play.addEventListener("pointerleave", () => this.#aim(null));
    const tray = (this.#tray = h("div", { id: "tray", class: "tray", role: "group", "aria-label": words("tray") }));
    board.centre.append(tray);
    tray.addEventListener("pointerdown", (event) => this.#pressedTray(event));
    tray.addEventListener("click", (event) => event.detail === 0 && this.#takeFromTray(event.target));
    this.#lens.attach(board);
  }

  /** Whether this page may lift and place marbles. */
  get able() {
    return Boolean(this.#state?.may_command && this.#state.sim && !this.#state.replay && !Choose.on(this.#state));
  }

  get dragged() {
    return this.#press?.drag ?? null;
  }

  show(state) {
    this.#state = state;
    const hands = state.sim?.hands ?? [];
    if (this.held && !this.#mayHold(this.held, hands)) this.held = null;
    mark(this.#board.stage, "data-able", this.able ? "" : null);
    mark(this.#board.stage, "data-choosing", this.#choose.able ? "" : null);
    mark(this.#board.stage, "data-holding", this.held ? this.held.colour : null);
    this.#showTray(hands.filter((hand) => !same(hand, this.dragged)));
  }

  #mayHold(marble, hands) {
    return marble.waiting || this.#state.seq < marble.seen || hands.some((hand) => same(hand, marble));
  }

  #showTray(hands) {
    const tray = this.#tray;
    whenNew(tray, JSON.stringify([hands, this.held, this.able]), () => {
      const focused = tray.contains(document.activeElement);
      tray.replaceChildren(
        ...hands.map((hand) =>
          h("button", {
            type: "button", class: "tray-marble", "data-colour": hand.colour, "data-from": hand.from ?? "",
            disabled: !this.able, "aria-pressed": String(same(hand, this.held)),
            "aria-label": words(hand.from ? "tray.marble-from" : "tray.marble", { who: nameOf(this.#state, hand.colour), from: hand.from }),
          }, marblePicture(hand.colour)),
        ),
      );
      if (focused) tray.firstElementChild?.focus();
    });
  }

  /** Handles a click, Enter or the end of a drag at `hole`: places the held marble there, or lifts the marble there. */
  async at(hole) {
    if (this.#choose.able && hole) return this.#choose.hole(hole);
    if (!this.able || !hole) return;
    const lifting = this.held?.waiting && this.held.from === hole;
    const here = lifting ? undefined : this.#state.sim.wood[hole];
    if (this.held) await this.#place(this.held, hole, here);
    else if (here) await this.#lift(hole, here);
  }

  /** Puts the held marble back where it was lifted, unless another marble is there now. */
  async putBack() {
    if (this.#choose.able && !document.querySelector("dialog[open]")) return void this.#choose.back();
    const from = this.held?.from;
    if (!from || document.querySelector("dialog[open]")) return;
    if (this.held.waiting || !this.#state.sim.wood[from]) await this.at(from);
  }

  async #lift(hole, colour) {
    const marble = { colour, from: hole, waiting: true };
    this.held = marble;
    const done = await this.#send("sim/lift", { hole });
    marble.waiting = false;
    marble.seen = done; // states with smaller numbers do not show this lift yet
    if (!done && this.held === marble) this.held = null;
    this.#refresh();
    return done;
  }

  /** Places a marble; if another marble is there, that one is lifted first and is then held. */
  async #place(marble, hole, here) {
    this.held = null;
    if (here && !(await this.#send("sim/lift", { hole }))) return this.#refresh();
    const done = await this.#send("sim/place", { hole, colour: marble.colour });
    if (done) {
      if (here) this.held = { colour: here, from: hole, seen: done };
    } else this.held = marble;
    this.#refresh();
  }

  /** Sends a command after the previous one has been answered. */
  #send(name, body) {
    const sent = this.#queue.then(async () => {
      const done = await this.#do(name, body);
      if (done) this.#foresee(name, body);
      return done;
    });
    this.#queue = sent;
    return sent;
  }

  /** Updates the state by an accepted command, because a quick second click cannot wait for the table's next state. */
  #foresee(name, { hole, colour }) {
    const sim = this.#state?.sim;
    if (!sim) return;
    if (name === "sim/lift" && sim.wood[hole]) {
      sim.hands.push({ colour: sim.wood[hole], from: hole });
      delete sim.wood[hole];
    } else if (name === "sim/place" && !sim.wood[hole]) {
      const hand = sim.hands.findIndex((one) => one.colour === colour);
      if (hand >= 0) sim.hands.splice(hand, 1);
      sim.wood[hole] = colour;
    }
  }

  #refresh() {
    this.changed();
  }

  // ---- pointers -------------------------------------------------------------------------------

  /** CSS pixels between two neighbouring holes. */
  get #pitch() {
    const { play, width, pitch } = this.#board;
    return (play.getBoundingClientRect().width / width) * pitch;
  }

  #point({ x, y }) {
    const frame = this.#board.play.getScreenCTM();
    return frame && new DOMPoint(x, y).matrixTransform(frame.inverse());
  }

  #hole(at, reach = 0.75, wanted = () => true) {
    const point = this.#board && this.#point(at);
    return point ? nearest(this.#board, point, this.#board.pitch * reach, wanted)?.name ?? null : null;
  }

  #pressed(event) {
    if (event.button !== 0 || this.#press) return;
    if (this.#choose.able) return this.#chooses(event);
    if (!this.able) return;
    const lens = event.pointerType === "touch" && this.#pitch < FINGER;
    const { wood } = this.#state.sim;
    const at = { x: event.clientX, y: event.clientY };
    const hole = lens ? this.#near(at) : this.#hole(at);
    if (!hole) return;
    event.preventDefault(); // no selection of text, no scrolling
    this.#board.nodes.get(hole).focus({ focusVisible: false, preventScroll: true });
    this.#press = { id: event.pointerId, x: event.clientX, y: event.clientY, hole, aim: hole, colour: wood[hole], lens, drag: null };
    if (lens) this.#look(event);
  }

  /**
   * Handles a press where plays are chosen by taps: takes the nearest hole that may be tapped; a lens shows it if
   * several are under the finger.
   */
  #chooses(event) {
    const at = { x: event.clientX, y: event.clientY };
    const wanted = new Set(this.#choose.holes);
    const reach = Math.max(1, FINGER / this.#pitch);
    const hole = this.#hole(at, reach, ({ name }) => wanted.has(name));
    if (!hole) return;
    event.preventDefault();
    this.#board.nodes.get(hole).focus({ focusVisible: false, preventScroll: true });
    const close = this.#choose.holes.filter((name) => name !== hole && this.#away(name, at) < this.#pitch * 1.4);
    const lens = event.pointerType === "touch" && this.#pitch < FINGER && close.length > 0;
    this.#press = { id: event.pointerId, x: event.clientX, y: event.clientY, hole, aim: hole, lens, wanted, drag: null };
    if (lens) this.#look(event);
  }

  /** CSS pixels from a hole to a point of the screen. */
  #away(name, { x, y }) {
    const centre = this.#centre(name);
    return Math.hypot(centre.x - x, centre.y - y);
  }

  /** The hole that a finger means, which covers several: the nearest with a marble, or any if a marble is held. */
  #near(at) {
    const { wood } = this.#state.sim;
    return (!this.held && this.#hole(at, 1.6, ({ name }) => wood[name])) || this.#hole(at, 1.6);
  }

  /**
   * Moves the lens. Under the lens a finger's movement is scaled down, as if neighbouring holes were a finger apart.
   */
  #look(event) {
    const press = this.#press;
    const gain = press.drag ? 1 : Math.min(1, this.#pitch / FINGER);
    const from = press.drag ? event : this.#centre(press.hole);
    const [dx, dy] = press.drag ? [0, 0] : [event.clientX - press.x, event.clientY - press.y];
    const at = press.drag ? { x: event.clientX, y: event.clientY } : { x: from.x + dx * gain, y: from.y + dy * gain };
    press.aim = press.wanted ? this.#hole(at, 2, ({ name }) => press.wanted.has(name)) : this.#hole(at, 0.9);
    this.#lens.show(this.#point(at), press.aim, event.clientX, event.clientY);
    this.#aim(press.aim);
  }

  #centre(hole) {
    const { x, y } = this.#board.byName.get(hole);
    return new DOMPoint(x, y).matrixTransform(this.#board.play.getScreenCTM());
  }

  #pressedTray(event) {
    const button = event.target.closest(".tray-marble");
    if (!this.able || event.button !== 0 || !button || this.#press) return;
    event.preventDefault();
    const { colour, from } = button.dataset;
    this.#press = { id: event.pointerId, x: event.clientX, y: event.clientY, button, colour, from: from || null, drag: null };
  }

  #takeFromTray(target) {
    const button = target.closest(".tray-marble");
    if (!this.able || !button) return;
    const taken = { colour: button.dataset.colour, from: button.dataset.from || null };
    this.held = same(taken, this.held) ? null : taken;
    this.#refresh();
  }

  #moved(event) {
    const press = this.#press;
    if (press && press.id === event.pointerId) {
      const way = Math.hypot(event.clientX - press.x, event.clientY - press.y);
      if (press.colour && !press.drag && way > (press.lens ? CARRY : DRAG)) this.#beginDrag(press);
      if (press.lens) this.#look(event);
    }
    if (press?.drag || this.held) if (!press?.lens) this.#aim(this.#hole({ x: event.clientX, y: event.clientY }));
    if (this.#float) this.#float.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
  }

  #beginDrag(press) {
    press.drag = { colour: press.colour, from: press.button ? press.from : press.hole };
    press.lifted = press.button ? Promise.resolve(true) : this.#lift(press.hole, press.colour);
    this.#float = h("div", { class: `float ${calm() ? "" : "eased"}` }, marblePicture(press.colour));
    this.#float.style.setProperty("--size", `${Math.max(this.#pitch, 22)}px`);
    document.body.append(this.#float);
    this.#refresh();
  }

  async #released(event) {
    const press = this.#press;
    if (!press || press.id !== event.pointerId) return;
    const at = { x: event.clientX, y: event.clientY };
    const target = press.lens ? press.aim : press.wanted ? press.hole : this.#hole(at, press.drag ? 0.9 : 0.75);
    this.#letGo();
    if (!press.drag) {
      if (press.button) this.#takeFromTray(press.button);
      else if (target && (press.lens || target === press.hole)) await this.at(target);
      return;
    }
    if (!(await press.lifted)) return;
    this.held = { ...press.drag };
    if (target) await this.#place(this.held, target, this.#state.sim?.wood[target]);
    else this.#refresh();
  }

  #letGo() {
    this.#press = null;
    this.#float?.remove();
    this.#float = null;
    this.#lens.hide();
    this.#aim(null);
    this.#refresh();
  }

  /** Marks the hole in which the marble would be placed. */
  #aim(hole) {
    const old = this.#board?.play.querySelector(".aimed");
    if (old?.dataset.hole === hole) return;
    old?.classList.remove("aimed");
    if (hole) this.#board.nodes.get(hole).classList.add("aimed");
  }
}

const same = (a, b) => Boolean(a && b && a.colour === b.colour && (a.from ?? null) === (b.from ?? null));
