"""The tournament's state for its page: entries by key; an entry is the same object until it changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jokerboard.journal.records import Json
from jokerboard.tournament.event import codec
from jokerboard.tournament.event.model import Match, Round, Stage, Tournament
from jokerboard.tournament.event.record import bye_points
from jokerboard.tournament.event.round_events import seconds_left
from jokerboard.tournament.event.seating import chairs
from jokerboard.tournament.event.sentences import bye_text, legend, result_text
from jokerboard.tournament.event.standings import standings, tie_breaks
from jokerboard.tournament.pairing.next_round import rounds_in_all
from jokerboard.tournament.paper.export import EXPORTS
from jokerboard.tournament.paper.sheets import sheet_titles


def view(
    now: Tournament | None,
    trouble: str | None,
    remarks: tuple[str, ...],
    at: float,
    past: Sequence[Tournament],
) -> dict[str, Any]:
    """The page's entries: `remarks`, `past`; with a tournament `about`, `standings`, `teams`, `table N`."""
    desk: dict[str, Any] = {
        "remarks": {"trouble": trouble, "remarks": list(remarks)},
        "past": [{"name": one.settings.name, "place": one.settings.place} for one in past],
    }
    if now is None:
        return desk
    desk |= {"about": _about(now, at), "standings": standings_of(now), "teams": _teams(now)}
    if now.round is not None:
        for match in now.round.matches:
            desk[f"table {match.table}"] = match_of(now, match)
    return desk


def _about(now: Tournament, at: float) -> Json:
    here = now.round
    possible = len(now.present()) >= now.settings.teams or here is not None
    return {
        "settings": codec.to_json(now.settings),
        "rules_title": now.settings.rules_title,
        "round": None if here is None else _round(now, here, at),
        "rounds": len(now.rounds),
        "all": rounds_in_all(now) if possible else None,
        "playing": len(now.present()),
        "links": {str(table): name for table, name in now.links},
        "prizes": list(now.prizes),
        "sheets": sheet_titles(),
        "exports": list(EXPORTS),
        "closed": now.closed,
        "bye_points": bye_points(now),
        "version": now.version,
    }


def _round(now: Tournament, here: Round, at: float) -> Json:
    """A round's clock for the countdown in the browser: its end, or the time left if it is paused."""
    left = seconds_left(now.settings, here, at)
    runs = here.stage in (Stage.RUNNING, Stage.OVER) and here.paused_at is None and here.timed_out is None
    ends = None
    if runs and left is not None and here.started is not None:
        ends = round((here.started + here.stopped + now.settings.minutes * 60 + here.extra) * 1000)
    return {
        "number": here.number,
        "stage": here.stage.value,
        "ends": ends if here.stage is Stage.RUNNING else None,
        "left": None if left is None or runs else round(left),
        "byes": [bye_text(now, here, number) for number in here.byes],
        "notes": list(here.notes),
        "tables": len(here.matches),
        "missing": len(here.missing()),
    }


def round_of(now: Tournament, number: int) -> Json:
    """A round with all its tables as JSON."""
    here = now.rounds[number - 1]
    return {
        "number": here.number,
        "byes": [bye_text(now, here, one) for one in here.byes],
        "notes": list(here.notes),
        "matches": [match_of(now, match) for match in here.matches],
    }


def match_of(now: Tournament, match: Match) -> Json:
    """One table of a round as JSON, with the teams' names."""
    sitting = chairs(now, match)
    result = match.result
    return {
        "table": match.table,
        "log": now.linked(match.table),
        "teams": [
            {
                "number": number,
                "name": now.team(number).name,
                "people": [f"{chair.seat} {chair.player}" for chair in sitting if chair.side == side],
                "points": None if result is None else result.points(number),
                "count": None if result is None else _count(match, number),
            }
            for side, number in enumerate(match.teams)
        ],
        "result": result_text(now, match) or None,
        "how": None if result is None else result.how.value,
        "corrected": result.reason if result is not None and match.corrected else None,
        "from_log": result is not None and result.source is not None and not match.corrected,
    }


def _count(match: Match, number: int) -> list[int] | None:
    count = match.result.count(number) if match.result else None
    return None if count is None else [count.home, count.to_go]


def standings_of(now: Tournament) -> Json:
    """The standings as JSON, with the tie-breaks."""
    by = tie_breaks(now.settings.system)
    return {
        "columns": [one.value for one in by],
        "legend": list(legend(now)),
        "rows": [
            {
                "place": row.place or None,
                "team": row.team,
                "name": now.team(row.team).name,
                "points": row.points,
                "values": [row.value(one) for one in by],
                "won": row.won,
                "played": row.played,
                "byes": row.byes,
                "left_out": row.left_out,
                "penalty": row.penalty,
                "withdrawn": now.team(row.team).withdrawn,
            }
            for row in standings(now)
        ],
    }


def _teams(now: Tournament) -> list[Json]:
    return [
        {
            "number": team.number,
            "name": team.name,
            "players": list(team.entry.players),
            "club": team.entry.club,
            "rating": team.entry.rating,
            "since": team.since,
            "penalty": now.penalty(team.number),
            "withdrawn": team.withdrawn,
            "apart": [now.team(other).name for other in now.apart_from(team.number)],
            "bye": next((one.points for one in now.requests if one.team == team.number), None),
        }
        for team in now.teams
    ]
