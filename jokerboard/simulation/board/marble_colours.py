"""Which marble may stand in which hole, on a board that knows colours.

Sensors see that a hole is full, not whose marble fills it. If a marble fills a hole in which another one is
expected, the table takes it for the expected one, and the positions of board and game differ from then on. A
simulated board knows colours and refuses it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from engine.cards import Card, Rank
from engine.geometry import Hole, Seat
from engine.legal import legal
from engine.position import Position
from engine.table import Table
from jokerboard.journal.games.game_log import GameLog


def expected(table: Table, log: GameLog, card: str | None) -> Mapping[Hole, Collection[Seat]]:
    """The colours expected in each hole of the ring; a hole that no play fills and no marble has is missing.

    A marble is expected where the announced position has it, and where a play of the `card` (any card if it
    is None) brings it. Because people may take back or change the last play, the position before it counts in
    the same way.
    """
    last = log.last
    found: defaultdict[Hole, set[Seat]] = defaultdict(set)
    turns = [(log.position, _ranks(card))]
    if last is not None:
        turns.append((last.before, _ranks(last.card)))
    for before, ranks in turns:
        for position in (before, *_results(table, before, ranks)):
            for hole, seat in _standing(position):
                found[hole].add(seat)
    return found


def _ranks(card: str | None) -> tuple[Rank, ...]:
    """The ranks that a card's text may mean; if no card was read, it names all that explain the play."""
    if not card:
        return tuple(Rank)
    try:
        return (Card.parse(card).rank,)
    except ValueError:
        return tuple(rank for rank in Rank if rank.value in card)


def _results(table: Table, before: Position, ranks: Iterable[Rank]) -> Iterator[Position]:
    return (outcome.position for rank in ranks for outcome in legal(table, before, rank))


def _standing(position: Position) -> Iterator[tuple[Hole, Seat]]:
    return ((hole, seat) for seat in position.seats for hole in position.marbles[seat] or ())
