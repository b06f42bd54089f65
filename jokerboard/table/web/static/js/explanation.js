// The explanation of a verdict: the hypotheses about the board, the likeliest first, each with the observations.

import { h } from "/page/js/dom.js";
import { words } from "./words.js";

/**
 * The content of the dialog for the answer of `/api/explain`: `readings` (the hypotheses) with `play`, `likely`,
 * `steps`.
 */
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
