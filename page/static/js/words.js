// The words that all pages share: cards, and the errors of the link to the service.
// A catalogue in another language is another object with the same keys.

import { SUITS } from "./glyphs.js";

export const CARDS = {
  ranks: {
    A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven",
    8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king", X: "Joker",
  },
  suits: { C: "clubs", D: "diamonds", H: "hearts", S: "spades" },
  card: (rank, suit) => `${rank} of ${suit}`,
};

export const LINK = {
  silent: (who) => `The ${who} does not answer.`,
  "not-done": (who) => `The ${who} did not do that.`,
  "not-given": (who, name) => `The ${who} did not give its ${name}.`,
};

/** A card's name: "seven of hearts", "Joker". */
export function cardName(card) {
  const rank = CARDS.ranks[card[0]] ?? card;
  return card[0] === "X" || !SUITS[card[1]] ? rank : CARDS.card(rank, CARDS.suits[card[1]]);
}
