// A guided first game: five turns of one player, each with a card that does something new. The other players' plays
// are given. The page plays it on the table's own board, by the table's own rules; the prompt says what to tap.

import { words } from "./words.js";

const KEPT = "jokerboard-lesson";
const ME = "A";
const PAUSE = 1000; // milliseconds in which the play before is read
const GAME = {
  action: "new", rules: "texas", players: 4, cards: "seat", mode: "play", people: false, carries: true,
  position: "C4/-/-/- A",
};

/**
 * The plays in their order. One of ours has the `step` that teaches it, the hand, and the card that is played; `from`
 * names the marble that is meant, where the card would also move another, `legs` how many marbles share the card.
 */
const PLAYS = [
  { step: "out", hand: ["5S", "9C", "KH", "4D", "7C"], card: "KH", from: "As" },
  "AS Bs-B8", "5C --", "6D --",
  { step: "count", hand: ["5S", "9C", "6H", "4D", "7C"], card: "6H", from: "A8" },
  "8C B8-B0", "9H --", "KD Ds-D8",
  { step: "bump", hand: ["5S", "9C", "JD", "4D", "7C"], card: "4D", from: "A14" },
  "5H --", "3C --", "5D D8-D13",
  { step: "split", hand: ["5S", "9C", "JD", "2H", "7C"], card: "7C", legs: 2 },
  "TS --", "9D --", "3D D13-D16",
  { step: "joker", hand: ["5S", "9C", "JD", "2H", "X"], card: "X", from: "As" },
];
const TURNS = PLAYS.filter((play) => play.step).length;
const ASKS = { "tap-card": "card", "tap-marble": "marble", "tap-hole": "hole", "tap-rest": "rest" };

export class Lesson {
  #do;
  #sent = null; // the number of the play before the one that was sent for another player
  over = () => {};

  constructor(act) {
    this.#do = act;
  }

  /** Begins the lesson; `name` is the player's. */
  async begin(name) {
    this.#sent = null;
    keep("begins");
    const names = Object.fromEntries([..."ABCD"].map((seat) => [seat, words(`lesson.${seat}`)]));
    if (name) names[ME] = name;
    if (!(await this.#do("game", { ...GAME, names }))) keep("");
  }

  /** Whether this tab shows the lesson now, and it is finished. */
  isDone(state) {
    return this.#here(state) && state.n >= PLAYS.length;
  }

  #here({ game }) {
    if (!game) return false;
    if (kept() === "begins" && game.names?.B === words("lesson.B")) keep(game.id);
    return kept() === game.id;
  }

  /** The state of the lesson's player: their seat and their hand. */
  state(state) {
    if (!this.#here(state) || state.over) return state;
    if (this.isDone(state)) return { ...state, over: [], verdict: null, lights: {}, hand: null, prompt: { code: "lesson-done" } };
    const play = PLAYS[state.n];
    const hand = play.step ? { seat: ME, cards: play.hand, moves: [play.card], must: true, lesson: true } : null;
    return { ...state, seat: ME, hand };
  }

  /** The plays of a card that the lesson means. */
  meant(state, plays) {
    const play = this.#here(state) ? PLAYS[state.n] : null;
    if (!play?.step) return plays;
    const { from, legs: count = 1 } = play;
    return plays.filter(({ legs }) => legs.length === count && (!from || legs.every(([source]) => source === from)));
  }

  /** The state with the lesson's words in the place of the usual prompt; plays for the others. */
  shown(state) {
    if (!this.#here(state) || state.over) return state;
    const play = PLAYS[state.n];
    if (typeof play === "string") this.#playFor(state, play);
    if (!play?.step || !ASKS[state.prompt?.code]) return state;
    const turn = PLAYS.slice(0, state.n + 1).filter(({ step }) => step).length;
    return {
      ...state,
      prompt: { code: "lesson", seat: ME, step: `${play.step}.${ASKS[state.prompt.code]}`, card: play.card, turn, of: TURNS },
      verdict: { kind: "lesson", tone: "info", text: words(`lesson.${play.step}.why`), at: turn },
    };
  }

  #playFor({ n, turn, sim }, play) {
    if (this.#sent === n || turn === ME || sim.hands.length) return;
    this.#sent = n;
    setTimeout(() => this.#do("play", { at: turn, play, n }), PAUSE);
  }
}

function kept() {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function keep(game) {
  try {
    sessionStorage.setItem(KEPT, game);
  } catch {
    // The same: the board is then an ordinary game.
  }
}
