"""The seating of a round as an order carries it."""

from __future__ import annotations

from jokerboard.journal import orders
from jokerboard.tournament.event.clock import seconds_left
from jokerboard.tournament.event.history import iso
from jokerboard.tournament.event.model import Match, Round, Tournament
from jokerboard.tournament.event.seating import chairs, link


def seating_of(now: Tournament, here: Round, match: Match, at: float) -> orders.Seating:
    """The seating as an order to the table says it; `at` is the time now."""
    sitting = chairs(now, match)
    left = seconds_left(now.settings, here, at)
    teams = tuple(
        orders.Team(now.team(number).name, tuple(chair.seat for chair in sitting if chair.side == side))
        for side, number in enumerate(match.teams)
    )
    return orders.Seating(
        round=here.number,
        table=str(match.table),
        names={chair.seat: chair.player for chair in sitting},
        teams=teams,
        rules=now.settings.rules,
        switches=dict(now.settings.house) or None,
        ends=None if left is None or here.started is None else iso(at + left),
        link=link(now, match),
    )
