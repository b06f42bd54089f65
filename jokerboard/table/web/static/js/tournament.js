// The pairing of this table in a tournament, and a notice if the director's desk gets no news from it.

import { byId, h, whenNew } from "/page/js/dom.js";
import { localClock } from "/page/js/words.js";
import { listed, words } from "./words.js";

export function showTournament(tournament) {
  const box = byId("tournament");
  box.hidden = !tournament?.seating && !tournament?.text;
  whenNew(box, JSON.stringify([tournament?.seating, tournament?.text]), () =>
    box.replaceChildren(
      ...(tournament?.seating ? [seated(tournament.seating)] : []),
      ...(tournament?.text ? [h("p", { class: "away", role: "status" }, tournament.text)] : []),
    ),
  );
}

function seated({ round, table, names, teams, link, ends }) {
  const people = (seats) => seats.map((seat) => names[seat] ?? seat);
  const sides = teams.length ? teams.map((team) => words("tournament.team", { name: team.name, people: listed("and", people(team.seats)) }))
    : Object.entries(names).map(([seat, name]) => `${seat} ${name}`);
  const line = h("p", null,
    h("strong", null, words(ends ? "tournament.round-until" : "tournament.round", { round, table, until: ends && localClock(ends) })),
    ` ${teams.length ? sides.reduce((before, last) => words("against", { before, last })) : sides.join(", ")}`);
  if (/^https?:\/\//.test(link ?? "")) line.append(" ", h("a", { href: link, rel: "noreferrer" }, words("tournament.follow")));
  return line;
}
