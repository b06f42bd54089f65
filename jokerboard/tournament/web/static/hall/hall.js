// The hall: a card with a small live board for each table, tables with trouble first. On a wall, at /wall, the cards
// are as large as a 16:9 screen allows, with the round's clock; if there are too many tables, they are shown in
// pages, one after another.

import { byId, h, mark, s, setText } from "/page/js/dom.js";
import { Diagram } from "/page/js/diagram.js";
import { marbleGlass, marblePicture } from "/page/js/glyphs.js";
import { home } from "/page/js/position.js";
import { inOrder } from "/page/js/words.js";
import { showClock, stageText } from "/static/desk/round_clock.js";
import { clock, desk, now } from "/static/desk/shell.js";
import { joined, nameOf, words } from "/static/desk/words.js";

const WALL = document.body.dataset.tab === "wall";
const LONG = 3 * 60_000; // a turn that takes longer is marked
const CARD = { high: 28.4, wide: 18 }; // height and width of a card, in ems of its own
const LEAST = WALL ? 9.5 : 8.2; // the size in pixels of such an em below which a card is not readable
const TURN = 12_000; // ms for which a wall shows one page of tables
const SHOWN_BY = ["bad", "ask", "away", "look", "paused", "ok", "over"]; // the order of cards by tone, trouble first

const cards = new Map();
const matches = new Map(); // the name of the board's log -> its match of the round
let about = null;
let page = 0;

const parts = {
  clock: h("p", { class: "round-clock", role: "timer", hidden: true }),
  stage: h("p", { class: "round-stage" }),
  title: h(WALL ? "h1" : "h2", { class: "round-title", hidden: !WALL }, WALL ? words("tab.hall") : ""),
  pages: h("p", { class: "round-pages" }),
  wall: h("a", { class: "to-wall", href: "/wall" }, words("hall.wall")),
};
const round = h("section", { class: "round-head", "aria-label": words("hall.round") },
  h("div", null, parts.title, parts.stage), parts.pages, WALL ? "" : parts.wall, parts.clock);
const hall = h("div", { class: "hall" });
const empty = h("p", { class: "empty", hidden: true }, words("hall.empty"));

class Card {
  #diagram = null;
  #line = null;

  constructor(name) {
    this.name = name;
    this.title = h("h2");
    this.clock = h("span", { class: "clock" });
    this.badge = h("span", { class: "badge", hidden: true });
    this.teams = h("ul", { class: "teams" });
    this.board = h("div", { class: "board" });
    this.who = h("span", { class: "who" });
    this.word = h("p", { class: "word" });
    this.chip = h("span", { class: "chip" });
    this.node = h(WALL ? "div" : "a", { class: "card", href: WALL ? null : `/table/${encodeURIComponent(name)}` },
      h("header", null, this.title, this.badge, this.clock), this.teams, this.board, this.word,
      h("footer", null, this.chip, this.who));
  }

