// The prompt, which the table computes, and the last verdict.

import { byId, h, mark, setText, whenNew } from "/page/js/dom.js";
import { marblePicture, SEATS } from "/page/js/glyphs.js";
import { promptWords, words } from "./words.js";

const TONES = { ok: "✓", bad: "!", ask: "?", info: "" };
const SMALLEST = 4; // the number of the smallest size of type; see play.css

/**
 * Shows the prompt and the verdict; returns the prompt's two lines. `explain` opens the explanation of the verdict,
 * if the table has one; `read` shows a long sentence in a dialog.
 */
export function showPrompt(state, explain, read) {
  const { text, more } = promptWords(state);
  const seat = state.over ? state.over[0] : state.prompt?.seat ?? state.turn;
  whenNew(byId("prompt-marble"), seat ?? "", () => {
    byId("prompt-marble").replaceChildren(...(seat ? [marblePicture(seat)] : []));
    byId("prompt").style.setProperty("--seat", SEATS[seat]?.colour ?? "var(--info)");
  });
  setText(byId("prompt-text"), text);
  setText(byId("prompt-more"), more);
  mark(byId("prompt"), "data-code", state.prompt?.code ?? "");
  whenNew(byId("prompt"), `${text}\n${more}`, () => keepFitting(byId("prompt")));
  document.title = words("page.title", { text });
  showVerdict(state.verdict?.kind === "menu" ? null : state.verdict, state.explains && !state.replay ? explain : null, read);
  return { text, more };
}

/** Kinds of sentences that are no judgement about the board, and have no explanation. */
const PLAIN = new Set(["turn", "note", "pause", "over", "lesson"]);

function showVerdict(verdict, explain, read) {
  const box = byId("verdict");
  mark(box, "data-tone", verdict?.tone ?? "info");
  mark(box, "data-kind", verdict?.kind ?? "");
  mark(box, "data-empty", verdict?.text ? null : "");
  whenNew(box, JSON.stringify([verdict ?? null, Boolean(explain)]), () => {
    box.replaceChildren(
      h("span", { class: "tone", "aria-hidden": "true" }, TONES[verdict?.tone] ?? ""),
      h("p", { class: "sentence" },
        h("span", { class: "text" }, verdict?.text ?? ""),
        h("button", { type: "button", class: "quiet read", onclick: () => read(verdict.text) }, words("verdict.read")),
        verdict?.code ? h("a", { href: `#rules/${verdict.code}` }, words("verdict.rule")) : "",
        explain && verdict && !PLAIN.has(verdict.kind) ? h("button", { type: "button", class: "quiet why", onclick: explain }, words("verdict.why")) : ""),
    );
    keepFitting(box);
  });
}

const fitted = new ResizeObserver((boxes) => boxes.forEach(({ target }) => fit(target)));

function keepFitting(box) {
  fit(box);
  fitted.observe(box);
}

/** Makes the type smaller until the text fits its box, whose size is fixed; a verdict that never fits is cut. */
function fit(box) {
  mark(box, "data-cut", null);
  for (let step = 0; step <= SMALLEST; step++) {
    mark(box, "data-step", step || null);
    if (box.scrollHeight <= box.clientHeight + 1) return; // a button reaches one pixel below its line
  }
  if (box.id !== "verdict") return;
  mark(box, "data-step", 1);
  mark(box, "data-cut", "");
}
