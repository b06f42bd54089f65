// The commands of a director about a round, and the dialogs for their values.

import { h, setText } from "/page/js/dom.js";
import { ask, desk } from "/static/desk/shell.js";
import { words } from "/static/desk/words.js";
import { closeDialog, linksDialog, prizesDialog, settingsDialog } from "./setup.js";

const button = (code, act, kind, values) => h("button", { type: "button", class: kind ?? null, onclick: act }, words(`do.${code}`, values));
const go = (name, body) => desk.command(`event/${name}`, body ?? {});
const attempt = (name, body) => desk.attempt(`event/${name}`, body ?? {});

/** The buttons for the tournament's present stage, the usual next step first. */
export function doing(about, matches) {
  const stage = about.round?.stage ?? "none";
  const last = about.all !== null && about.rounds >= about.all;
  const made = {
    none: [button("pair", () => go("pair"), "main", { round: 1 })],
    paired: [button("start", () => start(about, matches), "main", { round: about.rounds }), button("unpair", unpair)],
    running: [button("pause", () => go("pause")), button("extend", extend), button("time-out", () => timeOut(matches))],
    paused: [button("resume", () => go("go-on"), "main"), button("extend", extend), button("time-out", () => timeOut(matches))],
    "time-out": [],
    over: last ? [] : [button("pair", () => go("pair"), "main", { round: about.rounds + 1 })],
  }[stage];
  if (about.closed) return [];
  return [...made, h("span", { class: "gap" }),
    button("close", () => closeDialog(about), "quiet"),
    button("links", () => linksDialog(about), "quiet"), button("prizes", () => prizesDialog(about), "quiet"),
    button("settings", () => settingsDialog(about), "quiet")];
}

function start(about, matches) {
  const unlinked = matches().filter((match) => !match.log).length;
  const text = unlinked === matches().length ? words("start.no-boards") : unlinked ? words("start.some", { n: unlinked }) : words("start.all");
  ask(words("start.title", { round: about.rounds }), [h("p", null, text)], words("start.go"), () => attempt("start"));
}

function unpair() {
  const reason = reasonField();
  ask(words("do.unpair"), [h("p", { class: "hint" }, words("unpair.hint")), reason.label], words("unpair.go"), () => attempt("unpair", { reason: reason.value() }));
}

function extend() {
  const minutes = h("input", { type: "number", min: -600, max: 600, value: 5, required: true });
  const reason = reasonField();
  ask(words("extend.title"), [h("label", { class: "field" }, h("span", null, words("extend.minutes")), minutes), reason.label], words("extend.go"), () => attempt("extend", { minutes: Number(minutes.value), reason: reason.value() }));
}

function timeOut(matches) {
  const open = matches().filter((match) => !match.result);
  ask(words("time-out.title"), [h("p", null, words("time-out.text", { missing: open.length }))], words("do.time-out"), () => attempt("time-out"));
}

/** Shows the reason why the teams of a table meet. The desk computes it, which takes seconds for a large round. */
export async function why(match, round) {
  const answer = h("p", null, words("why.wait"));
  const asked = desk.get(`event/why/${round}/${match.table}`).then((answer) => answer.why, (error) => error.message);
  asked.then((text) => setText(answer, text));
  await ask(words("why.title", match), [answer], words("why.close"), () => ({ ok: true }));
}

