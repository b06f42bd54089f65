// Choosing a play by taps, on a simulated board that moves the marbles itself: first a card, then a marble, then its
// destination if there are several. The table gets the complete play; until then another tap can undo each choice.
// The table lists the plays of a card, so this page needs no rules.

import { cardValues, nameOf, words } from "./words.js";
import { cardName } from "/page/js/words.js";

/** The code of each prompt to carry a marble -> the code of the prompt shown where the board carries it itself. */
const CARRIED = { "machine-carry": "machine-plays", "far-carry": "far-plays" };
const RESTING = ["lay", "play", "no-play", "lay-for-it", "made", "must-play"]; // prompts at which a play is chosen

export class Choose {
  #do;
  #link;
  #ask;
  #state = null;
  #card = null; // the chosen card
  #plays = null; // the plays of the card, once the table has sent them
  #picks = []; // the legs chosen so far
  #source = null; // the hole of the chosen marble; "As" for the START of A
  #sent = null; // the number of plays before the play that was sent, until it is announced
  changed = () => {};
  meant = (state, plays) => plays; // filters the plays that are offered for a card
  notice = () => {};
  covered = () => false; // whether the hand is still covered

  /** `act` sends a command, `link` asks the table, `ask` asks people to confirm. */
  constructor(act, link, ask) {
    this.#do = act;
    this.#link = link;
    this.#ask = ask;
  }

  /** Whether plays are chosen by taps in this game, by any player. */
  static on(state) {
    return Boolean(state.sim?.carries && state.game && state.game.cards !== "none" && !state.over && !state.replay);
  }

