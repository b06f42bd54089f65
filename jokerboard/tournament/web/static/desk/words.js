// The texts of the desk's page (desk-page.ftl) by their codes, in English.

import { learn, words as worded } from "/page/js/words.js";
import { messages } from "./messages.js";

learn(messages);

/** The text of a code of the desk's page, with its values. */
export const words = (code, values) => worded(`desk.${code}`, values);

/** The parts that are not empty, joined. */
export const joined = (parts, between = ", ") => parts.filter(Boolean).join(between);

/** A seat's name as people say it. */
export const nameOf = (names, seat) => names?.[seat] || words("seat", { seat });
