// The tab of the teams: their list with late entries and withdrawals, the commands, and the import of a list from a
// file, all teams or none.

import { h } from "/page/js/dom.js";
import { ask, desk, notice } from "/static/desk/shell.js";
import { joined, words } from "/static/desk/words.js";

const go = (name, body) => desk.command(`event/${name}`, body);
const attempt = (name, body) => desk.attempt(`event/${name}`, body);

export function teamsView(teams, about) {
  const head = [...["number", "team", "players", "club"].map((one) => words(`teams.${one}`)), ""];
  return h("div", null,
    h("div", { class: "row for-director" },
      h("button", { type: "button", onclick: fromFile }, words("teams.import")),
      h("button", { type: "button", onclick: () => teamDialog(null) }, words("teams.add")),
      teams.length && !about.rounds ? h("button", { type: "button", onclick: () => unregister(teams) }, words("teams.undo")) : "",
      h("a", { href: "/api/event/export/teams.csv" }, words("teams.csv"))),
    teams.length ? h("div", { class: "scroll" }, h("table", { class: "list teams" },
      h("thead", null, h("tr", null, ...head.map((text, k) => h("th", { class: k ? null : "figure" }, text)))),
      h("tbody", null, ...teams.map((team) => row(team, teams, about))))) : h("p", { class: "empty" }, words("teams.none")));
}

/** The remarks about a team: late entry, penalty, withdrawal, teams kept apart, bye in the next round. */
export const teamMarks = ({ since, penalty, withdrawn, bye, apart = [] }) => joined([
  since > 1 ? words("team.since", { since }) : "", penalty ? words("team.penalised", { penalty }) : "", withdrawn ? words("team.withdrawn") : "",
  apart.length ? words("team.apart-from", { apart }) : "", bye === null ? "" : words("team.bye-next", { points: bye }),
]);

function row(team, teams, about) {
  const marks = teamMarks(team);
  const stays = team.withdrawn
    ? h("button", { type: "button", onclick: () => go("return", { team: team.number }) }, words("team.return"))
    : h("button", { type: "button", onclick: () => withdraw(team) }, words("team.withdraw"));
  return h("tr", { "data-gone": team.withdrawn ? "" : null },
    h("td", { class: "figure" }, String(team.number)),
    h("td", { class: "team" }, team.name, marks ? h("span", { class: "hint" }, ` ${marks}`) : ""),
    h("td", null, team.players.join(", ")), h("td", null, team.club),
    h("td", { class: "acts" }, h("div", { class: "row end for-director" }, h("button", { type: "button", onclick: () => teamDialog(team) }, words("team.change")), h("button", { type: "button", onclick: () => penalty(team) }, words("team.penalty")), bye(team, about), apart(team, teams, about), stays)));
}

/** The button for a bye in the next round on request, in a Swiss only. */
function bye(team, about) {
  if (about.settings.system !== "swiss" || team.withdrawn) return "";
  if (team.bye !== null) return h("button", { type: "button", onclick: () => go("no-bye", { team: team.number }) }, words("team.no-bye"));
  return h("button", { type: "button", onclick: () => askBye(team, about) }, words("team.bye"));
}

/** The button for teams that should not meet, such as those of one family, in a Swiss only. */
function apart(team, teams, about) {
  if (about.settings.system !== "swiss" || team.withdrawn) return "";
  return h("button", { type: "button", onclick: () => askApart(team, teams) }, words("team.apart"));
}

function askApart(team, teams) {
  const others = teams.filter((one) => one.number !== team.number).map((one) => {
    const input = h("input", { type: "checkbox", value: one.number, checked: team.apart.includes(one.name) });
    return { input, had: input.checked, label: h("label", { class: "choice" }, input, h("span", null, one.name)) };
  });
  const reason = h("input", { type: "text", maxlength: 200 });
  const content = [
    h("p", { class: "hint" }, words("apart.hint", { team: team.name })),
    h("div", { class: "choices long" }, ...others.map(({ label }) => label)),
    h("label", { class: "field" }, h("span", null, words("reason")), reason),
  ];
  const send = async () => {
    let answer = { ok: true };
    for (const { input, had } of others) {
      const pair = [team.number, Number(input.value)];
      if (input.checked && !had) answer = await attempt("apart", { teams: pair, reason: reason.value.trim() });
      else if (!input.checked && had) answer = await attempt("meet", { teams: pair });
      if (!answer.ok) break;
    }
    return answer;
  };
  ask(words("apart.title", { team: team.name }), content, words("save"), send);
}

