// What a director orders at a table: asked with its reason, and how the table answered.

import { h } from "/page/js/dom.js";
import { marblePicture } from "/page/js/glyphs.js";
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

/** Asks what an order needs, and orders it. */
export async function orderDialog(order, table, told) {
  const game = told?.shown;
  const why = h("input", { type: "text", maxlength: 300, name: "text" });
  const fields = [h("label", { class: "field" }, h("span", null, "Reason"), why)];
  const extra = {};
  if (order === "take-back") {
    const n = h("input", { type: "number", name: "n", min: 1, value: told.plays.findLast((play) => play.state === "ok")?.n ?? 1 });
    fields.unshift(h("label", { class: "field" }, h("span", null, "Before play"), n));
    extra.n = () => Number(n.value);
  }
  if (order === "correct") {
    const position = h("input", { type: "text", name: "position", value: game?.position ?? "", spellcheck: "false" });
    fields.unshift(h("label", { class: "field" }, h("span", null, "Position"), position),
      h("p", { class: "hint" }, "Side by side, the holes of the marbles outside START; then whose turn it is."));
    extra.position = () => position.value.trim();
  }
  if (order === "penalty" || order === "result") {
    const teams = game?.teams ?? [];
    const choices = teams.map((team, i) => [team.join(""), team.map((one) => game.names[one] || one).join(" & "), i === 0]);
    if (order === "result") choices.push(["", "nobody", false]);
    const radio = ([value, label, checked]) =>
      h("label", { class: "check" }, h("input", { type: "radio", name: "team", value, checked }),
        ...[...value].map((seat) => marblePicture(seat, { class: "tiny" })), h("span", null, label));
    const group = h("fieldset", { class: "teams" }, h("legend", null, order === "result" ? "Who has won" : "Whom"), ...choices.map(radio));
    fields.unshift(group);
    extra.team = () => [...group.querySelector("input:checked").value];
  }
  if (order === "penalty") {
    const points = h("input", { type: "number", name: "points", min: 1, max: 1000, value: 1 });
    fields.splice(1, 0, h("label", { class: "field" }, h("span", null, "Points"), points));
    extra.points = () => Number(points.value);
  }
  if (!desk.who && !(await desk.login())) return;
  const title = `${WORDS[order][0].toUpperCase()}${WORDS[order].slice(1)}: ${told?.table.title ?? table}`;
  if (!(await ask(title, fields, "Send"))) return;
  const body = { table, order, text: why.value.trim() };
  for (const [name, read] of Object.entries(extra)) body[name] = read();
  if (await desk.command("order", body)) notice("Sent. The table's answer appears here.");
}
