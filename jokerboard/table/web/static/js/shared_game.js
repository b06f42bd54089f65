// The file of a shared game: the board, its plays, and the analysis. The file contains everything; see
// shared_file.py.

import { analysis } from "/page/js/analysis.js";
import { BoardView } from "/page/js/board_view.js";
import { byId, h, setText } from "/page/js/dom.js";
import { localClock, worded } from "/page/js/words.js";
import { Plays } from "./plays.js";
import { Replay, stateAt, stepOf } from "./replay.js";
import { table } from "./stats.js";
import { listed, nameOf, words } from "./words.js";

const shared = worded(JSON.parse(byId("game").textContent));
const game = shared.header;
const replay = new Replay(show);
const plays = new Plays((at) => replay.go(at));
const board = h("div", { id: "board" });
const line = h("p", { class: "shared-said", role: "status" });
const name = (seat) => nameOf({ game }, seat);
const heading = words("shared.heading", { sides: game.teams.map((team) => listed("and", team.map(name))).join(" – "), when: localClock(game.begun, { day: "numeric", month: "long", year: "numeric" }) });
const turned = shared.analysis ? analysis(async () => ({ ...shared.analysis, weighing: false, partial: shared.analysis.weighing }), name, (played, one = null) => replay.go(stepOf(shared.steps, played), one)) : "";
byId("shared").append(
  h("h1", null, heading),
  h("div", { class: "shared-board" }, board, line, replay.node),
  h("div", { class: "shared-more" }, turned, plays.node, table({ game }, shared)));
const view = new BoardView(board, shared.layout, { label: words("shared.board") });
replay.at = 0;
show();

function show() {
  const at = replay.at ?? shared.steps.length;
  const state = stateAt(shared, at, game, replay.costly);
  view.show({ ...state, names: game.names });
  replay.show(shared.steps);
  plays.show(shared.steps, at);
  setText(line, [state.prompt.text, replay.costly ? state.verdict.text : ""].join(" "));
}
