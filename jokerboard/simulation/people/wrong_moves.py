"""Mistakes of people: miscounting, a wrong direction, another seat's marble, passing a marble of their own.

A mistake is one marble carried to an empty hole such that it is not a play of the laid card. The code is not
predicted: that is the referee's task.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards import RANKS, Rank
from engine.geometry import Hole, Seat
from engine.legal import legal
from engine.position import Marbles, Position
from engine.table import Table
from jokerboard.simulation.people.chance import Chance

_JOKERS_WALK = 5
"""The holes by which people move a marble who believe that a Joker counts like a 5."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A marble of `seat` carried wrongly; `source` None means START, `kind` is only for reports."""

    kind: str
    seat: Seat
    source: Hole | None
    target: Hole


def mistake(
    table: Table, position: Position, rank: Rank, chance: Chance, *, card_seen: bool = True
) -> Mistake | None:
    """A random wrong move with that card, each kind equally likely; None if there is none.

    Where no card is seen, a move that any other card allows is not a mistake.
    """
    judged = rank if card_seen else None
    legal_results = {
        outcome.marbles
        for each in (RANKS if judged is None else (judged,))
        for outcome in legal(table, position, each)
    }
    by_kind: dict[str, list[Mistake]] = {}
    for each in _wrong(table, position, rank):
        by_kind.setdefault(each.kind, []).append(each)
    kinds = sorted(by_kind)
    while kinds:
        kind = chance.of(kinds)
        made = by_kind[kind]
        while made:
            each = chance.of(made)
            # If another play of the card leads to the same board, it is no mistake.
            if _result(position, each) not in legal_results:
                return each
            made.remove(each)
        kinds.remove(kind)
    return None


def _result(position: Position, made: Mistake) -> Marbles:
    """The marbles of all seats after the mistake."""
    before = position.marbles[made.seat] or ()
    after = tuple(sorted({*before, made.target} - {made.source}))
    return (*position.marbles[: made.seat], after, *position.marbles[made.seat + 1 :])


def _wrong(table: Table, position: Position, rank: Rank) -> Iterator[Mistake]:
    taken = {hole for holes in position.marbles for hole in holes or ()}
    own = table.helping(position)
    for each in _moves(table, position, rank, own):
        if each.target not in taken:
            yield each


def _moves(table: Table, position: Position, rank: Rank, own: tuple[Seat, ...]) -> Iterator[Mistake]:
    board = table.board
    steps = (*table.powers[rank].counts, _JOKERS_WALK)[0]
    for seat in position.seats:
        ring = [hole for hole in position.marbles[seat] or () if board.is_ring(hole)]
        for hole in ring:
            right = (hole + steps) % board.ring
            if seat not in own:
                yield Mistake("not own marble", seat, hole, right)
                continue
            way = {(hole + k * (1 if steps > 0 else -1)) % board.ring for k in range(1, abs(steps))}
            if way & set(ring):
                yield Mistake("past an own marble", seat, hole, right)
            yield Mistake("the wrong way", seat, hole, (hole - steps) % board.ring)
            for off in (-2, -1, 1, 2):
                yield Mistake("wrong count", seat, hole, (right + off) % board.ring)
        if seat in own and position.start_count(seat):
            yield Mistake("out of START", seat, None, board.come_out(seat))
