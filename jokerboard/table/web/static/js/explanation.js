// The explanation of a verdict: the readings of the board, the likeliest first, each with what the board saw.

import { h } from "/page/js/dom.js";
import { words } from "./words.js";

/** The content of the dialog for the answer of `/api/explain`: `readings` with `play`, `likely` and `steps`. */
export function explanation({ readings }) {
  if (!readings.length) return [h("p", null, words("why.none"))];
  return [
    h("p", { class: "hint" }, words("why.hint")),
    h("ol", { class: "readings" }, readings.map(({ play, likely, steps }) =>
      h("li", null,
        h("p", null, h("strong", null, play), likely ? ` ${likely}` : ""),
        h("ul", { class: "bullets" }, steps.map((step) => h("li", null, step)))))),
  ];
}
