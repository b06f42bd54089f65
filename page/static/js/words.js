// The words that all pages share: cards, the errors of the link to the service, and the analysis of a game.
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

const and = new Intl.ListFormat("en", { type: "conjunction" });
const percents = new Intl.NumberFormat("en", { style: "percent" });
const signed = new Intl.NumberFormat("en", { style: "percent", signDisplay: "always" });

export const ANALYSIS = {
  title: "Where the game turned",
  graph: "Each team’s chance of winning over the plays",
  plays: (n) => `${n} plays`,
  team: (names) => and.format(names),
  percent: (part) => percents.format(part),
  wait: "Weighing every play …",
  "no-hands": "The hands are not known, so plays are not weighed.",
  none: "No play cost 3 % or more.",
  costly: "The plays that cost most",
  mistake: ({ action, cost, said, instead }) => `Play ${action} cost ${percents.format(cost)}: ${said}. Better: ${instead}.`,
  luck: ({ names, cost, luck }) => `${and.format(names)}: costly plays ${signed.format(-cost)}, luck of the cards ${signed.format(luck)}`,
  hint: "All in parts of the chance to win. Luck of the cards: all gains and losses that no costly play explains.",
};

/** A card's name: "seven of hearts", "Joker". */
export function cardName(card) {
  const rank = CARDS.ranks[card[0]] ?? card;
  return card[0] === "X" || !SUITS[card[1]] ? rank : CARDS.card(rank, CARDS.suits[card[1]]);
}
