// The tab of the tournament: the round with its clock, the standings, the teams, the sheets. Every visitor sees it; a
// director who is logged in also gets the commands.

import { byId, h, mark, setText, whenNew } from "/page/js/dom.js";
import { showClock, stageText } from "/static/desk/round_clock.js";
import { desk } from "/static/desk/shell.js";
import { joined, words } from "/static/desk/words.js";
import { doing } from "./actions.js";
import { roundView } from "./round.js";
import { setup } from "./setup.js";
import { teamMarks, teamsView } from "./teams.js";

const state = new Map(); // the entries that the desk sent, by key
const VIEWS = ["round", "standings", "teams", "sheets"];

const parts = {
  title: h("h2", { class: "title" }),
  about: h("p", { class: "hint" }),
  clock: h("p", { class: "big-clock", role: "timer" }),
  stage: h("p", { class: "stage", role: "status" }),
  doing: h("div", { class: "row doing for-director", role: "group", "aria-label": words("event.director") }),
  remarks: h("ul", { class: "remarks for-director" }),
  nav: h("nav", { class: "views", "aria-label": words("event.nav") }),
  view: h("section", { class: "view" }),
  none: h("div", { class: "empty" }),
};
const whole = h("div", { class: "event", hidden: true },
  h("header", { class: "event-head" },
    h("div", { class: "names" }, parts.title, parts.about), h("div", { class: "time" }, parts.clock, parts.stage)),
  parts.doing, parts.remarks, parts.nav, parts.view);
byId("main").append(whole, parts.none);

const current = () => (VIEWS.find((view) => view === location.hash.slice(1)) ?? "round");
const matches = () =>
  [...state.keys()].filter((key) => key.startsWith("table ")).map((key) => state.get(key)).sort((a, b) => a.table - b.table);

function draw() {
  const about = state.get("about");
  whole.hidden = !about;
  const past = state.get("past") ?? [];
  parts.none.hidden = Boolean(about) && !about.closed && !past.length;
  whenNew(parts.none, JSON.stringify([past, Boolean(about), about?.closed]), () => parts.none.replaceChildren(setup(about, past)));
  if (!about) return;
  const { settings, round } = about;
  document.title = words("title", settings);
  setText(parts.title, settings.name);
  setText(parts.about, joined([
    settings.place, words(`system.${settings.system}`), words("event.teams", { n: about.playing }), words("event.at-a-table", { n: settings.teams }), about.rules_title,
  ], " · "));
  setText(parts.stage, stageText(about));
  mark(whole, "data-stage", round?.stage ?? "none");
  whenNew(parts.doing, JSON.stringify([about.version, round?.stage, about.playing]), () => parts.doing.replaceChildren(...doing(about, matches)));
  const { trouble, remarks } = state.get("remarks");
  parts.remarks.replaceChildren(...[trouble, ...remarks].filter(Boolean).map((text) => h("li", null, text)));
  parts.nav.replaceChildren(...VIEWS.map((key) =>
    h("a", { href: `#${key}`, "aria-current": key === current() ? "page" : null }, words(`view.${key}`))));
  drawView(about);
  tick();
  document.body.dataset.ready = `${current()} ${about.version}`;
}

function drawView(about) {
  const view = current();
  const key = view === "round" ? null : JSON.stringify([view, about.version, Boolean(desk.who)]);
  if (view === "round") roundView(parts.view, about, matches());
  else whenNew(parts.view, key, () => {
    const made = { standings: () => standings(state.get("standings")), teams: () => teamsView(state.get("teams"), about), sheets: () => sheets(about) }[view]();
    parts.view.replaceChildren(made);
  });
  if (view === "round") whenNew(parts.view, "round", () => undefined);
}

function tick() {
  showClock(parts.clock, state.get("about")?.round);
}

function standings({ columns, rows, legend }) {
  if (!rows.length) return h("p", { class: "empty" }, words("teams.none"));
  const head = ["", words("standings.team"), words("standings.points"), ...columns, words("standings.won"), words("standings.played")];
  return h("div", null,
    h("div", { class: "scroll" }, h("table", { class: "list standings" },
      h("thead", null, h("tr", null, ...head.map((text, k) => h("th", { class: k === 1 ? null : "figure" }, text)))),
      h("tbody", null, ...rows.map((row) => h("tr", null,
        h("td", { class: "figure place" }, row.place === null ? "" : String(row.place)),
        h("td", { class: "team" }, row.name, h("span", { class: "hint" }, ` ${teamMarks({ ...row, bye: null })}`)),
        h("td", { class: "figure points" }, String(row.points)),
        ...[...row.values, row.won, row.played].map((value) => h("td", { class: "figure" }, value === null ? "" : String(value)))))))),
    h("ul", { class: "legend" }, ...legend.map((text) => h("li", null, text))));
}

function sheets(about) {
  const rounds = Array.from({ length: about.rounds }, (_, k) => k + 1);
  const choose = h("select", { "aria-label": words("rounds") }, ...rounds.map((n) => h("option", { value: n, selected: n === about.rounds }, words("round", { round: n }))));
  const list = h("ul", { class: "sheets" });
  const fill = () => list.replaceChildren(...about.sheets.map(([kind, title, what]) =>
    h("li", null, h("a", { href: `/event/sheet/${kind}?round=${choose.value}`, target: "_blank", rel: "noopener" }, title), h("span", { class: "hint" }, what))));
  choose.addEventListener("change", fill);
  fill();
  return h("div", { class: "two" },
    h("div", null, h("h2", null, words("sheets.print")), about.rounds ? choose : h("p", { class: "hint" }, words("sheets.later")), list),
    h("div", null, h("h2", null, words("sheets.files")), h("ul", { class: "sheets" },
      ...about.exports.map((what) => h("li", null, h("a", { href: `/api/event/export/${what}` }, what === "json" ? "tournament.json" : what))))));
}

desk.on("event", ({ changed, gone }) => {
  for (const key of gone) state.delete(key);
  for (const [key, one] of Object.entries(changed)) state.set(key, one);
  draw();
});
desk.addEventListener("who", () => state.has("remarks") && draw());
addEventListener("hashchange", draw);
setInterval(tick, 250);
