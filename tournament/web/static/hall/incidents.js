// The incidents: what somebody should look at first, then everything that happened; acknowledged, annotated.

import { byId, h, mark, say } from "/page/js/dom.js";
import { marblePicture, marbleGlass } from "/page/js/glyphs.js";
import { s } from "/page/js/dom.js";
import { ask, desk } from "/static/desk/shell.js";

const KINDS = {
  illegal: "illegal play", decision: "decision", dispute: "help asked", fault: "fault", restart: "started again",
  damage: "damaged journal", order: "order refused", contact: "lost contact", log: "the log",
};
const all = new Map();
const nodes = new Map();
let kind = "";

const filter = h("select", { "aria-label": "Which kind", onchange: () => {
  kind = filter.value;
  drawAll();
} }, h("option", { value: "" }, "all kinds"), ...Object.entries(KINDS).map(([value, text]) => h("option", { value }, text)));
const open = h("ul", { class: "incidents", "aria-label": "To look at" });
const past = h("ul", { class: "incidents past", "aria-label": "Seen or settled" });
const count = h("h2", { class: "title" });
const none = h("p", { class: "empty" }, "Nothing to look at. All is well.");
byId("main").append(
  s("svg", { class: "defs", width: 0, height: 0, "aria-hidden": "true" }, s("defs", null, marbleGlass())),
  h("div", { class: "sheet-page" },
    h("div", { class: "row head" }, count, filter,
      h("button", { type: "button", class: "for-director", id: "seen-all", onclick: seeAll }, "Acknowledge all"),
      h("a", { href: "/api/export/incidents.csv" }, "CSV"), h("a", { href: "/api/export/incidents.json" }, "JSON")),
    none, open, h("h2", null, "Seen or settled"), past));

const isOpen = (one) => !one.seen_by && !one.settled;

function seeAll() {
  const ids = [...all.values()].filter((one) => isOpen(one) && (!kind || one.kind === kind)).map((one) => one.id);
  if (ids.length) desk.command("incidents/seen", { ids: ids.slice(0, 1000) });
}

async function annotate(one) {
  if (!desk.who && !(await desk.login())) return;
  const text = h("input", { type: "text", name: "text", maxlength: 500, required: true });
  const sure = await ask(`${one.title}: ${KINDS[one.kind] ?? one.kind}`,
    [h("p", null, one.text), h("label", { class: "field" }, h("span", null, "Note"), text)], "Note it");
  if (sure && text.value.trim()) await desk.command("incidents/note", { id: one.id, text: text.value.trim() });
}

const when = (iso) => new Date(iso).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

function node(one) {
  const state = one.seen_by ? `seen by ${one.seen_by}, ${when(one.seen_at)}` : one.settled ? `settled ${when(one.settled)}` : "";
  const item = h("li", { "data-kind": one.kind, "data-incident": one.id },
    h("span", { class: "when" }, when(one.at)),
    h("a", { class: "where", href: `/table/${encodeURIComponent(one.table)}` }, one.title),
    h("span", { class: "what" },
      h("span", { class: "kind" }, KINDS[one.kind] ?? one.kind),
      one.seat ? marblePicture(one.seat, { class: "tiny" }) : "",
      h("span", { class: "text" }, one.text),
      state ? h("span", { class: "hint" }, state) : "",
      ...one.notes.map((note) => h("span", { class: "note" }, h("strong", null, `${note.by}: `), note.text))),
    h("span", { class: "row" },
      isOpen(one) ? h("button", { type: "button", class: "see", onclick: () => desk.command("incidents/seen", { ids: [one.id] }) }, "Acknowledge") : "",
      h("button", { type: "button", class: "quiet", onclick: () => annotate(one) }, "Note")));
  mark(item, "data-open", isOpen(one) ? "" : null);
  return item;
}

function drawAll() {
  const wanted = [...all.values()].filter((one) => !kind || one.kind === kind).sort((a, b) => b.id - a.id);
  const waiting = wanted.filter(isOpen);
  const fill = (list, these) => {
    these.forEach((one, i) => {
      const item = nodes.get(one.id);
      if (list.children[i] !== item) list.insertBefore(item, list.children[i] ?? null);
    });
    while (list.children.length > these.length) list.lastChild.remove();
  };
  fill(open, waiting);
  fill(past, wanted.filter((one) => !isOpen(one)).slice(0, 300));
  none.hidden = waiting.length > 0;
  say(count, waiting.length ? `${waiting.length} to look at` : "Incidents");
}

desk.on("incidents", ({ changed, gone }) => {
  for (const id of gone) {
    all.delete(Number(id));
    nodes.delete(Number(id));
  }
  for (const one of Object.values(changed)) {
    const had = nodes.get(one.id);
    const made = node(one);
    had?.replaceWith(made);
    nodes.set(one.id, made);
    all.set(one.id, one);
  }
  drawAll();
  document.body.dataset.ready = all.size;
});
