// The tab of the incidents: first the open ones, then the others; filtered, and grouped by table and kind.

import { byId, h, mark, s, setText, whenNew } from "/page/js/dom.js";
import { marblePicture, marbleGlass } from "/page/js/glyphs.js";
import { inOrder, localClock } from "/page/js/words.js";
import { ask, desk } from "/static/desk/shell.js";
import { nameOf, words } from "/static/desk/words.js";

const KINDS = ["illegal", "decision", "dispute", "fault", "restart", "damage", "order", "contact", "clock", "log"];
const FIRST = 40; // groups of past incidents that are shown until more are asked for
const FOLD = 3; // the number of incidents of one kind at one table that makes them a group
const all = new Map();
const wanted = { kind: "", table: "", text: "" };
let shown = FIRST;

const choice = (name, label) => h("select", { "aria-label": label, onchange: ({ target }) => refine(name, target.value) });
const kinds = choice("kind", words("incidents.kind"));
kinds.append(h("option", { value: "" }, words("incidents.all-kinds")), ...KINDS.map((value) => h("option", { value }, words(`kind.${value}`))));
const tables = choice("table", words("tables"));
const search = h("input", { type: "search", placeholder: words("incidents.search"), "aria-label": words("incidents.search.label"), oninput: () => refine("text", search.value.trim().toLocaleLowerCase()) });
const open = h("ul", { class: "incidents", "aria-label": words("incidents.to-look-at") });
const past = h("ul", { class: "incidents past", "aria-label": words("incidents.past") });
const count = h("h2", { class: "title" });
const none = h("p", { class: "empty" }, words("incidents.none"));
const more = h("button", { type: "button", hidden: true, onclick: () => {
  shown += 2 * FIRST;
  drawAll();
} }, words("incidents.more"));
byId("main").append(
  s("svg", { class: "defs", width: 0, height: 0, "aria-hidden": "true" }, s("defs", null, marbleGlass())),
  h("div", { class: "sheet-page" },
    h("div", { class: "row head" }, count, search, kinds, tables,
      h("button", { type: "button", class: "for-director", id: "seen-all", onclick: () => acknowledge(matching().filter(isOpen)) }, words("incidents.seen-all")),
      h("a", { href: "/api/export/incidents.csv" }, "CSV"), h("a", { href: "/api/export/incidents.json" }, "JSON")),
    none, open, h("h2", null, words("incidents.past")), past, more));

const isOpen = (one) => !one.seen_by && !one.settled;
const kindOf = (one) => words(`kind.${one.kind}`) || one.kind;
const matching = () => [...all.values()].filter((one) => (!wanted.kind || one.kind === wanted.kind) && (!wanted.table || one.table === wanted.table)
  && (!wanted.text || `${one.title} ${one.who} ${one.text} ${one.holes.join(" ")} ${kindOf(one)}`.toLocaleLowerCase().includes(wanted.text)));

function refine(name, value) {
  wanted[name] = value;
  shown = FIRST;
  drawAll();
}

function acknowledge(these) {
  const ids = these.map((one) => one.id).slice(0, 1000);
  if (ids.length) desk.command("incidents/seen", { ids });
}

async function annotate(one) {
  if (!desk.who && !(await desk.login())) return;
  const text = h("input", { type: "text", name: "text", maxlength: 500, required: true });
  await ask(words("incidents.title", { table: one.title, kind: kindOf(one) }),
    [h("p", null, one.text), h("label", { class: "field" }, h("span", null, words("note")), text)], words("note.save"),
    () => desk.attempt("incidents/note", { id: one.id, text: text.value.trim() }));
}

const when = (iso) => localClock(iso, { second: "2-digit" });

/** The address at which an incident is shown: the board at that time, or else the table. */
const place = (one) => `/table/${encodeURIComponent(one.table)}${one.game && one.n ? `?game=${one.game}&record=${one.n}` : ""}`;

function state(one) {
  if (one.seen_by) return words("incidents.seen-by", { who: one.seen_by, when: when(one.seen_at) });
  return one.settled ? words("incidents.settled", { when: when(one.settled) }) : "";
}

