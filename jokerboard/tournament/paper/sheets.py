"""The printed sheets of a tournament: lists for the wall, signs, table sheets, cards, slips, standings,
prizes.

Sheets are HTML for A4 paper, made from the templates beside this module and printed from any browser. A list
fills its page: its lines are as large as their number allows. Names in every script are printed as they were
typed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from jokerboard.host.wall_clock import local_time
from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event.model import Match, Round, TeamNo, Tournament, plain
from jokerboard.tournament.event.seating import chairs, link, team_link
from jokerboard.tournament.event.sentences import bye_kind_text, bye_text, legend
from jokerboard.tournament.event.standings import Parts, Row, parts, reached, standings, tie_breaks
from jokerboard.tournament.pairing.next_round import rounds_in_all
from jokerboard.tournament.paper.drawings import code_of, seats_picture
from jokerboard.web.templating import template as page_template
from jokerboard.words.catalogue import listed, words

STYLES: Final = Path(__file__).parents[1] / "web" / "static" / "event" / "sheets.css"
"""The sheets' styles: a page of the desk links this file; a sheet that is saved as a file contains it."""
TEMPLATES: Final = Path(__file__).parent / "templates"

Context = Mapping[str, Any]
Links = Sequence[tuple[str, str]]
"""The addresses of other pages, each with its title."""


def sheet(
    now: Tournament, kind: str, round: int | None, at: float, *, styles: str | None = None, links: Links = ()
) -> str:
    """The HTML of the sheet `kind` (a key of `SHEETS`), for the given round or, if `round` is None, for the
    newest.

    Raise EventError if the sheet needs a round that does not exist. `styles` is the address of the sheet's
    styles; with None, the HTML contains the styles. `links` are shown above the sheet, but not printed.
    """
    return page(now, kind, words(f"sheet.{kind}.title"), styles, links, **SHEETS[kind](now, round, at))


def page(
    now: Tournament, template: str, title: str, styles: str | None, links: Links = (), **values: Any
) -> str:
    """The HTML of a template of sheets with the given values; `styles` and `links` as for `sheet`."""
    return page_template(TEMPLATES, f"{template}.html").render(
        title=f"{now.settings.name}: {title}",
        event=" · ".join(filter(None, (now.settings.place, now.settings.name))),
        styles=styles,
        links=links,
        inside=None if styles else STYLES.read_text("utf-8"),
        **values,
    )


def _of_round(now: Tournament, number: int | None) -> Round:
    if not now.rounds:
        raise EventError(words("round.none"))
    return now.rounds[(len(now.rounds) if number is None else number) - 1]


def filling(lines: int) -> int:
    """The size of a list's lines, from 1 (small) to 6 (large), with which `lines` lines fill a page."""
    return next((size for size, most in ((6, 9), (5, 13), (4, 18), (3, 24), (2, 34)) if lines <= most), 1)


def _team(now: Tournament, number: TeamNo) -> dict[str, Any]:
    team = now.team(number)
    return {"number": number, "name": team.name, "players": team.entry.players, "club": team.entry.club}


def _match(now: Tournament, match: Match) -> dict[str, Any]:
    sitting = chairs(now, match)
    teams = [
        _team(now, number) | {"chairs": [chair for chair in sitting if chair.side == side], "side": side}
        for side, number in enumerate(match.teams)
    ]
    names = {number: now.team(number).name for number in match.teams}
    return {"table": match.table, "teams": teams, "chairs": sitting, "names": names}


def _pairings(now: Tournament, number: int | None, _: float) -> Context:
    """The values for the list of pairings on the wall: the teams of each table."""
    here = _of_round(now, number)
    most = max((len(match.teams) for match in here.matches), default=now.settings.teams)
    return {
        "heading": words("sheet.round", number=here.number, of=rounds_in_all(now)),
        "sides": [words(f"sheet.side-{side}") for side in range(1, most + 1)],
        "matches": [_match(now, match) for match in here.matches],
        "byes": [bye_text(now, here, one) for one in here.byes],
        "size": filling(2 * len(here.matches) if most < 3 else 3 * len(here.matches)),
    }


