// The workshop: what tries the board out rather than plays on it. The readers, the shuffling, the simulated
// people and their mistakes, and a human referee's decisions.

import { byId, h, mark, s, say, segments, whenNew } from "/page/js/dom.js";
import { cardName, drawCard, SUITS } from "/page/js/glyphs.js";
import { nameOf } from "./words.js";

const SPEEDS = [1, 2, 3, 5, 10, 20, 50];
const DOING = { playing: "are playing", paused: "are waiting", off: "are away" };

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
    parts.play = h("button", { type: "button", "data-people": "play", onclick: () => this.#do("people", { action: this.#state.sim.people === "playing" ? "pause" : "play" }) }, "Play");
    parts.step = h("button", { type: "button", "data-people": "step", onclick: people("step") }, "Step");
    parts.mistake = h("button", { type: "button", "data-people": "mistake", onclick: people("mistake") }, "Make a mistake");
    parts.off = h("button", { type: "button", "data-people": "off", class: "quiet", onclick: people("off") }, "By hand");
    parts.speed = h("input", { type: "range", min: 0, max: SPEEDS.length - 1, step: 1, id: "speed" });
    parts.speed.addEventListener("input", () => this.#saySpeed(SPEEDS[parts.speed.value]));
    parts.speed.addEventListener("change", () => this.#do("people", { speed: SPEEDS[parts.speed.value] }));
    parts.shown = h("output", { for: "speed" });
    parts.status = h("span", { class: "status" });
    return (parts.people = h("section", { class: "people", "aria-label": "Simulated people" },
      h("div", { class: "row" }, h("h2", { class: "start" }, "Simulated people"), parts.status),
      h("div", { class: "row" }, parts.play, parts.step, parts.mistake, parts.off),
      h("label", { class: "speed" }, h("span", null, "Speed"), parts.speed, parts.shown)));
  }

  #readers() {
    const parts = this.#parts;
    parts.suits = h("div", { class: "segments", role: "radiogroup", "aria-label": "Suit" });
    parts.places = h("div", { class: "segments", role: "radiogroup", "aria-label": "At whose reader" });
    parts.laid = h("div", { class: "laid" });
    parts.shuffled = h("button", { type: "button", "data-shuffled": "", onclick: () => this.#do("reshuffle", {}) }, "The cards were shuffled");
    return (parts.readers = h("section", { "aria-label": "Card readers" },
      h("h2", null, "Card readers"),
      h("div", { class: "row" }, parts.suits, parts.places), parts.laid, h("div", { class: "row" }, parts.shuffled)));
  }

  #referee() {
    const told = (label, length) => h("input", { maxlength: length, "aria-label": label, placeholder: label, autocomplete: "off" });
    const [by, why] = [told("Who decides", 40), told("Why", 200)];
    const rule = (decision, more = () => ({})) => async () => {
      const body = { decision, by: by.value.trim() || "the page", why: why.value.trim(), ...more() };
      if (await this.#do("ruling", body)) why.value = "";
    };
    const back = async () => {
      const { last } = this.#state;
      const sure = await this.#ask("Take the last play back?", `Play ${last.n}: ${last.text}`, "Take it back");
      if (sure) await rule("take-back", () => ({ n: last.n }))();
    };
    this.#parts.takeBack = h("button", { type: "button", "data-ruling": "take-back", onclick: back }, "Take the last play back");
    return (this.#parts.referee = h("section", { "aria-label": "The referee decides" },
      h("h2", null, "Referee"),
      h("div", { class: "row" }, by, why),
      h("div", { class: "row" }, h("button", { type: "button", "data-ruling": "let-stand", onclick: rule("let-stand") }, "Let it stand"), this.#parts.takeBack)));
  }

  #nothing() {
    return (this.#parts.nothing = h("p", { class: "hint" }, "Here you try out what a board hears and simulated people do. Only a paired device can."));
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
    segments(parts.suits, "suit", [["any", "any", "any suit"], ...Object.keys(SUITS).map(suitChoice)], this.#cards.suit, (suit) => {
      this.#cards.suit = suit;
      this.show(this.#state);
    });
    const seats = game.cards === "seat" ? game.seats : [];
    parts.places.hidden ||= !seats.length;
    const places = [["turn", "in turn", "at the seat in turn"], ...seats.map((seat) => [seat, seat, `at seat ${seat}`])];
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
            h("span", null, at === "table" ? "on the table" : `before ${nameOf(this.#state, at)}`),
            h("button", {
              type: "button", class: "quiet", "aria-label": `Take the ${cardName(card)} off ${at === "table" ? "the table's reader" : `reader ${at}`}`,
              onclick: () => this.#do("card", { card: null, at }),
            }, "Take off"))),
      ),
    );
  }

  #showPeople(sim, over) {
    const parts = this.#parts;
    const playing = sim.people === "playing";
    say(parts.status, over ? "have finished" : DOING[sim.people] ?? "");
    say(parts.play, playing ? "Pause" : "Play");
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
    say(this.#parts.shown, `${Number(speed).toFixed(speed % 1 ? 1 : 0)}×`);
    mark(this.#parts.speed, "aria-valuetext", `${speed} times`);
  }
}

function suitChoice(suit) {
  const { name, path } = SUITS[suit];
  const picture = s("svg", { viewBox: "-10 -10 20 20", class: `suit ${"DH".includes(suit) ? "red" : "black"}`, "aria-hidden": "true" }, s("path", { d: path }));
  return [suit, picture, name];
}
