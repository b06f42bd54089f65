// The tab of a game, the present or a kept one: its plays, a replay, the analysis, statistics, and files to save.

import { analysis } from "/page/js/analysis.js";
import { byId, h, setText, whenNew } from "/page/js/dom.js";
import { Book } from "./book.js";
import { Plays } from "./plays.js";
import { Replay, stateAt, stepOf } from "./replay.js";
import { graph, table } from "./stats.js";
import { nameOf, words } from "./words.js";

export class Game {
  #link;
  #dialogs;
  #state = null;
  #answer = null; // the answer of /api/plays: { game, revision, first, steps }
  #kept = null; // the shown kept game: the same, and its `header`, `number` and `over`; null for the game on the board
  #asking = false;
  #parts = {};
  #replay = new Replay(() => this.changed());
  #plays = new Plays((at) => this.#replay.go(at));
  #book;
  changed = () => {};
  notice = () => {};

  constructor(link, dialogs, act) {
    this.#link = link;
    this.#dialogs = dialogs;
    this.#book = new Book(link, act, (...question) => dialogs.ask(...question), (number) => this.open(number));
    this.#make();
  }

  #make() {
    const parts = this.#parts;
    const button = (title, press, cls = "") => h("button", { type: "button", class: cls, onclick: press }, title);
    parts.live = button(words("game.live"), () => this.#close(), "main");
    parts.line = h("h2", { class: "game-line" }, words("game.title"));
    parts.menu = h("div", { class: "row" });
    parts.turned = h("div");
    parts.stats = h("details", { class: "statistics" }, h("summary", null, words("stats.title")), (parts.pictures = h("div")));
    parts.stats.addEventListener("toggle", () => this.#showStats());
    const file = (code, name) => (parts[code] = h("a", { class: "button", download: name }, words(`game.${code}`)));
    parts.keep = h("div", { class: "row", role: "group", "aria-label": words("game.keep") },
      file("share", ""), file("record", ""), file("json", "game.json"),
      button(words("game.picture"), () => this.#picture()),
      button(words("game.print"), () => print()));
    parts.pair = h("div", { class: "pair", hidden: true });
    byId("game-sheet").append(parts.line, parts.menu, parts.pair, h("div", { class: "row" }, parts.live), this.#plays.node, parts.turned, parts.stats, parts.keep, this.#book.node);
    byId("panel-game").append(this.#replay.node);
  }

  /** Shows the kept game with this number. */
  async open(number) {
    try {
      this.#kept = await this.#link.get(`games/plays?game=${number}`);
    } catch (error) {
      this.notice(error.message);
      return;
    }
    this.#replay.go(0);
    this.#showStats();
    byId("game-sheet").scrollTop = 0;
  }

  /** Returns to the game on the board. */
  #close() {
    this.#kept = null;
    this.#replay.go(null);
    this.#showStats();
  }

  async #picture() {
    const { savePicture } = await import("./picture.js");
    await savePicture(this.#link, this.replayed(this.#state));
  }

  /** The state that the board shows: `state` itself, or during a replay that of the chosen step. */
  replayed(state) {
    this.#state = state;
    const shownPlays = this.#kept ?? this.#answer;
    const at = this.#replay.at ?? (this.#kept && shownPlays.steps.length);
    if (at === null || !shownPlays || (!this.#kept && shownPlays.game !== state.game?.id)) return state;
    const game = this.#kept?.header ?? state.game;
    const shown = stateAt(shownPlays, at, game, this.#replay.costly);
    return { ...state, game, ...shown, turn: shown.turn ?? state.turn };
  }

  /** The newest answer of `/api/plays` for this game; only changed steps are fetched. */
  async fetched(state) {
    if (this.#answer?.game === state.game?.id && this.#answer.revision === state.revision) return this.#answer;
    const since = this.#answer?.game === state.game?.id ? this.#answer.revision : 0;
    const answer = await this.#link.get(`plays?since=${since}`);
    if (since && answer.game === this.#answer.game) {
      const steps = [...this.#answer.steps];
      for (const step of answer.steps) steps[step.at] = step;
      answer.steps = steps;
    }
    this.#answer = answer;
    return answer;
  }

  show(state, here) {
    this.#state = state;
    if (!here) {
      if (this.#replay.at !== null || this.#kept) this.#close();
      return;
    }
    const game = this.#kept?.header ?? state.game;
    const parts = this.#parts;
    const facts = game && [
      this.#kept && words("book.game", { n: this.#kept.number }),
      game.title ?? game.rules, words("new.player-count", { n: game.players }),
      words(`game.cards.${game.dealt ? "dealt" : game.cards}`), words(`game.mode.${game.mode}`),
    ];
    setText(parts.line, facts ? facts.filter(Boolean).join(" · ") : words("game.none-yet"));
    this.#showMenu(state);
    this.#book.show(state);
    for (const part of [this.#replay.node, this.#plays.node, parts.stats, parts.keep]) part.hidden = !game;
    parts.live.hidden = this.#replay.at === null && !this.#kept;
    this.#showTurned(game);
    if (!game) return;
    const known = this.#kept || (this.#answer?.game === game.id && this.#answer.revision === state.revision);
    if (known) this.#draw();
    else if (!this.#asking) this.#fetch(state);
  }

  /** Shows the analysis of a finished game, and sets the addresses of the game's files. */
  #showTurned(game) {
    const { turned, share, record, json } = this.#parts;
    const asked = this.#kept ? `?game=${this.#kept.number}` : "";
    const over = this.#kept ? this.#kept.over : this.#state.over && this.#state.n > 0;
    share.hidden = !this.#kept && !over;
    share.href = `/api/share${asked}`;
    record.href = `/api/record${asked}`;
    json.href = this.#kept ? `/api/games/plays${asked}` : "/api/plays";
    whenNew(turned, `${game?.id} ${asked} ${Boolean(over)} ${Boolean(this.#state.revealed)}`, () => turned.replaceChildren(...(over ? [
      analysis(() => this.#link.get(`analysis${asked}`), (seat) => nameOf({ game }, seat), (played, one) => this.look(played, one)),
    ] : [])));
  }

  /** Shows the board after `played` plays, or a costly play before it is made. */
  look(played, costly = null) {
    this.#replay.go(stepOf(this.#steps, played), costly);
  }

  get #steps() {
    return (this.#kept ?? this.#answer)?.steps ?? [];
  }

  async #fetch(state) {
    this.#asking = true;
    try {
      await this.fetched(state);
      this.#draw();
      this.#showStats();
    } catch {
      // The table does not answer; the next state asks again.
    } finally {
      this.#asking = false;
    }
  }

  #showMenu(state) {
    const { menu, pair } = this.#parts;
    const button = (title, press) => h("button", { type: "button", onclick: press }, title);
    const { may_command: may, game, over } = state;
    const twoSides = game && new Set((game.teams ?? []).map(String)).size === 2;
    whenNew(menu, JSON.stringify([may, Boolean(game), Boolean(over), twoSides]), () =>
      menu.replaceChildren(...[
        may && button(words("new-game"), () => this.#dialogs.newGame()),
        may && game && button(words("names"), () => this.#dialogs.names()),
        may && twoSides && !over && button(words("give-up"), () => this.#dialogs.giveUp()),
        !may && button(words("pair-device"), () => this.#dialogs.pair()),
        button(words("this-device"), () => this.#dialogs.settings()),
      ].filter(Boolean)));
    pair.hidden = !state.pair_code;
    whenNew(pair, state.pair_code ?? "", () =>
      pair.replaceChildren(...(state.pair_code ? [
        h("img", { src: `/api/pair.svg?${state.pair_code}`, alt: words("pair.picture"), width: 116, height: 116 }),
        h("p", { id: "pair-line" }, words("pair.line"), " ", h("strong", { id: "pair-code" }, state.pair_code)),
      ] : [])));
  }

  #draw() {
    const steps = this.#steps;
    this.#replay.show(steps);
    this.#plays.show(steps, this.#replay.at);
  }

  #showStats() {
    const shownPlays = this.#kept ?? this.#answer;
    if (!this.#parts.stats.open || !shownPlays) return;
    const state = this.#kept ? { game: this.#kept.header } : this.#state;
    this.#parts.pictures.replaceChildren(graph(state, shownPlays), table(state, shownPlays));
  }
}
