// The lights: each LED in the colour that was sent to the strip, and the meaning of each light as a mark. An LED's
// brightness is linear and a screen's is not, so each byte is converted to the screen value of the same brightness;
// the attribute data-led has the bytes that were sent.

import { calm, mark, s } from "./dom.js";
import { HOLE, MARBLE } from "./board.js";
import { ROLES, SEATS } from "./glyphs.js";

const BRIGHT = Array.from({ length: 256 }, (_, byte) => {
  const light = byte / 255;
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
});

/** The CSS colour of an LED that was sent `hex`. */
export function ledColour(hex) {
  const [r, g, b] = [0, 2, 4].map((at) => BRIGHT[parseInt(hex.slice(at, at + 2), 16)]);
  return `rgb(${r} ${g} ${b})`;
}

const bright = (hex) => (hex ? [0, 2, 4].reduce((sum, at) => sum + parseInt(hex.slice(at, at + 2), 16), 0) : 0);

export class Lights {
  #board;
  #sent = new Map(); // hole -> the colour that is shown
  #roles = new Map(); // hole -> the role of its light when the colour was shown
  #glows = new Map();
  #marks = new Map(); // hole -> { key, node }
  #arrow = null;
  #trails = { trail: { key: "", nodes: [] }, better: { key: "", nodes: [] } };

  constructor(board) {
    this.#board = board;
  }

  /** Shows the colours of the strip, `leds`: hexadecimal, by hole; holes without a colour are dark. */
  showLeds(leds, roles) {
    const still = calm();
    for (const hole of this.#board.holes) {
      const hex = leds[hole.name] ?? null;
      const had = this.#sent.get(hole.name) ?? null;
      // With reduced motion, a blinking light keeps its brightest colour as long as its role stays.
      const role = roles[hole.name]?.role;
      const blinks = still && had && role && role === this.#roles.get(hole.name);
      if (hex === had || (blinks && bright(hex) < bright(had))) continue;
      this.#sent.set(hole.name, hex);
      this.#roles.set(hole.name, role);
      const led = this.#board.nodes.get(hole.name).querySelector(".led");
      mark(led, "data-led", hex);
      led.style.stroke = hex ? ledColour(hex) : "";
      this.#glow(hole, hex);
    }
  }

