"""The legal plays of a position for one kind of card, one for each distinct result; apply; perft."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engine.cards import RANKS, Card, Rank
from engine.errors import IllegalPlay
from engine.faults import order_fault
from engine.geometry import Seat
from engine.moves import Wording, free_starts, wordings
from engine.play import Leg, Play, RawLeg
from engine.position import Marbles, Position
from engine.table import Table
from engine.violation import Code, Violation
from engine.whynot import carries_of, unplayed, why_not

_CARDS = {rank: Card(rank) for rank in RANKS}


@lru_cache(maxsize=1 << 12)
def _leg(raw: RawLeg) -> Leg:
    """One value for equal legs: the same few thousand come up again and again. Full, that is 2 MB."""
    return Leg(*raw)


class Outcome:
    """A legal play and the position after it; both are made when they are asked for.

    Until then there are its `rank`, its `legs` as bare tuples, and the `marbles` after it.
    """

    __slots__ = ("_before", "_next", "legs", "marbles", "rank")

    def __init__(self, rank: Rank, legs: tuple[RawLeg, ...], marbles: Marbles, before: Position, turn: Seat):
        self.rank = rank
        self.marbles = marbles
        self.legs = legs
        self._before = before
        self._next = turn

    @property
    def play(self) -> Play:
        """The play in its simplest wording; its card has a rank only."""
        return self.with_card(_CARDS[self.rank])

    def with_card(self, card: Card) -> Play:
        """The same play made with that card."""
        return Play(card, tuple([_leg(leg) for leg in self.legs]))

    @property
    def position(self) -> Position:
        """The position after it, the next taken seat to play."""
        before = self._before
        return Position(before.sides, self.marbles, self._next, before.per_seat)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Outcome):
            return NotImplemented
        return (self.play, self.position) == (other.play, other.position)

    def __hash__(self) -> int:
        return hash((self.rank, self.marbles))

    def __repr__(self) -> str:
        return f"Outcome({self.play!r}, {self.position!r})"


def legal(table: Table, position: Position, rank: Rank) -> tuple[Outcome, ...]:
    """One outcome for each distinct result of that card; of several wordings the one with fewest legs.

    In a fixed order. Empty where the card cannot be played, and in a finished game.
    """
    return _distinct(
        table, position, rank, wordings(table, position.marbles, position.turn, table.powers[rank])
    )


def legal_free_starts(table: Table, position: Position, rank: Rank) -> tuple[Outcome, ...]:
    """What a discard of that card may do when `free_start_after` grants a marble out of START."""
    return _distinct(table, position, rank, free_starts(table, position.marbles, position.turn))


def _distinct(table: Table, position: Position, rank: Rank, found: Iterable[Wording]) -> tuple[Outcome, ...]:
    first: dict[Marbles, tuple[RawLeg, ...]] = {}
    for legs, marbles in found:
        first.setdefault(marbles, legs)
    turn = table.next_seats[position.turn]
    return tuple([Outcome(rank, legs, marbles, position, turn) for marbles, legs in first.items()])


def apply(table: Table, position: Position, play: Play, *, free_start: bool = False) -> Position:
    """The position after `play`, in whichever legal wording; IllegalPlay says what is wrong with it.

    What the play does to others must be written exactly, or not at all: it follows from the legs. A play
    without legs is a discard. `free_start`: the play may also be one of `legal_free_starts`.
    """
    rank = play.card.rank
    turn = table.next_seats[position.turn]
    if not play.legs:
        violation = unplayed(table, position, rank)
        if violation:
            raise IllegalPlay(violation)
        return Position(position.sides, position.marbles, turn, position.per_seat)
    found = [*wordings(table, position.marbles, position.turn, table.powers[rank])]
    if free_start:
        found += free_starts(table, position.marbles, position.turn)
    bare = not any(leg.pushes or leg.sent is not None for leg in play.legs)
    right = None
    for raw, marbles in found:
        legs = tuple(Leg(*leg) for leg in raw)
        if legs == play.legs or (bare and _bare(legs) == play.legs):
            return Position(position.sides, marbles, turn, position.per_seat)
        if _bare(legs) == _bare(play.legs):
            right = Play(play.card, legs)
    if right:
        raise IllegalPlay(_wrong_effects(table, right))
    raise IllegalPlay(_refusal(table, position, play))


def _bare(legs: tuple[Leg, ...]) -> tuple[Leg, ...]:
    return tuple(Leg(leg.seat, leg.source, leg.target, leg.exchange) for leg in legs)


def _wrong_effects(table: Table, right: Play) -> Violation:
    holes = tuple(leg.target for leg in right.legs if leg.pushes or leg.sent is not None)
    text = f"The marbles are moved rightly, but what it does to others is written {right.text(table.board)}."
    return Violation(Code.BUMPED_MARBLE_MISPLACED, text, holes, "RC-6")


def _refusal(table: Table, position: Position, play: Play) -> Violation:
    holes = tuple(leg.target for leg in play.legs)
    carries = carries_of(position, play.legs)
    if carries is None:
        text = "A leg of this play moves a marble that is not there."
        return Violation(Code.UNEXPLAINED, text, holes, "RC-10")
    violation = why_not(table, position, play.card.rank, carries)
    if violation:
        return violation
    return order_fault(table, position, play.card.rank, carries)


def perft(table: Table, position: Position, depth: int) -> int:
    """Distinct results of every kind of card, then of every kind for the next seat, to that depth."""
    return _perft(table, position.marbles, position.turn, depth)


def _perft(table: Table, marbles: Marbles, turn: Seat, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for rank in RANKS:
        results = {now for _, now in wordings(table, marbles, turn, table.powers[rank])}
        if depth == 1:
            total += len(results)
        else:
            total += sum(_perft(table, now, table.next_seats[turn], depth - 1) for now in results)
    return total
