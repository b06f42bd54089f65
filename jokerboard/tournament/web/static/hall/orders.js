// Orders of a director to a table: the dialog for an order, and the table's answer.

import { byId, h, mark } from "/page/js/dom.js";
import { marblePicture } from "/page/js/glyphs.js";
import { correction } from "/static/hall/correct.js";
import { ask, desk, notice } from "/static/desk/shell.js";
import { joined, words } from "/static/desk/words.js";

/** An order with its state and the table's answer. */
export function answer(order) {
  const { body } = order;
  const what = joined([words("order.name", body), body.n ? words("order.to-before", body) : "", body.text ? `(${body.text})` : ""], " ");
  return h("li", { "data-state": order.state, "data-order-id": order.id },
    h("strong", null, words(`order.${order.state}`)), ` ${words("order.said", { what, by: body.by })}`,
    order.said ? h("span", { class: "hint" }, ` ${order.said}`) : "");
}

/**
 * The values that an order needs besides its reason: the fields, the function `give` that reads them, and whether
 * the dialog is wide.
 */
const NEEDS = {
  "take-back": ({ page }) => {
    const n = h("input", { type: "number", name: "n", min: 1, value: page.plays.findLast((play) => play.state === "ok")?.n ?? 1 });
    return { fields: [field(words("order.before"), n)], give: () => ({ n: Number(n.value) }) };
  },
  correct: ({ game }) => {
    const { content, line } = correction(game);
    return { fields: content, give: () => ({ position: line() }), wide: true };
  },
  penalty: ({ game }) => {
    const whom = teamChoice(game, words("order.team"), false);
    const points = h("input", { type: "number", name: "points", min: 1, max: 1000, value: 1 });
    return { fields: [whom.group, field(words("order.points"), points)], give: () => ({ team: whom.team(), points: Number(points.value) }) };
  },
  result: ({ game }) => {
    const winner = teamChoice(game, words("order.winner"), true);
    return { fields: [winner.group], give: () => ({ team: winner.team() }) };
  },
};

const field = (text, input) => h("label", { class: "field" }, h("span", null, text), input);

/** Radio buttons for the teams of a game. */
function teamChoice(game, legend, nobody) {
  const choices = game.teams.map((team, i) => [team.join(""), joined(team.map((one) => game.names[one] || one), " & "), i === 0]);
  if (nobody) choices.push(["", words("nobody"), false]);
  const radio = ([value, label, checked]) =>
    h("label", { class: "check" }, h("input", { type: "radio", name: "team", value, checked }),
      ...[...value].map((seat) => marblePicture(seat, { class: "tiny" })), h("span", null, label));
  const group = h("fieldset", { class: "teams" }, h("legend", null, legend), ...choices.map(radio));
  return { group, team: () => [...group.querySelector("input:checked").value] };
}

/** Shows the dialog for an order, and sends it; the dialog stays open until the desk has accepted the order. */
export async function orderDialog(order, table, page) {
  const game = page?.shown;
  if (!game && order in NEEDS) return void notice(words("order.no-game"));
  if (!desk.who && !(await desk.login())) return;
  const needs = NEEDS[order]?.({ page, game }) ?? { fields: [], give: () => ({}) };
  const why = h("input", { type: "text", maxlength: 300, name: "text" });
  const title = words("order.title", { order: words(`order.${order}`), table: page?.table.title ?? table });
  const send = () => desk.attempt("order", { table, order, text: why.value.trim(), ...needs.give() });
  mark(byId("ask-dialog"), "data-wide", needs.wide ? "" : null);
  const sent = await ask(title, [...needs.fields, field(words("reason"), why)], words("order.send"), send);
  mark(byId("ask-dialog"), "data-wide", null);
  if (sent) notice(words("order.gone"));
}
