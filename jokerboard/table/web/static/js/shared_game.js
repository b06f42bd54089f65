// The file of a shared game: the board, its plays, and the analysis. The file contains everything; see
// shared_file.py.

import { analysis } from "/page/js/analysis.js";
import { BoardView } from "/page/js/board_view.js";
import { byId, h, say } from "/page/js/dom.js";
import { localClock, worded } from "/page/js/words.js";
import { Plays } from "./plays.js";
import { Replay, stateAt, stepOf } from "./replay.js";
import { table } from "./stats.js";
import { listed, nameOf, words } from "./words.js";

const told = worded(JSON.parse(byId("game").textContent));
const game = told.header;
const replay = new Replay(show);
const plays = new Plays((at) => replay.go(at));
const board = h("div", { id: "board" });
const said = h("p", { class: "shared-said", role: "status" });
const name = (seat) => nameOf({ game }, seat);
const heading = words("shared.heading", { sides: game.teams.map((team) => listed("and", team.map(name))).join(" – "), when: localClock(game.begun, { day: "numeric", month: "long", year: "numeric" }) });
const turned = told.analysis ? analysis(async () => ({ ...told.analysis, weighing: false, partial: told.analysis.weighing }), name, (played, one = null) => replay.go(stepOf(told.steps, played), one)) : "";
byId("shared").append(
  h("h1", null, heading),
  h("div", { class: "shared-board" }, board, said, replay.node),
  h("div", { class: "shared-more" }, turned, plays.node, table({ game }, told)));
const view = new BoardView(board, told.layout, { label: words("shared.board") });
replay.at = 0;
show();

function show() {
  const at = replay.at ?? told.steps.length;
  const state = stateAt(told, at, game, replay.costly);
  view.show({ ...state, names: game.names });
  replay.show(told.steps);
  plays.show(told.steps, at);
  say(said, [state.prompt.text, replay.costly ? state.verdict.text : ""].join(" "));
}
