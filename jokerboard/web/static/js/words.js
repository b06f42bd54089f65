// What all pages need for words: how a catalogue is read, numbers and times as the browser's owner writes them, and
// the texts that pages share: cards, the errors of the link to the service, the analysis of a game.
// A catalogue in another language is another object with the same keys.

import { SUITS } from "./glyphs.js";

/** The readers of a catalogue: an object of texts, or functions of values that make one, by code. */
export function wording(catalogue) {
  /** The text of a code, with its values; "" for a code that has none. */
  const words = (code, values = {}) => {
    const text = catalogue[code];
    return typeof text === "function" ? text(values) : text ?? "";
  };
  /** Fills what the page's own file leaves to the catalogue: `data-words` a text, `data-label` a name. */
  const fillPage = () => {
    document.documentElement.lang = catalogue.language;
    for (const node of document.querySelectorAll("[data-words]")) node.textContent = words(node.dataset.words);
    for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", words(node.dataset.label));
  };
  return { words, fillPage };
}

const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
/** A number as the browser's owner writes it. */
export const localNumber = (n) => numbers.format(n);

/** A wall clock time as the browser's owner writes it, with its zone, and its date unless it is today's; what is no time stays as it is. */
export function localClock(iso, more = {}) {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const date = time.toDateString() === new Date().toDateString() ? {} : { day: "numeric", month: "short", year: "numeric" };
  return time.toLocaleString([], { ...date, hour: "2-digit", minute: "2-digit", timeZoneName: "short", ...more });
}

/** Compares two names, numbers in them by their size: "Table 2" before "Table 10". */
export const inOrder = new Intl.Collator(undefined, { numeric: true }).compare;

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
const percents = new Intl.NumberFormat(undefined, { style: "percent" });
/** What the cards did for a team, in plain words. */
const luckOf = (part) => {
  if (Math.abs(part) < 0.08) return "the cards helped neither side";
  return `the cards ${part > 0 ? "helped" : "were against"} ${part > 0 ? "" : "them "}${Math.abs(part) > 0.3 ? "a lot" : "a little"}`.replace("  ", " ");
};
/** How well a team chose, in plain words. */
const skillOf = (cost) => (cost < 0.03 ? "played without a costly choice" : cost < 0.2 ? "chose well, with little lost" : cost < 0.5 ? "gave away some chances" : "gave away many chances");

export const ANALYSIS = {
  title: "Where the game turned",
  graph: "Each team’s chance of winning over the plays",
  plays: (n) => `${n} plays`,
  means: "Each point is the mean of one round of plays: a chance is told as the player who has just played sees it.",
  team: (names) => and.format(names),
  percent: (part) => percents.format(part),
  wait: "Weighing every play …",
  "no-hands": "The hands are not known, so plays are not weighed.",
  none: "No play cost 3 % or more.",
  costly: "The plays that cost most",
  mistake: ({ action, cost, said, instead }) => `Play ${action} cost ${percents.format(cost)}: ${said}. Better: ${instead}.`,
  luck: ({ names, cost, luck }) => `${and.format(names)} ${skillOf(cost)}; ${luckOf(luck)}.`,
  hint: "The cards: all gains and losses of the chance to win that no costly play explains.",
  go: "Click a point of the graph, or a play, to see it on the board.",
};

/** A card's name: "seven of hearts", "Joker". */
export function cardName(card) {
  const rank = CARDS.ranks[card[0]] ?? card;
  return card[0] === "X" || !SUITS[card[1]] ? rank : CARDS.card(rank, CARDS.suits[card[1]]);
}
