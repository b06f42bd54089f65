"""What a tournament prints: pairings for the wall, a sheet for every table, result slips, standings, prizes.

Sheets are HTML for A4, printed from any browser: names of every script come out as they are written.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from html import escape as esc

from engine.words import counted
from tournament.event.errors import EventError
from tournament.event.model import Match, Round, Stage, Tournament, plain
from tournament.event.seating import chairs, link
from tournament.event.standings import Row, standings, tie_breaks
from tournament.pairing.next_round import rounds_in_all
from tournament.paper import html, text

BLANK = "&nbsp;"


def sheet(now: Tournament, kind: str, round: int | None, at: float, *, styles: str | None = None) -> str:
    """The sheet of that kind (one of `SHEETS`), of the newest round or of that one. EventError without it."""
    title, make = SHEETS[kind]
    return html.page(f"{now.settings.name}: {title}", make(now, round, at), styles=styles)


def _of_round(now: Tournament, number: int | None) -> Round:
    if not now.rounds:
        raise EventError("no round is paired yet")
    return now.rounds[(len(now.rounds) if number is None else number) - 1]


def _heading(now: Tournament, what: str, small: str = "") -> str:
    place = f"{esc(now.settings.place)} · " if now.settings.place else ""
    return (
        f'<header><p class="event">{place}{esc(now.settings.name)}</p><h1>{esc(what)}</h1>'
        f"{f'<p class=small>{small}</p>' if small else ''}</header>"
    )


def _pairings(now: Tournament, number: int | None, _: float) -> str:
    """For the wall: by table, then every team by its name."""
    here = _of_round(now, number)
    heading = f"Round {here.number} of {rounds_in_all(now)}"
    rows = [
        (f"<b>{match.table}</b>", *(_team_with_seats(now, match, k) for k in range(len(match.teams))))
        for match in here.matches
    ]
    most = max((len(match.teams) for match in here.matches), default=now.settings.teams)
    padded = [(*row, *[""] * (1 + most - len(row))) for row in rows]
    sides = ["First side", "Second side", "Third side"][:most]
    by_table = html.table("pairings", ("Table", *sides), padded, frozenset())
    return f"{_heading(now, heading)}\n{by_table}\n{_byes(now, here)}\n{_by_name(now, here)}"


def _team_with_seats(now: Tournament, match: Match, side: int) -> str:
    team = now.team(match.teams[side])
    sitting = [f"{chair.seat} {esc(chair.player)}" for chair in chairs(now, match) if chair.side == side]
    return f"<strong>{esc(team.name)}</strong><span class=players>{' · '.join(sitting)}</span>"


def _byes(now: Tournament, here: Round) -> str:
    if not here.byes:
        return ""
    names = ", ".join(f"<strong>{esc(now.team(number).name)}</strong>" for number in here.byes)
    return f"<p class=bye>Bye: {names}</p>"


def _by_name(now: Tournament, here: Round) -> str:
    """Where each team finds its table, by name."""
    places = {number: f"{match.table}" for match in here.matches for number in match.teams}
    places |= dict.fromkeys(here.byes, "bye")
    named = sorted((plain(now.team(number).name), number) for number in places)
    items = "\n".join(
        f"<li><span>{esc(now.team(number).name)}</span><b>{places[number]}</b></li>" for _, number in named
    )
    heading = _heading(now, f"Round {here.number}: find your table")
    return f"<section class=new-page>{heading}<ul class=finder>\n{items}\n</ul></section>"


def _seats(now: Tournament, number: int | None, _: float) -> str:
    """A half page for every table: who sits where, and the code to follow it."""
    here = _of_round(now, number)
    return "\n".join(_seat_sheet(now, here, match) for match in here.matches)


def _seat_sheet(now: Tournament, here: Round, match: Match) -> str:
    sitting, table = chairs(now, match), now.settings.seating(len(match.teams))
    rows = [
        (
            f'<b class="letter side{chair.side}">{chair.seat}</b>',
            esc(chair.player),
            esc(now.team(chair.team).name),
        )
        for chair in sitting
    ]
    address = link(now, match)
    follow = ""
    if address:
        said = f"Follow this table<br>{esc(address)}"
        follow = f"<figure>{html.code(address)}<figcaption>{said}</figcaption></figure>"
    minutes = f" · {now.settings.minutes} minutes" if now.settings.minutes else ""
    small = f"{esc(now.settings.rules)} rules{minutes}"
    return (
        f'<section class="half">{_heading(now, f"Table {match.table}", f"Round {here.number} · {small}")}'
        f'<div class="seats">{html.board(table.sides, sitting)}'
        f"{html.table('sitting', ('Seat', 'Player', 'Team'), rows, frozenset())}{follow}</div></section>"
    )


def _slips(now: Tournament, number: int | None, _: float) -> str:
    """A slip for every table, to be filled in by hand when the table cannot report itself."""
    here = _of_round(now, number)
    return "\n".join(_slip(now, here, match) for match in here.matches)


def _slip(now: Tournament, here: Round, match: Match) -> str:
    rows = [
        (f"<strong>{esc(now.team(number).name)}</strong>", *['<span class="box"></span>'] * 3, BLANK)
        for number in match.teams
    ]
    head = ("Team", "Place", "Marbles home", "Holes to go", "Signature")
    return (
        f'<section class="slip">{_heading(now, f"Table {match.table}", f"Round {here.number}")}'
        f"{html.table('boxes', head, rows, frozenset({1, 2, 3}))}"
        "<p class=small>Won on the board, or on time? On time the marbles home decide, then the holes to go: "
        "steps of a team's marbles to the deepest holes of their lanes, and one more for each in START."
        "</p></section>"
    )


def _over(now: Tournament) -> bool:
    """Whether all rounds have been played."""
    return bool(now.rounds) and len(now.rounds) == rounds_in_all(now) and now.rounds[-1].stage is Stage.OVER


def _standings(now: Tournament, number: int | None, at: float) -> str:
    through = len(now.rounds) if number is None else number
    by = tie_breaks(now.settings.system)
    rows = [
        (
            str(row.place or ""),
            _team_line(now, row),
            str(row.points),
            *("" if row.value(one) is None else str(row.value(one)) for one in by),
            str(row.won),
            str(row.played),
        )
        for row in standings(now, through)
    ]
    head = ("", "Team", "Points", *(one.value for one in by), "Won", "Played")
    table = html.table("standings", head, rows, frozenset({0, *range(2, 5 + len(by))}))
    said = "".join(f"<li>{esc(line)}</li>" for line in text.legend(now))
    under_way = through and now.rounds[through - 1].missing()
    title = (
        f"Standings {'during' if under_way else 'after'} round {through}"
        if through
        else "Before the first round"
    )
    if through == len(now.rounds) and _over(now):
        title = "Final standings"
    made = datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")
    return f"{_heading(now, title, f'Made {made}')}\n{table}\n<ul class=legend>{said}</ul>"


def _team_line(now: Tournament, row: Row) -> str:
    team = now.team(row.team)
    gone = " <em>withdrawn</em>" if team.withdrawn else ""
    if now.penalty(row.team):
        gone += f" <em>penalty {now.penalty(row.team)}</em>"
    players = esc(", ".join(team.entry.players))
    return f"<strong>{esc(team.name)}</strong>{gone}<span class=players>{players}</span>"


def _prizes(now: Tournament, _: int | None, __: float) -> str:
    """The places that win something, or the first three; equals share a place and its prizes."""
    ranked = [row for row in standings(now) if row.place]
    wanted = max(len(now.prizes), 3)
    blocks = []
    for place in sorted({row.place for row in ranked if row.place <= wanted}):
        equal = [row for row in ranked if row.place == place]
        won = [prize for k, prize in enumerate(now.prizes, 1) if place <= k < place + len(equal)]
        blocks.append(_prize(now, equal, won))
    small = "" if _over(now) else "<strong>Not final: the tournament is not over.</strong>"
    return f"{_heading(now, 'Prize list', small)}\n<ol class=prizes>\n{''.join(blocks)}\n</ol>"


def _prize(now: Tournament, equal: list[Row], won: list[str]) -> str:
    teams = "".join(
        f"<p><strong>{esc(now.team(row.team).name)}</strong>"
        f"<span class=players>{esc(', '.join(now.team(row.team).entry.players))}</span></p>"
        for row in equal
    )
    shared = " (shared)" if len(equal) > 1 else ""
    prize = f"<p class=prize>{esc(' and '.join(won))}{shared}</p>" if won else ""
    points = counted(equal[0].points, "point")
    return (
        f"<li><b>{equal[0].place}</b><div>{teams}</div><div>{prize}<p class=small>{points}</p></div></li>\n"
    )


SHEETS: dict[str, tuple[str, Callable[[Tournament, int | None, float], str]]] = {
    "pairings": ("pairings", _pairings),
    "seats": ("table sheets", _seats),
    "slips": ("result slips", _slips),
    "standings": ("standings", _standings),
    "prizes": ("prize list", _prizes),
}
"""By name: the title, and what makes the page's body."""
