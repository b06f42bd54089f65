// Codes with values become words, by the catalogue of one language. Nothing else on the page words anything.

import { cardName } from "/page/js/words.js";
import { SUITS } from "/page/js/glyphs.js";
import { ENGLISH } from "./english.js";

const catalogue = ENGLISH;

/** The text of a code, with its values; "" for a code that has none. */
export function words(code, values = {}) {
  const text = catalogue[code];
  return typeof text === "function" ? text(values) : text ?? "";
}

/** A seat's name as people say it. */
export const nameOf = (state, seat) => state.game?.names?.[seat] || words("seat", { seat });

/** A card in words; of one of which only ranks are known, those: "ten, jack or king". */
export function cardWords(card) {
  if (card && card[0] !== "X" && !SUITS[card[1]]) return words("card.ranks", { ranks: [...card] });
  return words("card", { name: card ? cardName(card) : null });
}

/** The prompt's two lines. */
export function promptWords(state) {
  const prompt = state.prompt ?? { code: "no-game" };
  if (prompt.code === "says") return { text: prompt.text, more: "" };
  const name = (seat) => seat && nameOf(state, seat);
  const values = {
    ...prompt,
    who: name(prompt.seat), whose: name(prompt.marble), by: name(prompt.by), alone: prompt.by === prompt.seat,
    names: (prompt.team ?? []).map(name),
    legs: (prompt.legs ?? []).map((leg) => ({ ...leg, whose: name(leg.marble) })),
    card: cardWords(prompt.card), rank: prompt.card, parts: prompt.parts ?? [],
    ways: (prompt.ways ?? []).map((one) => words(`way.${one.way}`, one)),
    inSpot: prompt.to?.length === 1 && prompt.to[0] === `${prompt.marble}3`,
  };
  return { text: words(`prompt.${prompt.code}`, values) || prompt.text || "", more: words(`more.${prompt.code}`, values) };
}

/** A hole as somebody hears it: its name, what it is, what stands there, what its light says. */
export function holeWords(state, { name, mark, kind }, seat) {
  const what = words(`hole.${mark}`) || words(`hole.${kind}`);
  const light = words(`light.${state.lights?.[name]?.role}`);
  return words("hole.label", { name, what, seat, who: state.game?.names?.[seat], light });
}

const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
/** A number as the browser's owner writes it. */
export const localNumber = (n) => numbers.format(n);

/** A wall clock time as the browser's owner writes it; what is no time stays as it is. */
export function localClock(iso) {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

/** Fills what the page's own file leaves to the catalogue: `data-words` a text, `data-label` a name. */
export function fillPage() {
  document.documentElement.lang = catalogue.language;
  for (const node of document.querySelectorAll("[data-words]")) node.textContent = words(node.dataset.words);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", words(node.dataset.label));
}

export const keyWords = () => catalogue.keys;
