"""The players at the seats of a table, for printed sheets and orders to tables; and the URLs of tables."""

from __future__ import annotations

from dataclasses import dataclass

from engine.geometry import seat_letter
from jokerboard.journal.orders import Seating, Team
from jokerboard.tournament.event.history import iso
from jokerboard.tournament.event.model import Match, Round, TeamNo, Tournament
from jokerboard.tournament.event.round_events import seconds_left


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat: its letter, its player, and their team (`side` is the team's index at the table)."""

    seat: str
    player: str
    side: int
    team: TeamNo


def chairs(now: Tournament, match: Match) -> tuple[Chair, ...]:
    """The taken seats of a table, clockwise from `A`; each team's first registered players have its seats."""
    table = now.settings.seating(len(match.teams))
    found = [
        Chair(seat_letter(seat), now.team(number).entry.players[k], side, number)
        for side, number in enumerate(match.teams)
        for k, seat in enumerate(table.members[side])
    ]
    return tuple(sorted(found, key=lambda chair: chair.seat))


def seating_of(now: Tournament, here: Round, match: Match, at: float) -> Seating:
    """The seating that an order sends to a table; `at` is the present time in seconds since 1970."""
    sitting = chairs(now, match)
    left = seconds_left(now.settings, here, at)
    teams = tuple(
        Team(now.team(number).name, tuple(chair.seat for chair in sitting if chair.side == side))
        for side, number in enumerate(match.teams)
    )
    return Seating(
        round=here.number,
        table=str(match.table),
        names={chair.seat: chair.player for chair in sitting},
        teams=teams,
        rules=now.settings.rules,
        switches=dict(now.settings.house) or None,
        ends=None if left is None or here.started is None else iso(at + left),
        link=link(now, match),
    )


def link(now: Tournament, match: Match) -> str | None:
    """The URL at which visitors can follow the table; None if the tournament's page has no address."""
    return _follow(now, f"table={match.table}")


def team_link(now: Tournament, team: TeamNo) -> str | None:
    """The URL at which visitors can follow the team's table; None if the tournament's page has no address."""
    return _follow(now, f"team={team}")


def _follow(now: Tournament, what: str) -> str | None:
    address = now.settings.address.rstrip("/")
    return f"{address}/follow?{what}" if address else None
