// What a table in a tournament shows besides: who plays whom, and that the director's desk does not hear it.

import { byId, h, whenNew } from "/page/js/dom.js";

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
  const sides = teams.length ? teams.map((team) => `${team.name} (${who(team.seats, names)})`)
    : Object.entries(names).map(([seat, name]) => `${seat} ${name}`);
  const until = ends ? `, until ${clock(ends)}` : "";
  const line = h("p", null, h("strong", null, `Round ${round}, table ${table}${until}`), ` ${sides.join(teams.length ? " against " : ", ")}`);
  if (/^https?:\/\//.test(link ?? "")) line.append(" ", h("a", { href: link, rel: "noreferrer" }, "follow"));
  return line;
}

const who = (seats, names) => seats.map((seat) => names[seat] ?? seat).join(" and ");

function clock(iso) {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}
