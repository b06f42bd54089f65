// The desk's messages (desk-page.ftl) by their codes, in English, and what is joined of several.

import { learn, words as worded } from "/page/js/words.js";
import { messages } from "./messages.js";

learn(messages);

/** The text of one of the desk's own codes, with its values. */
export const words = (code, values) => worded(`desk.${code}`, values);

/** The parts that are there, one after the other. */
export const joined = (parts, between = ", ") => parts.filter(Boolean).join(between);

/** A seat's name as people say it. */
export const nameOf = (names, seat) => names?.[seat] || words("seat", { seat });
