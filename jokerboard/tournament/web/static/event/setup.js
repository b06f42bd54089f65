// Creating and closing a tournament, and changing its settings, its links to boards and its prizes.

import { h, setText } from "/page/js/dom.js";
import { inOrder } from "/page/js/words.js";
import { ask, desk } from "/static/desk/shell.js";
import { joined, words } from "/static/desk/words.js";

const field = (text, input) => h("label", { class: "field" }, h("span", null, text), input);
const choice = (values, chosen) =>
  h("select", null, ...values.map(([value, text]) => h("option", { value, selected: String(value) === String(chosen) }, text)));
const number = (value, min, max) => h("input", { type: "number", value, min, max, required: true });
const text = (value, longest, required = false) => h("input", { type: "text", value, maxlength: longest, required });

/** The earlier tournaments and, if none is open, the button with which a director creates one. */
export function setup(about, past) {
  const state = words(about ? "event.closed" : "event.none");
  const create = h("p", null, h("button", { type: "button", class: "main for-director", onclick: () => settingsDialog(null) }, words(about ? "event.create-next" : "event.create")));
  const earlier = past.map((one, k) => h("li", null, `${joined([one.name, one.place])} `,
    ...["standings.txt", "results.csv", "json"].map((what) => h("a", { href: `/api/event/export/${what}?past=${k}` }, what === "json" ? "tournament.json " : `${what} `))));
  return h("div", null, about && !about.closed ? "" : h("p", null, state), about && !about.closed ? "" : create,
    past.length ? h("h2", null, words("event.earlier")) : "", h("ul", { class: "earlier" }, ...earlier));
}

/** The dialog for closing a tournament, after which another one can be created. */
export function closeDialog(about) {
  const open = about.rounds && about.round.stage !== "over";
  const text = words(open ? "close.text-open" : "close.text");
  ask(words("close.title", about.settings), [h("p", null, text)], words("close.go"), () => desk.attempt("event/close", { reason: "" }));
}

export async function settingsDialog(about) {
  const old = about?.settings ?? {};
  const { rules, published, switches } = await desk.get("event/rules");
  // The address with which this browser reaches the desk, unless only this machine can use it.
  const reached = /^(localhost|127\.|\[::1\])/.test(location.hostname) ? "" : location.origin;
  const inputs = {
    name: text(old.name ?? "", 60, true),
    place: text(old.place ?? "", 60),
    system: choice(["swiss", "round-robin"].map((one) => [one, words(`system.${one}`)]), old.system ?? "swiss"),
    teams: choice([2, 3].map((n) => [n, words("settings.at-a-table", { n })]), old.teams ?? 2),
    rules: choice(rules, old.rules ?? "texas"),
    rounds: number(old.rounds ?? 5, 1, 99),
    minutes: number(old.minutes ?? 60, 0, 1440),
    order: choice(["lot", "list", "rating"].map((one) => [one, words(`seeding.${one}`)]), old.order ?? "lot"),
    address: text(old.address ?? reached, 200),
    delay_minutes: number(old.delay_minutes ?? 0, 0, 240),
    delay_plays: number(old.delay_plays ?? 0, 0, 200),
  };
  const house = houseRules(switches, new Map(old.house ?? []));
  inputs.rules.addEventListener("change", () => house.of(published[inputs.rules.value]));
  house.of(published[inputs.rules.value]);
  const content = [
    ...Object.entries(inputs).map(([key, input]) => field(words(`settings.${key}`), input)),
    house.box,
    h("p", { class: "hint" }, words("settings.hint")),
  ];
  const body = () => Object.fromEntries(Object.entries(inputs).map(([key, input]) => [key, ["teams", "rounds", "minutes", "delay_minutes", "delay_plays"].includes(key) ? Number(input.value) : input.value.trim()]));
  const seed = about ? {} : { seed: crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000 };
  const send = () => desk.attempt(about ? "event/change" : "event/new", { ...body(), house: house.chosen(), ...seed });
  await ask(words(about ? "do.settings" : "event.create"), content, words(about ? "save" : "settings.create"), send);
}

/** A list of values for each switch of the rules; the first entry of a list, "as published", changes nothing. */
function houseRules(switches, old) {
  const lists = switches.map(([name, meaning, values]) => {
    const list = choice([["", ""], ...values.map((word) => [word, word.replaceAll("_", " ")])], old.get(name) ?? "");
    return { name, list, row: h("label", { class: "switch" }, h("span", null, meaning), list) };
  });
  const changed = () => lists.filter(({ list }) => list.value);
  const count = h("span");
  const show = () => setText(count, words("house.title", { n: changed().length }));
  const box = h("details", { class: "house" }, h("summary", null, count), ...lists.map(({ row }) => row));
  box.addEventListener("change", show);
  show();
  return {
    box,
    of: (published) => lists.forEach(({ name, list }) => setText(list.options[0], words("house.published", { word: published[name].replaceAll("_", " ") }))),
    chosen: () => changed().map(({ name, list }) => `${name}=${list.value}`),
  };
}

/** The dialog that links table numbers with boards. */
export async function linksDialog(about) {
  const known = (await desk.get("tables")).tables.map(({ name, title }) => ({ name, title }));
  known.sort((a, b) => inOrder(a.title, b.title));
  const count = Math.max(about.round?.tables ?? 0, known.length, Object.keys(about.links).length, 1);
  const selects = Array.from({ length: count }, (_, k) =>
    h("select", { "aria-label": words("table", { table: k + 1 }) }, h("option", { value: "" }, words("links.none")),
      ...known.map(({ name, title }) => h("option", { value: name, selected: about.links[k + 1] === name }, title))));
  const numbered = known.every(({ title }) => /^[1-9]\d*$/.test(title) && Number(title) <= count);
  const fillInOrder = () => selects.forEach((select, k) => {
    select.value = (numbered ? known.find(({ title }) => Number(title) === k + 1) : known[k])?.name ?? "";
  });
  const content = [
    h("p", { class: "hint" }, words("links.hint", { n: known.length })),
    h("div", { class: "row" }, h("button", { type: "button", onclick: fillInOrder }, words("links.in-order"))),
    h("div", { class: "links" }, ...selects.map((select, k) => field(words("table", { table: k + 1 }), select))),
  ];
  const links = () => selects.map((select, k) => [k + 1, select.value]).filter(([, name]) => name);
  await ask(words("do.links"), content, words("links.go"), () => desk.attempt("event/links", { links: links() }));
}

export async function prizesDialog(about) {
  const area = h("textarea", { rows: 6, "aria-label": words("prizes.label") });
  area.value = about.prizes.join("\n");
  const content = [h("p", { class: "hint" }, words("prizes.hint")), area];
  const prizes = () => area.value.split("\n").map((one) => one.trim()).filter(Boolean);
  await ask(words("do.prizes"), content, words("save"), () => desk.attempt("event/prizes", { prizes: prizes() }));
}
