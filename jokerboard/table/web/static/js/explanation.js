// The explanation of a verdict: the readings of the board, the likeliest first, each with its steps.

import { h } from "/page/js/dom.js";
import { localNumber } from "/page/js/words.js";
import { words } from "./words.js";

/** The content of the dialog for what `/api/explain` told: `readings` with `play`, `more` and `steps`. */
export function explanation({ readings }) {
  if (!readings.length) return [h("p", null, words("why.none"))];
  return [
    h("p", { class: "hint" }, words("why.hint")),
    h("ol", { class: "readings" }, readings.map(({ play, more, steps }) =>
      h("li", null,
        h("p", null, h("strong", null, play), more ? ` ${words("why.more", { more: localNumber(more) })}` : ""),
        h("ul", { class: "bullets" }, steps.map((step) => h("li", null, step)))))),
  ];
}
