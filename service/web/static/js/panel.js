// What is said in words: whose turn it is, the card, the last verdict, what is owed, and the plays.

import { byId, h, mark, say, whenNew } from "/page/js/dom.js";
import { cardName, drawCard, isRed, marblePicture } from "/page/js/glyphs.js";
import { showTournament } from "./tournament.js";

const TONES = { ok: "✓", bad: "!", ask: "?", info: "" };
const MODES = { play: "", referee: "with a referee", training: "training" };
const CARDS = { seat: "", table: "one card reader", none: "without cards" };
const MOST = 400; // plays that are listed

/** A seat's name as people say it. */
export const nameOf = (state, seat) => state.game?.names?.[seat] || seat;

export function showPanel(state, titles) {
  showTournament(state.tournament);
  showTurn(state);
  showVerdict(state.verdict);
  showOwing(state);
  showFaults(state.faults ?? []);
  showPlays(state.plays ?? []);
  const game = state.game;
  const title = game ? titles.get(game.rules) ?? game.rules : "No game";
  const facts = game && [title, `${game.players} players`, CARDS[game.cards], MODES[game.mode]];
  say(byId("game-line"), facts ? facts.filter(Boolean).join(" · ") : "");
  say(byId("foot"), `jokerboard ${state.version ?? ""}${state.sim ? " · simulated board" : ""}`);
}

function showTurn(state) {
  const seat = state.over ? state.over[0] : state.turn;
  whenNew(byId("turn-marble"), seat ?? "", () =>
    byId("turn-marble").replaceChildren(...(seat ? [marblePicture(seat)] : [])),
  );
  const words = !state.game ? "No game is played"
    : state.over?.length === 0 ? "Nobody won"
    : state.over ? `${state.over.map((one) => nameOf(state, one)).join(" and ")} won`
    : nameOf(state, state.turn) === state.turn ? `Seat ${state.turn} to play`
    : `${nameOf(state, state.turn)} to play`;
  say(byId("turn"), words);
  document.title = state.game ? `${words} – jokerboard` : "jokerboard";
  const card = state.card?.text;
  say(byId("laid-line"), !state.game ? "Begin a new one." : state.over ? "The game is over." : card ? `with the ${cardName(card)}`
    : state.game?.cards === "none" ? "Move a marble." : "No card is laid yet.");
}

function showVerdict(verdict) {
  const box = byId("verdict");
  mark(box, "data-tone", verdict?.tone ?? "info");
  mark(box, "data-kind", verdict?.kind ?? "");
  whenNew(box, JSON.stringify(verdict), () =>
    box.replaceChildren(
      h("span", { class: "tone", "aria-hidden": "true" }, TONES[verdict?.tone] ?? ""),
      h("span", { class: "sentence" }, verdict?.text ?? ""),
    ),
  );
}

function showOwing(state) {
  const owing = state.owing ?? [];
  whenNew(byId("owing"), JSON.stringify([owing, state.game?.names]), () =>
    byId("owing").replaceChildren(
      ...owing.map(({ marble, to }) =>
        h("li", null, marblePicture(marble, { class: "tiny" }), h("span", null, owedSentence(state, marble, to))),
      ),
    ),
  );
}

function owedSentence(state, marble, to) {
  const whose = nameOf(state, marble) === marble ? `A marble of ${marble}` : `A marble of ${nameOf(state, marble)} (${marble})`;
  const start = to.every((hole) => /^[A-H]s/.test(hole));
  const where = start ? `START${to.length > 1 ? ", any free hole" : ` (${to[0]})`}` : to.join(" or ");
  return `${whose} was bumped and belongs in ${where}.`;
}

function showFaults(faults) {
  whenNew(byId("faults"), JSON.stringify(faults), () =>
    byId("faults").replaceChildren(
      ...faults.map(({ what, text }) => h("li", null, h("strong", null, what), ` ${text}`)),
    ),
  );
}

/** The plays, newest first. Only what changed is drawn again. */
function showPlays(plays) {
  const list = byId("plays");
  const rows = new Map([...list.children].map((row) => [row.dataset.n, row]));
  const wanted = plays.slice(-MOST).reverse();
  const keep = new Set(wanted.map(({ n }) => String(n)));
  for (const [n, row] of rows) if (!keep.has(n)) row.remove();
  let before = list.firstChild;
  for (const play of wanted) {
    const key = JSON.stringify(play);
    let row = rows.get(String(play.n));
    if (row?.dataset.key !== key) {
      const fresh = playRow(play, key);
      if (row === before) before = fresh;
      if (row) row.replaceWith(fresh);
      row = fresh;
    }
    if (row === before) before = row.nextSibling;
    else list.insertBefore(row, before);
  }
  mark(list, "data-empty", plays.length ? null : "");
}

function playRow({ n, seat, card, play, text, state }, key) {
  const note = { amended: "changed", "taken-back": "taken back" }[state];
  const sentence = h(state === "ok" ? "span" : "s", { class: "text" }, text);
  return h("li", { "data-n": n, "data-key": key, "data-state": state },
    h("span", { class: "n" }, String(n)),
    marblePicture(seat, { class: "tiny" }),
    rankTag(card),
    h("span", { class: "what" }, sentence, note && h("em", null, ` ${note}`), h("code", null, play)));
}

/** A card in a list is its rank; where none was read, all that would explain the play. */
function rankTag(card) {
  const known = card && card.length <= 4 && (card[0] === "X" || "CDHS".includes(card[1]));
  const label = known ? (card[0] === "T" ? "10" : card[0] === "X" ? "★" : card[0]) : card || "–";
  const cls = `rank ${known && card[0] !== "X" && isRed(card) ? "red" : ""}`;
  return h("span", { class: cls, title: known ? cardName(card) : card }, label.length > 3 ? "…" : label);
}

/** The laid card, lying in the middle of the board, and the names before their seats. */
export function showCentre(state, board) {
  const layer = board.layers.centre;
  const card = state.card;
  whenNew(layer, JSON.stringify([card, state.turn, board.width]), () => {
    layer.replaceChildren();
    if (!card) return;
    const { pitch, middle } = board;
    const height = pitch * 4.2;
    const width = (height * 50) / 70;
    const place = { x: middle.x - width / 2, y: middle.y - height / 2 };
    layer.append(drawCard(card.text, { ...place, width, height }));
  });
  for (const [letter, sign] of board.names) say(sign, short(state.game?.names?.[letter] ?? ""));
}

const short = (name) => (name.length > 16 ? `${name.slice(0, 15)}…` : name);
