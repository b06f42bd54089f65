"""The best reply of a seat by the weights, for players that look ahead.

Most first replies of a search are to the same few positions, so the results of a position are cached. Of the
results with the same key for the kept cards (`Evaluator.boards`), only the best one is kept.
"""

from __future__ import annotations

from typing import TypeAlias

from engine.bits import Bits
from engine.cards import Rank
from engine.geometry import Seat
from engine.moves import Found
from engine.must_play import obliging
from engine.position import Position
from engine.strategy.evaluation import Evaluator, Kept, without

Reply: TypeAlias = tuple[float, Bits, Kept]
"""The value of a reply, the marbles after it, and the kept cards."""


class Replies:
    """The best replies at one table; `nodes` counts the work: replies, cards and results examined."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.nodes = 0
        self._seen: dict[tuple[Bits, Seat], _Results] = {}

    def best(self, position: Position, hand: Kept) -> Reply | None:
        """The reply of the seat to move with these cards; None if it has none."""
        evaluator, table, me = self.evaluator, self.evaluator.table, position.turn
        seen = self._seen.get((position.bits, me))
        if seen is None:
            seen = self._seen[position.bits, me] = _Results(evaluator, position)
        known, ranks = seen.valued, dict.fromkeys(hand)
        ways = [(rank, seen[rank]) for rank in ranks]
        self.nodes += 1 + len(ranks) + seen.valued - known
        if table.rules.discard_free or not obliging(table, position, tuple([r for r, way in ways if way])):
            ways += [(rank, seen.unchanged) for rank in ranks]
        best: Reply | None = None
        for rank, results in ways:
            kept = without(hand, rank)
            worth = evaluator.hand(me, kept)
            for board, near, bits in results:
                value = board + worth[near]
                if best is None or value > best[0]:
                    best = value, bits, kept
        return best


class _Results(dict[Rank, list[tuple[float, int, Bits]]]):
    """By rank, for each key of the kept cards (see `Evaluator.boards`), the best result with its bits."""

    __slots__ = ("_evaluator", "_found", "_turn", "unchanged", "valued")

    def __init__(self, evaluator: Evaluator, position: Position) -> None:
        super().__init__()
        self._evaluator = evaluator
        self._turn = position.turn
        self._found = Found(evaluator.table, position)
        self.valued = 0
        self.unchanged = self._best([position.bits])

    def __missing__(self, rank: Rank) -> list[tuple[float, int, Bits]]:
        results = self[rank] = self._best([*self._found[rank]])
        return results

    def _best(self, results: list[Bits]) -> list[tuple[float, int, Bits]]:
        self.valued += len(results)
        best: dict[int, tuple[float, int, Bits]] = {}
        values = self._evaluator.boards(results, self._turn)
        for (value, near), bits in zip(values, results, strict=True):
            known = best.get(near)
            if known is None or value > known[0]:
                best[near] = value, near, bits
        return [*best.values()]
