"""A hint: the play that the level `strong` makes, with one reason.

The reason is a claim about what makes this play better than the next best play. If the engine confirms no
such claim, the reason is another true claim about the play (see `engine.strategy.claims`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.game import Action
from engine.play import Play
from engine.strategy.claims import Case, Claim, Group, claims, group_of
from engine.strategy.evaluation import Evaluator
from engine.strategy.levels import Level
from engine.strategy.players import chosen, evaluator_for, kept_after, values
from engine.views import SeatView


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint: the action, the code of its reason, and the claim that is the reason, if a claim is."""

    action: Action
    reason: str
    claim: Claim | None = None


def hint(view: SeatView) -> Hint:
    """The hint for the seat to move; raise StrategyError if there is no choice."""
    at = chosen(view, Level.STRONG, "hint")
    action, after = view.options[at], view.results[at]
    if len(view.options) == 1 or not isinstance(action, Play):
        return Hint(action, "only")
    if view.seat in (view.table.winners(after) or ()):
        return Hint(action, "wins")
    evaluator = evaluator_for(view.table)
    scores = values(evaluator, view)
    rest = sorted((n for n in range(len(scores)) if n != at), key=lambda n: -scores[n])
    other = next((n for n in rest if _differs(view, n, at)), rest[0])
    claim = next(_claims(evaluator, view, at, other), None)
    if claim is not None:
        return Hint(action, claim.kind.value, claim)
    return Hint(action, "best" if action.legs else "keeps-better")


def _differs(view: SeatView, one: int, other: int) -> bool:
    """Whether two options differ in the marbles after them or in the kept ranks."""
    plays = view.options[one], view.options[other]
    ranks = {play.card.rank for play in plays if isinstance(play, Play)}
    return view.results[one] != view.results[other] or len(ranks) > 1


def _claims(evaluator: Evaluator, view: SeatView, at: int, next_best: int) -> Iterator[Claim]:
    """True claims for the option at `at`, compared with the option `next_best`; both are plays."""
    play, other = view.options[at], view.options[next_best]
    assert isinstance(play, Play)
    assert isinstance(other, Play)
    hand = tuple([card.rank for card in view.hand])
    kept = kept_after(hand, play)
    gains: dict[Group, float] = dict.fromkeys(Group, 0.0)
    for sign, option in ((1, at), (-1, next_best)):
        rest = kept_after(hand, view.options[option])
        for n in evaluator.features(view.results[option], view.seat, rest):
            gains[group_of()[n]] += sign * evaluator.weight(n)
    options = tuple(
        (option.card.rank, bits)
        for option, bits in zip(view.options, view.results, strict=True)
        if isinstance(option, Play)
    )
    before, after = view.public.position, view.results[at]
    return claims(Case(view.table, view.seat, before, play, after, kept, other, options), gains)