/** The dialog for exchanging two teams of a pairing; it shows the cost of the exchange in advance. */
export function exchangeDialog(match, all) {
  const option = (team, table) => h("option", { value: team.number }, table ? words("exchange.at", { team: team.name, table }) : team.name);
  const one = h("select", null, ...match.teams.map((team) => option(team)));
  const other = h("select", null, ...all.filter((each) => each.table !== match.table).flatMap((each) => each.teams.map((team) => option(team, each.table))),
    ...match.teams.map((team) => option(team, match.table)));
  const cost = h("p", { class: "hint", role: "status" });
  const weigh = async () => {
    setText(cost, "");
    if (one.value === other.value) return;
    const pair = `${one.value}/${other.value}`;
    const text = await desk.get(`event/exchange/${pair}`).then((answer) => answer.cost, (error) => error.message);
    if (pair === `${one.value}/${other.value}`) setText(cost, text);
  };
  one.addEventListener("change", weigh);
  other.addEventListener("change", weigh);
  weigh();
  const reason = reasonField();
  const field = (text, input) => h("label", { class: "field" }, h("span", null, text), input);
  const content = [field(words("exchange.one"), one), field(words("exchange.other"), other), cost, reason.label];
  const body = () => ({ one: Number(one.value), other: Number(other.value), reason: reason.value() });
  ask(words("exchange.title", match), content, words("exchange.go"), () => attempt("exchange", body()));
}

export function take(match) {
  ask(words("take.title", match), [h("p", null, words("take.text"))], words("take.go"), () => attempt("take", { table: match.table }));
}

function reasonField(required = true) {
  const input = h("input", { type: "text", maxlength: 200, required });
  return { label: h("label", { class: "field" }, h("span", null, words("reason")), input), value: () => input.value.trim(), input };
}

/** The dialog for a result by hand: the winner, counted marbles, or absent teams. A correction needs a reason. */
export async function resultDialog(match, round) {
  const choices = [
    ...match.teams.map((team) => [`won ${team.number}`, words("result.won", { team: team.name })]),
    ["equal", words("result.equal")], ["marbles", words("result.count")],
    ...match.teams.map((team) => [`absent ${team.number}`, words("result.absent", { team: team.name })]),
    ...(match.result ? [["clear", words("result.clear")]] : []),
  ];
  const radios = choices.map(([value, text]) => h("label", { class: "choice" }, h("input", { type: "radio", name: "what", value, required: true }), h("span", null, text)));
  const counts = match.teams.map((team) => ({
    home: h("input", { type: "number", min: 0, max: 20, placeholder: words("result.home"), "aria-label": words("result.home.label", { team: team.name }) }),
    left: h("input", { type: "number", min: 0, max: 9999, placeholder: words("result.left"), "aria-label": words("result.left.label", { team: team.name }) }),
    team,
  }));
  const second = match.teams.length === 3 ? h("select", { "aria-label": words("result.second") }, h("option", { value: "" }, words("result.second.none")),
    ...match.teams.map((team) => h("option", { value: team.number }, words("result.second.team", { team: team.name })))) : "";
  const marbles = h("div", { class: "counts" }, ...counts.map(({ home, left, team }) => h("div", null, h("span", null, team.name), home, left)));
  const reason = reasonField(Boolean(match.result));
  const chosen = () => radios.map((label) => label.querySelector("input")).find((input) => input.checked)?.value ?? "";
  const show = () => {
    marbles.hidden = chosen() !== "marbles";
    if (second) second.hidden = !chosen().startsWith("won");
  };
  radios.forEach((label) => label.addEventListener("change", show));
  show();
  const title = words(match.result ? "result.correct-of" : "result.of", match);
  const now = match.result ? [h("p", { class: "hint" }, words("result.so-far", match))] : [];
  const extra = match.result ? [reason.label] : [];
  await ask(title, [...now, h("div", { class: "choices" }, ...radios), second, marbles, ...extra], words(match.result ? "result.correct" : "result.go"), enter);

  async function enter() {
    const body = { table: match.table, round, reason: reason.value() };
    const [what, number] = chosen().split(" ");
    if (what === "won") body.order = [Number(number), ...(second && second.value && second.value !== number ? [Number(second.value)] : [])];
    else if (what === "absent") body.absent = [Number(number)];
    else if (what === "marbles") {
      if (counts.some(({ home }) => home.value === "")) return { ok: false, error: words("result.no-counts") };
      body.marbles = counts.map(({ home, left }) => [Number(home.value), Number(left.value || 0)]);
    } else body[what] = true;
    return attempt("result", body);
  }
}
