// A guided first game: five turns of one player, in each of which a card does something new. The other players' plays
// are fixed. The game runs on the table's own board by its own rules; the prompt names what to tap.

import { words } from "./words.js";

const KEPT = "jokerboard-lesson";
const ME = "A";
const PAUSE = 1000; // milliseconds for reading the previous play
const GAME = {
  action: "new", rules: "texas", players: 4, cards: "seat", mode: "play", people: false, carries: true,
  position: "C4/-/-/- A",
};

/**
 * The plays in order. A string is a play of another player. A turn of the learner has the `step` that it teaches,
 * the hand, and the card to play; `from` is the source of the marble to move, if the card could also move another,
 * `legs` the number of marbles that share the card.
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
  #sent = null; // the number of plays before the play that was sent for another player
  over = () => {};

  constructor(act) {
    this.#do = act;
  }

  /** Begins the lesson; `name` is the player's name, which may be empty. */
  async begin(name) {
    this.#sent = null;
    keep("begins");
    const names = Object.fromEntries([..."ABCD"].map((seat) => [seat, words(`lesson.${seat}`)]));
    if (name) names[ME] = name;
    if (!(await this.#do("game", { ...GAME, names }))) keep("");
  }

  /** Whether this tab shows the lesson, and all its plays are made. */
  isDone(state) {
    return this.#here(state) && state.n >= PLAYS.length;
  }

  #here({ game }) {
    if (!game) return false;
    if (kept() === "begins" && game.names?.B === words("lesson.B")) keep(game.id);
    return kept() === game.id;
  }

  /** The state as the learner sees it, with the learner's seat and hand. */
  state(state) {
    if (!this.#here(state) || state.over) return state;
    if (this.isDone(state)) return { ...state, over: [], verdict: null, lights: {}, hand: null, prompt: { code: "lesson-done" } };
    const play = PLAYS[state.n];
    const hand = play.step ? { seat: ME, cards: play.hand, moves: [play.card], must: true, lesson: true } : null;
    return { ...state, seat: ME, hand };
  }

  /** The plays among `plays` that the lesson teaches now; all of them outside the lesson. */
  meant(state, plays) {
    const play = this.#here(state) ? PLAYS[state.n] : null;
    if (!play?.step) return plays;
    const { from, legs: count = 1 } = play;
    return plays.filter(({ legs }) => legs.length === count && (!from || legs.every(([source]) => source === from)));
  }

  /** The state with the lesson's prompt and explanation; also sends the other players' plays. */
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
    return null; // the browser stores nothing
  }
}

function keep(game) {
  try {
    sessionStorage.setItem(KEPT, game);
  } catch {
    // The browser stores nothing: the game is then an ordinary one.
  }
}
