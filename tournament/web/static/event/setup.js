// Creating a tournament, and changing its settings, its boards and its prizes.

import { h } from "/page/js/dom.js";
import { ask, desk } from "/static/desk/shell.js";

const field = (text, input) => h("label", { class: "field" }, h("span", null, text), input);
const choice = (values, chosen) =>
  h("select", null, ...values.map(([value, text]) => h("option", { value, selected: String(value) === String(chosen) }, text)));
const number = (value, min, max) => h("input", { type: "number", value, min, max, required: true });
const text = (value, longest, required = false) => h("input", { type: "text", value, maxlength: longest, required });

/** What everybody sees while there is no tournament; a director can create one. */
export function setup(about, past) {
  const words = about ? "This tournament is closed." : "There is no tournament yet. A director creates one here or with: jokerboard tournament new";
  const create = h("p", null, h("button", { type: "button", class: "main for-director", onclick: () => settingsDialog(null) }, about ? "Create the next tournament" : "Create a tournament"));
  const earlier = past.map((one, k) => h("li", null, [one.name, one.place].filter(Boolean).join(", "), " ",
    ...["standings.txt", "results.csv", "json"].map((what) => h("a", { href: `/api/event/export/${what}?past=${k}` }, what === "json" ? "tournament.json " : `${what} `))));
  return h("div", null, about && !about.closed ? "" : h("p", null, words), about && !about.closed ? "" : create,
    past.length ? h("h2", null, "Earlier tournaments") : "", h("ul", { class: "earlier" }, ...earlier));
}

/** Finishing with a tournament, so that another can be created. */
export function closeDialog(about) {
  const left = about.rounds && about.round.stage !== "over" ? "The round is not over. " : "";
  const text = `${left}Nothing of a closed tournament can be changed any more. Its results and files stay, and another tournament can be created.`;
  ask(`Close ${about.settings.name}?`, [h("p", null, text)], "Close the tournament", () => desk.attempt("event/close", { reason: "" }));
}

export async function settingsDialog(about) {
  const old = about?.settings ?? {};
  const { rules } = await desk.get("event/rules");
  // A phone in the hall cannot reach this machine by the name it has for itself.
  const reached = /^(localhost|127\.|\[::1\])/.test(location.hostname) ? "" : location.origin;
  const inputs = {
    name: text(old.name ?? "", 60, true),
    place: text(old.place ?? "", 60),
    system: choice([["swiss", "Swiss"], ["round-robin", "Round robin"]], old.system ?? "swiss"),
    teams: choice([[2, "two teams at a table"], [3, "three teams at a table"]], old.teams ?? 2),
    rules: choice(rules, old.rules ?? "texas"),
    rounds: number(old.rounds ?? 5, 1, 99),
    minutes: number(old.minutes ?? 60, 0, 1440),
    order: choice([["lot", "random"], ["list", "in order of registration"], ["rating", "by rating"]], old.order ?? "lot"),
    address: text(old.address ?? reached, 200),
    delay_minutes: number(old.delay_minutes ?? 0, 0, 240),
    delay_plays: number(old.delay_plays ?? 0, 0, 200),
  };
  const labels = {
    name: "Name", place: "Place, day", system: "System", teams: "Tables", rules: "Rules", rounds: "Rounds",
    minutes: "Minutes", order: "Seeding", address: "Address",
    delay_minutes: "Spectators: minutes late", delay_plays: "Spectators: plays late",
  };
  const content = [
    ...Object.entries(inputs).map(([key, input]) => field(labels[key], input)),
    h("p", { class: "hint" }, "Rounds: for a Swiss only. Minutes: 0 means no clock. Address: this page in the hall's network, such as http://192.168.1.20:8090; it is printed as a QR code."),
  ];
  const body = () => Object.fromEntries(Object.entries(inputs).map(([key, input]) => [key, ["teams", "rounds", "minutes", "delay_minutes", "delay_plays"].includes(key) ? Number(input.value) : input.value.trim()]));
  const seed = about ? {} : { seed: crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000 };
  const send = () => desk.attempt(about ? "event/change" : "event/new", { ...body(), ...seed });
  await ask(about ? "Settings" : "Create a tournament", content, about ? "Save" : "Create", send);
}

/** Which board stands at which table number. */
export async function linksDialog(about) {
  const known = (await desk.get("tables")).tables.map(({ name, title }) => ({ name, title }));
  known.sort((a, b) => a.title.localeCompare(b.title, "en", { numeric: true }));
  const count = Math.max(about.round?.tables ?? 0, known.length, Object.keys(about.links).length, 1);
  const selects = Array.from({ length: count }, (_, k) =>
    h("select", { "aria-label": `Table ${k + 1}` }, h("option", { value: "" }, "no board: slips"),
      ...known.map(({ name, title }) => h("option", { value: name, selected: about.links[k + 1] === name }, title))));
  const numbered = known.every(({ title }) => /^[1-9]\d*$/.test(title) && Number(title) <= count);
  const inOrder = () => selects.forEach((select, k) => {
    select.value = (numbered ? known.find(({ title }) => Number(title) === k + 1) : known[k])?.name ?? "";
  });
  const content = [
    h("p", { class: "hint" }, known.length ? "Choose the board that stands at each table number." : "No board has been in contact yet."),
    h("div", { class: "row" }, h("button", { type: "button", onclick: inOrder }, "In order of their names")),
    h("div", { class: "links" }, ...selects.map((select, k) => field(`Table ${k + 1}`, select))),
  ];
  const links = () => selects.map((select, k) => [k + 1, select.value]).filter(([, name]) => name);
  await ask("Connect boards", content, "Connect", () => desk.attempt("event/links", { links: links() }));
}

export async function prizesDialog(about) {
  const area = h("textarea", { rows: 6, "aria-label": "Prizes, one a line" });
  area.value = about.prizes.join("\n");
  const content = [h("p", { class: "hint" }, "One a line, first place first. Teams that share a place share its prizes."), area];
  const prizes = () => area.value.split("\n").map((one) => one.trim()).filter(Boolean);
  await ask("Prizes", content, "Save", () => desk.attempt("event/prizes", { prizes: prizes() }));
}
