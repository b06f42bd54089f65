// The workshop: controls that test the board instead of playing. The readers, the shuffling, the simulated people and
// their mistakes, and the decisions of a human referee.

import { byId, h, mark, s, segments, setText, whenNew } from "/page/js/dom.js";
import { drawCard, SUITS } from "/page/js/glyphs.js";
import { cardName, localNumber, SUIT_NAMES } from "/page/js/words.js";
import { nameOf, words } from "./words.js";

const SPEEDS = [1, 2, 3, 5, 10, 20, 50];

export class Workshop {
  #do;
  #cards;
  #ask;
  #state = null;
  #parts = {};

  constructor(act, cards, ask) {
    this.#do = act;
    this.#cards = cards;
    this.#ask = ask;
    byId("panel-workshop").append(h("div", { class: "workshop panel" }, this.#people(), this.#readers(), this.#referee(), this.#nothing()));
  }

  #people() {
    const people = (action) => () => this.#do("people", { action });
    const parts = this.#parts;
    parts.play = h("button", { type: "button", "data-people": "play", onclick: () => this.#do("people", { action: this.#state.sim.people === "playing" ? "pause" : "play" }) }, words("people.play"));
    parts.step = h("button", { type: "button", "data-people": "step", onclick: people("step") }, words("people.step"));
    parts.mistake = h("button", { type: "button", "data-people": "mistake", onclick: people("mistake") }, words("people.mistake"));
    parts.off = h("button", { type: "button", "data-people": "off", class: "quiet", onclick: people("off") }, words("people.by-hand"));
    parts.speed = h("input", { type: "range", min: 0, max: SPEEDS.length - 1, step: 1, id: "speed" });
    parts.speed.addEventListener("input", () => this.#saySpeed(SPEEDS[parts.speed.value]));
    parts.speed.addEventListener("change", () => this.#do("people", { speed: SPEEDS[parts.speed.value] }));
    parts.shown = h("output", { for: "speed" });
    parts.status = h("span", { class: "status" });
    parts.carry = h("input", { type: "checkbox" });
    parts.carry.addEventListener("change", () => this.#do("sim/carry", { on: !parts.carry.checked }));
    return (parts.people = h("section", { class: "people", "aria-label": words("people.title") },
      h("div", { class: "row" }, h("h2", { class: "start" }, words("people.title")), parts.status),
      h("div", { class: "row" }, parts.play, parts.step, parts.mistake, parts.off),
      h("label", { class: "speed" }, h("span", null, words("people.speed")), parts.speed, parts.shown),
      h("label", { class: "check" }, parts.carry, h("span", null, words("workshop.by-hand")))));
  }

  #readers() {
    const parts = this.#parts;
    parts.suits = h("div", { class: "segments", role: "radiogroup", "aria-label": words("readers.suit") });
    parts.places = h("div", { class: "segments", role: "radiogroup", "aria-label": words("readers.place") });
    parts.laid = h("div", { class: "laid" });
    parts.shuffled = h("button", { type: "button", "data-shuffled": "", onclick: () => this.#do("reshuffle", {}) }, words("readers.shuffled"));
    return (parts.readers = h("section", { "aria-label": words("readers.title") },
      h("h2", null, words("readers.title")),
      h("div", { class: "row" }, parts.suits, parts.places), parts.laid, h("div", { class: "row" }, parts.shuffled)));
  }

  #referee() {
    const textField = (label, length) => h("input", { maxlength: length, "aria-label": label, placeholder: label, autocomplete: "off" });
    const [by, why] = [textField(words("referee.by"), 40), textField(words("referee.why"), 200)];
    const rule = (decision, more = () => ({})) => async () => {
      const body = { decision, by: by.value.trim() || words("referee.by.none"), why: why.value.trim(), ...more() };
      if (await this.#do("ruling", body)) why.value = "";
    };
    const back = async () => {
      const { last } = this.#state;
      const sure = await this.#ask(words("take-back.last"), words("take-back.play", last), words("take-back.do"));
      if (sure) await rule("take-back", () => ({ n: last.n }))();
    };
    this.#parts.takeBack = h("button", { type: "button", "data-ruling": "take-back", onclick: back }, words("referee.take-back"));
    return (this.#parts.referee = h("section", { "aria-label": words("referee.label") },
      h("h2", null, words("referee.title")),
      h("div", { class: "row" }, by, why),
      h("div", { class: "row" }, h("button", { type: "button", "data-ruling": "let-stand", onclick: rule("let-stand") }, words("referee.let-stand")), this.#parts.takeBack)));
  }

  #nothing() {
    return (this.#parts.nothing = h("p", { class: "hint" }, words("workshop.hint")));
  }

  show(state) {
    this.#state = state;
    const { may_command: may, game, sim } = state;
    const parts = this.#parts;
    const readers = may && game && game.cards !== "none";
    parts.nothing.hidden = may && Boolean(game);
    parts.people.hidden = !(may && sim);
    parts.readers.hidden = !readers;
    parts.referee.hidden = !(may && game?.mode === "referee");
    parts.takeBack.disabled = !state.last;
    if (may && sim) this.#showPeople(sim, Boolean(state.over));
    if (readers) this.#showReaders(state);
  }

  #showReaders({ game, sim }) {
    const parts = this.#parts;
    parts.suits.hidden = parts.places.hidden = !sim;
    parts.shuffled.hidden = sim?.people === "playing";
    segments(parts.suits, "suit", [["any", words("readers.any"), words("readers.any.label")], ...Object.keys(SUITS).map(suitChoice)], this.#cards.suit, (suit) => {
      this.#cards.suit = suit;
      this.show(this.#state);
    });
    const seats = game.cards === "seat" ? game.seats : [];
    parts.places.hidden ||= !seats.length;
    const places = [["turn", words("readers.turn"), words("readers.turn.label")], ...seats.map((seat) => [seat, seat, words("readers.seat.label", { seat })])];
    segments(parts.places, "place", places, this.#cards.place, (place) => {
      this.#cards.place = place;
      this.show(this.#state);
    });
    this.#showLaid(sim?.laid ?? {});
  }

  #showLaid(laid) {
    const box = this.#parts.laid;
    whenNew(box, JSON.stringify([laid, this.#state.game.names]), () =>
      box.replaceChildren(
        ...Object.entries(laid).filter(([, card]) => card).map(([at, card]) =>
          h("span", { class: "laid-card" },
            drawCard(card, { "aria-hidden": "true" }),
            h("span", null, at === "table" ? words("readers.lies.table") : words("readers.lies.seat", { who: nameOf(this.#state, at) })),
            h("button", {
              type: "button", class: "quiet", "aria-label": words(`readers.take-off.${at === "table" ? "table" : "seat"}`, { card: cardName(card), seat: at }),
              onclick: () => this.#do("card", { card: null, at }),
            }, words("readers.take-off")))),
      ),
    );
  }

  #showPeople(sim, over) {
    const parts = this.#parts;
    const playing = sim.people === "playing";
    parts.carry.checked = !sim.carries;
    setText(parts.status, words(`people.${over ? "over" : sim.people}`));
    setText(parts.play, words(playing ? "people.pause" : "people.play"));
    mark(parts.play, "data-on", playing ? "" : null);
    parts.play.disabled = over && !playing;
    parts.step.disabled = over || playing;
    parts.mistake.disabled = over;
    parts.off.disabled = sim.people === "off";
    if (document.activeElement !== parts.speed) {
      const at = SPEEDS.findIndex((speed) => speed >= sim.speed);
      parts.speed.value = at < 0 ? SPEEDS.length - 1 : at;
      this.#saySpeed(sim.speed);
    }
  }

  #saySpeed(speed) {
    setText(this.#parts.shown, words("people.times", { n: localNumber(speed) }));
    mark(this.#parts.speed, "aria-valuetext", words("people.times.label", { n: localNumber(speed) }));
  }
}

function suitChoice(suit) {
  const picture = s("svg", { viewBox: "-10 -10 20 20", class: `suit ${"DH".includes(suit) ? "red" : "black"}`, "aria-hidden": "true" }, s("path", { d: SUITS[suit] }));
  return [suit, picture, words("suit-name", { suit: SUIT_NAMES[suit] })];
}
