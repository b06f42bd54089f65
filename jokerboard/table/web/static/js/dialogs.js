// The dialogs: a new game, the players' names, this device's settings, pairing, and confirmations.

import { byId, h, mark, setText } from "/page/js/dom.js";
import { marblePicture } from "/page/js/glyphs.js";
import { drawCard } from "/page/js/glyphs.js";
import { languages } from "/page/js/catalogue.js";
import { cardName } from "/page/js/words.js";
import { TurnSignal } from "./turn_signal.js";
import { Voice } from "./voice.js";
import { keyWords, nameOf, words } from "./words.js";

const CARDS = ["dealt", "seat", "table", "none"];
const MODES = ["play", "referee", "training"];
const LEVELS = ["easy", "steady", "strong", "expert"];
/** The options of a list, [value, label]; the code of a label is `code.value`. */
const choices = (code, values) => values.map((value) => [value, words(`${code}.${value}`)]);

export class Dialogs {
  #do;
  #link;
  #settings;
  #state = null;
  #frame = byId("dialog");
  #joins = false; // whether this device takes a seat as soon as a game with dealt cards begins
  rules = null; // the rule sets, fetched when the first new game is asked for

  constructor(act, link, settings) {
    this.#do = act;
    this.#link = link;
    this.#settings = settings;
  }

