"""Search: simulate the best options against likely hands, and choose the option with the best outcome.

A rollout deals the hidden cards (`engine.strategy.hidden`), makes the option's play, and lets every seat play
once more by the weights, the searching seat last. So its final value is again a value after an own move.
All options use the same deals, so that luck is the same for all of them. After a number of deals the worse
half of the options is dropped.

An option is judged by two chances: that of its own value, which is biased, and that of its rollouts, which is
noisy because there are few of them. Their weighted sum wins more games than either chance alone.

The budget is a number of nodes, not of seconds. A node is a rollout, a reply, or a card or result examined.
`strong` has a small budget and compares two options if they are close, `expert` a large one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from engine.bits import Bits
from engine.cards import Rank
from engine.geometry import Seat
from engine.moves import Found
from engine.must_play import obliging
from engine.play import Play
from engine.position import Position
from engine.strategy.evaluation import Evaluator, Kept, chance, without
from engine.strategy.hidden import Deal, Hidden
from engine.views import SeatView

Judge: TypeAlias = Callable[[Bits, Seat, Kept], float]
"""A function that values the marbles and kept cards of a seat, as `Evaluator.value` does."""
Reply: TypeAlias = tuple[float, Bits, Kept]
"""The value of a reply, the marbles after it, and the kept cards."""

WON = 8.0
"""The value of a won game, as a logarithm of odds."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a search: the nodes of all rollouts, and the options at the beginning.

    A deal that exceeds the limit is still finished. Options whose value is more than `margin` below the
    best are not searched. `trust` is the weight of an option's rollouts beside its own value. `memory` is the
    number of plays of each other seat from which its hand is inferred.
    """

    nodes: int
    options: int
    margin: float
    trust: float
    memory: int


STRONG = Budget(nodes=200, options=2, margin=0.3, trust=0.5, memory=0)
EXPERT = Budget(nodes=5000, options=8, margin=2.0, trust=2.0, memory=3)


@dataclass(slots=True)
class _Candidate:
    option: int
    bits: Bits
    kept: Kept
    chance: float
    """The winning chance by the value of the option's result."""
    total: float = 0.0
    """The sum of the winning chances after the option's rollouts."""


def search(
    evaluator: Evaluator,
    view: SeatView,
    scores: Sequence[float],
    luck: Random,
    budget: Budget,
    judge: Judge | None = None,
) -> int:
    """The index of the best option; `scores` are the values of all options by the evaluator.

    `judge` values the candidates and the positions after rollouts, if given; the evaluator chooses the plays.
    """
    left = _candidates(view, scores, budget, judge or evaluator.value)
    for one in left:
        if len(left) == 1 or view.seat in (view.table.winners(one.bits) or ()):
            return one.option
    position, replies = view.public.position, Replies(evaluator)
    hidden = Hidden(view, evaluator, budget.memory)
    # Each round halves the options, so this many rounds leave one.
    rounds, deals = (len(left) - 1).bit_length(), 0
    for n in range(1, rounds + 1):
        while replies.nodes * rounds < budget.nodes * n:
            deal = hidden.deal(luck)
            deals += 1
            for one in left:
                one.total += chance(worth(replies, position, one.bits, one.kept, deal, judge=judge))
        # The chance by the option's value steadies the few rollouts.
        left.sort(key=lambda one: -budget.trust * one.total - deals * one.chance)
        left = left[: (len(left) + 1) // 2]
    return left[0].option


def _candidates(view: SeatView, scores: Sequence[float], budget: Budget, judge: Judge) -> list[_Candidate]:
    """The different options that are worth a search, the best first."""
    hand = tuple([card.rank for card in view.hand])
    order = sorted(range(len(scores)), key=lambda n: -scores[n])
    found: dict[tuple[Bits, Kept], _Candidate] = {}
    for n in order:
        # The values descend, so all further options are worse.
        if scores[n] < scores[order[0]] - budget.margin or len(found) == budget.options:
            break
        action = view.options[n]
        kept = without(hand, action.card.rank) if isinstance(action, Play) else hand
        # Options that differ only in the card's suit or the wording of the play are one candidate.
        key = view.results[n], tuple(sorted(kept))
        if key not in found:
            own = chance(judge(view.results[n], view.seat, kept))
            found[key] = _Candidate(n, view.results[n], kept, own)
    return [*found.values()]


def worth(
    replies: Replies,
    before: Position,
    bits: Bits,
    kept: Kept,
    deal: Deal,
    *,
    rounds: int = 1,
    judge: Judge | None = None,
) -> float:
    """The value for the seat that has moved, after every seat has played `rounds` more times by the weights.

    A finished game is worth `WON` or its negative. `judge` values the last position, if given.
    """
    replies.nodes += 1
    evaluator, me = replies.evaluator, before.turn
    table, hands, piles = evaluator.table, {**deal.hands, me: kept}, _Piles(deal)
    turn = me
    while True:
        winners = table.winners(bits)
        if winners:
            return WON if me in winners else -WON
        if not table.rules.draw_first:
            hands[turn] += piles.draw(turn)
        turn = table.next_seats[turn]
        if table.rules.draw_first:
            hands[turn] += piles.draw(turn)
        reply = replies.best(before.after(bits, turn), hands[turn])
        if reply:
            value, bits, hands[turn] = reply
        else:
            value = evaluator.value(bits, me, hands[me])
        if turn == me:
            rounds -= 1
            if not rounds:
                if me in (table.winners(bits) or ()):
                    return WON
                return judge(bits, me, hands[me]) if judge else value


class _Piles:
    """The piles of a deal, drawn from by index, so that the deal stays unchanged."""

    def __init__(self, deal: Deal) -> None:
        self._draws = deal.draws
        # Seats may share a pile. It then has one count, so the key is the pile's identity.
        self._left = {id(pile): len(pile) for pile in deal.draws.values()}

    def draw(self, seat: Seat) -> tuple[Rank, ...]:
        """The next card of the seat's pile as a tuple of one; empty if the pile is empty."""
        pile = self._draws[seat]
        left = self._left[id(pile)]
        if not left:
            return ()
        self._left[id(pile)] = left - 1
        return (pile[left - 1],)


class Replies:
    """The best replies by the weights at one table; `nodes` counts replies, cards and results examined.

    Most first replies of a search are to the same few positions, so the results of a position are cached. Of
    the results with the same key for the kept cards (`Evaluator.boards`), only the best one is kept.
    """

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
