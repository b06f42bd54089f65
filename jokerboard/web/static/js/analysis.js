// The analysis of a finished game: each team's chance after each play, and the plays that cost most. The table sends
// the graph at once; it computes the costs of plays in some seconds.

import { AGAIN, h, patiently, s } from "./dom.js";
import { marblePicture, SEATS } from "./glyphs.js";
import { listed, localPercent, words } from "./words.js";

const WIDE = 300;
const HIGH = 120;
const LEFT = 30;

/**
 * A section that fills itself with the analysis that `get` fetches. `nameOf` gives a seat's name. With `go`, a click
 * on the graph or on a costly play calls `go(played, mistake)`: with the number of plays before the clicked one, and
 * the costly play if one was clicked.
 */
export function analysis(get, nameOf, go = null) {
  const box = h("section", { class: "analysis", "aria-label": words("analysis.title") });
  fill(box, get, nameOf, go).catch(() => box.remove());
  return box;
}

async function fill(box, get, nameOf, go) {
  for (;;) {
    const found = await patiently(get);
    const plays = found.hands ? costly(nameOf, found, go) : found.partial ? "" : h("p", { class: "hint" }, found.weighing ? words("analysis.wait") : words("analysis.no-hands"));
    const how = [words("analysis.means"), go && words("analysis.go")].filter(Boolean).join(" ");
    box.replaceChildren(...[h("h2", null, words("analysis.title")), legend(nameOf, found), chances(found, go), h("p", { class: "hint" }, how), plays].flat(2));
    if (!found.weighing) return;
    await new Promise((done) => setTimeout(done, AGAIN));
    if (!box.isConnected) return; // another game has begun meanwhile
  }
}

/** The legend: each team's marble and names, in the colour of its line. */
const legend = (nameOf, { teams }) => h("p", { class: "legend" }, teams.map((team) =>
  h("span", null, marblePicture(team[0], { class: "tiny" }), listed("and", [...team].map(nameOf)))));

/**
 * The series smoothed: each chance becomes the mean over one round of plays around it; the first and the last stay.
 * Each chance is computed from the view of the seat that has just played, which knows only its own hand; a whole
 * round covers the views of all seats.
 */
export function meansOfRounds(series, round) {
  const last = series.length - 1;
  return series.map((_, n) => {
    const half = Math.min(round / 2, n, last - n);
    let [sum, weights] = [0, 0];
    for (let k = n - Math.floor(half); k <= n + half; k++) {
      const weight = Math.min(1, half + 0.5 - Math.abs(k - n));
      sum += weight * series[k];
      weights += weight;
    }
    return sum / weights;
  });
}

/** A graph of the teams' chances, with one line for each team. */
function chances({ teams, chances: found, played }, go) {
  const round = teams.reduce((seats, team) => seats + team.length, 0);
  const smooth = teams.map((_, team) => meansOfRounds(found.map((now) => now[team]), round));
  const kept = found.map((_, n) => smooth.map((series) => series[n]));
  const x = (n) => LEFT + (n / Math.max(1, kept.length - 1)) * (WIDE - LEFT - 6);
  const y = (part) => 8 + (1 - part) * (HIGH - 24);
  const line = (team) => kept.map((now, n) => `${n ? "L" : "M"}${x(n).toFixed(1)} ${y(now[team]).toFixed(1)}`).join("");
  const percent = (part) => s("text", { x: LEFT - 4, y: y(part) + 3, "text-anchor": "end" }, localPercent(part));
  const clicked = ({ currentTarget, clientX }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const part = (((clientX - left) / width) * WIDE - LEFT) / (WIDE - LEFT - 6);
    go(played[Math.min(kept.length - 1, Math.max(0, Math.round(part * (kept.length - 1))))]);
  };
  return s("svg", { class: go ? "graph clickable" : "graph", onclick: go && played ? clicked : null, viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": words("analysis.graph") },
    s("path", { class: "axis", d: `M${LEFT} 8V${HIGH - 16}H${WIDE - 6}M${LEFT} ${y(0.5)}H${WIDE - 6}` }),
    percent(1), percent(0.5), percent(0),
    s("text", { x: WIDE - 6, y: HIGH - 4, "text-anchor": "end" }, words("analysis.plays", { n: kept.length - 1 })),
    teams.map((team, at) => s("path", { d: line(at), stroke: SEATS[team[0]].colour })));
}

/** The plays that cost most, and the luck and skill of each team. */
function costly(nameOf, { teams, costs, luck, mistakes, played }, go) {
  const who = (team) => [...team].map(nameOf);
  return [
    mistakes.length ? [h("h3", null, words("analysis.costly")), h("ol", { class: "mistakes" }, mistakes.map((one) =>
      h("li", null, go && played ? h("button", { type: "button", class: "quiet", onclick: () => go(played[one.action - 1], one) }, mistakeWords(one)) : mistakeWords(one))))] : h("p", null, words("analysis.none")),
    h("ul", { class: "luck" }, teams.map((team, at) =>
      h("li", null, words("analysis.luck", { names: listed("and", who(team)), skill: words(skillOf(costs[at])), luck: words(luckOf(luck[at])) })))),
    h("p", { class: "hint" }, words("analysis.hint")),
  ];
}

const mistakeWords = ({ action, cost, said, instead }) => words("analysis.mistake", { action, cost: localPercent(cost), said, instead });

/** The code of the sentence on how much luck a team's cards brought; `part` is the gain of its chance. */
function luckOf(part) {
  if (Math.abs(part) < 0.08) return "luck.neither";
  return `luck.${part > 0 ? "helped" : "against"}-${Math.abs(part) > 0.3 ? "lot" : "little"}`;
}

/** The code of the sentence on how well a team chose, by the sum of its costs. */
const skillOf = (cost) => `skill.${cost < 0.03 ? "best" : cost < 0.2 ? "good" : cost < 0.5 ? "some" : "many"}`;