  show(state) {
    this.#state = state;
    if (state.may_command && this.#frame.dataset.kind === "pair" && this.#frame.open) this.#frame.close();
    if (this.#joins && state.may_command && state.game?.dealt && !state.over) {
      this.#joins = false;
      this.join("any");
    }
  }

  /** Asks people to confirm; resolves to whether they did. */
  ask(title, text, verb) {
    const content = typeof text === "string" ? [h("p", null, text)] : text;
    return new Promise((answer) => {
      this.#open("sure", title, content, verb, () => answer(true));
      const closed = () => {
        if (this.#frame.open) return; // this event belongs to the dialog that was open before
        this.#frame.removeEventListener("close", closed);
        answer(false);
      };
      this.#frame.addEventListener("close", closed);
    });
  }

  /** Asks which of the cards is meant; resolves to it, or to null if the dialog is closed. */
  pick(cards) {
    return new Promise((answer) => {
      const take = (card) => () => {
        answer(card);
        this.#frame.close();
      };
      const faces = cards.map((card) => h("button", { type: "button", class: "hand-card", "aria-label": cardName(card), onclick: take(card) }, drawCard(card)));
      this.#open("pick", words("pick.title"), [h("div", { class: "hand" }, faces)], words("cancel"), () => {}, null, false);
      this.#frame.addEventListener("close", () => answer(null), { once: true });
    });
  }

  /** Shows the chart of the moves of each card. */
  async chart() {
    const { sections } = await this.#link.get("rules/card");
    const cards = sections.find(({ entries }) => entries.some(({ label }) => label));
    const rows = cards.entries.map(({ label, text }) => [h("dt", null, label), h("dd", null, text)]).flat();
    this.#open("chart", words("chart.title"), [h("dl", { class: "keys chart" }, rows)], words("close"), () => {}, null, false);
  }

  // ---- a new game -----------------------------------------------------------------------------

  async newGame() {
    this.rules ??= await this.#link.get("rules");
    const game = this.#state.game;
    const running = game && !this.#state.over;
    const simulated = !game || this.#state.sim; // real boards have no simulated people
    const rules = select("rules", words("new.rules"), this.rules.map((one) => [one.name, one.title ?? one.name]), game?.rules);
    const about = h("p", { class: "hint about" });
    const players = select("players", words("new.players"), []);
    const names = h("fieldset", { class: "names" });
    const house = h("details", { class: "house" });
    const seats = () => {
      const count = Number(value(players));
      this.#nameFields(names, seatsFor(count, game), this.#chosen(rules)?.teams?.[count]);
    };
    const change = (first) => {
      const chosen = this.#chosen(rules);
      const had = value(players) || String(game?.players ?? 4);
      setText(about, chosen?.about ?? "");
      refill(players, (chosen?.players ?? [4]).map((n) => [String(n), words("new.player-count", { n })]), had);
      switches(house, chosen?.switches ?? [], first && game?.rules === chosen?.name ? game?.set ?? {} : {});
      seats();
    };
    rules.addEventListener("change", () => change(false));
    players.addEventListener("change", seats);
    change(true);
    const cards = select("cards", words("new.cards"), choices("new.cards", CARDS), game?.dealt ? "dealt" : game?.cards ?? "dealt");
    let chosen = false; // whether people have chosen the cards
    cards.addEventListener("change", () => (chosen = true));
    names.addEventListener("change", ({ target }) => {
      if (simulated && !chosen && target.name.startsWith("machine-") && target.value) cards.querySelector("select").value = "dealt";
    });
    const people = h("label", { class: "check" }, h("input", { type: "checkbox", name: "people", checked: (this.#state.sim?.people ?? "off") !== "off" }), h("span", null, words("new.people")));
    this.#open("new", words("new.title"), [
      running && h("p", { class: "hint" }, words("new.running")),
      rules, about, players, names,
      cards,
      select("mode", words("new.mode"), choices("new.mode", MODES), game?.mode),
      house, simulated && people,
    ], words("new.begin"), async (form) => {
      const dealt = form.get("cards") === "dealt";
      const body = {
        action: "new", rules: form.get("rules"), players: Number(form.get("players")),
        cards: dealt ? "seat" : form.get("cards"), mode: form.get("mode"), names: namesIn(form), set: changedIn(house),
      };
      const machines = machinesIn(form);
      if (Object.keys(machines).length) body.machines = machines;
      if (dealt) body.dealt = true;
      if (simulated) body.people = form.has("people");
      if (running && this.#state.n) return this.#beginInstead(body);
      await this.#link.command("game", body);
      location.hash = "play";
    }, running && h("button", { type: "button", class: "danger", onclick: () => this.abandon() }, words("new.abandon")));
  }

  /** Ends the game on the board and begins a new one, if people confirm that. */
  async #beginInstead(body) {
    setTimeout(async () => {
      if (!(await this.ask(words("abandon.title"), words("abandon.for-new"), words("abandon.begin")))) return;
      if (await this.#do("game", body)) location.hash = "play";
    });
  }

  #chosen(rules) {
    return this.rules.find((one) => one.name === value(rules)) ?? this.rules[0];
  }

  /** Ends the game without a winner, if people confirm that. No record is lost. */
  async abandon() {
    this.#frame.close();
    if (await this.ask(words("abandon.title"), words("abandon.text"), words("abandon.do"))) {
      await this.#do("game", { action: "abandon" });
    }
  }

  /** Proposes to give up; the table then asks the partners. A device with a seat can give up for that seat only. */
  giveUp() {
    const { game, seat, turn } = this.#state;
    const who = seat ? null : select("seat", words("give-up.who"), game.seats.map((one) => [one, nameOf(this.#state, one)]), turn);
    this.#open("give-up", words("give-up.title"), [h("p", null, words("give-up.text")), who], words("give-up.do"), async (form) => {
      await this.#link.command("give-up", { seat: seat ?? form.get("seat") });
      location.hash = "play";
    });
  }

  names() {
    const fields = h("fieldset", { class: "names" });
    this.#nameFields(fields, this.#state.game.seats, this.#state.game.teams);
    this.#open("names", words("names.title"), [fields], words("save"), async (form) => {
      const had = this.#state.game.machines ?? {}, wanted = machinesIn(form);
      for (const seat of this.#state.game.seats) {
        if (had[seat] !== wanted[seat]) await this.#link.command("game", { action: "machine", seat, level: wanted[seat] ?? null });
      }
      await this.#link.command("game", { action: "names", names: namesIn(form) });
    });
  }

  settings() {
    const { seats = [], sides } = this.#state.game ?? {};
    const mine = select("seat", words("device.seat"), [["", words("device.seat.none")], ...seats.map((seat) => [seat, words("device.seat.of", { who: nameOf(this.#state, seat) })])], this.#settings.seat);
    const check = (name) => h("label", { class: "check" }, h("input", { type: "checkbox", name, checked: this.#settings[name] }), h("span", null, words(`device.${name}`)));
    const languageChoice = select("language", words("language.title"), [["", words("language.automatic")], ...Object.entries(languages)], this.#settings.language);
    const plays = this.#state.game?.dealt && this.#state.may_command && select("plays", words("device.plays"), [["", words("device.plays.none")], ...seats.map((seat) => [seat, words("device.plays.of", { who: nameOf(this.#state, seat) })])], this.#state.seat ?? "");
    this.#open("settings", words("this-device"), [languageChoice, sides && mine, plays, check("sound"), check("plain"), Voice.able() && check("speaks"), TurnSignal.keepsAwake() ? null : h("p", { class: "hint" }, words("device.sleeps"))], words("save"), async (form) => {
      if (plays && form.get("plays") !== (this.#state.seat ?? "")) await this.#link.command("seat", { seat: form.get("plays") || null });
      for (const name of ["sound", "plain", "speaks"]) this.#settings[name] = form.has(name);
      if (form.has("seat")) this.#settings.seat = form.get("seat");
      if (form.get("language") === this.#settings.language) return;
      this.#settings.language = form.get("language");
      location.reload();
    });
  }

  /** Pairs this device with the code in the address that the QR code has. */
  async pairBy(code) {
    if (!/^[0-9]{4,6}$/.test(code)) return;
    history.replaceState(null, "", "#play");
    try {
      await this.#link.command("pair", { code });
    } catch {
      this.pair();
      return;
    }
    this.#joins = true;
    this.#link.reopen();
  }

  /** Takes a seat for this device, and asks for its player's name. */
  async join(seat) {
    const { seat: mine } = await this.#link.ask("seat", { seat }).catch((refused) => (this.showText(words("join.text"), refused.message), {}));
    if (!mine) return;
    const field = h("input", { name: "name", maxlength: 24, value: this.#settings.name, autocomplete: "given-name" });
    this.#open("join", words("join.title", { who: nameOf(this.#state, mine) }), [h("label", { class: "field" }, h("span", null, words("join.name")), field)], words("join.do"), async (form) => {
      const name = form.get("name").trim();
      this.#settings.name = name;
      this.#settings.seat = mine;
      if (name) await this.#link.command("game", { action: "name", seat: mine, name });
    }, null, false);
    field.focus();
  }

  pair() {
    const code = h("input", {
      name: "code", inputmode: "numeric", autocomplete: "one-time-code", pattern: "[0-9]{4,6}",
      maxlength: 6, required: true, class: "code-field",
    });
    this.#open("pair", words("pair-device"), [
      h("p", null, words("pair.text")),
      h("label", { class: "field" }, h("span", null, words("pair.code-field")), code),
    ], words("pair.do"), async (form) => {
      await this.#link.command("pair", { code: form.get("code").trim() });
      this.#link.reopen();
    });
    code.focus();
  }

  async explain() {
    const [{ explanation }, readings] = await Promise.all([import("./explanation.js"), this.#link.get("explain")]);
    this.#open("why", words("why.title"), explanation(readings), words("close"), () => {}, null, false);
  }

  /** Shows the whole of a sentence that is too long for its box. */
  read(text) {
    this.showText(words("read.title"), text);
  }

  /** Shows a title and a sentence. */
  showText(title, text) {
    this.#open("read", title, [h("p", { class: "whole" }, text)], words("close"), () => {}, null, false);
  }

  keys() {
    const rows = keyWords().map(([key, what]) => [h("dt", null, key), h("dd", null, what)]).flat();
    this.#open("keys", words("keys.title"), [h("dl", { class: "keys" }, rows)], words("close"), () => {}, null, false);
  }

  // ---- the frame of every dialog --------------------------------------------------------------

  #open(kind, title, content, verb, submit, extra, cancel = true) {
    const dialog = this.#frame;
    if (dialog.open) dialog.close();
    const error = h("p", { class: "error", role: "alert" });
    const send = h("button", { type: "submit", class: "main" }, verb);
    const form = h("form", { method: "dialog" },
      h("h2", { id: "dialog-title" }, title), ...content.filter(Boolean), error,
      h("div", { class: "row end" }, extra || null, cancel ? h("button", { type: "button", onclick: () => dialog.close() }, words("cancel")) : null, send));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      send.disabled = true;
      try {
        await submit(new FormData(form));
        dialog.close();
      } catch (refused) {
        error.textContent = refused.message;
      }
      send.disabled = false;
    });
    mark(dialog, "data-kind", kind);
    dialog.replaceChildren(form);
    dialog.showModal();
  }

  #nameFields(fieldset, seats, teams) {
    const had = Object.fromEntries([...fieldset.querySelectorAll("input")].map((field) => [field.name.slice(5), field.value]));
    const known = this.#state.game?.names ?? {};
    const levels = { ...this.#state.game?.machines, ...Object.fromEntries([...fieldset.querySelectorAll("select")].map((list) => [list.name.slice(8), list.value])) };
    const together = (seat) => (teams ?? []).find((team) => team.includes(seat) && team.length > 1)?.filter((other) => other !== seat) ?? [];
    fieldset.replaceChildren(
      h("legend", null, words("names.legend")),
      ...seats.map((seat) =>
        h("label", { class: "field name" }, marblePicture(seat, { class: "tiny" }),
          h("input", { name: `name-${seat}`, maxlength: 24, value: had[seat] ?? known[seat] ?? "", placeholder: hint(seat, together(seat)), "aria-label": words("names.label", { seat }), autocomplete: "off" }),
          player(seat, levels[seat] ?? "")),
      ),
    );
  }
}

const hint = (seat, partners) => words(partners.length ? "names.hint-with" : "names.hint", { seat, partners: partners.join(", ") });

/** Fills `box` with all switches of a rule set, with the values `chosen`; changed switches are marked. */
function switches(box, all, chosen) {
  const count = h("span", { class: "count" });
  const fields = all.map((one) => {
    const named = (word) => words(`word.${word.replaceAll("_", "-")}`) || word;
    const values = one.values.map((word) => [word, word === one.default ? words("switch.default", { word: named(word) }) : named(word)]);
    const field = h("label", { class: "switch" }, h("span", null, one.meaning), h("select", { name: `set-${one.name}`, "data-default": one.default }));
    refill(field, values, chosen[one.name] ?? one.default);
    return field;
  });
  const marked = () => {
    for (const field of fields) mark(field, "data-changed", isChanged(field) ? "" : null);
    const changed = fields.filter(isChanged).length;
    setText(count, words("house.changed", { n: changed }));
  };
  box.replaceChildren(h("summary", null, words("house.title"), " ", count), ...fields);
  box.hidden = !all.length;
  box.onchange = marked;
  marked();
}

const isChanged = (field) => {
  const list = field.querySelector("select");
  return list.value !== list.dataset.default;
};

const changedIn = (box) =>
  Object.fromEntries([...box.querySelectorAll(".switch")].filter(isChanged).map((field) => [field.querySelector("select").name.slice(4), value(field)]));

/** The letters of the seats for a number of players; two players sit opposite each other. */
function seatsFor(players, game) {
  if (game && game.players === players) return game.seats;
  return players === 2 ? ["A", "C"] : [..."ABCDEFGH"].slice(0, players);
}

/** A choice of who plays at a seat: a person, or a machine of some level. */
function player(seat, level) {
  const list = h("select", { name: `machine-${seat}`, "aria-label": words("names.player", { seat }) },
    [["", words("level.person")], ...LEVELS.map((one) => [one, words(`level.${one}`)])].map(([value, label]) => h("option", { value }, label)));
  list.value = level;
  return list;
}

const machinesIn = (form) =>
  Object.fromEntries([...form].filter(([key, level]) => key.startsWith("machine-") && level).map(([key, level]) => [key.slice(8), level]));

const namesIn = (form) =>
  Object.fromEntries([...form].filter(([key, name]) => key.startsWith("name-") && name.trim()).map(([key, name]) => [key.slice(5), name.trim()]));

function select(name, label, choices, chosen) {
  const field = h("label", { class: "field" }, h("span", null, label), h("select", { name }));
  refill(field, choices, chosen);
  return field;
}

function refill(field, choices, chosen) {
  const list = field.querySelector("select");
  list.replaceChildren(...choices.map(([value, label]) => h("option", { value }, label)));
  if (choices.some(([value]) => value === chosen)) list.value = chosen;
}

const value = (field) => field.querySelector("select").value;
