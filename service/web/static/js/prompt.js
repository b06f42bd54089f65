// What to do next, and what was said last. The prompt is computed by the table; here it is only shown.

import { byId, h, mark, say, whenNew } from "/page/js/dom.js";
import { drawCard, marblePicture, SEATS } from "/page/js/glyphs.js";
import { nameOf, promptWords } from "./words.js";

const TONES = { ok: "✓", bad: "!", ask: "?", info: "" };
const LONG = 44; // characters from which the prompt is set smaller

export function showPrompt(state, board) {
  const { text, more } = promptWords(state);
  const seat = state.over ? state.over[0] : state.prompt?.seat ?? state.turn;
  whenNew(byId("prompt-marble"), seat ?? "", () => {
    byId("prompt-marble").replaceChildren(...(seat ? [marblePicture(seat)] : []));
    byId("prompt").style.setProperty("--seat", SEATS[seat]?.colour ?? "var(--info)");
  });
  say(byId("prompt-text"), text);
  say(byId("prompt-more"), more);
  mark(byId("prompt"), "data-code", state.prompt?.code ?? "");
  mark(byId("prompt"), "data-long", text.length > LONG ? "" : null);
  document.title = `${text} – jokerboard`;
  showVerdict(state.verdict);
  showMiddle(state, board);
}

function showVerdict(verdict) {
  const box = byId("verdict");
  mark(box, "data-tone", verdict?.tone ?? "info");
  mark(box, "data-kind", verdict?.kind ?? "");
  whenNew(box, JSON.stringify(verdict ?? null), () =>
    box.replaceChildren(
      h("span", { class: "tone", "aria-hidden": "true" }, TONES[verdict?.tone] ?? ""),
      h("span", { class: "sentence" }, verdict?.text ?? ""),
      verdict?.code ? h("a", { href: `#rules/${verdict.code}` }, "Why?") : "",
    ),
  );
}

/** The laid card, lying in the middle of the board, and the names before their seats. */
function showMiddle(state, board) {
  const card = state.card?.text ?? null;
  const layer = byId("laid-card");
  whenNew(layer, card ?? "", () => layer.replaceChildren(...(card ? [drawCard(card)] : [])));
  for (const [letter, sign] of board.names) say(sign, short(state.game?.names?.[letter] ?? ""));
}

const short = (name) => (name.length > 16 ? `${name.slice(0, 15)}…` : name);
export { nameOf };
