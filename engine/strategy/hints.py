"""A hint: the play that `strong` makes, with one reason in words.

The reason is the first that is true of the play, the most telling ones first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.cards import Rank
from engine.game import Action
from engine.geometry import Hole, Seat, seat_letter
from engine.play import Leg, Play
from engine.strategy.errors import StrategyError
from engine.strategy.players import Level, choose
from engine.table import Table
from engine.views import SeatView
from engine.words import a_card

_THREATS: tuple[tuple[int, Rank], ...] = ((10, Rank.TEN), (-8, Rank.EIGHT), (7, Rank.SEVEN), (9, Rank.NINE))
"""Counts by which a marble is hit often, with a card for each; a negative count comes from ahead."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The action, and the reason for it as a phrase."""

    action: Action
    reason: str


def hint(view: SeatView, names: Mapping[Seat, str] | None = None) -> Hint:
    """The hint for the seat to move, with the players' names; StrategyError if nothing is to choose."""
    if not view.options:
        raise StrategyError(f"seat {seat_letter(view.seat)} has nothing to choose now")
    action = choose(view, Level.STRONG, "hint")
    if not isinstance(action, Play):
        return Hint(action, "nothing else is possible")
    if not action.legs:
        return Hint(action, "the cards that are left are worth more")
    if len(view.options) == 1:
        return Hint(action, "nothing else is possible")
    after = view.after(view.options.index(action)).bits
    if view.seat in (view.table.winners(after) or ()):
        return Hint(action, "this wins the game")
    return Hint(action, next(_reasons(view, action, after, dict(names or {}))))


def _reasons(view: SeatView, play: Play, after: int, names: dict[Seat, str]) -> Iterator[str]:
    """Every true reason, the most telling first, and one that is always true."""
    table, legs = view.table, play.legs
    home = [leg for leg in legs if leg.target >= table.ring > (leg.source or 0)]
    for leg in legs:
        if leg.sent is not None and table.teams[leg.sent] != table.teams[view.seat]:
            yield f"this sends {_name(leg.sent, names)} back to START"
    if home:
        yield "this brings a marble home" if len(home) == 1 else "this brings two marbles home"
    for leg in legs:
        if leg.pushes:
            yield f"this sends {_name(leg.pushes[0], names)} to the in-spot"
    if legs[0].source is None:
        yield "this puts one more marble on the ring"
    for leg in legs:
        if leg.source is not None and leg.target < table.ring:
            yield from _escapes(table, view.public.position.bits, after, leg)
    if any(table.in_spots[leg.seat or 0] == leg.target for leg in legs):
        yield "this reaches the in-spot"
    yield "this comes closest to home"


def _escapes(table: Table, before: int, after: int, leg: Leg) -> Iterator[str]:
    """The threats that a marble leaves behind."""
    seat, source = leg.seat, leg.source
    if seat is None or source is None:
        return
    for count, rank in _THREATS:
        if _threatened(table, before, seat, source, count) and not _threatened(
            table, after, seat, leg.target, count
        ):
            yield f"this is safe from {a_card(rank)}"


def _threatened(table: Table, bits: int, seat: Seat, hole: Hole, count: int) -> bool:
    """Whether an opponent stands where that count brings it into the hole."""
    column = table.columns[(hole - count) % table.ring] & bits
    return any(
        column >> table.width * other & table.whole
        for other in table.seats
        if table.teams[other] != table.teams[seat]
    )


def _name(seat: Seat, names: dict[Seat, str]) -> str:
    return names.get(seat, seat_letter(seat))
