// The teams: who plays, who came late, who left; lists from a file, all or none.

import { h } from "/page/js/dom.js";
import { ask, desk, notice } from "/static/desk/shell.js";

const go = (name, body) => desk.command(`event/${name}`, body);
const attempt = (name, body) => desk.attempt(`event/${name}`, body);

export function teamsView(teams, about) {
  const head = ["No", "Team", "Players", "Club", ""];
  return h("div", null,
    h("div", { class: "row for-director" },
      h("button", { type: "button", onclick: fromFile }, "Import a CSV file"),
      h("button", { type: "button", onclick: () => teamDialog(null) }, "Register a team"),
      teams.length && !about.rounds ? h("button", { type: "button", onclick: () => unregister(teams) }, "Undo the registration") : "",
      h("a", { href: "/api/event/export/teams.csv" }, "Teams as CSV")),
    teams.length ? h("div", { class: "scroll" }, h("table", { class: "list teams" },
      h("thead", null, h("tr", null, ...head.map((text, k) => h("th", { class: k ? null : "figure" }, text)))),
      h("tbody", null, ...teams.map((team) => row(team, about))))) : h("p", { class: "empty" }, "No team is registered yet."));
}

function row(team, about) {
  const marks = [team.since > 1 ? `since round ${team.since}` : "", team.penalty ? `penalty ${team.penalty}` : "", team.withdrawn ? "withdrawn" : "",
    team.bye === null ? "" : `bye in the next round, ${points(team.bye)}`].filter(Boolean).join(", ");
  const stays = team.withdrawn
    ? h("button", { type: "button", onclick: () => go("return", { team: team.number }) }, "Return")
    : h("button", { type: "button", onclick: () => withdraw(team) }, "Withdraw");
  return h("tr", { "data-gone": team.withdrawn ? "" : null },
    h("td", { class: "figure" }, String(team.number)),
    h("td", { class: "team" }, team.name, marks ? h("span", { class: "hint" }, ` ${marks}`) : ""),
    h("td", null, team.players.join(", ")), h("td", null, team.club),
    h("td", { class: "acts" }, h("div", { class: "row end for-director" }, h("button", { type: "button", onclick: () => teamDialog(team) }, "Change"), h("button", { type: "button", onclick: () => penalty(team) }, "Penalty"), bye(team, about), stays)));
}

const points = (n) => (n === 1 ? "1 point" : `${n} points`);

/** A bye on request: of a Swiss, for the next round. */
function bye(team, about) {
  if (about.settings.system !== "swiss" || team.withdrawn) return "";
  if (team.bye !== null) return h("button", { type: "button", onclick: () => go("no-bye", { team: team.number }) }, "Cancel the bye");
  return h("button", { type: "button", onclick: () => askBye(team, about) }, "Bye");
}

function askBye(team, about) {
  const worth = h("input", { type: "number", min: 0, max: about.bye_points, value: about.bye_points / 2, required: true });
  const reason = h("input", { type: "text", maxlength: 200, required: true });
  const content = [
    h("p", { class: "hint" }, `${team.name} does not play in the next round to be paired, and gets these points for it. A win is worth ${points(about.bye_points)}.`),
    h("label", { class: "field" }, h("span", null, "Points"), worth), h("label", { class: "field" }, h("span", null, "Reason"), reason),
  ];
  ask(`Bye for ${team.name}`, content, "Give the bye", () => attempt("bye", { team: team.number, points: Number(worth.value), reason: reason.value.trim() }));
}

function unregister(teams) {
  const reason = h("input", { type: "text", maxlength: 200, required: true });
  const content = [
    h("p", { class: "hint" }, `All ${teams.length} teams are taken off the list. The history keeps them; a list can be imported again.`),
    h("label", { class: "field" }, h("span", null, "Reason"), reason),
  ];
  ask("Undo the registration?", content, "Take all teams off", () => attempt("unregister", { reason: reason.value.trim() }));
}

function penalty(team) {
  const points = h("input", { type: "number", min: -1000, max: 1000, value: 1, required: true });
  const reason = h("input", { type: "text", maxlength: 200, required: true });
  const content = [
    h("p", { class: "hint" }, "The team loses these points from the next pairing on. A negative number takes a penalty back."),
    h("label", { class: "field" }, h("span", null, "Points"), points), h("label", { class: "field" }, h("span", null, "Reason"), reason),
  ];
  ask(`Penalty for ${team.name}`, content, "Penalty", () => attempt("penalty", { team: team.number, points: Number(points.value), reason: reason.value.trim() }));
}

function withdraw(team) {
  const reason = h("input", { type: "text", maxlength: 200 });
  const content = [
    h("p", { class: "hint" }, "The team is not paired again. An existing pairing stays: enter that the team did not come, or cancel the pairing."),
    h("label", { class: "field" }, h("span", null, "Reason"), reason),
  ];
  ask(`Withdraw ${team.name}?`, content, "Withdraw", () => attempt("withdraw", { team: team.number, reason: reason.value.trim() }));
}

async function teamDialog(team) {
  const name = h("input", { type: "text", maxlength: 60, required: true, value: team?.name ?? "" });
  const players = h("textarea", { rows: 4, required: true, "aria-label": "Players, one a line" });
  players.value = team?.players.join("\n") ?? "";
  const club = h("input", { type: "text", maxlength: 60, value: team?.club ?? "" });
  const content = [
    h("label", { class: "field" }, h("span", null, "Team"), name),
    h("label", { class: "field" }, h("span", null, "Players, one a line"), players),
    h("label", { class: "field" }, h("span", null, "Club"), club),
  ];
  const body = () => ( { name: name.value.trim(), players: players.value.split("\n").map((one) => one.trim()).filter(Boolean), club: club.value.trim() });
  const send = () => attempt(team ? "rename" : "team", team ? { ...body(), team: team.number } : body());
  await ask(team ? `Team ${team.number}` : "Register a team", content, team ? "Change" : "Register", send);
}

function fromFile() {
  const input = h("input", { type: "file", accept: ".csv,.txt,text/csv" });
  input.addEventListener("change", async () => {
    const file = input.files[0];
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const remarks = [];
    let list;
    try {
      const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
      list = new TextDecoder(wide, { fatal: true }).decode(bytes);
    } catch {
      list = new TextDecoder("windows-1252").decode(bytes); // spreadsheets in Western Europe write it
      remarks.push("The list is not UTF-8 and was read as Windows-1252: check the names.");
    }
    const answer = await go("teams", { list, file: file.name.slice(0, 200) });
    if (answer) notice([answer.teams === 1 ? "1 team registered." : `${answer.teams} teams registered.`, ...answer.remarks, ...remarks].join(" "));
    return undefined;
  });
  input.click();
}
