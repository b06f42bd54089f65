// The cards that can be laid: the dealt hand, or all fourteen ranks if nobody deals.

import { byId, h, mark, whenNew } from "/page/js/dom.js";
import { drawCard, marblePicture, SUITS } from "/page/js/glyphs.js";
import { cardName } from "/page/js/words.js";
import { Choose } from "./choose.js";
import { cardValues, nameOf, words } from "./words.js";

const RANKS = [..."A23456789TJQKX"];
const ORDER = Object.keys(SUITS);

export class Cards {
  #do;
  #ask;
  #choose;
  #pick;
  #state = null;
  #last = {}; // rank -> the suit laid last, so that "any" takes another suit each time
  #looking = false;
  #whose = null; // the seat whose hand is shown
  changed = () => {}; // called when a hand is uncovered or covered
  suit = "any"; // chosen in the workshop
  place = "turn";

  /**
   * `act` sends a command. `ask(title, text, verb)` asks people to confirm; `pick(cards)` asks which card they mean,
   * and resolves to it.
   */
  constructor(act, ask, choose, pick) {
    this.#do = act;
    this.#pick = pick;
    this.#ask = ask;
    this.#choose = choose;
  }

  show(state) {
    this.#state = state;
    const box = byId("cards");
    const { game, paired, seat } = state;
    box.hidden = !this.able && !(paired && game?.dealt && !seat);
    if (!box.hidden && !this.able) {
      whenNew(box, JSON.stringify(game.names), () => box.replaceChildren(this.#whoseDevice(state)));
      return;
    }
    if (!this.able) {
      whenNew(box, "", () => box.replaceChildren()); // the cards of a hand that was shown must not stay in the page
      return;
    }
    const hand = state.hand ?? null;
    if (hand?.seat !== this.#whose) [this.#whose, this.#looking] = [hand?.seat, false];
    whenNew(box, JSON.stringify([hand, this.#looking, state.game.id]), () =>
      box.replaceChildren(hand ? this.#hand(hand) : palette((rank) => this.lay(rank))));
    this.#mark(hand);
  }

  /** Marks the cards that can move a marble, and the chosen card. */
  #mark(hand) {
    const choosing = this.#choose.able;
    for (const node of byId("cards").querySelectorAll("[data-card], [data-rank]")) {
      const { card, rank } = node.dataset;
      const { chosen } = this.#choose;
      mark(node, "data-lit", choosing && card && hand.moves?.includes(card) ? "" : null);
      if (choosing) mark(node, "aria-pressed", String(Boolean(chosen) && (card ? card === chosen : rank === chosen[0])));
      else mark(node, "aria-pressed", null);
    }
  }

  /** Whether a hidden hand is shown here that its player has not uncovered. */
  get covered() {
    const { hand } = this.#state ?? {};
    return Boolean(hand?.hidden && !(this.#looking && hand.seat === this.#whose));
  }

  get able() {
    const { may_command: may, sim, game, over, replay, hand } = this.#state;
    return Boolean(may && game && game.cards !== "none" && !over && !replay && (hand || (sim && !game.dealt)));
  }

  /**
   * Lays a card of `rank`. It is taken from the hand, after a question if cards of several suits fit; without a
   * hand, the workshop's choices give its suit and place.
   */
  async lay(rank) {
    const { hand } = this.#state;
    if (hand) {
      const held = hand.hidden && !this.#looking ? [] : hand.cards.filter((card) => card[0] === rank);
      const kinds = [...new Map(held.map((card) => [card.slice(0, 2), card])).values()];
      if (!kinds.length) return false;
      const card = kinds.length > 1 ? await this.#pick(kinds) : kinds[0];
      return card ? this.#lay(card, hand.seat) : false;
    }
    return this.#lay(rank === "X" ? "X" : rank + this.#suitFor(rank));
  }

  /** Lays the card; if it has no play and would be discarded, people confirm that first. */
  async #lay(card, at = this.#at()) {
    if (this.#choose.able) return this.#choose.card(card);
    if (Choose.on(this.#state)) return false; // another player is in turn
    let sure = false;
    const done = await this.#do("card", { card, at }, (refused) => {
      sure = refused.why === "no-play";
      return sure;
    });
    if (done) this.#last[card[0]] = card[1];
    if (!sure) return done;
    const who = nameOf(this.#state, at === "table" ? this.#state.turn : at);
    const agreed = await this.#ask(words("discard.title", { card: cardName(card) }), words("discard.text", { who, ...cardValues(card) }), words("discard.do"));
    return agreed ? this.#do("card", { card, at, sure: true }) : false;
  }

  #at() {
    if (this.#state.game.cards === "table") return "table";
    const { code, seat } = this.#state.prompt ?? {};
    if (["deal", "turn-over"].includes(code)) return seat;
    return this.place === "turn" ? this.#state.turn : this.place;
  }

  #suitFor(rank) {
    if (this.suit !== "any") return this.suit;
    return ORDER[(ORDER.indexOf(this.#last[rank]) + 1) % ORDER.length];
  }

  /** The question whose cards a paired device shows, if it has no seat in a dealt game. */
  #whoseDevice(state) {
    const take = (seat) => h("button", { type: "button", onclick: () => this.#do("seat", { seat }) }, marblePicture(seat, { class: "tiny" }), nameOf(state, seat));
    const people = state.game.seats.filter((seat) => !state.game.machines?.[seat]);
    return h("div", { class: "whose" }, h("p", null, words("hand.whose")), h("div", { class: "row" }, people.map(take)));
  }

  #hand({ seat, cards, count, hidden }) {
    const look = (on) => () => {
      this.#looking = on;
      this.show(this.#state);
      this.changed();
    };
    const covered = hidden && !this.#looking;
    const faces = covered
      ? Array.from({ length: count }, () => h("span", { class: "hand-back", "aria-hidden": "true" }))
      : cards.map((card) => h("button", {
        type: "button", class: "hand-card", "data-card": card, "aria-label": words("lay.card", { card: cardName(card) }), onclick: () => this.#lay(card, seat),
      }, drawCard(card)));
    const row = h("div", { class: "hand", onclick: covered ? look(true) : null }, faces);
    if (!hidden) return row;
    const hold = h("button", { type: "button", class: "look", "aria-pressed": String(!covered) }, covered ? words("hand.look", { who: nameOf(this.#state, seat) }) : words("hand.hide"));
    hold.addEventListener("click", look(covered));
    return h("div", { class: "hand-box", "data-covered": covered }, row, hold);
  }
}

const palette = (lay) =>
  h("div", { class: "palette" }, RANKS.map((rank) =>
    h("button", {
      type: "button", class: `rank-card ${rank === "X" ? "joker" : ""}`, "data-rank": rank, "aria-label": words("lay.rank", cardValues(rank)), onclick: () => lay(rank),
    }, rank === "T" ? "10" : rank === "X" ? "★" : rank)));
