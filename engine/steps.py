"""Tables of walks: all facts about a marble's walk by a count that do not depend on other marbles.

A marble that walks a count reaches at most two targets: one on the ring and one in its lane. For each of them
a `Step` holds four integers, so that finding moves walks no paths:

    bits & step.free       not 0: an own marble is on the path or the target (RC-1), so the step is barred
    bits & step.unless     0, unlike step.unless: the lane is open and must be entered, so the ring is barred
    bits & step.others     the marble of another seat in the target; 0 if there is none
    bits ^ step.flip       the marbles after the step, if the target is empty

`bits` are the marbles of all seats (see `engine.bits`). The step as people write it is ready too, as a tuple
of one `Leg`.

The tables fill themselves: `walks[hole]` computes the steps of a hole on first use, and cards that walk the
same count share them. With every hole and count computed, a table with four seats has 5,600 steps, about 4
MB, and one with eight 22,000, about 19 MB.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from engine.bits import Bits, mask_of
from engine.cards import Rank
from engine.geometry import LANE, Board, Hole, Seat
from engine.play import Leg
from engine.rules.card_powers import Power
from engine.rules.rule_sets import Rules

Legs: TypeAlias = tuple[Leg, ...]


class Step(NamedTuple):
    """One marble walking one count, as integers that the module's description explains."""

    free: Bits
    unless: Bits
    others: Bits
    flip: Bits
    legs: Legs
    length: int


class Walks(dict[Hole, tuple[Step, ...]]):
    """For each hole, the steps of the seat's marble there with the counts of this table."""

    __slots__ = ("_counts", "_homeward", "_paths")

    def __init__(self, paths: Paths, counts: Iterable[int], homeward: bool = False) -> None:
        super().__init__()
        self._paths = paths
        self._counts = tuple(counts)
        self._homeward = homeward

    def __missing__(self, hole: Hole) -> tuple[Step, ...]:
        found = tuple(step for count in self._counts for step in self._paths[hole, count])
        if self._homeward:
            ring = self._paths.ring
            found = tuple(step for step in found if hole < ring <= step.legs[0].target)
        self[hole] = found
        return found


@dataclass(frozen=True, slots=True)
class CardSteps:
    """The steps of a card at a table; each tuple is indexed by seat.

    `walks` are whole walks, `forfeits` parts of the card that bring a marble home, `parts` the legs of a
    split.
    """

    power: Power
    walks: tuple[Walks, ...]
    forfeits: tuple[Walks, ...]
    parts: tuple[Walks, ...]


def steps_of_cards(there: Board, rules: Rules, powers: Mapping[Rank, Power]) -> dict[Rank, CardSteps]:
    """The tables of every rank; they are empty and fill themselves on use."""
    paths = tuple(Paths(there, rules, seat) for seat in range(there.sides))
    return {rank: _card_steps(paths, power) for rank, power in powers.items()}


def _card_steps(paths: tuple[Paths, ...], power: Power) -> CardSteps:
    return CardSteps(
        power,
        tuple(Walks(own, power.counts) for own in paths),
        tuple(Walks(own, power.forfeits, homeward=True) for own in paths),
        tuple(Walks(own, power.split.rests if power.split else ()) for own in paths),
    )


class Paths(dict[tuple[Hole, int], tuple[Step, ...]]):
    """For each hole and count, the steps of one seat's marble with any card.

    The path is walked hole by hole.
    """

    __slots__ = ("_board", "_in_spot", "_lane", "_may_branch", "_may_pass", "_seat", "ring")

    def __init__(self, there: Board, rules: Rules, seat: Seat) -> None:
        super().__init__()
        self._board = there
        self._seat = seat
        self._in_spot = there.in_spot(seat)
        self._lane = there.lane(seat)[0]
        self._may_branch = rules.home_branch == "free"
        self._may_pass = rules.home_overshoot == "go_round"
        self.ring = there.ring

    def __missing__(self, at: tuple[Hole, int]) -> tuple[Step, ...]:
        found = self[at] = tuple(self._steps(*at))
        return found

    def _steps(self, hole: Hole, count: int) -> Iterator[Step]:
        """The step into or along the lane, then the step on the ring; each only if it exists."""
        if hole >= self.ring:
            end = self._lane + LANE
            if 0 < count < end - hole:
                yield self._step(hole, count, [*range(hole + 1, hole + count + 1)])
            return
        way = 1 if count > 0 else -1
        on_ring = [(hole + way * n) % self.ring for n in range(1, abs(count) + 1)]
        to_branch = (self._in_spot - hole) % self.ring
        if not 0 <= to_branch < count:
            yield self._step(hole, count, on_ring)
            return
        inside = count - to_branch
        into_lane = [*on_ring[:to_branch], *range(self._lane, self._lane + inside)]
        if inside <= LANE:
            yield self._step(hole, count, into_lane)
        yield from self._past_the_branch(hole, count, on_ring, into_lane if inside <= LANE else None)

    def _past_the_branch(
        self, hole: Hole, count: int, on_ring: list[Hole], into_lane: list[Hole] | None
    ) -> Iterator[Step]:
        """The steps of a marble that passes its in-spot and stays on the ring (RC-3, RC-4).

        A marble that can enter its lane may stay on the ring if the rules leave the branch free. A marble
        whose count does not fit may stay on the ring if the rules let an overshoot go round.
        """
        if self._may_branch and self._may_pass:
            yield self._step(hole, count, on_ring)
        elif self._may_branch and into_lane is not None:
            yield self._step(hole, count, on_ring, also_free=into_lane)
        elif self._may_pass and not self._may_branch:
            yield self._step(hole, count, on_ring, unless=into_lane or [])

    def _step(
        self,
        hole: Hole,
        count: int,
        path: list[Hole],
        also_free: Iterable[Hole] = (),
        unless: Iterable[Hole] = (),
    ) -> Step:
        target, shift = path[-1], self._board.width * self._seat
        return Step(
            free=mask_of([*path, *also_free]) << shift,
            unless=mask_of(unless) << shift,
            others=self._board.columns[target] if target < self.ring else 0,
            flip=(1 << hole | 1 << target) << shift,
            legs=(Leg(self._seat, hole, target),),
            length=count,
        )
