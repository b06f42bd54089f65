// What a director orders at a table: asked with its reason, and how the table answered.

import { byId, h, mark } from "/page/js/dom.js";
import { marblePicture } from "/page/js/glyphs.js";
import { correction } from "/static/hall/correct.js";
import { ask, desk, notice } from "/static/desk/shell.js";

const WORDS = {
  "let-stand": "let it stand", "take-back": "take back", correct: "correct the board", penalty: "penalty",
  result: "decide the result", pause: "pause", "go-on": "go on", start: "start", seating: "seating",
};
const STATES = {
  waiting: "waits for the line", sent: "sent; the table has not answered yet", taken: "confirmed", refused: "refused",
};

/** One order and what became of it. */
export function answer(order) {
  const { body } = order;
  const what = [WORDS[body.order] ?? body.order, body.n ? `to before play ${body.n}` : "", body.text ? `(${body.text})` : ""];
  return h("li", { "data-state": order.state, "data-order-id": order.id },
    h("strong", null, STATES[order.state] ?? order.state), ` ${what.filter(Boolean).join(" ")}, by ${body.by}`,
    order.said ? h("span", { class: "hint" }, ` ${order.said}`) : "");
}

/** What each order asks besides its reason: the fields, what they give, and how the dialog looks. */
const NEEDS = {
  "take-back": ({ told }) => {
    const n = h("input", { type: "number", name: "n", min: 1, value: told.plays.findLast((play) => play.state === "ok")?.n ?? 1 });
    return { fields: [field("Before play", n)], give: () => ({ n: Number(n.value) }) };
  },
  correct: ({ game }) => {
    const { content, line } = correction(game);
    return { fields: content, give: () => ({ position: line() }), wide: true };
  },
  penalty: ({ game }) => {
    const whom = teamChoice(game, "Team", false);
    const points = h("input", { type: "number", name: "points", min: 1, max: 1000, value: 1 });
    return { fields: [whom.group, field("Points", points)], give: () => ({ team: whom.team(), points: Number(points.value) }) };
  },
  result: ({ game }) => {
    const winner = teamChoice(game, "Winner", true);
    return { fields: [winner.group], give: () => ({ team: winner.team() }) };
  },
};

const field = (text, input) => h("label", { class: "field" }, h("span", null, text), input);

/** Radio buttons with the teams of a game. */
function teamChoice(game, legend, nobody) {
  const choices = game.teams.map((team, i) => [team.join(""), team.map((one) => game.names[one] || one).join(" & "), i === 0]);
  if (nobody) choices.push(["", "nobody", false]);
  const radio = ([value, label, checked]) =>
    h("label", { class: "check" }, h("input", { type: "radio", name: "team", value, checked }),
      ...[...value].map((seat) => marblePicture(seat, { class: "tiny" })), h("span", null, label));
  const group = h("fieldset", { class: "teams" }, h("legend", null, legend), ...choices.map(radio));
  return { group, team: () => [...group.querySelector("input:checked").value] };
}

/** Asks what an order needs, and orders it; the dialog stays open until the desk has taken it. */
export async function orderDialog(order, table, told) {
  const game = told?.shown;
  if (!game && order in NEEDS) return void notice("No game was begun at this table.");
  if (!desk.who && !(await desk.login())) return;
  const needs = NEEDS[order]?.({ told, game }) ?? { fields: [], give: () => ({}) };
  const why = h("input", { type: "text", maxlength: 300, name: "text" });
  const title = `${WORDS[order][0].toUpperCase()}${WORDS[order].slice(1)}: ${told?.table.title ?? table}`;
  const send = () => desk.attempt("order", { table, order, text: why.value.trim(), ...needs.give() });
  mark(byId("ask-dialog"), "data-wide", needs.wide ? "" : null);
  const sent = await ask(title, [...needs.fields, field("Reason", why)], "Send", send);
  mark(byId("ask-dialog"), "data-wide", null);
  if (sent) notice("Sent. The table's answer appears here.");
}
