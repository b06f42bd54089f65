"""The transitions of turns: a play is made, a turn is passed or reopened, a card is laid."""

from __future__ import annotations

from collections.abc import Callable

from engine import bits
from engine.cards import Card, Rank
from engine.geometry import Hole, Seat
from engine.referee.model.board_cost import board_cost, complete, misplacement
from engine.referee.model.displaced import displaced
from engine.referee.model.hypothesis import NOBODY, NOWHERE, SINCE, START, Hypothesis, Token
from engine.referee.model.overlap import set_aside
from engine.referee.model.plays import Made
from engine.referee.model.turn import Turn
from engine.referee.settings import Costs


class Turns:
    """The transitions of turns and cards, with their costs."""

    def __init__(self, costs: Costs, may_discard: Callable[[Turn], bool]) -> None:
        self.costs = costs
        self._may_discard = may_discard
        self._cost = costs.by_name

    def make_plays(self, hypothesis: Hypothesis, t: float) -> list[Hypothesis]:
        """The hypotheses with each play that the board shows as made, so that the next turn begins."""
        turn = hypothesis.turn
        if turn.card is not None and not turn.plays.all and self._may_discard(turn):
            return self.make_plays(self.passed(hypothesis), t)
        found = complete(hypothesis)
        if not found or any(made is hypothesis.counted for made, _ in found):
            return [hypothesis]
        variants = []
        if turn.card is None and any(turn.plays.may_continue(made) for made, _ in found):
            waits = hypothesis.copy()
            self.spend(waits, "not_yet", t)
            waits.counted = found[0][0]
            variants.append(waits)
        for made, absent in found:
            each = hypothesis.copy()
            rare = turn.card is None and made.ranks == Rank.JOKER
            self.spend(each, "rare" if rare else "played", t)
            self.spend(each, "choice", t, times=turn.plays.surprise)
            for taken in each.hand:
                if taken.ahead and made.ends >> taken.origin & 1:
                    self.spend(each, "eager", t, taken.origin, marble=taken)
            each.hand = tuple(_owed(each, made, absent))
            self._borne_out(each, t)
            each.turn, each.barred = turn.after(made), 0
            take_waiting(each)
            variants += self.make_plays(each, t)
        return variants

    def _borne_out(self, hypothesis: Hypothesis, t: float) -> None:
        """Refund the cost of the repeated card if the play just made used that card."""
        turn = hypothesis.turn
        for twin in hypothesis.twins:
            if twin[1] == turn.card and twin[0] in (None, turn.seat):
                hypothesis.twins = tuple([each for each in hypothesis.twins if each is not twin])
                self.spend(hypothesis, "repeated", t, times=-1)
                return

    def passed(self, hypothesis: Hypothesis) -> Hypothesis:
        """The hypothesis with the turn's card discarded."""
        hypothesis.turn = hypothesis.turn.discarded()
        take_waiting(hypothesis)
        return hypothesis

    def reopened(self, hypothesis: Hypothesis, t: float, hole: Hole = -1) -> Hypothesis | None:
        """The hypothesis with its last play unfinished, if that hole belongs to the play; else None."""
        turn = hypothesis.turn
        if turn.before is None or not _concerns(turn, turn.before, hole):
            return None
        again = hypothesis.copy()
        again.turn = turn.before
        self.spend(again, "reopened", t)
        if turn.made is not None:
            self.spend(again, "choice", t, times=-turn.before.plays.surprise)
        if turn.card is not None:
            self.spend(again, "reopened_late", t)
            again.waiting = ((turn.seat, turn.card), *again.waiting)
            set_aside(again)
        again.hand = tuple([_as_before(token, turn.before.number) for token in hypothesis.hand])
        again.misplaced = tuple([_as_before(token, turn.before.number) for token in hypothesis.misplaced])
        return again

    def lay(self, hypothesis: Hypothesis, card: Card, t: float) -> None:
        """Lay the turn's card, and charge marbles already placed where it does not bring them."""
        hypothesis.turn = hypothesis.turn.laid(card)
        for each in displaced(hypothesis):
            for hole in bits.holes(each.extra):
                name = misplacement(hypothesis, each.seat, hole)
                if name:
                    self.spend(hypothesis, name, t, hole)

    def reckon(self, hypothesis: Hypothesis) -> None:
        """Compute the total cost of the hypothesis."""
        hypothesis.total = hypothesis.cost + board_cost(self.costs, hypothesis)[0]

    def spend(
        self,
        each: Hypothesis,
        name: str,
        t: float,
        hole: Hole = -1,
        times: float = 1.0,
        marble: Token | None = None,
    ) -> None:
        """Add a step with the cost called `name`, multiplied by `times`; with `times` -1 it is refunded."""
        each.cost += times * self._cost[name]
        each.trail = (each.trail, name, t, hole, times, marble)


def _owed(hypothesis: Hypothesis, made: Made, absent: int) -> list[Token]:
    """The marbles in hands after the play `made`, with those that it bumped marked as owed.

    If several marbles of one colour are lifted, the bumped marble is the one from a hole that the play fills.
    """
    turn, left, kept = hypothesis.turn, list[Seat](), []
    for seat in set(made.sent):
        there = (hypothesis.colours[seat] & turn.ground.starts[seat]).bit_count()
        there += sum(token.seat == seat and token.due == START for token in hypothesis.hand)
        left += [seat] * (made.in_start[seat] - there)
    for token in sorted(hypothesis.hand, key=lambda each: not made.ends >> each.origin & 1):
        spots = [
            hole for hole in bits.holes(absent) if made.masks[token.seat] >> hole & 1 and token.seat >= 0
        ]
        if token.due == NOWHERE and spots:
            absent &= ~(1 << spots[0])
            token = token._replace(due=spots[0], by=turn.number)
        elif token.due == NOWHERE and token.seat in left:
            left.remove(token.seat)
            token = token._replace(due=START, by=turn.number)
        elif token.by == NOBODY:
            token = token._replace(by=turn.number)
        kept.append(token)
    return kept


def _as_before(token: Token, number: int) -> Token:
    """The token as it was before turn `number` ended, because that turn is reopened."""
    if token.by == number:
        return token._replace(due=NOWHERE, by=NOBODY)
    return token._replace(by=SINCE) if token.by == NOBODY else token


def _concerns(turn: Turn, before: Turn, hole: Hole) -> bool:
    """Whether a change of that hole may undo or continue the play or discard that led to this turn."""
    made, starts = turn.made, turn.ground.starts
    if made is None:
        own = sum(before.base[seat] | starts[seat] for seat in before.movers)
        return bool(before.plays.all) and (hole < 0 or bool(own >> hole & 1))
    if hole < 0 or (made.ends | made.touched | made.absent) >> hole & 1:
        return True
    back = (*made.sent, *made.out)
    return any(starts[seat] >> hole & 1 for seat in back)


def take_waiting(hypothesis: Hypothesis) -> None:
    """Lay the card that was read before its turn began, or discard if the seat pressed `ok` in advance."""
    seat = hypothesis.turn.seat
    if hypothesis.early:
        hypothesis.begin_early(seat)
    for each in hypothesis.waiting:
        if each[0] in (None, seat):
            left = list(hypothesis.waiting)
            left.remove(each)
            hypothesis.waiting = tuple(left)
            if each[1] is not None:
                hypothesis.turn = hypothesis.turn.laid(each[1])
                return
            hypothesis.turn = hypothesis.turn.discarded()
            take_waiting(hypothesis)
            return