function node(one) {
  const holes = [...one.holes, ...one.put_back.map(([from, to]) => words("incidents.move", { from, to }))];
  const item = h("li", { class: "incident", "data-kind": one.kind, "data-incident": one.id },
    h("span", { class: "when" }, when(one.at)),
    h("a", { class: "where", href: `/table/${encodeURIComponent(one.table)}` }, one.title),
    h("span", { class: "what" },
      h("span", { class: "kind" }, kindOf(one)),
      one.seat ? h("span", { class: "person" }, marblePicture(one.seat, { class: "tiny" }), one.who || nameOf({}, one.seat)) : "",
      h("span", { class: "text" }, one.text),
      ...holes.map((hole) => h("code", { class: "hole-name" }, hole)),
      one.game && one.n ? h("a", { class: "moment", href: place(one) }, words("incidents.then")) : "",
      state(one) ? h("span", { class: "hint" }, state(one)) : "",
      ...one.notes.map((note) => h("span", { class: "note" }, h("strong", null, words("incidents.by", { who: note.by })), note.text))),
    h("span", { class: "row" },
      isOpen(one) ? h("button", { type: "button", class: "see for-director", onclick: () => acknowledge([one]) }, words("incidents.seen")) : "",
      h("button", { type: "button", class: "quiet for-director", onclick: () => annotate(one) }, words("note"))));
  mark(item, "data-open", isOpen(one) ? "" : null);
  return item;
}

/** A group of incidents of one kind at one table, as a line that can be opened. */
function fold(these) {
  const [newest, oldest] = [these[0], these.at(-1)];
  const item = h("li", { class: "fold", "data-kind": newest.kind }, h("details", null,
    h("summary", null,
      h("span", { class: "when" }, when(newest.at)), h("span", { class: "where" }, newest.title),
      h("span", { class: "what" }, h("span", { class: "kind" }, kindOf(newest)),
        h("span", { class: "text" }, words("incidents.fold", { n: these.length, since: when(oldest.at) }))),
      isOpen(newest) ? h("button", { type: "button", class: "see for-director", onclick: () => acknowledge(these) }, words("incidents.seen-these")) : ""),
    h("ul", { class: "incidents" })));
  mark(item, "data-open", isOpen(newest) ? "" : null);
  const details = item.firstChild;
  details.addEventListener("toggle", () => {
    if (details.open && !details.lastChild.children.length) details.lastChild.append(...these.map(node));
    folded.set(keyOf(newest), details.open);
  });
  details.open = folded.get(keyOf(newest)) ?? false;
  return item;
}
const folded = new Map(); // key of a group -> whether it is open
const keyOf = (one) => `${one.table} ${one.kind} ${isOpen(one)}`;

/** The incidents in groups by table and kind if there are at least `FOLD`, else alone; the newest first. */
function groups(these) {
  const by = new Map();
  for (const one of these) by.set(keyOf(one), [...(by.get(keyOf(one)) ?? []), one]);
  const made = [...by.values()].flatMap((some) => (some.length >= FOLD ? [some] : some.map((one) => [one])));
  return made.sort((a, b) => b[0].id - a[0].id);
}

function fill(list, made) {
  while (list.children.length > made.length) list.lastChild.remove();
  made.forEach((these, k) => {
    const old = list.children[k] ?? null;
    if (old && keys.get(old) === JSON.stringify(these)) return;
    const item = these.length === 1 ? node(these[0]) : fold(these);
    keys.set(item, JSON.stringify(these));
    if (old) old.replaceWith(item);
    else list.append(item);
  });
}
const keys = new WeakMap();

function drawAll() {
  const these = matching().sort((a, b) => b.id - a.id);
  const waiting = these.filter(isOpen);
  fill(open, groups(waiting));
  const rest = groups(these.filter((one) => !isOpen(one)));
  fill(past, rest.slice(0, shown));
  more.hidden = rest.length <= shown;
  none.hidden = waiting.length > 0;
  setText(count, waiting.length ? words("incidents.open", { n: waiting.length }) : words("incidents"));
  const known = [...new Map([...all.values()].map((one) => [one.table, one.title]))].sort((a, b) => inOrder(a[1], b[1]));
  whenNew(tables, JSON.stringify(known), () => {
    tables.replaceChildren(h("option", { value: "" }, words("incidents.all-tables")), ...known.map(([value, text]) => h("option", { value, selected: value === wanted.table }, text)));
  });
}

desk.on("incidents", ({ changed, gone }) => {
  for (const id of gone) all.delete(Number(id));
  for (const one of Object.values(changed)) all.set(one.id, one);
  drawAll();
  document.body.dataset.ready = all.size;
});
