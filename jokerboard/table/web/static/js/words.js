// Codes with values become words, by the catalogue of one language. Nothing else on the page words anything.

import { cardName, wording } from "/page/js/words.js";
import { SUITS } from "/page/js/glyphs.js";
import { ENGLISH } from "./english.js";

export const { words, fillPage } = wording(ENGLISH);

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

export const keyWords = () => ENGLISH.keys;
