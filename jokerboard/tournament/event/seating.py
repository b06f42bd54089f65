"""The people at the seats of a table, and where the table can be followed."""

from __future__ import annotations

from dataclasses import dataclass

from engine.geometry import seat_letter
from jokerboard.tournament.event.model import Match, TeamNo, Tournament


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat: its letter, who sits there, and for which team (index at the table, and number)."""

    seat: str
    player: str
    side: int
    team: TeamNo


def chairs(now: Tournament, match: Match) -> tuple[Chair, ...]:
    """The taken seats clockwise from `A`: a team's first players, in the order in which it named them."""
    table = now.settings.seating(len(match.teams))
    found = [
        Chair(seat_letter(seat), now.team(number).entry.players[k], side, number)
        for side, number in enumerate(match.teams)
        for k, seat in enumerate(table.members[side])
    ]
    return tuple(sorted(found, key=lambda chair: chair.seat))


def link(now: Tournament, match: Match) -> str | None:
    """Where the table can be followed, if the tournament has an address."""
    return _follow(now, f"table={match.table}")


def team_link(now: Tournament, team: TeamNo) -> str | None:
    """Where the team's table of the newest round can be followed, if the tournament has an address."""
    return _follow(now, f"team={team}")


def _follow(now: Tournament, what: str) -> str | None:
    address = now.settings.address.rstrip("/")
    return f"{address}/follow?{what}" if address else None
