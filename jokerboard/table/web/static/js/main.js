// The page of the table. Everything is drawn from the newest state that the table has sent.

import { BoardView } from "/page/js/board_view.js";
import { Buttons } from "./buttons.js";
import { Cards } from "./cards.js";
import { Choose } from "./choose.js";
import { Dialogs } from "./dialogs.js";
import { byId, h, mark, setText } from "/page/js/dom.js";
import { Ending } from "./ending.js";
import { Game } from "./game.js";
import { Hands } from "./hands.js";
import { Houses } from "./houses.js";
import { Keys } from "./keys.js";
import { Lesson } from "./lesson.js";
import { Link, merged } from "/page/js/link.js";
import { Places } from "./places.js";
import { RulesPlace } from "./rules.js";
import { Start } from "./start.js";
import { Settings } from "./settings.js";
import { showPrompt } from "./prompt.js";
import { showScore } from "./score.js";
import { Sound } from "./sound.js";
import { showTournament } from "./tournament.js";
import { TurnSignal } from "./turn_signal.js";
import { worded } from "/page/js/words.js";
import { Voice } from "./voice.js";
import { fillPage, holeWords, speakPlainly, words } from "./words.js";
import { Workshop } from "./workshop.js";

fillPage();
const link = new Link({ state: JSON.parse, change: JSON.parse });
const settings = new Settings();
const places = new Places();
const dialogs = new Dialogs(act, link, settings);
const lesson = new Lesson(act);
const start = new Start(act, dialogs, settings, lesson);
const ask = (...question) => dialogs.ask(...question);
const choose = new Choose(act, link, ask);
const hands = new Hands(act, choose);
const cards = new Cards(act, ask, choose, (held) => dialogs.pick(held));
const buttons = new Buttons(act, ask, () => dialogs.chart(), notice, helped);
const keys = new Keys(hands, cards, buttons, dialogs);
const workshop = new Workshop(act, cards, ask);
const game = new Game(link, dialogs, act);
const rules = new RulesPlace(link);
const ending = new Ending(link, dialogs, game);
const houses = new Houses(act, link);
const sound = new Sound(settings);
const signal = new TurnSignal(sound, settings);
const voice = new Voice(settings);
let prompted = { text: "", more: "" };

let board = null;
let view = null;
let newest = null; // the newest state, with its texts in this page's language
let received = null; // the newest state as the table sent it
let building = false;
let drawing = 0;
let named = new Map(); // hole -> the values from which its label was made

/**
 * Sends a command; returns the number of the state that shows its effect (true if it has none), or false if it was
 * refused. The reason is shown unless `refused` handles it.
 */
async function act(name, body, refused = () => false) {
  try {
    return (await link.command(name, body)) || true;
  } catch (error) {
    if (!refused(error)) notice(error.message);
    return false;
  }
}

/** Help where type is large: shows the prompt as a notice, and reads it aloud if the device's settings ask for that. */
function helped() {
  if (!settings.plain) return;
  const sentence = [prompted.text, prompted.more].filter(Boolean).join(". ");
  notice(sentence);
  if (settings.speaks && Voice.able()) voice.speak(sentence);
}

let noticeTimer = 0;
function notice(sentence) {
  setText(byId("notice"), sentence);
  byId("notice").hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (byId("notice").hidden = true), 6000);
}

/** Builds the board; needed again for a game on another board, and when another seat is to be at the bottom. */
async function build(state) {
  if (building) return;
  building = true;
  try {
    const layout = await link.get(state.game ? `layout?sides=${state.game.sides}` : "layout");
    view = new BoardView(byId("board"), layout, { seat: settings.seat, label: words("board"), playable: true });
    board = view.board;
    board.made = madeOf(state) ?? madeOf({ game: { sides: board.sides.length } });
    named = new Map();
    hands.attach(board);
    keys.attach(board, state.turn);
  } catch {
    setTimeout(() => newest && !board && build(newest), 1500);
  } finally {
    building = false;
  }
  draw();
}

const madeOf = (state) => state.game && `${state.game.sides} ${settings.seat}`;

/** Draws at most once for each frame. */
function draw() {
  if (!drawing) drawing = requestAnimationFrame(drawNow);
}

function drawNow() {
  drawing = 0;
  const state = newest;
  if (!state) return;
  const looked = game.replayed(state);
  if (!board || (looked.game && madeOf(looked) !== board.made)) {
    build(looked);
    return;
  }
  const shown = lesson.shown(choose.shown(lesson.state(looked)));
  speakPlainly(settings.plain);
  mark(document.documentElement, "data-plain", settings.plain ? "" : null);
  prompted = showPrompt(shown, () => dialogs.explain(), (text) => dialogs.read(text));
  voice.take(prompted);
  hands.show(shown);
  view.show({ ...shown, names: shown.game?.names }, hands.dragged);
  cards.show(shown);
  buttons.show(shown);
  keys.show(shown);
  showScore(shown);
  showTournament(state.tournament);
  houses.show(state);
  showFaults(state.faults ?? []);
  dialogs.show(state);
  start.show(state);
  workshop.show(state);
  game.show(state, places.here === "game");
  rules.show(state, places.here === "rules" ? places.more : null);
  ending.show(state);
  sound.take(state);
  signal.show(state, choose.able && state.turn === state.seat);
  for (const [name, node] of board.nodes) nameHole(shown, name, node);
  document.body.classList.toggle("replaying", Boolean(shown.replay));
  document.body.dataset.n = state.n;
  document.body.dataset.ready = state.seq;
}

/** Labels a hole for screen readers; the label is made again only if its values have changed. */
function nameHole(state, name, node) {
  const colour = BoardView.at(state, name);
  const key = `${colour} ${state.lights?.[name]?.role} ${state.game?.names?.[colour]}`;
  if (named.get(name) === key) return;
  named.set(name, key);
  mark(node, "data-marble", colour ?? null);
  mark(node, "aria-label", holeWords(state, board.byName.get(name), colour));
}

let faultsShown = "";
function showFaults(faults) {
  const key = JSON.stringify(faults);
  if (key === faultsShown) return;
  faultsShown = key;
  byId("faults").replaceChildren(...faults.map(({ what, text }) => h("li", null, h("strong", null, what), ` ${text}`)));
}

choose.notice = game.notice = notice;
choose.meant = (state, plays) => lesson.meant(state, plays);
hands.changed = choose.changed = cards.changed = game.changed = settings.changed = draw;
choose.covered = () => cards.covered;
places.addEventListener("change", draw);
link.addEventListener("state", ({ detail }) => {
  received = detail;
  newest = worded(received);
  draw();
});
link.addEventListener("change", ({ detail }) => {
  received = merged(received, detail);
  newest = worded(received);
  draw();
});
link.addEventListener("line", ({ detail: up }) => {
  mark(byId("line"), "data-up", up);
  setText(byId("line"), words(up ? "line.up" : "line.down"));
  document.body.classList.toggle("away", !up);
});
link.open();
if (places.here === "game") houses.fill(places.more);
if (location.hash.startsWith("#pair/")) dialogs.pairBy(location.hash.slice(6));
