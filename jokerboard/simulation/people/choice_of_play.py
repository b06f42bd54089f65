"""How simulated people choose among their options: by chance, or by what brings their team forward.

Each choice in a game has random numbers of its own, which are never stored: a choice at play 37 depends only
on the seed and on 37, not on how often the service was restarted before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from random import Random
from typing import TypeVar

from engine.game import Action
from engine.geometry import Seat
from engine.legal import apply
from engine.play import Play
from engine.position import Position
from engine.table import Table

Thing = TypeVar("Thing")


class Chance:
    """The random numbers for one purpose, the same in every Python version (`Random.random`)."""

    def __init__(self, *purpose: object) -> None:
        self._random = Random(":".join(map(str, purpose)))

    def happens(self, share: float) -> bool:
        """True with the probability `share`, from 0 to 1."""
        return self._random.random() < share

    def of(self, things: Sequence[Thing]) -> Thing:
        """One of these things at random."""
        return things[int(self._random.random() * len(things))]

    def seconds(self, low: float, high: float) -> float:
        """A random time from `low` to `high` seconds; short times are more frequent."""
        return low + (high - low) * self._random.random() * self._random.random()


class Strength(StrEnum):
    """How well somebody plays."""

    RANDOM = "random"
    GREEDY = "greedy"


def choose(
    table: Table, position: Position, options: tuple[Action, ...], strength: Strength, chance: Chance
) -> Action:
    """Choose one of the options, of which there must be at least one."""
    plays = [option for option in options if isinstance(option, Play) and option.legs]
    if strength is Strength.RANDOM:
        return chance.of(plays or options)
    if not plays:
        # If people must discard, they keep the cards that bring a marble out.
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
    """The holes walked by the marbles of the team `own`, counted twice, minus those of the others."""
    total = 0
    for seat in position.seats:
        walked = sum(_walked(table, seat, hole) for hole in position.marbles[seat] or ())
        total += 2 * walked if seat in own else -walked
    return total


def _walked(table: Table, seat: Seat, hole: int) -> int:
    """The value of a marble on this hole of ring or lane: more near the in-spot, most in HOME."""
    board = table.board
    if board.is_lane(hole):
        return board.ring + 20 + 3 * (hole - table.lanes[seat])
    come_out, in_spot = table.come_outs[seat], table.in_spots[seat]
    ahead = (in_spot - hole) % board.ring
    # Between in-spot and come-out a marble has the whole ring before it, so it counts less than on the
    # come-out.
    return 10 + max(board.ring - ahead, 0) if (hole - come_out) % board.ring <= board.ring - 5 else 12
