// What a director does with a round, and the dialogs that ask for what is needed.

import { h } from "/page/js/dom.js";
import { ask, desk } from "/static/desk/shell.js";
import { closeDialog, linksDialog, prizesDialog, settingsDialog } from "./setup.js";

const button = (text, act, kind) => h("button", { type: "button", class: kind ?? null, onclick: act }, text);
const go = (name, body) => desk.command(`event/${name}`, body ?? {});
const attempt = (name, body) => desk.attempt(`event/${name}`, body ?? {});

/** The buttons for where the tournament stands: what comes next first. */
export function doing(about, matches) {
  const stage = about.round?.stage ?? "none";
  const last = about.all !== null && about.rounds >= about.all;
  const next = about.rounds + 1;
  const made = {
    none: [button("Pair round 1", () => go("pair"), "main")],
    paired: [button(`Start round ${about.rounds}`, () => start(about, matches), "main"), button("Cancel this pairing", unpair)],
    running: [button("Pause", () => go("pause")), button("More minutes", extend), button("Call time", () => timeOut(matches))],
    paused: [button("Resume", () => go("go-on"), "main"), button("More minutes", extend), button("Call time", () => timeOut(matches))],
    "time-out": [],
    over: last ? [] : [button(`Pair round ${next}`, () => go("pair"), "main")],
  }[stage];
  if (about.closed) return [];
  return [...made, h("span", { class: "gap" }),
    button("Close", () => closeDialog(about), "quiet"),
    button("Connect boards", () => linksDialog(about), "quiet"), button("Prizes", () => prizesDialog(about), "quiet"),
    button("Settings", () => settingsDialog(about), "quiet")];
}

function start(about, matches) {
  const unlinked = matches().filter((match) => !match.log).length;
  const all = unlinked === matches().length;
  const text = all ? "No board is connected to a table number: results come from slips."
    : unlinked ? `${unlinked === 1 ? "1 table has" : `${unlinked} tables have`} no connected board: results there come from slips. At the others a new game begins.`
      : "At every table a new game begins.";
  ask(`Start round ${about.rounds}?`, [h("p", null, text)], "Start", () => attempt("start"));
}

function unpair() {
  const reason = reasonField("Reason");
  ask("Cancel this pairing", [h("p", { class: "hint" }, "The round can be paired again, with the teams that play then."), reason.label], "Cancel the pairing", () => attempt("unpair", { reason: reason.value() }));
}

function extend() {
  const minutes = h("input", { type: "number", min: -600, max: 600, value: 5, required: true });
  const reason = reasonField("Reason");
  ask("More minutes for everybody", [h("label", { class: "field" }, h("span", null, "Minutes"), minutes), reason.label], "Extend the round", () => attempt("extend", { minutes: Number(minutes.value), reason: reason.value() }));
}

function timeOut(matches) {
  const open = matches().filter((match) => !match.result);
  const text = `${open.length} ${open.length === 1 ? "table" : "tables"} still playing. Marbles home decide, then holes to go, as the boards stand now. Enter the slips of tables that cannot report themselves.`;
  ask("Call time?", [h("p", null, text)], "Call time", () => attempt("time-out"));
}

export function take(match) {
  const text = "Its log may lack the last plays. The last known board decides.";
  ask(`Decide table ${match.table} by its log?`, [h("p", null, text)], "Decide", () => attempt("take", { table: match.table }));
}

function reasonField(text, required = true) {
  const input = h("input", { type: "text", maxlength: 200, required });
  return { label: h("label", { class: "field" }, h("span", null, text), input), value: () => input.value.trim(), input };
}

/** A result by hand: who won, or counted marbles; a correction needs a reason. */
export async function resultDialog(match, round) {
  const choices = [
    ...match.teams.map((team) => [`won ${team.number}`, `${team.name} won`]),
    ["equal", "Equal"], ["marbles", "On time: count marbles"],
    ...match.teams.map((team) => [`absent ${team.number}`, `${team.name} did not come`]),
    ...(match.result ? [["clear", "No result: still playing"]] : []),
  ];
  const radios = choices.map(([value, text]) => h("label", { class: "choice" }, h("input", { type: "radio", name: "what", value, required: true }), h("span", null, text)));
  const counts = match.teams.map((team) => ({
    home: h("input", { type: "number", min: 0, max: 20, placeholder: "home", "aria-label": `${team.name}: marbles home` }),
    left: h("input", { type: "number", min: 0, max: 9999, placeholder: "to go", "aria-label": `${team.name}: holes to go` }),
    team,
  }));
  const second = match.teams.length === 3 ? h("select", { "aria-label": "Second" }, h("option", { value: "" }, "the others are equal"),
    ...match.teams.map((team) => h("option", { value: team.number }, `${team.name} second`))) : "";
  const marbles = h("div", { class: "counts" }, ...counts.map(({ home, left, team }) => h("div", null, h("span", null, team.name), home, left)));
  const reason = reasonField("Reason", Boolean(match.result));
  const chosen = () => radios.map((label) => label.querySelector("input")).find((input) => input.checked)?.value ?? "";
  const show = () => {
    marbles.hidden = chosen() !== "marbles";
    if (second) second.hidden = !chosen().startsWith("won");
  };
  radios.forEach((label) => label.addEventListener("change", show));
  show();
  const title = match.result ? `Correct table ${match.table}` : `Result of table ${match.table}`;
  const now = match.result ? [h("p", { class: "hint" }, `So far: ${match.result}`)] : [];
  const extra = match.result ? [reason.label] : [];
  await ask(title, [...now, h("div", { class: "choices" }, ...radios), second, marbles, ...extra], match.result ? "Correct" : "Enter", enter);

  async function enter() {
    const body = { table: match.table, round, reason: reason.value() };
    const [what, number] = chosen().split(" ");
    if (what === "won") body.order = [Number(number), ...(second && second.value && second.value !== number ? [Number(second.value)] : [])];
    else if (what === "absent") body.absent = [Number(number)];
    else if (what === "marbles") {
      if (counts.some(({ home }) => home.value === "")) return { ok: false, error: "Enter the marbles home of every team." };
      body.marbles = counts.map(({ home, left }) => [Number(home.value), Number(left.value || 0)]);
    } else body[what] = true;
    return attempt("result", body);
  }
}
