// The codes and values of the state as texts in this page's language: names, the prompt, holes.

import { capital, cardName, cardValues, fillPage, listed, rankNumber, words } from "/page/js/words.js";
import { SUITS } from "/page/js/glyphs.js";

export { capital, cardValues, fillPage, listed, words };

/** A seat's name as people say it. A machine without a name from people is named in this page's language. */
export function nameOf(state, seat) {
  const name = state.game?.names?.[seat];
  if (name === `Machine ${seat}`) return words("machine.name", { letter: seat });
  return name || words("seat", { seat });
}

/** A card as text; if only its possible ranks are known, these: "ten, jack or king". */
export function cardWords(card) {
  if (!card) return words("card-unknown");
  if (card[0] !== "X" && !SUITS[card[1]]) return listed("or", [...card].map((rank) => cardName(rank)));
  return cardName(card);
}

const isStart = (hole) => /^[A-H]s/.test(hole);
/** A hole as text; every START hole is called START. */
export const holeName = (hole) => (isStart(hole) ? words("start") : hole);

let plain = false; // whether prompts name lights and colours instead of holes
export const speakPlainly = (on) => (plain = on);

const number = (n) => words("number", { n });
/** A leg of a play as text. `code`: an instruction to people, or a report of the board's own move. */
const legWords = (code, { whose, from, to, swap }) =>
  words(swap ? `${code}.swap` : whose ? `${code}.of` : code, { whose, from: holeName(from), to: holeName(to) });
const legsWords = (code, legs) => capital(listed("and", legs.map((leg) => legWords(code, leg))));

const marbleWords = (seat) => words("plain.marble", { seat: seat ?? "none" });
/** The changes of a prompt where no hole is named, because lights show the holes; values as in `SPECIAL`. */
const PLAIN = {
  place: () => ({ text: "place-lit", more: "lit" }),
  exchange: () => ({ more: "lit" }),
  rest: ({ back }) => ({ text: back ? "rest-back" : "rest", more: "lit" }),
  ask: () => ({ more: "ask-lit" }),
  carry: ({ marble, to }) => ({ text: to.every(isStart) ? "carry-lit-start" : "carry-lit", marble: marbleWords(marble) }),
  mend: ({ marble }) => ({ text: "mend-lit", marble: marbleWords(marble) }),
  "machine-carry": ({ legs }) => carriedLit(legs),
  "far-carry": ({ legs }) => carriedLit(legs),
  "machine-plays": ({ legs }) => (legs.length ? { more: "trail" } : {}),
  "far-plays": ({ legs }) => (legs.length ? { more: "trail" } : {}),
};
const carriedLit = (legs) => (legs.length ? { whole: "prompt.carry-lit", marble: words("plain.marble", { seat: "none" }) } : {});

/**
 * The special values of prompts, by code: other messages (`text`, `more`, `whole`), or values that the prompt lacks.
 */
const SPECIAL = {
  over: ({ names }) => ({ names: listed("and", names), count: names.length }),
  play: ({ ways, Card }) => ({ ways: listed("or", ways.map((one) => words(`way.${one.way}`, one))), card: Card }),
  place: (prompt) => place(prompt),
  rest: ({ done, of, left, back, holes }) => ({
    text: back ? "rest-back" : "rest", more: holes ? "rest-to" : "rest",
    done: capital(number(done)), of: number(of), n: left, holes: listed("or", holes ?? []),
  }),
  exchange: ({ holes }) => ({ holes: listed("and", holes) }),
  carry: ({ marble, to }) => {
    const start = to.every(isStart);
    const inSpot = to.length === 1 && to[0] === `${marble}3`;
    return { text: start ? "carry-start" : inSpot ? "carry-in-spot" : "carry", holes: start ? to[0] : listed("or", to) };
  },
  mend: ({ from, whose, to }) => {
    const there = (code, hole) => words(isStart(hole) ? `mend-${code}-start` : `mend-${code}`, { hole });
    return { marble: from ? there("at", from) : whose ? words("mend-whose", { whose }) : words("mend-the"), place: there("to", to) };
  },
  ask: ({ touch }) => ({ holes: listed("or", touch) }),
  deal: ({ reader }) => ({ more: reader ? "deal-one-reader" : "deal" }),
  "turn-over": ({ place: at }) => (at ? {} : { text: "turn-over-again", more: "turn-over-again" }),
  ended: ({ names }) => ({ names: listed("and", names), count: names.length }),
  "give-up": ({ alone }) => (alone ? { text: "give-up-alone" } : {}),
  "tap-card": ({ must }) => ({ must: must ? "yes" : "no" }),
  "tap-marble": ({ Card }) => ({ card: Card }),
  "tap-hole": ({ Card }) => ({ card: Card }),
  "tap-rest": ({ Card }) => ({ card: Card }),
  "machine-carry": ({ legs }) => carried(legs),
  "far-carry": ({ legs }) => carried(legs),
  "machine-plays": ({ legs }) => played(legs),
  "far-plays": ({ legs }) => played(legs),
};

