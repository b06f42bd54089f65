// The score: a pip for each marble in HOME, team by team.

import { byId, h, mark, whenNew } from "/page/js/dom.js";
import { marblePicture, SEATS } from "/page/js/glyphs.js";
import { nameOf, words } from "./words.js";

const MARBLES = 5;

export function showScore(state) {
  const box = byId("score");
  box.hidden = !state.game;
  if (!state.game) return;
  const home = homeOf(state.marbles);
  const teams = state.game.teams?.length ? state.game.teams : state.game.seats.map((seat) => [seat]);
  whenNew(box, JSON.stringify([teams, state.game.names, home, state.turn, state.game.marbles]), () =>
    box.replaceChildren(...teams.flat().map((seat) => {
      const pips = Array.from({ length: state.game.marbles ?? MARBLES }, (_, at) => h("span", { class: "pip", "data-home": at < (home[seat] ?? 0) }));
      const row = h("div", { class: "seat", role: "img", "aria-label": words("home.label", { who: nameOf(state, seat), n: home[seat] ?? 0, of: pips.length }), "data-turn": seat === state.turn },
        marblePicture(seat, { class: "tiny" }), h("span", { class: "who" }, nameOf(state, seat)), h("span", { class: "pips" }, pips));
      row.style.setProperty("--seat", SEATS[seat].colour);
      return row;
    })));
  mark(box, "data-teams", teams.length);
}

/** The numbers of marbles in HOME, by seat. */
export function homeOf(marbles) {
  const home = {};
  for (const [hole, seat] of Object.entries(marbles ?? {})) if (hole[1] === "h") home[seat] = (home[seat] ?? 0) + 1;
  return home;
}
