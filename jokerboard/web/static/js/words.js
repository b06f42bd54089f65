// Texts by code, from the catalogue of one language (catalogue.js, which the service makes from its messages),
// formatted by Project Fluent; numbers and times as the browser is set. An object from the service may have a field
// `say` with the code and values of each of its texts: `worded` replaces these texts by texts in this page's
// language. A text without a code, or with an unknown one, stays in English.

import { FluentBundle, FluentNumber, FluentResource } from "./vendor/fluent.js";
import { language, messages } from "./catalogue.js";
import { SUITS } from "./glyphs.js";

const bundle = new FluentBundle(language, { useIsolating: false });
bundle.addResource(new FluentResource(messages));

export { language };

/** Adds messages to the catalogue. */
export const learn = (more) => bundle.addResource(new FluentResource(more));

/** The text of a code with its values; "" for an unknown code. */
export function words(code, values = {}) {
  const pattern = bundle.getMessage(code.replaceAll(".", "-"))?.value;
  if (!pattern) return "";
  const args = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, argument(value)]));
  return bundle.formatPattern(pattern, args, []);
}

const argument = (value) => (typeof value === "number" ? new FluentNumber(value, { useGrouping: false }) : valueWords(value));

/** A list of the parts as text in this language, with "and" or "or" (`last`) before the last part. */
export function listed(last, parts) {
  const all = parts.map(valueWords);
  const end = all.pop() ?? "";
  if (!all.length) return end;
  const before = all.reduce((first, next) => words("list.before", { first, next }));
  return words(`list.${last}`, { before, last: end });
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const CHANGED = {
  capital: ({ of }) => capital(valueWords(of)),
  sentence: ({ of }) => `${capital(valueWords(of)).replace(/\.+$/, "")}.`,
  "list-and": ({ parts }) => listed("and", parts),
  "list-or": ({ parts }) => listed("or", parts),
};

/** A value of a message as text: a string, a number, an array of values, or a code with values. */
function valueWords(value) {
  if (Array.isArray(value)) return value.map(valueWords).join(", ");
  if (value === null || typeof value !== "object") return String(value ?? "");
  return codedText(value) ?? value.text ?? "";
}

/** The text of a code with values; null if this catalogue does not have the code. */
function codedText({ code, values }) {
  if (CHANGED[code]) return CHANGED[code](values);
  return bundle.hasMessage(code) ? words(code, values) : null;
}

/** A value from the service, with all its texts in this page's language. */
export function worded(data) {
  if (Array.isArray(data)) return data.map(worded);
  if (data === null || typeof data !== "object") return data;
  const out = {};
  for (const [key, value] of Object.entries(data)) out[key] = worded(value);
  for (const [key, coded] of Object.entries(data.say ?? {})) {
    if (Array.isArray(coded)) out[key] = coded.map((one, index) => (one && codedText(one)) ?? data[key][index]);
    else if (coded) out[key] = codedText(coded) ?? data[key];
  }
  return out;
}

/** Fills the elements of the page: `data-words` is the code of their text, `data-label` the code of their label. */
export function fillPage() {
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-words]")) node.textContent = words(node.dataset.words);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", words(node.dataset.label));
}

const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
/** A number in the format that the browser is set to. */
export const localNumber = (n) => numbers.format(n);

const percents = new Intl.NumberFormat(undefined, { style: "percent" });
export const localPercent = (part) => percents.format(part);

/**
 * A time of the wall clock in the browser's format, with its zone, and with its date unless that is today; any text
 * that is no time is returned unchanged.
 */
export function localClock(iso, more = {}) {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const date = time.toDateString() === new Date().toDateString() ? {} : { day: "numeric", month: "short", year: "numeric" };
  return time.toLocaleString([], { ...date, hour: "2-digit", minute: "2-digit", timeZoneName: "short", ...more });
}

/** Compares two names for sorting, with numbers in them by size: "Table 2" before "Table 10". */
export const inOrder = new Intl.Collator(undefined, { numeric: true }).compare;

const RANKS = {
  A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven",
  8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king", X: "joker",
};
export const SUIT_NAMES = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };

/**
 * The values with which a message names a card with its article. A `card` of several ranks, such as "TJK", is named
 * as a list of those ranks.
 */
export function cardValues(card) {
  if (!card) return { rank: "any", cards: "" };
  const isOne = card.length === 1 || SUITS[card[1]] || card[0] === "X";
  if (isOne) return { rank: RANKS[card[0]] ?? "any", cards: "" };
  return { rank: "several", cards: listed("or", [...card].map((rank) => words("a-card", { rank: RANKS[rank] ?? "any", cards: "" }))) };
}

/** A card's name, such as "seven of hearts" or "Joker". */
export const cardName = (card) => words("card-name", { rank: RANKS[card[0]] ?? "any", suit: SUIT_NAMES[card[1]] ?? "none" });

/** The number of holes that a card's rank counts. */
export const rankNumber = (card) => ({ A: 1, T: 10 })[card[0]] ?? Number(card[0]);
