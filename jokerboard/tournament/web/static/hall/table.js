// The page of one table: its board, its players, its plays with a slider, the orders that a director can give, and
// the table's answers.

import { byId, h, mark, s, setText } from "/page/js/dom.js";
import { analysis } from "/page/js/analysis.js";
import { BoardView } from "/page/js/board_view.js";
import { marbleGlass, marblePicture } from "/page/js/glyphs.js";
import { polygonLayout } from "/page/js/polygon.js";
import { home, readPosition, standing } from "/page/js/position.js";
import { localNumber } from "/page/js/words.js";
import { answer, orderDialog } from "/static/hall/orders.js";
import { clock, desk, notice, now } from "/static/desk/shell.js";
import { joined, nameOf, words } from "/static/desk/words.js";

const name = decodeURIComponent(location.pathname.split("/").pop());
const query = new URLSearchParams(location.search);
const asked = query.get("game");
const record = query.get("record"); // the record after which the board is shown, in the link of an incident
const STEP = 450; // ms for each play of a replay

let newest = null; // the newest answer of the desk
let at = null; // the number of the play that is shown; null: the newest, live
let running = 0;
let board = null;
let stale = false;
let fetching = false;
const orders = new Map();

const parts = {
  title: h("h2", { class: "title" }),
  line: h("p", { class: "hint" }),
  moment: h("p", { class: "moment", hidden: true }, words("table.moment"),
    h("a", { href: location.pathname }, words("table.to-now"))),
  say: h("p", { class: "saying", role: "status" }),
  seats: h("ul", { class: "seats" }),
  board: h("div", { class: "big-board" }),
  slider: h("input", { type: "range", min: 0, value: 0, "aria-label": words("replay") }),
  shown: h("output", { class: "shown" }),
  run: h("button", { type: "button" }, words("replay")),
  live: h("button", { type: "button" }, words("replay.live")),
  plays: h("ol", { class: "plays", tabindex: 0, "aria-label": words("table.plays") }),
  games: h("p", { class: "games" }),
  turned: h("div", { class: "turned" }),
  orders: h("ul", { class: "orders", "aria-label": words("table.orders") }),
  act: h("div", { class: "row act for-director" }),
  health: h("p", { class: "hint" }),
};

const replay = h("div", { class: "row replay" }, parts.run, parts.slider, parts.shown, parts.live);
byId("main").append(
  s("svg", { class: "defs", "aria-hidden": "true" }, s("defs", null, marbleGlass())),
  h("div", { class: "table-page" },
    h("section", { class: "left" }, parts.board, replay),
    h("section", { class: "right" },
      h("header", null, parts.title, parts.line), parts.moment, parts.say, parts.seats, parts.act, parts.orders,
      parts.turned, h("h2", null, words("table.plays")), parts.plays, parts.games, parts.health,
      h("p", null, h("a", { href: `/api/export/log/${encodeURIComponent(name)}.jsonl` }, words("table.log"))))),
);
parts.act.append(
  ...["let-stand", "take-back", "correct", "penalty", "result", "pause", "go-on"].map((order) =>
    h("button", { type: "button", "data-order": order, onclick: () => orderDialog(order, name, newest) }, words(`order.${order}`))),
);

const wanted = !asked ? "" : `?${new URLSearchParams({ game: asked, ...(record ? { record } : {}) })}`;

/** Fetches the newest state; only one request runs at a time. */
async function fetchTable() {
  if (fetching) {
    stale = true;
    return;
  }
  fetching = true;
  try {
    newest = await desk.get(`table/${encodeURIComponent(name)}${wanted}`);
    draw();
  } catch (error) {
    notice(error.message);
  } finally {
    fetching = false;
    if (stale) {
      stale = false;
      setTimeout(fetchTable, 300);
    }
  }
}

/** The plays in force, in order; plays taken back or amended are listed, but not replayed. */
const counting = () => newest.plays.filter((play) => play.state === "ok");

function draw() {
  const { table, shown: game, moment } = newest;
  document.title = words("title", { name: table.title });
  setText(parts.title, table.title);
  const contact = words("table.contact", { here: table.here });
  setText(parts.line, game ? words("table.line", { game: game.game, rules: game.rules_title, mode: game.mode, contact }) : words("table.no-game", { contact }));
  drawWords();
  const health = table.health;
  setText(parts.health, !health ? "" : [
    health.ok ? words("table.works") : health.faults.join(" "),
    typeof health.temperature === "number" ? words("table.warm", { degrees: localNumber(health.temperature) }) : "", health.throttled ? words("table.throttled") : "",
    table.behind ? words("table.behind", { n: table.behind }) : "",
  ].filter(Boolean).join(" "));
  parts.games.replaceChildren(...newest.games.length > 1 ? [words("table.games"), ...newest.games.map(gameLink)] : []);
  parts.moment.hidden = !moment;
  replay.hidden = !game;
  if (!game) return;
  if (board?.sides !== game.sides) board = { sides: game.sides, view: new BoardView(parts.board, polygonLayout(game.sides), { label: words("table.board", table) }) };
  const plays = counting();
  parts.slider.max = plays.length;
  if (at !== null && at > plays.length) at = plays.length;
  drawPosition();
  drawPlays();
  drawAnalysis();
}

/**
 * Shows the analysis once the table's log has the end of the game; before that the desk refuses it, even if the
 * tournament has decided the game.
 */
