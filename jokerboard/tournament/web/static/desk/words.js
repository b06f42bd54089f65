// Codes with values become words, by the catalogue of one language. Nothing else at the desk words anything.

import { wording } from "/page/js/words.js";
import { ENGLISH } from "./english.js";

export const { words, fillPage } = wording(ENGLISH);

/** A seat's name as people say it. */
export const nameOf = (names, seat) => names?.[seat] || words("seat", { seat });