  show(table) {
    this.table = table;
    const game = table.game;
    const match = matches.get(this.name);
    setText(this.title, match ? words("table", match) : table.title);
    this.title.title = table.title;
    const { tone, word } = condition(table);
    this.rank = SHOWN_BY.indexOf(tone);
    this.order = match ? String(match.table) : table.title;
    mark(this.node, "data-tone", tone);
    setText(this.word, word);
    this.word.hidden = !word;
    this.badge.hidden = !table.open;
    setText(this.badge, String(table.open));
    this.badge.title = words("hall.open", { n: table.open });
    if (!game) {
      this.board.replaceChildren();
      this.#diagram = null;
      this.teams.replaceChildren(...(match?.teams ?? []).map((team) => teamLine([], team.name, "")));
      setText(this.who, words("hall.no-game"));
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
    this.teams.replaceChildren(...game.teams.map((seats) => {
      const line = teamLine(seats, teamName(match, game, seats), home(this.position, seats));
      mark(line, "data-won", game.over && seats.every((one) => game.over.includes(one)) ? "" : null);
      return line;
    }));
    const names = (game.over ?? [game.turn]).map((one) => (one ? nameOf(game.names, one) : ""));
    setText(this.who, game.over ? names.length ? words("people.won", { names: joined(names, " & ") }) : words("people.none-won") : names[0]);
    this.tick();
  }

  tick() {
    const game = this.table.game;
    const playing = game && !game.over && !game.abandoned && !game.paused && this.table.here !== false;
    const lasted = playing ? now() - game.since : 0;
    setText(this.clock, playing ? clock(lasted) : "");
    mark(this.clock, "data-long", lasted > LONG ? "" : null);
  }
}

const teamLine = (seats, name, score) =>
  h("li", null, h("span", { class: "dots" }, ...seats.map((seat) => marblePicture(seat))), h("span", { class: "team-name" }, name),
    h("span", { class: "score", title: words("home.title") }, String(score)));

/** The name of the team at these seats: from the tournament, or else the names of its people. */
function teamName(match, game, seats) {
  const team = match?.teams.find(({ people }) => people.some((one) => one.startsWith(`${seats[0]} `)));
  return team?.name ?? joined(seats.map((seat) => nameOf(game.names, seat)), " & ");
}

/** The condition of a table: `tone` for the card's colour, and `word`, a text that is empty if all is well. */
function condition(table) {
  const game = table.game;
  if (table.bad) return { tone: "bad", word: table.bad };
  if (table.here === false) return { tone: "away", word: words("hall.away") };
  if (game?.said) return { tone: game.said.kind === "illegal" ? "bad" : "ask", word: game.said.text };
  if (table.health && !table.health.ok) return { tone: "ask", word: table.health.faults[0] ?? words("hall.fault") };
  if (game?.paused) return { tone: "paused", word: words("hall.paused") };
  if (table.open && !game?.over) return { tone: "look", word: "" };
  if (game?.over) return { tone: "over", word: "" };
  if (game?.abandoned) return { tone: "over", word: words("hall.abandoned") };
  return { tone: "ok", word: "" };
}

function arrange() {
  const sorted = [...cards.values()].sort((a, b) => a.rank - b.rank || inOrder(a.order, b.order));
  empty.hidden = sorted.length > 0;
  const room = fit(sorted.length);
  const pages = Math.max(1, Math.ceil(sorted.length / room));
  page %= pages;
  const shown = WALL ? sorted.slice(page * room, (page + 1) * room) : sorted;
  setText(parts.pages, WALL && pages > 1 ? words("hall.page", { page: page + 1, pages }) : "");
  shown.forEach((card, i) => {
    if (hall.children[i] !== card.node) hall.insertBefore(card.node, hall.children[i] ?? null);
  });
  while (hall.children.length > shown.length) hall.lastChild.remove();
}

/** Sets the columns so that the cards are as large as possible without scrolling; returns how many cards fit. */
function fit(wanted) {
  const box = hall.getBoundingClientRect();
  const margin = innerWidth < 700 ? 12 : 16;
  const [width, height] = [byId("main").clientWidth - 2 * margin, innerHeight - box.top - margin];
  const gap = 12;
  const sizes = (count) => {
    let best = { size: 0, columns: 1 };
    for (let columns = 1; columns <= count; columns++) {
      const rows = Math.ceil(count / columns);
      const wide = (width - (columns - 1) * gap) / columns / CARD.wide;
      const high = (height - (rows - 1) * gap) / rows / CARD.high;
      if (Math.min(wide, high) > best.size) best = { size: Math.min(wide, high), columns };
    }
    return best;
  };
  const least = innerWidth < 700 ? 9.2 : LEAST;
  let room = Math.max(1, wanted);
  let best = sizes(room);
  while (WALL && best.size < least && room > 1) best = sizes(--room);
  if (room < wanted) best = sizes((room = Math.ceil(wanted / Math.ceil(wanted / room)))); // pages of about equal size
  const size = Math.min(Math.max(best.size, least), 30);
  const columns = size === least ? Math.max(1, Math.floor((width + gap) / (least * CARD.wide + gap))) : best.columns;
  hall.style.setProperty("--columns", columns);
  hall.style.setProperty("--size", `${size.toFixed(2)}px`);
  return room;
}

function tick() {
  for (const card of cards.values()) card.tick();
  showClock(parts.clock, about?.round);
}

byId("main").append(s("svg", { class: "defs", "aria-hidden": "true" }, s("defs", null, marbleGlass())), round, hall, empty);
desk.on("tables", ({ changed, gone }) => {
  for (const name of gone) {
    cards.get(name)?.node.remove();
    cards.delete(name);
  }
  for (const [name, table] of Object.entries(changed)) {
    if (!cards.has(name)) cards.set(name, new Card(name));
    cards.get(name).show(table);
  }
  arrange();
  document.body.dataset.ready = cards.size;
});
desk.on("event", ({ changed, gone }) => {
  for (const key of [...gone, ...Object.keys(changed)].filter((one) => one.startsWith("table "))) {
    for (const [name, match] of matches) if (`table ${match.table}` === key) matches.delete(name);
    const match = changed[key];
    if (match?.log) matches.set(match.log, match);
  }
  about = changed.about ?? (gone.includes("about") ? null : about);
  round.hidden = !about && !WALL;
  setText(parts.title, about?.settings.name ?? (WALL ? words("tab.hall") : ""));
  parts.title.hidden = !parts.title.textContent;
  setText(parts.stage, about ? stageText(about) : "");
  tick();
  for (const card of cards.values()) card.show(card.table);
  arrange();
});
addEventListener("resize", arrange);
setInterval(tick, 500);
if (WALL) {
  setInterval(() => {
    page += 1;
    arrange();
  }, TURN);
}
