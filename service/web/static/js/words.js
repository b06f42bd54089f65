// Every sentence of the page about the game, worded in one place: a code with values becomes words.
// A catalogue in another language is another object of the same keys.

import { cardName, RANKS, SUITS } from "/page/js/glyphs.js";

const NUMBERS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"];
export const number = (n) => NUMBERS[n] ?? String(n);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const and = new Intl.ListFormat("en", { type: "conjunction" });
const or = new Intl.ListFormat("en", { type: "disjunction" });
export const listed = (names) => and.format(names);

/** A seat's name as people say it. */
export const nameOf = (state, seat) => state.game?.names?.[seat] || `Seat ${seat}`;
const whose = (state, seat) => `${nameOf(state, seat)}’s`;

/** `an ace`, `a seven`, `a Joker`. */
export const aRank = (rank) => `${"A8".includes(rank) ? "an" : "a"} ${RANKS[rank] ?? rank}`;

/** A card in words: "seven of hearts"; of a card of which only ranks are known, "a ten, jack or king". */
export const cardWords = (card) =>
  !card ? "a card" : card[0] === "X" || SUITS[card[1]] ? cardName(card) : or.format([...card].map((rank) => RANKS[rank] ?? rank));

/** What a card can do, one way after the other. */
const WAYS = {
  out: () => "bring a marble out",
  on: ({ n }) => `move ${number(n)}`,
  back: ({ n }) => `move ${number(n)} back`,
  split: ({ n }) => `split the ${number(n)} between two marbles`,
  swap: () => "exchange it with another player’s",
  bump: () => "take another player’s place",
  free: () => "bring a marble out free",
};

function ways(all) {
  const said = all.map((one) => WAYS[one.way](one));
  return or.format(said);
}

/** What the prompt says, by its code: the sentence and, if there is more, a second line. */
const PROMPTS = {
  "no-game": () => ["Start a game", "Choose the rules and who plays."],
  over: (s, { team }) => [team.length ? `${listed(team.map((seat) => nameOf(s, seat)))} ${team.length > 1 ? "win" : "wins"}!` : "The game ends without a winner", "Another game?"],
  says: (s, { text }) => [text],
  lay: (s, { seat }) => [`${nameOf(s, seat)}, lay a card`],
  move: (s, { seat }) => [`${nameOf(s, seat)}, move a marble`],
  "lay-for-it": (s, { seat }) => [`${nameOf(s, seat)}, now lay the card for it`, "A marble has been moved before its card."],
  play: (s, { seat, card, ways: all }) => [`${nameOf(s, seat)}, ${ways(all)}`, capital(cardWords(card))],
  place: (s, { seat, card, holes, parts = [] }) => [
    holes.length ? `${nameOf(s, seat)}, put it down on ${or.format(holes)}` : `${nameOf(s, seat)}, move it a part of the ${RANKS[card[0]]}`,
    parts.length ? `Or ${or.format(parts.map(([to, left]) => `${to}, then another marble ${number(left)}`))}` : capital(cardWords(card)),
  ],
  "not-this": (s, { seat, card }) => [`${nameOf(s, seat)}, this marble has no play with ${aRank(card[0])}`, "Put it back and take another."],
  "no-play": (s, { seat, card }) => [`${nameOf(s, seat)} has no play with ${aRank(card[0])}`, "Press OK to discard it."],
  rest: (s, { seat, done, of, left, back, holes }) => [
    `${capital(number(done))} of ${number(of)}. Now move another marble ${number(left)}${back ? " back" : ""}`,
    holes ? `To ${or.format(holes)}.` : `${nameOf(s, seat)} splits the ${number(of)}.`,
  ],
  carry: (s, { marble, to }) => [`Carry ${whose(s, marble)} marble to ${place(s, marble, to)}`],
  mend: (s, { from, to, marble }) => [
    from ? `Put the marble on ${hole(from)} back on ${hole(to)}` : `Put ${marble ? whose(s, marble) : "the"} marble back on ${hole(to)}`,
  ],
  wrong: (s, { seat }) => [`${nameOf(s, seat)}, something is wrong`],
  ask: (s, { seat, touch }) => [`${nameOf(s, seat)}, which play was it?`, `Lift and replace the marble on ${or.format(touch)}.`],
  "must-play": (s, { seat, card }) => [`${nameOf(s, seat)}, ${aRank(card[0])} has a play`, "Move a marble with it."],
  "new-game": () => ["Start a new game?", "All marbles stand in START. OK: yes. Back: no."],
};

/** Holes as people say them: a START hole is simply START. */
const hole = (name) => (/^[A-H]s/.test(name) ? "START" : name);

function place(state, marble, to) {
  if (to.every((name) => name[1] === "s")) return `START (${to[0]})`;
  return to.length === 1 && to[0] === `${marble}3` ? `the in-spot ${to[0]}` : or.format(to);
}

/** The prompt's two lines. */
export function promptWords(state) {
  const prompt = state.prompt ?? { code: "no-game" };
  const [text, more = ""] = PROMPTS[prompt.code]?.(state, prompt) ?? [prompt.text ?? ""];
  return { text, more };
}

/** What a light means, after the name of its hole. */
export const LIT = {
  illegal: "this is wrong", "put-back": "put a marble back here", bump: "a bumped marble belongs here",
  choose: "lift and replace to choose this", movable: "this marble can be played", target: "a marble can go here",
  turn: "this seat is in turn", fault: "this sensor cannot be trusted", win: "won",
  "carry-from": "carry this marble", "carry-to": "carry the marble here",
};

export const BOARD = "Holes of the board. Arrow keys go from hole to hole, Enter lifts or places a marble, ? shows all keys.";

const KINDS = { "in-spot": "in-spot", "come-out": "come-out", corner: "corner", lane: "HOME lane", start: "START" };

/** A hole as somebody hears it: its name, what it is, what stands there, what its light says. */
export function holeWords(state, { name, mark, kind }, colour) {
  const what = KINDS[mark] ?? KINDS[kind];
  const named = state.game?.names?.[colour];
  const light = LIT[state.lights?.[name]?.role];
  return `${name}${what ? `, ${what}` : ""}: ${colour ? `marble of ${named ? `${named}, ${colour}` : colour}` : "empty"}${light ? `; lit: ${light}` : ""}`;
}

export const homeWords = (name, n, of) => `${name}: ${n} of ${of} home`;
export const localTime = (iso) => {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : time.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
};
