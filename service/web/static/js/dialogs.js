// The dialogs: a new game, names at the seats, pairing, and "are you sure".

import { byId, h, say } from "/page/js/dom.js";
import { marblePicture } from "/page/js/glyphs.js";

const CARDS = [["seat", "A reader at each seat"], ["table", "One reader for the table"], ["none", "Played without cards"]];
const MODES = [["play", "Play: friendly, takebacks allowed"], ["referee", "Referee: a play stands"], ["training", "Training: hints and takebacks"]];

export class Dialogs {
  #do;
  #link;
  #state = null;
  #rules = [];

  constructor(act, link) {
    this.#do = act;
    this.#link = link;
    byId("open-game").addEventListener("click", () => this.newGame());
    byId("open-names").addEventListener("click", () => this.names());
    byId("open-pair").addEventListener("click", () => this.pair());
  }

  set rules(rules) {
    this.#rules = rules;
  }

  show(state) {
    this.#state = state;
    byId("open-game").hidden = !state.may_command;
    byId("open-game").classList.toggle("main", !state.game || Boolean(state.over));
    byId("open-names").hidden = !state.may_command || !state.game;
    byId("open-pair").hidden = state.may_command;
    byId("pair-line").hidden = !state.pair_code;
    say(byId("pair-code"), state.pair_code ?? "");
    if (state.may_command && byId("pair-dialog").open) byId("pair-dialog").close();
  }

  // ---- a new game -----------------------------------------------------------------------------

  newGame() {
    const game = this.#state.game;
    const running = game && !this.#state.over;
    const simulated = !game || this.#state.sim; // on a board of wood, people are people
    const rules = select("rules", "Rules", this.#rules.map((one) => [one.name, one.title ?? one.name]), game?.rules);
    const players = select("players", "Players", []);
    const names = h("fieldset", { class: "names" });
    const change = () => {
      const chosen = this.#rules.find((one) => one.name === value(rules)) ?? this.#rules[0];
      const had = value(players) || String(game?.players ?? 4);
      refill(players, (chosen?.players ?? [4]).map((n) => [String(n), `${n} players`]), had);
      this.#nameFields(names, seatsFor(Number(value(players)), game));
    };
    rules.addEventListener("change", change);
    players.addEventListener("change", change);
    change();
    const people = h("label", { class: "check" }, h("input", { type: "checkbox", name: "people", checked: this.#state.sim?.people !== "off" }), h("span", null, "Simulated people play"));
    this.#open(byId("game-dialog"), "game-title", "A new game", [
      running && h("p", { class: "hint" }, "The game on the board is abandoned when a new one begins; its record stays."),
      rules, players,
      select("cards", "Cards", CARDS, game?.cards),
      select("mode", "Mode", MODES, game?.mode),
      names, simulated && people,
    ], "Begin", async (form) => {
      const body = {
        action: "new", rules: form.get("rules"), players: Number(form.get("players")),
        cards: form.get("cards"), mode: form.get("mode"), names: namesIn(form),
      };
      if (simulated) body.people = form.has("people");
      await this.#link.command("game", body);
    }, running && h("button", { type: "button", class: "danger", onclick: () => this.abandon() }, "Abandon this game"));
  }

  /** Abandoning loses nothing that was recorded, but asks first all the same. */
  abandon() {
    byId("game-dialog").close();
    this.#open(byId("sure-dialog"), "sure-title", "Abandon this game?", [
      h("p", null, "It ends here without a winner. What was played stays in the journal."),
    ], "Abandon it", () => this.#link.command("game", { action: "abandon" }));
  }

  names() {
    const fields = h("fieldset", { class: "names" });
    this.#nameFields(fields, this.#state.game.seats);
    this.#open(byId("names-dialog"), "names-title", "Who sits where", [fields], "Save", (form) =>
      this.#link.command("game", { action: "names", names: namesIn(form) }),
    );
  }

  pair() {
    const code = h("input", {
      name: "code", inputmode: "numeric", autocomplete: "one-time-code", pattern: "[0-9]{4,6}",
      maxlength: 6, required: true, class: "code-field",
    });
    this.#open(byId("pair-dialog"), "pair-title", "Pair this device", [
      h("p", null, "Watching is free. To play from this device, type the code that stands at the foot of the page on the table's own screen."),
      h("label", { class: "field" }, h("span", null, "Code"), code),
    ], "Pair", async (form) => {
      await this.#link.command("pair", { code: form.get("code").trim() });
      this.#link.reopen();
    });
    code.focus();
  }

  // ---- the frame of every dialog --------------------------------------------------------------

  #open(dialog, id, title, content, verb, submit, extra) {
    const error = h("p", { class: "error", role: "alert" });
    const send = h("button", { type: "submit", class: "main" }, verb);
    const form = h("form", { method: "dialog" },
      h("h2", { id }, title), ...content.filter(Boolean), error,
      h("div", { class: "row end" }, extra || null, h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"), send));
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
    dialog.replaceChildren(form);
    dialog.showModal();
  }

  #nameFields(fieldset, seats) {
    const had = Object.fromEntries([...fieldset.querySelectorAll("input")].map((field) => [field.name.slice(5), field.value]));
    const known = this.#state.game?.names ?? {};
    fieldset.replaceChildren(
      h("legend", null, "Names"),
      ...seats.map((seat) =>
        h("label", { class: "field name" }, marblePicture(seat, { class: "tiny" }),
          h("input", { name: `name-${seat}`, maxlength: 24, value: had[seat] ?? known[seat] ?? "", placeholder: `Seat ${seat}`, "aria-label": `Name at seat ${seat}`, autocomplete: "off" })),
      ),
    );
  }
}

/** Who would sit where: two players on a four-sided board sit opposite each other. */
function seatsFor(players, game) {
  if (game && game.players === players) return game.seats;
  return players === 2 ? ["A", "C"] : [..."ABCDEFGH"].slice(0, players);
}

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
