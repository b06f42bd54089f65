// A round: its tables with their teams and results; earlier rounds can be chosen.

import { h, mark, setText, whenNew } from "/page/js/dom.js";
import { desk, notice } from "/static/desk/shell.js";
import { joined, words } from "/static/desk/words.js";
import { exchangeDialog, resultDialog, take, why } from "./actions.js";

let shown = null; // the number of the earlier round that is shown; null: the newest round, live
let earlier = null;

export function roundView(node, about, live) {
  if (!about.round) {
    shown = earlier = null;
    whenNew(node, "none", () => node.replaceChildren(h("p", { class: "empty" }, words("round.none"))));
    return;
  }
  if (!node.querySelector(".round")) frame(node);
  const newest = about.rounds;
  const choose = node.querySelector("select");
  whenNew(choose, String(newest), () => {
    choose.replaceChildren(...Array.from({ length: newest }, (_, k) => h("option", { value: k + 1 }, words("round", { round: k + 1 }))));
    shown = earlier = null;
  });
  choose.value = String(shown ?? newest);
  choose.hidden = newest < 2;
  choose.onchange = async () => {
    const wanted = Number(choose.value);
    if (wanted === newest) shown = earlier = null;
    else await look(wanted);
    roundView(node, about, live);
  };
  const round = shown === null ? { ...about.round, matches: live } : earlier;
  if (shown !== null && earlier.version !== about.version) look(shown, about.version).then(() => roundView(node, about, live));
  const find = node.querySelector("input").value.trim().toLocaleLowerCase();
  const list = node.querySelector(".tables");
  const rows = round.matches.filter((match) => !find || matches(match, find));
  sync(list, rows, `${about.round.stage} ${newest} ${desk.who}`, (match) => tableRow(match, about, round.number, round.matches));
  const byes = node.querySelector(".byes");
  setText(byes, round.byes.length ? words("round.byes", { teams: round.byes }) : "");
  byes.hidden = !round.byes.length;
  const notes = node.querySelector(".notes");
  setText(notes, round.notes.join(" "));
  notes.hidden = !round.notes.length;
  node.querySelector("input").oninput = () => roundView(node, about, live);
}

function frame(node) {
  node.replaceChildren(h("div", { class: "round" },
    h("div", { class: "row" }, h("select", { "aria-label": words("rounds") }),
      h("input", { type: "search", placeholder: words("round.find"), "aria-label": words("round.find") })),
    h("ol", { class: "tables" }), h("p", { class: "byes" }), h("p", { class: "notes for-director" })));
}

async function look(number, version) {
  try {
    earlier = { ...(await desk.get(`event/round/${number}`)), version };
    shown = number;
  } catch (error) {
    notice(error.message);
  }
}

const matches = (match, text) =>
  String(match.table) === text || match.teams.some((team) => [team.name, ...team.people].some((one) => one.toLocaleLowerCase().includes(text)));

/** Gives the list one row for each value of `things`; a row is made again only if its value or `with_` has changed. */
function sync(list, things, with_, make) {
  while (list.children.length > things.length) list.lastChild.remove();
  things.forEach((thing, k) => {
    if (!list.children[k]) list.append(h("li"));
    const node = list.children[k];
    whenNew(node, JSON.stringify([thing, with_]), () => {
      const { children, done } = make(thing);
      node.replaceChildren(...children);
      mark(node, "data-done", done ? "" : null);
    });
  });
}

function tableRow(match, about, number, all) {
  const best = Math.max(...match.teams.map((team) => team.points ?? -1));
  const worst = Math.min(...match.teams.map((team) => team.points ?? -1));
  const teams = match.teams.map((team) =>
    h("div", { class: "side", "data-first": match.result && team.points === best && best > worst ? "" : null },
      h("strong", null, team.name), h("span", { class: "people" }, team.people.join(" · ")),
      team.points === null ? "" : h("span", { class: "points", title: words("points.title") }, String(team.points))));
  const follow = match.log && number === about.rounds ? h("a", { class: "number", href: `/table/${encodeURIComponent(match.log)}`, title: words("round.follow", match) }, String(match.table)) : h("span", { class: "number" }, String(match.table));
  const timeOut = about.round.stage === "time-out" && match.log && !match.result && number === about.rounds;
  const open = number === about.rounds && about.round.stage === "paired" && about.settings.system === "swiss" && !about.closed;
  const started = number < about.rounds || about.round.stage !== "paired";
  return {
    done: Boolean(match.result),
    children: [
      follow,
      h("div", { class: "sides" }, ...teams),
      h("p", { class: "outcome" }, match.result ? detailsOf(match) : ""),
      h("button", { type: "button", class: "why quiet", "aria-label": words("why.of", match), onclick: () => why(match, number) }, words("why")),
      h("div", { class: "row for-director" },
        timeOut ? h("button", { type: "button", onclick: () => take(match) }, words("round.by-log")) : "",
        open ? h("button", { type: "button", "aria-label": words("exchange.of", match), onclick: () => exchangeDialog(match, all) }, words("exchange")) : "",
        started ? h("button", { type: "button", "aria-label": words("result.of", match), onclick: () => resultDialog(match, number) }, words(match.result ? "result.correct" : "result.enter")) : ""),
    ],
  };
}

/** The details of a result in small print: how it was decided, marbles, source, correction. */
function detailsOf(match) {
  const home = match.teams.every((team) => team.count) ? match.teams.map((team) => team.count[0]) : null;
  return joined([
    words("outcome.how", { how: match.how }), home ? words("outcome.home", { home: home.join(" : ") }) : "",
    match.from_log ? words("outcome.from-log") : "", match.corrected ? words("outcome.corrected", { reason: match.corrected }) : "",
  ]);
}