function askBye(team, about) {
  const worth = h("input", { type: "number", min: 0, max: about.bye_points, value: about.bye_points / 2, required: true });
  const reason = h("input", { type: "text", maxlength: 200, required: true });
  const content = [
    h("p", { class: "hint" }, words("bye.hint", { team: team.name, win: about.bye_points })),
    h("label", { class: "field" }, h("span", null, words("bye.points")), worth), h("label", { class: "field" }, h("span", null, words("reason")), reason),
  ];
  ask(words("bye.title", { team: team.name }), content, words("bye.go"), () => attempt("bye", { team: team.number, points: Number(worth.value), reason: reason.value.trim() }));
}

function unregister(teams) {
  const reason = h("input", { type: "text", maxlength: 200, required: true });
  const content = [
    h("p", { class: "hint" }, words("undo.hint", { n: teams.length })),
    h("label", { class: "field" }, h("span", null, words("reason")), reason),
  ];
  ask(words("undo.title"), content, words("undo.go"), () => attempt("unregister", { reason: reason.value.trim() }));
}

function penalty(team) {
  const points = h("input", { type: "number", min: -1000, max: 1000, value: 1, required: true });
  const reason = h("input", { type: "text", maxlength: 200, required: true });
  const content = [
    h("p", { class: "hint" }, words("penalty.hint")),
    h("label", { class: "field" }, h("span", null, words("penalty.points")), points), h("label", { class: "field" }, h("span", null, words("reason")), reason),
  ];
  ask(words("penalty.title", { team: team.name }), content, words("team.penalty"), () => attempt("penalty", { team: team.number, points: Number(points.value), reason: reason.value.trim() }));
}

function withdraw(team) {
  const reason = h("input", { type: "text", maxlength: 200 });
  const content = [
    h("p", { class: "hint" }, words("withdraw.hint")),
    h("label", { class: "field" }, h("span", null, words("reason")), reason),
  ];
  ask(words("withdraw.title", { team: team.name }), content, words("team.withdraw"), () => attempt("withdraw", { team: team.number, reason: reason.value.trim() }));
}

async function teamDialog(team) {
  const name = h("input", { type: "text", maxlength: 60, required: true, value: team?.name ?? "" });
  const players = h("textarea", { rows: 4, required: true, "aria-label": words("team.players") });
  players.value = team?.players.join("\n") ?? "";
  const club = h("input", { type: "text", maxlength: 60, value: team?.club ?? "" });
  const content = [
    h("label", { class: "field" }, h("span", null, words("teams.team")), name),
    h("label", { class: "field" }, h("span", null, words("team.players")), players),
    h("label", { class: "field" }, h("span", null, words("teams.club")), club),
  ];
  const body = () => ( { name: name.value.trim(), players: players.value.split("\n").map((one) => one.trim()).filter(Boolean), club: club.value.trim() });
  const send = () => attempt(team ? "rename" : "team", team ? { ...body(), team: team.number } : body());
  await ask(team ? words("team.title", team) : words("teams.add"), content, words(team ? "team.change" : "team.register"), send);
}

function fromFile() {
  const input = h("input", { type: "file", accept: ".csv,.txt,text/csv" });
  input.addEventListener("change", async () => {
    const file = input.files[0];
    if (!file) return;
    // The desk decodes the bytes, because it knows the encodings in which spreadsheets save.
    const bytes = new Uint8Array(await file.arrayBuffer());
    const list = { data: btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), "")), file: file.name.slice(0, 200) };
    let answer = await go("teams", list);
    if (answer?.guess) answer = await askColumns(list, answer);
    if (answer) notice(joined([words("import.done", { n: answer.teams }), ...answer.remarks], " "));
  });
  input.click();
}

/**
 * Asks for the names of the columns, with the desk's guess filled in, and registers the list with the names that
 * people give.
 */
function askColumns(list, { row, guess }) {
  const columns = h("input", { type: "text", maxlength: 1000, required: true, value: guess.join(", ") });
  const team = h("input", { type: "checkbox" });
  const content = [
    h("p", null, words("columns.first")), h("p", null, h("code", null, row.join(" | "))),
    h("label", { class: "field" }, h("span", null, words("columns.order")), columns),
    h("p", { class: "hint" }, words("columns.hint")),
    h("label", { class: "row" }, team, words("columns.team")),
  ];
  return ask(words("columns.title"), content, words("team.register"), async () => {
    const answer = await attempt("teams", { ...list, columns: columns.value.split(",").map((one) => one.trim()), named: !team.checked });
    return answer.guess ? { ok: false, error: words("columns.missing") } : answer;
  });
}
