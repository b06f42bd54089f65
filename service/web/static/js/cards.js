// Laying cards on the simulated readers: fourteen ranks, a suit, and whose reader.

import { byId, h, mark, s, segments, whenNew } from "/page/js/dom.js";
import { cardName, drawCard, RANKS, SUITS } from "/page/js/glyphs.js";

const ORDER = Object.keys(SUITS);

export class Cards {
  #do;
  #state = null;
  #suit = "any";
  #place = "turn";
  #last = {}; // rank -> the suit laid last, so that "any" takes another one each time

  constructor(act) {
    this.#do = act;
    const ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "X"];
    byId("palette").append(
      ...ranks.map((rank) =>
        h("button", {
          type: "button", class: `rank-card ${rank === "X" ? "joker" : ""}`, "data-rank": rank,
          "aria-label": `Lay a ${RANKS[rank]}`, onclick: () => this.lay(rank),
        }, rank === "T" ? "10" : rank === "X" ? "★" : rank),
      ),
    );
  }

  show(state) {
    this.#state = state;
    const able = state.may_command && state.sim && state.game && state.game.cards !== "none" && !state.over;
    byId("cards").hidden = !able;
    if (!able) return;
    segments(byId("suits"), "suit", [["any", "any", "any suit"], ...ORDER.map(suitChoice)], this.#suit, (suit) => {
      this.#suit = suit;
      this.show(this.#state);
    });
    const seats = state.game.cards === "seat" ? state.game.seats : [];
    byId("places").hidden = !seats.length;
    const places = [["turn", "in turn", "at the seat in turn"], ...seats.map((seat) => [seat, seat, `at seat ${seat}`])];
    segments(byId("places"), "place", places, this.#place, (place) => {
      this.#place = place;
      this.show(this.#state);
    });
    this.#showLaid(state.sim.laid ?? {});
  }

  /** Lays a card of `rank` where the choices say. */
  async lay(rank) {
    const card = rank === "X" ? "X" : rank + this.#suitFor(rank);
    if (await this.#do("card", { card, at: this.#at() })) this.#last[rank] = card[1];
  }

  #at() {
    if (this.#state.game.cards === "table") return "table";
    return this.#place === "turn" ? this.#state.turn : this.#place;
  }

  #suitFor(rank) {
    if (this.#suit !== "any") return this.#suit;
    return ORDER[(ORDER.indexOf(this.#last[rank]) + 1) % ORDER.length];
  }

  #showLaid(laid) {
    whenNew(byId("laid"), JSON.stringify(laid), () =>
      byId("laid").replaceChildren(
        ...Object.entries(laid).filter(([, card]) => card).map(([at, card]) =>
          h("span", { class: "laid-card" },
            drawCard(card, { "aria-hidden": "true" }),
            h("span", null, at === "table" ? "on the table" : `at ${at}`),
            h("button", {
              type: "button", class: "quiet", "aria-label": `Take the ${cardName(card)} off ${at === "table" ? "the table's reader" : `reader ${at}`}`,
              onclick: () => this.#do("card", { card: null, at }),
            }, "Take off"))),
      ),
    );
    mark(byId("laid"), "data-full", Object.keys(laid).length ? "" : null);
  }
}

function suitChoice(suit) {
  const { name, path } = SUITS[suit];
  const picture = s("svg", { viewBox: "-10 -10 20 20", class: `suit ${"DH".includes(suit) ? "red" : "black"}`, "aria-hidden": "true" }, s("path", { d: path }));
  return [suit, picture, name];
}