  #glow(hole, hex) {
    this.#glows.get(hole.name)?.remove();
    this.#glows.delete(hole.name);
    if (!hex) return;
    const r = this.#board.pitch * 1.15;
    const glow = s("circle", { cx: hole.x, cy: hole.y, r, fill: `url(#${this.#gradient(hex)})` });
    this.#glows.set(hole.name, glow);
    this.#board.layers.glow.append(glow);
  }

  /** The id of the gradient for a colour, made if it is missing; a strip shows few colours at a time. */
  #gradient(hex) {
    const id = `glow-${hex}`;
    const defs = this.#board.play.querySelector("defs");
    if (!defs.querySelector(`#${id}`)) {
      const all = defs.querySelectorAll("[id^=glow-]");
      if (all.length > 200) for (const old of all) if (![...this.#sent.values()].includes(old.id.slice(5))) old.remove();
      const stop = (offset, opacity) => s("stop", { offset, "stop-color": ledColour(hex), "stop-opacity": opacity });
      defs.append(s("radialGradient", { id }, stop(0.3, 0.85), stop(0.55, 0.34), stop(1, 0)));
    }
    return id;
  }

  /**
   * Shows the meanings of the lights, `lights`, as marks; in a hole with a marble the mark is small and beside its
   * centre.
   */
  showRoles(lights, occupied) {
    for (const [hole, old] of this.#marks) {
      if (lights[hole]) continue;
      old.node.remove();
      this.#marks.delete(hole);
      mark(this.#board.nodes.get(hole), "data-role", null);
    }
    for (const [hole, { role, seat }] of Object.entries(lights)) {
      const place = this.#board.byName.get(hole);
      if (!place || !ROLES[role]) continue;
      const key = `${role} ${seat} ${occupied(hole)}`;
      if (this.#marks.get(hole)?.key === key) continue;
      this.#marks.get(hole)?.node.remove();
      const node = this.#badge(place, role, seat, occupied(hole));
      this.#marks.set(hole, { key, node });
      this.#board.layers.mark.append(node);
      mark(this.#board.nodes.get(hole), "data-role", role);
    }
    this.#showWay(lights);
  }

  #badge({ x, y }, role, seat, occupied) {
    const { pitch } = this.#board;
    const shift = occupied ? pitch * 0.36 : 0;
    const r = pitch * (occupied ? 0.25 : HOLE * 0.92);
    return s("g", { class: `badge ${role} ${role === "target" && !occupied ? "bare" : ""}`, transform: `translate(${x + shift} ${y - shift}) scale(${r})` },
      s("circle", { r: 1 }), ROLES[role](seat));
  }

  /** Shows an arrow from the wrong marble to its hole, if exactly one marble is wrong and one hole is marked for it. */
  #showWay(lights) {
    const having = (role) => Object.keys(lights).filter((hole) => lights[hole].role === role);
    const [wrong, back] = [having("illegal"), having("put-back")];
    const key = wrong.length === 1 && back.length === 1 ? `${wrong[0]} ${back[0]}` : "";
    if (this.#arrow?.key === key) return;
    this.#arrow?.node.remove();
    this.#arrow = null;
    if (!key) return;
    const [from, to] = [this.#board.byName.get(wrong[0]), this.#board.byName.get(back[0])];
    const node = s("path", { d: this.#bow(from, to), class: "way", "stroke-width": this.#board.pitch * 0.12 });
    this.#arrow = { key, node };
    this.#board.layers.glow.append(node);
  }

  /** Shows the moves of a play: `[from, to, seat]` for each marble. `kind` "better": the moves of a better play. */
  showTrail(moves, kind = "trail") {
    const key = JSON.stringify(moves);
    if (this.#trails[kind].key === key) return;
    for (const node of this.#trails[kind].nodes) node.remove();
    const { byName, pitch, layers } = this.#board;
    const nodes = moves.flatMap(([from, to, seat]) => {
      const [a, b] = [byName.get(from), byName.get(to)];
      if (!a || !b || a === b) return [];
      const d = this.#bow(a, b);
      const line = (width, stroke) => s("path", { d, class: `trail ${kind}`, "stroke-width": pitch * width, stroke });
      return [line(0.24, "#fff"), line(0.13, SEATS[seat]?.colour ?? "#fff")];
    });
    layers.glow.append(...nodes);
    this.#trails[kind] = { key, nodes };
  }

  /** The SVG path of an arrow between two holes, bent towards the middle of the board, which ends before the marble. */
  #bow(from, to) {
    const { middle, pitch } = this.#board;
    const half = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    const away = Math.hypot(to.x - from.x, to.y - from.y);
    const pull = Math.hypot(middle.x - half.x, middle.y - half.y) || 1;
    const bend = Math.min(away * 0.35, pull * 0.7) / pull;
    const knee = { x: half.x + (middle.x - half.x) * bend, y: half.y + (middle.y - half.y) * bend };
    const last = Math.hypot(to.x - knee.x, to.y - knee.y) || 1;
    const short = pitch * (MARBLE + 0.28);
    const end = { x: to.x - ((to.x - knee.x) / last) * short, y: to.y - ((to.y - knee.y) / last) * short };
    const turn = Math.atan2(end.y - knee.y, end.x - knee.x);
    const barb = (angle) =>
      `L${(end.x + pitch * 0.42 * Math.cos(turn + angle)).toFixed(2)} ${(end.y + pitch * 0.42 * Math.sin(turn + angle)).toFixed(2)}`;
    const tip = `${end.x.toFixed(2)} ${end.y.toFixed(2)}`;
    return `M${from.x} ${from.y}Q${knee.x.toFixed(2)} ${knee.y.toFixed(2)} ${tip}${barb(2.6)}M${tip}${barb(-2.6)}`;
  }
}
