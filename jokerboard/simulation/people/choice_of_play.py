"""How simulated people choose among their options: by chance, or by the benefit for their team."""

from __future__ import annotations

from enum import StrEnum

from engine.game import Action
from engine.geometry import Seat
from engine.legal import apply
from engine.play import Play
from engine.position import Position
from engine.table import Table
from jokerboard.simulation.people.chance import Chance


class Strength(StrEnum):
    """How well somebody plays."""

    RANDOM = "random"
    GREEDY = "greedy"


def choose(
    table: Table, position: Position, options: tuple[Action, ...], strength: Strength, chance: Chance
) -> Action:
    """Choose one of the options; at least one is required."""
    plays = [option for option in options if isinstance(option, Play) and option.legs]
    if strength is Strength.RANDOM:
        return chance.of(plays or options)
    if not plays:
        # A discard keeps the cards that bring a marble out.
        plain = [o for o in options if isinstance(o, Play) and not _precious(table, o)]
        return chance.of(plain or options)
    own = frozenset(table.team_of(position.turn))
    worth = [value(table, apply(table, position, play), own) for play in plays]
    best = max(worth)
    return chance.of([play for play, each in zip(plays, worth, strict=True) if each == best])


def _precious(table: Table, discard: Play) -> bool:
    power = table.powers[discard.card.rank]
    return power.start or power.joker


def value(table: Table, position: Position, own: frozenset[Seat]) -> int:
    """The lead of the team `own` over the others, in holes; marbles at home count extra."""
    total = 0
    for seat in position.seats:
        walked = sum(_walked(table, seat, hole) for hole in position.marbles[seat] or ())
        total += 2 * walked if seat in own else -walked
    return total


def _walked(table: Table, seat: Seat, hole: int) -> int:
    """The value of a marble in this hole for its seat: START 0, HOME most."""
    board = table.board
    if board.is_lane(hole):
        return board.ring + 20 + 3 * (hole - table.lanes[seat])
    come_out, in_spot = table.come_outs[seat], table.in_spots[seat]
    ahead = (in_spot - hole) % board.ring
    # A hole just behind the in-spot is near home; because of the eight, so is one slightly past it.
    return 10 + max(board.ring - ahead, 0) if (hole - come_out) % board.ring <= board.ring - 5 else 12
