// The tab of the results: all finished games, newest first, as the tables' logs have them.

import { byId, h, s, setText } from "/page/js/dom.js";
import { home, readPosition } from "/page/js/position.js";
import { marbleGlass, marblePicture } from "/page/js/glyphs.js";
import { inOrder, localClock } from "/page/js/words.js";
import { clock, desk } from "/static/desk/shell.js";
import { nameOf, words } from "/static/desk/words.js";

const all = new Map();
const body = h("tbody");
const count = h("h2", { class: "title" });
const none = h("p", { class: "empty" }, words("results.none"));
const list = h("table", { class: "list" },
  h("thead", null, h("tr", null, ...["table", "game", "won", "against", "home", "plays", "time", "ended"].map((one) => h("th", null, words(`results.${one}`))))),
  body);
byId("main").append(
  s("svg", { class: "defs", width: 0, height: 0, "aria-hidden": "true" }, s("defs", null, marbleGlass())),
  h("div", { class: "sheet-page" },
    h("div", { class: "row head" }, count,
      h("a", { href: "/api/export/games.csv" }, "CSV"), h("a", { href: "/api/export/games.json" }, "JSON")),
    none, list));

const people = (seats, names) =>
  h("span", { class: "people" }, ...seats.map((seat) => h("span", { class: "person" }, marblePicture(seat, { class: "tiny" }), nameOf(names, seat))));

function row(one) {
  const position = readPosition(one.position);
  const losers = one.seats.filter((seat) => !one.over.includes(seat));
  const when = one.ended ? localClock(one.ended) : "";
  const decided = one.decided ? h("span", { class: "hint" }, ` ${words(one.decided.text ? "results.decided-so" : "results.decided", one.decided)}`) : "";
  return h("tr", null,
    h("td", null, h("a", { href: `/table/${encodeURIComponent(one.table)}?game=${one.game}` }, one.title)),
    h("td", { class: "figure" }, String(one.game)),
    h("td", null, one.over.length ? people(one.over, one.names) : words("nobody"), decided),
    h("td", null, people(losers, one.names)),
    h("td", { class: "figure" }, one.teams.map((team) => home(position, team)).join(" : ")),
    h("td", { class: "figure" }, String(one.n)),
    h("td", { class: "figure" }, clock(one.seconds * 1000)),
    h("td", { class: "figure" }, when));
}

desk.on("results", ({ changed, gone }) => {
  for (const key of gone) all.delete(key);
  for (const [key, one] of Object.entries(changed)) all.set(key, one);
  const sorted = [...all.values()].sort((a, b) => (a.ended < b.ended ? 1 : a.ended > b.ended ? -1 : inOrder(a.title, b.title)));
  body.replaceChildren(...sorted.map(row));
  none.hidden = sorted.length > 0;
  list.hidden = sorted.length === 0;
  setText(count, words("results", { n: sorted.length }));
  document.body.dataset.ready = sorted.length;
});
