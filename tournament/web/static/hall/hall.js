// The hall: every table as a small live board, as large as the window allows. Calm while all is well.

import { byId, h, mark, say } from "/page/js/dom.js";
import { Diagram } from "/page/js/diagram.js";
import { marbleGlass, marblePicture } from "/page/js/glyphs.js";
import { home } from "/page/js/position.js";
import { s } from "/page/js/dom.js";
import { clock, desk, now } from "/static/desk/shell.js";

const LONG = 3 * 60_000; // a turn that takes so long is worth a look
const CARD = { head: 2.6, foot: 2.9, board: 18 }; // proportions of a card, in its own ems

const cards = new Map();
const tables = new Map();
const hall = h("div", { class: "hall", role: "list" });
const empty = h("p", { class: "empty", hidden: true }, "No table is here yet. A table comes by itself when its [tournament] names this Redis.");

class Card {
  #diagram = null;
  #line = null;

  constructor(name) {
    this.title = h("h2");
    this.clock = h("span", { class: "clock" });
    this.badge = h("span", { class: "badge", hidden: true });
    this.board = h("div", { class: "board" });
    this.who = h("span", { class: "who" });
    this.score = h("span", { class: "score" });
    this.word = h("p", { class: "word" });
    this.chip = h("span", { class: "chip" });
    this.node = h("a", { class: "card", role: "listitem", href: `/table/${encodeURIComponent(name)}` },
      h("header", null, this.title, this.badge, this.clock), this.board, this.word,
      h("footer", null, this.chip, this.who, this.score));
  }

  show(table) {
    this.table = table;
    const game = table.game;
    say(this.title, table.title);
    const { tone, word } = condition(table);
    mark(this.node, "data-tone", tone);
    say(this.word, word);
    this.word.hidden = !word;
    this.badge.hidden = !table.open;
    say(this.badge, String(table.open));
    this.badge.title = `${table.open} ${table.open === 1 ? "incident" : "incidents"} to look at`;
    if (!game) {
      this.board.replaceChildren();
      this.#diagram = null;
      say(this.who, "no game yet");
      return;
    }
    if (this.#diagram?.sides !== game.sides) {
      this.#diagram = new Diagram(game.sides);
      this.board.replaceChildren(this.#diagram.node);
      this.#line = null;
    }
    if (this.#line !== game.position) {
      this.position = this.#diagram.show(game.position);
      this.#line = game.position;
    }
    const playing = !game.over && !game.abandoned;
    this.#diagram.turn(playing ? game.turn : null);
    const seat = game.over?.[0] ?? game.turn;
    if (this.seat !== seat) {
      this.seat = seat;
      this.chip.replaceChildren(seat ? marblePicture(seat) : "");
    }
    const names = (game.over ?? [game.turn]).map((one) => (one ? game.names[one] || `Seat ${one}` : ""));
    say(this.who, game.over ? (names.length ? `${names.join(" & ")} won` : "nobody won") : names[0]);
    say(this.score, game.teams.length > 1 ? game.teams.map((team) => home(this.position, team)).join(" : ") : "");
    this.score.title = "marbles home, team by team";
    this.tick();
  }

  tick() {
    const game = this.table.game;
    const playing = game && !game.over && !game.abandoned && !game.paused && this.table.here !== false;
    const lasted = playing ? now() - game.since : 0;
    say(this.clock, playing ? clock(lasted) : "");
    mark(this.clock, "data-long", lasted > LONG ? "" : null);
  }
}

/** What is to be said of a table: nothing while all is well. */
function condition(table) {
  const game = table.game;
  if (table.bad) return { tone: "bad", word: table.bad };
  if (table.here === false) return { tone: "away", word: "not heard any more" };
  if (game?.said) return { tone: game.said.kind === "illegal" ? "bad" : "ask", word: game.said.text };
  if (table.health && !table.health.ok) return { tone: "ask", word: table.health.faults[0] ?? "something is wrong with its machine" };
  if (game?.paused) return { tone: "paused", word: "paused" };
  if (game?.over) return { tone: "over", word: "" };
  if (game?.abandoned) return { tone: "away", word: "given up" };
  if (table.open) return { tone: "look", word: "" };
  return { tone: "ok", word: "" };
}

const order = new Intl.Collator("en", { numeric: true });

function arrange() {
  const sorted = [...cards.values()].sort((a, b) => order.compare(a.table.title, b.table.title));
  sorted.forEach((card, i) => {
    if (hall.children[i] !== card.node) hall.insertBefore(card.node, hall.children[i] ?? null);
  });
  empty.hidden = sorted.length > 0;
  fit();
}

/** As many columns as make the cards largest without scrolling; on a phone one or two, and scrolling. */
function fit() {
  const count = Math.max(1, cards.size);
  const box = byId("main").getBoundingClientRect();
  const [width, height] = [box.width - 28, innerHeight - box.top - 26];
  const gap = 12;
  let best = { size: 0, columns: 1 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const wide = (width - (columns - 1) * gap) / columns / CARD.board;
    const high = (height - (rows - 1) * gap) / rows / (CARD.board + CARD.head + CARD.foot);
    const size = Math.min(wide, high);
    if (size > best.size) best = { size, columns };
  }
  const least = innerWidth < 700 ? 9.2 : 8.2;
  const size = Math.min(Math.max(best.size, least), 26);
  const columns = size === least ? Math.max(1, Math.floor((width + gap) / (least * CARD.board + gap))) : best.columns;
  hall.style.setProperty("--columns", columns);
  hall.style.setProperty("--size", `${size.toFixed(2)}px`);
}

byId("main").append(s("svg", { class: "defs", "aria-hidden": "true" }, s("defs", null, marbleGlass())), hall, empty);
desk.on("tables", ({ changed, gone }) => {
  for (const name of gone) {
    cards.get(name)?.node.remove();
    cards.delete(name);
  }
  let titles = gone.length > 0 || !cards.size;
  for (const [name, table] of Object.entries(changed)) {
    tables.set(name, table);
    if (!cards.has(name)) cards.set(name, new Card(name));
    titles ||= cards.get(name).table?.title !== table.title;
    cards.get(name).show(table);
  }
  if (titles) arrange();
  document.body.dataset.ready = cards.size;
});
addEventListener("resize", fit);
setInterval(() => cards.forEach((card) => card.tick()), 500);
