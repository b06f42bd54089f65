"""Compute the legal plays of a position for one rank, one for each distinct result; apply and count plays."""

from __future__ import annotations

from engine.bits import Bits
from engine.cards import RANKS, Card, Rank
from engine.geometry import Seat
from engine.moves import Found, Results, find, free_starts, movers_of, wordings
from engine.play import Leg, Play
from engine.position import Marbles, Position
from engine.split_faults import order_fault
from engine.steps import Legs
from engine.table import Table
from engine.violation import Code, IllegalPlay, Violation
from engine.whynot import carries_of, unplayed, why_not

_CARDS = {rank: Card(rank) for rank in RANKS}


class Outcome:
    """A legal play and the position after it, which are both computed at first use.

    `rank`, `legs` and `bits` (the marbles after the play) are known from the start.
    """

    __slots__ = ("_before", "_following", "bits", "legs", "rank")

    def __init__(self, rank: Rank, legs: Legs, bits: Bits, before: Position, following: Seat):
        self.rank = rank
        self.legs = legs
        self.bits = bits
        self._before = before
        self._following = following

    @property
    def play(self) -> Play:
        """The play in the wording with fewest legs; its card has a rank and no suit."""
        return Play(_CARDS[self.rank], self.legs)

    def with_card(self, card: Card) -> Play:
        """This play with `card` as its card."""
        return Play(card, self.legs)

    @property
    def position(self) -> Position:
        """The position after the play; the next seat is to move."""
        return self._before.after(self.bits, self._following)

    @property
    def marbles(self) -> Marbles:
        """The marbles after the play."""
        return self.position.marbles

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Outcome):
            return NotImplemented
        return (self.play, self.position) == (other.play, other.position)

    def __hash__(self) -> int:
        return hash((self.rank, self.bits))

    def __repr__(self) -> str:
        return f"Outcome({self.play!r}, {self.position!r})"


def legal(table: Table, position: Position, rank: Rank) -> tuple[Outcome, ...]:
    """One outcome for each distinct result of a card of that rank, worded with as few legs as possible.

    The order is fixed. Empty if the card cannot be played, and in a finished game.
    """
    return outcomes(table, position, rank, Found(table, position)[rank])


def legal_free_starts(table: Table, position: Position, rank: Rank) -> tuple[Outcome, ...]:
    """The plays that bring a marble out of START where `free_start_after` grants one for this discard."""
    found: Results = {}
    free_starts(table, position.bits, position.turn, found.setdefault)
    return outcomes(table, position, rank, found)


def outcomes(table: Table, position: Position, rank: Rank, found: Results) -> tuple[Outcome, ...]:
    """The results in `found` as `Outcome` values, in the same order."""
    following = table.next_seats[position.turn]
    return tuple([Outcome(rank, legs, bits, position, following) for bits, legs in found.items()])


def apply(table: Table, position: Position, play: Play, *, free_start: bool = False) -> Position:
    """The position after `play`, in any legal wording; IllegalPlay names the broken rule.

    `play` may leave out the effects on other marbles, because they follow from the legs; effects that it
    names must be right. A play without legs is a discard. `free_start`: the play may also be one of
    `legal_free_starts`.
    """
    rank = play.card.rank
    turn = table.next_seats[position.turn]
    if not play.legs:
        violation = unplayed(table, position, rank)
        if violation:
            raise IllegalPlay(violation)
        return position.with_turn(turn)
    found = wordings(table, position, rank)
    if free_start:
        found += [(free.bits, free.legs) for free in legal_free_starts(table, position, rank)]
    bare = not any(leg.pushes or leg.sent is not None for leg in play.legs)
    right = None
    for bits, legs in found:
        if legs == play.legs or (bare and _bare(legs) == play.legs):
            return position.after(bits, turn)
        if _bare(legs) == _bare(play.legs):
            right = Play(play.card, legs)
    if right:
        raise IllegalPlay(_wrong_effects(table, right))
    raise IllegalPlay(_refusal(table, position, play))


def _bare(legs: tuple[Leg, ...]) -> tuple[Leg, ...]:
    return tuple(Leg(leg.seat, leg.source, leg.target, leg.exchange) for leg in legs)


def _wrong_effects(table: Table, right: Play) -> Violation:
    holes = tuple(leg.target for leg in right.legs if leg.pushes or leg.sent is not None)
    text = f"The marbles go to the right holes, but with its effects this play is {right.text(table.board)}."
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
    """Count the distinct results of all ranks, over `depth` turns one after another."""
    return _perft(table, position.bits, position.turn, depth)


def _perft(table: Table, bits: Bits, turn: Seat, depth: int) -> int:
    if depth == 0:
        return 1
    movers, after, total = movers_of(table, bits, turn), table.next_seats[turn], 0
    for rank in RANKS:
        found: Results = {}
        find(table, bits, turn, movers, table.cards[rank], found.setdefault)
        if depth == 1:
            total += len(found)
        else:
            total += sum(_perft(table, now, after, depth - 1) for now in found)
    return total
