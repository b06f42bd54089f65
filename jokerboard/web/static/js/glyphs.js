// Drawings that are used in several places: marbles, suits, cards, and the marks of the lights.

import { s } from "./dom.js";

/** The seats' colours. They are never shown without the seat's letter. */
export const SEATS = {
  A: { colour: "#c23a2b", shade: "#6d130c", shine: "#ff9c86", ink: "#fff" },
  B: { colour: "#2c62b8", shade: "#0e2a5e", shine: "#94c1ff", ink: "#fff" },
  C: { colour: "#2c8a4b", shade: "#0b3d1d", shine: "#93e0a8", ink: "#fff" },
  D: { colour: "#e8b22e", shade: "#8a5a06", shine: "#fff0b0", ink: "#2b1d05" },
  E: { colour: "#7a48ad", shade: "#371659", shine: "#d0adf5", ink: "#fff" },
  F: { colour: "#ece6da", shade: "#8f8675", shine: "#ffffff", ink: "#2b2117" },
  G: { colour: "#1c97a3", shade: "#06414a", shine: "#94e8ee", ink: "#fff" },
  H: { colour: "#3a3835", shade: "#0d0c0b", shine: "#a6a29b", ink: "#fff" },
};

/** The SVG path of each suit's outline. */
export const SUITS = {
  C: "M0-8.4a4.3 4.3 0 0 1 3.6 6.7A4.3 4.3 0 1 1 1.2 4.2Q1.5 7 3.6 8.6H-3.6Q-1.5 7-1.2 4.2A4.3 4.3 0 1 1-3.6-1.7 4.3 4.3 0 0 1 0-8.4Z",
  D: "M0-9Q2.7-3.6 6.6 0 2.7 3.6 0 9-2.7 3.6-6.6 0-2.7-3.6 0-9Z",
  H: "M0 8.6C-3 4.6-7.8 1.6-7.8-3.2-7.8-6.2-5.8-8-3.6-8-1.8-8-.6-6.9 0-5.4.6-6.9 1.8-8 3.6-8 5.8-8 7.8-6.2 7.8-3.2 7.8 1.6 3 4.6 0 8.6Z",
  S: "M0-8.8C2.6-4.8 7.6-2.2 7.6 2 7.6 4.4 6 6 4.1 6 2.8 6 1.7 5.3 1.1 4.2 1.3 6.6 2 7.9 3.6 8.8H-3.6C-2 7.9-1.3 6.6-1.1 4.2-1.7 5.3-2.8 6-4.1 6-6 6-7.6 4.4-7.6 2-7.6-2.2-2.6-4.8 0-8.8Z",
};

const STAR = "M0-9.5 2.4-3.2 9-2.9 3.8 1.2 5.6 7.7 0 4-5.6 7.7-3.8 1.2-9-2.9-2.4-3.2Z";

export const isRed = (card) => card[1] === "D" || card[1] === "H";

/** A card of 50 by 70 units, as an SVG that can be placed anywhere. */
export function drawCard(card, attributes) {
  const joker = card[0] === "X";
  const path = joker ? STAR : SUITS[card[1]];
  const rank = card[0] === "T" ? "10" : joker ? "★" : card[0];
  const corner = () => [
    joker ? s("path", { d: STAR, transform: "translate(8 9.5) scale(.5)" })
      : s("text", { x: rank === "10" ? 9.5 : 8, y: 13.5, "text-anchor": "middle", class: "card-rank", textLength: rank === "10" ? 13 : null, lengthAdjust: "spacingAndGlyphs" }, rank),
    !joker && path && s("path", { d: path, transform: "translate(8 20.5) scale(.46)" }),
  ].filter(Boolean);
  return s(
    "svg",
    { viewBox: "0 0 50 70", class: `card ${joker ? "joker" : isRed(card) ? "red" : "black"}`, ...attributes },
    s("rect", { x: 0.6, y: 0.6, width: 48.8, height: 68.8, rx: 5, class: "card-face" }),
    s("g", null, corner()),
    s("g", { transform: "rotate(180 25 35)" }, corner()),
    path && s("path", { d: path, transform: `translate(25 ${joker ? 32 : 35}) scale(${joker ? 1.35 : 1.5})` }),
    joker && s("text", { x: 25, y: 56, "text-anchor": "middle", class: "card-word" }, "JOKER"),
  );
}

/** A marble of radius 1 at the origin, with its seat's letter. */
export function drawMarble(letter) {
  return s(
    "g",
    { class: "ball" },
    s("circle", { r: 1, fill: `url(#glass-${letter})`, class: "glass" }),
    s("ellipse", { cx: -0.3, cy: -0.52, rx: 0.36, ry: 0.2, transform: "rotate(-28 -.3 -.52)", class: "shine" }),
    s("text", { y: 0.38, "text-anchor": "middle", fill: SEATS[letter]?.ink ?? "#fff", class: "letter" }, letter),
  );
}

/** The gradients of the marbles, which a document needs once. */
export function marbleGlass() {
  return Object.entries(SEATS).map(([letter, { colour, shade, shine }]) =>
    s(
      "radialGradient",
      { id: `glass-${letter}`, cx: 0.5, cy: 0.5, r: 0.56, fx: 0.34, fy: 0.28 },
      s("stop", { offset: 0, "stop-color": shine }),
      s("stop", { offset: 0.34, "stop-color": colour }),
      s("stop", { offset: 0.72, "stop-color": colour }),
      s("stop", { offset: 1, "stop-color": shade }),
    ),
  );
}

/** A marble as an SVG of its own, for lists and trays. */
export const marblePicture = (letter, attributes) =>
  s("svg", { viewBox: "-1.1 -1.1 2.2 2.2", "aria-hidden": "true", ...attributes }, drawMarble(letter));

/** The mark of each role of a light, within a radius of 1; the function gets the light's seat. */
export const ROLES = {
  illegal: () => s("path", { d: "M0-.62V.14M0 .52V.54" }),
  "put-back": () => s("path", { d: "M.5.5V.1Q.5-.25.1-.25H-.5M-.22-.58-.56-.25-.22.08" }),
  bump: (seat) => s("text", { y: 0.4, "text-anchor": "middle" }, seat ?? "↓"),
  choose: () => s("path", { d: "M-.34-.3Q-.34-.64 0-.64T.34-.3Q.34-.08.1.06T0 .26M0 .6V.62" }),
  movable: () => s("path", { d: "M-.45.25 0-.28.45.25" }),
  target: () => s("circle", { r: 0.2, class: "dot" }),
  turn: () => s("path", { d: "M-.22-.45.32 0-.22.45Z", class: "dot" }),
  fault: () => s("path", { d: "M-.4-.4.4.4M.4-.4-.4.4" }),
  "carry-from": () => s("path", { d: "M0 .5V-.45M-.36-.12 0-.48.36-.12" }),
  "carry-to": () => s("path", { d: "M0-.5V.45M-.36.12 0 .48.36.12" }),
  win: () => s("path", { d: STAR, transform: "scale(.075)", class: "dot" }),
};