const carried = (legs) => ({ whole: legs.length ? "prompt-carry-legs" : "discards-card", legs: legsWords("carried", legs) });
const played = (legs) => ({ whole: legs.length ? "plays-card" : "discards-card", more: legs.length ? null : "", legs: legsWords("moved", legs) });

/** The values of the prompt for a marble in the hand: its possible holes, or the parts of a split that it may make. */
function place({ Card, holes, parts }) {
  const values = { text: holes.length ? "place" : "place-part", holes: listed("or", holes), card: Card };
  if (!parts.length) return values;
  const many = parts.length > 2;
  const each = parts.map(([hole, left]) => (many ? hole : words("more.place-part", { hole, n: left })));
  return { ...values, more: many ? "place-many" : "place-parts", also: holes.length ? "yes" : "no", parts: listed("or", each) };
}

/** The two lines of the prompt, as `text` and `more`. */
export function promptWords(state) {
  const prompt = state.prompt ?? { code: "no-game" };
  if (prompt.code === "says") return { text: prompt.text, more: "" };
  const name = (seat) => seat && nameOf(state, seat);
  const card = cardWords(prompt.card);
  const values = {
    ...prompt, ...cardValues(prompt.card), card, Card: capital(card), n: prompt.card ? rankNumber(prompt.card) : 0,
    who: name(prompt.seat), whose: name(prompt.marble), by: name(prompt.by), alone: prompt.by === prompt.seat,
    names: (prompt.team ?? []).map(name),
    legs: (prompt.legs ?? []).map((leg) => ({ ...leg, whose: name(leg.marble) })),
    parts: prompt.parts ?? [], ways: prompt.ways ?? [],
  };
  const { code } = prompt;
  const special = { ...SPECIAL[code]?.(values), ...(plain ? PLAIN[code]?.(values) : {}) };
  const { whole, text = code, more = code, ...made } = special;
  const all = { ...values, ...made };
  if (code === "lesson") return { text: words(`lesson.${prompt.step}`, all), more: words("more.lesson", all) };
  return {
    text: words(whole ?? `prompt.${text}`, all) || prompt.text || "",
    more: more === "" ? "" : words(`more.${more ?? code}`, all),
  };
}

/** A hole as a screen reader names it: its name, its kind, its marble, and the meaning of its light. */
export function holeWords(state, { name, mark, kind }, seat) {
  const what = words(`hole.${mark}`) || words(`hole.${kind}`);
  const whole = what ? words("hole.name-what", { name, what }) : name;
  const light = words(`light.${state.lights?.[name]?.role}`);
  const who = seat && (state.game?.names?.[seat] ? `${nameOf(state, seat)}, ${seat}` : seat);
  const label = seat ? words("hole.marble", { name: whole, who }) : words("hole.empty", { name: whole });
  return light ? words("hole.lit", { label, light }) : label;
}

const KEYS = ["cards", "next", "enter", "count", "along", "inward", "seat", "escape", "buttons"];
export const keyWords = () => KEYS.map((key) => [words(`key.${key}`), words(`key.${key}-do`)]);