def _players(now: Tournament, number: int | None, _: float) -> Context:
    """The values for the list of players on the wall: everybody's seat, by player and by team."""
    here = _of_round(now, number)
    seats = {
        (chair.team, chair.player): words("sheet.seat", table=match.table, seat=chair.seat)
        for match in here.matches
        for chair in chairs(now, match)
    }
    tables = {
        team: words("table.number", table=match.table) for match in here.matches for team in match.teams
    }
    tables |= dict.fromkeys(here.byes, words("sheet.bye"))
    people = [
        {
            "player": player,
            "team": now.team(team).name,
            "where": seats.get((team, player), words("sheet.reserve", where=where)),
        }
        for team, where in tables.items()
        for player in now.team(team).entry.players
    ]
    teams = [{"team": now.team(team).name, "where": where} for team, where in tables.items()]
    lines = len(people) + len(teams) + 2
    people.sort(key=lambda one: (plain(one["player"]), one["where"]))
    return {
        "heading": words("sheet.find", number=here.number),
        "people": people,
        "teams": sorted(teams, key=lambda one: plain(one["team"])),
        # A few lines fit into one column; `sheets.css` uses one column for the largest sizes.
        "size": filling(lines) if lines <= 13 else min(4, filling(lines // 2 + 4)),
    }


def _seats(now: Tournament, number: int | None, _: float) -> Context:
    """The values for half a page on each table: the seating, and the QR code to follow the table."""
    here = _of_round(now, number)
    rules, minutes = now.settings.rules_title, now.settings.minutes
    return {
        "small": words("sheet.small", number=here.number, rules=rules, minutes=minutes),
        "matches": [
            _match(now, match)
            | {
                "picture": seats_picture(now.settings.seating(len(match.teams)).sides, chairs(now, match)),
                "code": code_of(link(now, match)),
            }
            for match in here.matches
        ],
    }


def _signs(now: Tournament, number: int | None, _: float) -> Context:
    """The values for a page on each table: the table's number in large digits, and the table's QR code."""
    here = _of_round(now, number)
    return {"matches": [_match(now, match) | {"code": code_of(link(now, match))} for match in here.matches]}


def _slips(now: Tournament, number: int | None, _: float) -> Context:
    """The values for a result slip for each table, filled in by hand if the table's log cannot be read."""
    here = _of_round(now, number)
    return {"round": here.number, "matches": [_match(now, match) for match in here.matches]}


def _cards(now: Tournament, _: int | None, __: float) -> Context:
    """The values for a card for each team: number, players, and the QR code to its table in any round."""
    if not now.teams:
        raise EventError(words("team.none"))
    teams = [
        _team(now, team.number) | {"code": code_of(team_link(now, team.number))} for team in now.present()
    ]
    return {"teams": teams}


def _standings(now: Tournament, number: int | None, at: float) -> Context:
    by = tie_breaks(now.settings.system)
    rows = standings(now, number)
    return {
        "heading": _heading(now, number),
        "made": local_time(datetime.fromtimestamp(at, UTC)),
        "columns": [one.value for one in by],
        "rows": [_line(now, row) | {"values": [row.value(one) for one in by]} for row in rows],
        "legend": list(legend(now)),
        "size": filling(len(rows) + 6),
    }


def _heading(now: Tournament, number: int | None, *, crosstable: bool = False) -> str:
    """The heading of the standings, or of the crosstable, after a round."""
    state, at = reached(now, number)
    about = {"round": at} if state in ("during", "after") else {}
    return words(f"crosstable.{state}", **about) if crosstable else words(f"standings.{state}", **about)


def _line(now: Tournament, row: Row) -> dict[str, Any]:
    return _team(now, row.team) | asdict(row) | {"withdrawn": now.team(row.team).withdrawn}


def _crosstable(now: Tournament, number: int | None, _: float) -> Context:
    """The values for the crosstable: every team's opponents and points, round by round."""
    through = reached(now, number)[1]
    rows, of = standings(now, number), parts(now, number)
    rank = {row.team: k for k, row in enumerate(rows, 1)}
    return {
        "heading": _heading(now, number, crosstable=True),
        "rounds": list(range(1, through + 1)),
        "left_out": any(row.left_out for row in rows),
        "penalties": any(row.penalty for row in rows),
        "rows": [
            _line(now, row)
            | {
                "rank": rank[row.team],
                "cells": [_cell(of, one, row.team, rank) for one in now.rounds[:through]],
            }
            for row in rows
        ],
        "size": filling(len(rows) * 3 // 2 + 6),
    }


def _cell(of: Parts, here: Round, team: TeamNo, rank: Mapping[TeamNo, int]) -> dict[str, str]:
    """A team's cell of one round: the opponents' numbers in the crosstable, or the bye, and the points.

    An opponent who was absent is in brackets; if the team itself was absent, the cell has a minus.
    """
    match = next((match for match in here.matches if team in match.teams), None)
    if match is None:
        if team not in here.byes:
            return {"against": "", "points": ""}
        points = of.bye(here, team)
        return {"against": bye_kind_text(of.now, here, team), "points": "" if points is None else str(points)}
    absent = match.result.absent if match.result else ()
    against = " ".join(
        f"({rank[other]})" if other in absent else str(rank[other]) for other in match.teams if other != team
    )
    if team in absent:
        against = f"-{against}"
    return {"against": against, "points": "" if match.result is None else str(of.at_table(match, team))}


def _won(prizes: Sequence[str], shared: bool) -> str:
    """The prizes for one place as text; `shared` if several teams share them."""
    return words("sheet.prize-shared" if shared else "sheet.prize", won=listed(prizes, "and"))


def _prizes(now: Tournament, _: int | None, __: float) -> Context:
    """The values for the prize list: the places with prizes, or the first three; equals share a place."""
    ranked = [row for row in standings(now) if row.place]
    wanted = max(len(now.prizes), 3)
    places = []
    for place in sorted({row.place for row in ranked if row.place <= wanted}):
        equal = [row for row in ranked if row.place == place]
        won = [prize for k, prize in enumerate(now.prizes, 1) if place <= k < place + len(equal)]
        places.append(
            {
                "place": place,
                "teams": [_team(now, row.team) for row in equal],
                "prize": _won(won, len(equal) > 1) if won else "",
                "points": words("points", n=equal[0].points),
            }
        )
    return {"over": reached(now)[0] == "final", "places": places, "size": filling(3 * len(places))}


SHEETS: Final[Mapping[str, Callable[[Tournament, int | None, float], Context]]] = {
    "pairings": _pairings,
    "players": _players,
    "seats": _seats,
    "signs": _signs,
    "slips": _slips,
    "cards": _cards,
    "standings": _standings,
    "crosstable": _crosstable,
    "prizes": _prizes,
}
"""The functions that make the values of each kind of sheet, by its name, which is its template's name."""


def sheet_titles() -> list[list[str]]:
    """The kinds of sheets: name, title, and a sentence about the use."""
    return [[kind, words(f"sheet.{kind}.title"), words(f"sheet.{kind}.about")] for kind in SHEETS]
