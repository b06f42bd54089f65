// The page of the table: everything is drawn from the newest state; nothing is remembered here.

import { buildBoard } from "./board.js";
import { Cards } from "./cards.js";
import { Controls } from "./controls.js";
import { Dialogs } from "./dialogs.js";
import { byId, mark, say } from "/page/js/dom.js";
import { ROLES } from "/page/js/glyphs.js";
import { Hands } from "./hands.js";
import { Keys } from "./keys.js";
import { Lights } from "./lights.js";
import { Link } from "/page/js/link.js";
import { Marbles } from "./marbles.js";
import { nameOf, showCentre, showPanel } from "./panel.js";

const link = new Link({ state: JSON.parse, leds: (data) => JSON.parse(data).rgb });
const hands = new Hands(act);
const keys = new Keys(hands);
const cards = new Cards(act);
const controls = new Controls(act);
const dialogs = new Dialogs(act, link);

let board = null;
let marbles = null;
let lights = null;
let titles = new Map();
let newest = null;
let leds = "";
let building = false;
let drawing = 0;

/** Sends a command; says a refusal aloud and answers whether it was done. */
async function act(name, body) {
  try {
    await link.command(name, body);
    return true;
  } catch (refused) {
    notice(refused.message);
    return false;
  }
}

let noticeTimer = 0;
function notice(sentence) {
  say(byId("notice"), sentence);
  byId("notice").hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (byId("notice").hidden = true), 6000);
}

/** The board is built anew when a game is begun on another one. */
async function build(state) {
  if (building) return;
  building = true;
  try {
    const [layout, rules] = await Promise.all([link.get("layout"), link.get("rules")]);
    board = buildBoard(byId("board"), layout);
    board.made = state.game?.sides ?? board.sides.length;
    marbles = new Marbles(board);
    lights = new Lights(board);
    titles = new Map(rules.map((one) => [one.name, one.title]));
    dialogs.rules = rules;
    hands.attach(board);
    keys.attach(board, state.turn);
  } catch {
    setTimeout(() => newest && !board && build(newest), 1500);
  } finally {
    building = false;
  }
  draw();
}

/** Draws at most once a frame. */
function draw() {
  if (!drawing) drawing = requestAnimationFrame(drawNow);
}

function drawNow() {
  drawing = 0;
  const state = newest;
  if (!state) return;
  if (!board || (state.game && state.game.sides !== board.made)) {
    build(state);
    return;
  }
  showPanel(state, titles);
  showCentre(state, board);
  hands.show(state);
  marbles.show(state, hands.dragged);
  const occupied = (hole) => Boolean(Marbles.at(state, hole) ?? state.marbles[hole]);
  lights.showRoles(state.lights ?? {}, occupied);
  lights.showLeds(leds);
  cards.show(state);
  controls.show(state);
  dialogs.show(state);
  for (const [name, node] of board.nodes) {
    const colour = Marbles.at(state, name);
    mark(node, "data-marble", colour ?? null);
    mark(node, "aria-label", inWords(state, board.byName.get(name), colour));
  }
  document.body.dataset.ready = state.seq;
}

/** A hole as somebody hears it: its name, what it is, what stands there, what its light says. */
function inWords(state, hole, colour) {
  const kind = { "in-spot": ", in-spot", "come-out": ", come-out", corner: ", corner" }[hole.mark]
    ?? { lane: ", HOME lane", start: ", START" }[hole.kind] ?? "";
  const who = colour ? (nameOf(state, colour) === colour ? colour : `${nameOf(state, colour)}, ${colour}`) : "";
  const light = state.lights?.[hole.name];
  const lit = light && ROLES[light.role] ? `; lit: ${ROLES[light.role].words}` : "";
  return `${hole.name}${kind}: ${colour ? `marble of ${who}` : "empty"}${lit}`;
}

hands.changed = draw;
link.addEventListener("state", ({ detail }) => {
  newest = detail;
  draw();
});
link.addEventListener("leds", ({ detail }) => {
  leds = detail;
  draw();
});
link.addEventListener("line", ({ detail: up }) => {
  mark(byId("line"), "data-up", up);
  say(byId("line"), up ? "live" : "The table is away; trying again");
  document.body.classList.toggle("away", !up);
});
link.open();