function drawAnalysis() {
  const { shown: game } = newest;
  const key = game.over && game.ended && !game.abandoned ? `${game.game} ${counting().length}` : "";
  if (parts.turned.dataset.key === key) return;
  parts.turned.dataset.key = key;
  const get = () => desk.get(`table/${encodeURIComponent(name)}/analysis?game=${game.game}`);
  parts.turned.replaceChildren(...key ? [analysis(get, (seat) => nameOf(game.names, seat))] : []);
}

/** Shows the trouble at the table: that of now, or of the time that is shown. */
function drawWords() {
  const { table, shown: game, moment } = newest;
  const live = asked ? "" : game?.said?.text ?? (game?.paused ? words("table.paused") : "");
  const text = moment?.text || table.bad || live || "";
  setText(parts.say, text);
  parts.say.hidden = !text;
  mark(parts.say, "data-tone", moment || table.bad || game?.said?.kind === "illegal" ? "bad" : "ask");
}

/** The lights for an incident: the holes at fault, and the holes to which marbles go back. */
function marks(message) {
  const lights = {};
  for (const hole of message?.holes ?? []) lights[hole] = { role: "illegal", seat: null };
  for (const [from, to] of message?.put_back ?? []) {
    lights[from] ??= { role: "illegal", seat: null };
    lights[to] = { role: "put-back", seat: null };
  }
  return lights;
}

function gameLink(game) {
  const here = game.game === newest.shown?.game;
  return h("a", { href: `?game=${game.game}`, "aria-current": here ? "true" : null }, ` ${game.game} `);
}

function drawPosition() {
  const { shown: game } = newest;
  const plays = counting();
  const step = at ?? plays.length;
  parts.slider.value = step;
  const line = at === null ? game.position : step ? plays[step - 1].position : game.first;
  const position = readPosition(line);
  const over = at === null && game.over;
  const turn = over ? null : at === null ? game.turn : position.turn;
  const card = at === null && game.card ? { text: game.card } : null;
  board.view.show({ ...standing(line, game.seats), names: game.names, card, lights: at === null ? marks(newest.moment ?? game.said) : {} });
  setText(parts.shown, at === null ? words(newest.moment ? "replay.moment" : "replay.newest", { n: plays.length }) : words("replay.at", { n: step, of: plays.length }));
  mark(parts.live, "data-on", at === null ? "" : null);
  parts.seats.replaceChildren(...game.seats.map((seat) => seatLine(seat, game, position, turn, over)));
  const current = step ? plays[step - 1].n : null;
  for (const node of parts.plays.children) mark(node, "aria-current", Number(node.dataset.n) === current ? "true" : null);
}

function seatLine(seat, game, position, turn, over) {
  const team = game.teams.find((one) => one.includes(seat)) ?? [seat];
  const won = over && over.includes(seat);
  const penalty = Object.entries(game.penalties).find(([seats]) => seats.includes(seat))?.[1];
  const line = h("li", { "data-seat": seat }, marblePicture(seat, { class: "tiny" }),
    h("strong", null, nameOf(game.names, seat)),
    h("span", { class: "hint" }, team.length > 1 ? words("people.with", { names: joined(team.filter((one) => one !== seat).map((one) => nameOf(game.names, one)), " & ") }) : ""),
    h("span", { class: "figure" }, words("table.home", { n: home(position, [seat]), penalty: penalty || 0 })),
    h("span", { class: "figure clock" }, won ? words("table.won") : ""));
  mark(line, "data-turn", seat === turn ? "" : null);
  return line;
}

function drawPlays() {
  const list = parts.plays;
  const key = newest.plays.map((play) => play.n + play.state).join();
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  const names = newest.shown.names;
  const steps = new Map(counting().map((play, i) => [play.n, i + 1]));
  list.replaceChildren(...newest.plays.toReversed().map((play) => {
    const off = play.state !== "ok";
    const text = [h("code", null, play.play), " ", off ? h("em", null, words(`play.${play.state}`)) : ""];
    return h("li", { "data-n": play.n, onclick: () => !off && look(steps.get(play.n)) },
      h("span", { class: "n" }, String(play.n)), play.seat ? marblePicture(play.seat, { class: "tiny" }) : "",
      h("span", null, names[play.seat] ?? play.seat ?? ""), off ? h("s", null, ...text) : h("span", null, ...text));
  }));
  list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

function look(step) {
  at = step;
  drawPosition();
}

function stop() {
  clearInterval(running);
  running = 0;
  setText(parts.run, words("replay"));
}

parts.slider.addEventListener("input", () => {
  stop();
  look(Number(parts.slider.value));
});
parts.live.addEventListener("click", () => {
  stop();
  at = null;
  drawPosition();
});
parts.run.addEventListener("click", () => {
  if (running) return stop();
  if (at === null || at >= counting().length) look(0);
  setText(parts.run, words("replay.stop"));
  running = setInterval(() => (at < counting().length ? look(at + 1) : stop()), STEP);
  return undefined;
});

desk.on("tables", ({ changed }) => {
  if (changed[name] && !record) fetchTable();
}, name);
desk.on("orders", ({ changed }) => {
  for (const [id, order] of Object.entries(changed)) if (order.table === name) orders.set(id, order);
  const newest = [...orders.values()].sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, 6);
  parts.orders.replaceChildren(...newest.map(answer));
});
setInterval(() => {
  const clockNode = document.querySelector(".seats [data-turn] .clock");
  const game = newest?.shown;
  if (clockNode && game && at === null && !game.over && !game.paused) setText(clockNode, clock(now() - game.since));
}, 500);
fetchTable().then(() => (document.body.dataset.ready = "table"));
