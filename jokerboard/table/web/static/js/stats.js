// Statistics and the graph of a game, computed from its steps.

import { h, s } from "/page/js/dom.js";
import { marblePicture, SEATS } from "/page/js/glyphs.js";
import { readPosition } from "/page/js/position.js";
import { nameOf, words } from "./words.js";

const WIDE = 300;
const HIGH = 110;
const LEFT = 18;

/** The counts for each seat. */
export function tally({ game }, { steps }) {
  const rows = new Map(game.seats.map((seat) => [seat, { seat, plays: 0, out: 0, home: 0, bumps: 0, bumped: 0, discards: 0, seconds: 0 }]));
  let since = 0;
  for (const { seat, play, state, t, code } of steps) {
    if (code || state !== "ok" || !rows.has(seat)) continue;
    const row = rows.get(seat);
    row.plays += 1;
    row.seconds += Math.max(0, t - since);
    since = t;
    if (play.endsWith("--")) row.discards += 1;
    row.out += count(play, /[A-H]s-/g);
    row.home += count(play, /\b[A-H]\d+-[A-H]h\d/g);
    for (const [, bumped] of play.matchAll(/x([A-H])/g)) {
      row.bumps += 1;
      if (rows.has(bumped)) rows.get(bumped).bumped += 1;
    }
  }
  return [...rows.values()];
}

const count = (text, pattern) => [...text.matchAll(pattern)].length;

export function table(state, plays) {
  const heads = ["player", "plays", "out", "home", "bumps", "bumped", "discards", "time"].map((head) => words(`stats.${head}`));
  return h("div", { class: "stats-box" }, h("table", { class: "stats" },
    h("thead", null, h("tr", null, heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", null, tally(state, plays).map((row) =>
      h("tr", null, h("th", { scope: "row" }, marblePicture(row.seat, { class: "tiny" }), nameOf(state, row.seat)),
        [row.plays, row.out, row.home, row.bumps, row.bumped, row.discards, clock(row.seconds)].map((cell) => h("td", null, String(cell))))))));
}

export const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** A graph of the marbles in HOME over the plays, with one line for each team. */
export function graph({ game }, { first, steps }) {
  const kept = [first, ...steps.filter(({ position, state }) => position && state === "ok").map(({ position }) => position)];
  const teams = game.teams?.length ? game.teams : game.seats.map((seat) => [seat]);
  const most = teams[0].length * (game.marbles ?? 5);
  const x = (i) => LEFT + (i / Math.max(1, kept.length - 1)) * (WIDE - LEFT - 6);
  const y = (n) => HIGH - 14 - (n / most) * (HIGH - 24);
  const lines = teams.map((team) => {
    let had = -1;
    const d = kept.map((line, i) => {
      const n = home(line, team);
      const step = n === had ? "" : `${had < 0 ? "M" : "L"}${x(i).toFixed(1)} ${had < 0 ? y(n) : `${y(had).toFixed(1)}L${x(i).toFixed(1)} ${y(n).toFixed(1)}`}`;
      had = n;
      return step;
    }).join("");
    return s("path", { d: `${d}L${x(kept.length - 1).toFixed(1)} ${y(had).toFixed(1)}`, stroke: SEATS[team[0]].colour });
  });
  const label = (text, at) => s("text", at, text);
  return s("svg", { class: "graph", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": words("stats.graph") },
    s("path", { class: "axis", d: `M${LEFT} 6V${HIGH - 14}H${WIDE - 6}` }),
    label(String(most), { x: 2, y: y(most) + 3 }), label("0", { x: 8, y: y(0) + 3 }),
    label(words("stats.play-count", { n: kept.length - 1 }), { x: WIDE - 6, y: HIGH - 3, "text-anchor": "end" }), lines);
}

function home(line, team) {
  const { marbles } = readPosition(line);
  return team.reduce((sum, seat) => sum + (marbles.get(seat) ?? []).filter((hole) => hole[1] === "h").length, 0);
}

export const winnersPicture = (team) => h("div", { class: "winners" }, team.map((seat) => marblePicture(seat)));