  /** Whether this device chooses the next play. */
  get able() {
    const { may_command: may, game, seat, turn, sim, prompt, taken } = this.#state ?? {};
    if (!may || !Choose.on(this.#state) || sim.people === "playing" || game.machines?.[turn]) return false;
    const mine = seat ? seat === turn : !taken?.includes(turn);
    return mine && RESTING.includes(prompt?.code);
  }

  /** The chosen card, or the card that lies on the table already. */
  get chosen() {
    return this.#sent === null ? this.#card : null;
  }

  /** The state with the choices so far: the holes that may be tapped are lit, and the prompt asks for the next tap. */
  shown(state) {
    this.#state = state;
    if (!Choose.on(state)) return state;
    if (state.verdict?.kind === "turn") state = { ...state, verdict: null }; // the prompt names that seat
    state = { ...state, trail: (state.last?.back ?? []).map(([now, before, seat]) => [before, now, seat]) };
    const waits = CARRIED[state.prompt.code] ? { ...state, prompt: { ...state.prompt, code: CARRIED[state.prompt.code] } } : state;
    if (!this.able) {
      // Between the two halves of a play that is carried in two parts, the play is not chosen again.
      if (this.#sent !== state.n || state.verdict?.kind === "illegal") this.#forget();
      if (!RESTING.includes(state.prompt.code)) return waits;
      return { ...waits, prompt: { code: "others-turn", seat: state.turn } };
    }
    if (this.#sent !== null) {
      if (this.#sent === state.n) return { ...waits, prompt: { code: "made", seat: state.turn } };
      this.#forget();
    }
    if (!this.#card && state.card?.text) this.#take(state.card.text);
    if (!this.#plays) return { ...waits, prompt: this.#cardPrompt() };
    const holes = this.#source ? this.#targets(this.#source) : this.#sources();
    const role = this.#source ? "target" : "movable";
    const lights = { ...state.lights };
    if (this.#source) lights[this.#standing(this.#source)] = { role: "movable", seat: state.turn };
    for (const hole of holes) lights[this.#standing(hole)] = { role, seat: state.turn };
    return { ...waits, ...this.#moved(), lights, prompt: this.#marblePrompt() };
  }

  /** The holes that may be tapped now. */
  get holes() {
    if (!this.#plays) return [];
    const sources = this.#sources().flatMap((source) => (this.#isStart(source) ? this.#inStart(source[0]) : [source]));
    return this.#source ? [...this.#targets(this.#source), ...sources] : sources;
  }

  /** Handles a tap on a card: chooses it, or gives it up if it is chosen already. */
  async card(card) {
    if (!this.able || this.#sent !== null) return;
    if (this.#card === card && !this.#state.card) return this.#start();
    const { hand } = this.#state;
    if (hand?.must && !hand.moves.includes(card)) {
      this.notice(words(hand.lesson ? "choose.lesson" : "choose.must", { card: cardName(card) }));
      return;
    }
    if (hand && !hand.moves.length) return this.#send(`${card} --`);
    await this.#take(card);
    if (this.#card !== card || this.#plays?.length) return;
    this.#start();
    const who = nameOf(this.#state, this.#state.turn);
    const sure = await this.#ask(words("discard.title", { card: cardName(card) }), words("discard.text", { who, ...cardValues(card) }), words("discard.do"));
    if (sure) await this.#send(`${card} --`);
  }

  /** Handles a tap on a hole. */
  async hole(name) {
    if (!this.able || !this.#plays || this.#sent !== null) return;
    if (this.#source && this.#targets(this.#source).includes(name)) return this.#pick(this.#source, name);
    const source = this.#sources().find((one) => one === name || (this.#isStart(one) && this.#inStart(one[0]).includes(name)));
    if (!source || source === this.#source) {
      if (source) this.#source = null;
      return this.changed();
    }
    const targets = this.#targets(source);
    if (targets.length === 1) return this.#pick(source, targets[0]);
    this.#source = source;
    this.changed();
  }

  /** Undoes the last choice; returns whether there was one. */
  back() {
    if (this.#sent !== null || !this.#card) return false;
    if (this.#source) this.#source = null;
    else if (this.#picks.length) this.#picks.pop();
    else if (!this.#state.card) this.#forget();
    else return false;
    this.changed();
    return true;
  }

  #start() {
    this.#forget();
    this.changed();
  }

  #forget() {
    this.#card = this.#plays = this.#source = this.#sent = null;
    this.#picks = [];
  }

  async #take(card) {
    this.#forget();
    this.#card = card;
    try {
      const { n, plays } = await this.#link.get(`choices?card=${encodeURIComponent(card)}`);
      if (this.#card === card && n === this.#state.n) this.#plays = this.meant(this.#state, plays);
    } catch (error) {
      this.notice(error.message);
    }
    this.changed();
  }

  #pick(from, to) {
    this.#picks.push([from, to]);
    this.#source = null;
    const left = this.#left();
    const whole = left.find(({ rest }) => !rest.length);
    if (whole) return this.#send(whole.play);
    const ways = new Map(left.flatMap(({ play, rest }) => rest.map(([a, b]) => [`${a} ${b}`, play])));
    if (ways.size === 1) return this.#send([...ways.values()][0]);
    this.changed();
  }

  async #send(play) {
    const { n, turn } = this.#state;
    this.#sent = n;
    this.changed();
    if (!(await this.#do("play", { at: turn, play, n }))) this.#start();
  }

  /** The plays that have all the legs chosen so far, each with its other legs. */
  #left() {
    return this.#plays.flatMap(({ play, legs }) => {
      let rest = legs;
      for (const [from, to] of this.#picks) {
        const at = rest.findIndex((leg) => leg[0] === from && leg[1] === to);
        if (at < 0) return [];
        rest = rest.filter((_, index) => index !== at);
      }
      return [{ play, rest }];
    });
  }

  #sources() {
    const wood = this.#wood();
    const from = new Set(this.#left().flatMap(({ rest }) => rest.map(([source]) => source)));
    return [...from].filter((source) => this.#isStart(source) || wood[source]);
  }

  #targets(source) {
    return [...new Set(this.#left().flatMap(({ rest }) => rest.filter(([from]) => from === source).map(([, to]) => to)))];
  }

  #isStart = (source) => /^[A-H]s$/.test(source);

  #inStart = (seat) => Object.entries(this.#wood()).filter(([hole, colour]) => hole.startsWith(`${seat}s`) && colour === seat).map(([hole]) => hole);

  /** The hole to light for a source: its own, or that of the first marble in a START. */
  #standing = (hole) => (this.#isStart(hole) ? this.#inStart(hole[0])[0] ?? `${hole}1` : hole);

  /** The marbles by hole after the legs chosen so far. */
  #wood() {
    const wood = { ...this.#state.sim.wood };
    for (const [from, to] of this.#picks) {
      const hole = this.#isStart(from) ? Object.keys(wood).find((name) => name.startsWith(from) && wood[name] === from[0]) : from;
      wood[to] = wood[hole];
      delete wood[hole];
    }
    return wood;
  }

  #moved() {
    if (!this.#picks.length) return {};
    const wood = this.#wood();
    return { marbles: wood, sim: { ...this.#state.sim, wood } };
  }

  #cardPrompt() {
    const { hand, turn } = this.#state;
    if (hand?.hidden && this.covered()) return { code: "look", seat: turn };
    if (hand && !hand.hidden && !hand.moves?.length) return { code: "tap-discard", seat: turn };
    return { code: "tap-card", seat: turn, must: Boolean(hand?.must) };
  }

  #marblePrompt() {
    const { turn: seat } = this.#state;
    const card = this.#card;
    if (this.#source) return { code: "tap-hole", seat, card };
    return { code: this.#picks.length ? "tap-rest" : "tap-marble", seat, card };
  }
}
