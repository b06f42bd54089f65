"""A hint: the play that the level `strong` makes, with one reason in words.

The reason is a claim about the difference between the play and the next best one, if the engine confirms one;
else another true claim about the play (see `engine.strategy.claims`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.cards import Rank
from engine.game import Action
from engine.geometry import Seat, seat_letter
from engine.play import Play
from engine.strategy.claims import Case, Claim, Group, Kind, claims, group_of
from engine.strategy.evaluation import Evaluator
from engine.strategy.levels import Level
from engine.strategy.players import chosen, evaluator_for, kept_after, values
from engine.text import Text, a_card, listed, rank_name, seat_text
from engine.views import SeatView


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint: the action, its reason as a phrase, and the claim in the phrase (None if it has none)."""

    action: Action
    reason: str
    claim: Claim | None = None


def hint(view: SeatView, names: Mapping[Seat, str] | None = None) -> Hint:
    """The hint for the seat to move, with the players' names; raise StrategyError if there is no choice."""
    at = chosen(view, Level.STRONG, "hint")
    action, after = view.options[at], view.results[at]
    if len(view.options) == 1 or not isinstance(action, Play):
        return Hint(action, Text("nothing else is possible", "why-only"))
    if view.seat in (view.table.winners(after) or ()):
        return Hint(action, Text("this wins the game", "why-wins"))
    evaluator = evaluator_for(view.table)
    scores = values(evaluator, view)
    rest = sorted((n for n in range(len(scores)) if n != at), key=lambda n: -scores[n])
    other = next((n for n in rest if _differs(view, n, at)), rest[0])
    claim = next(_claims(evaluator, view, at, other), None)
    if claim is not None:
        return Hint(action, _phrase(claim, dict(names or {})), claim)
    if action.legs:
        return Hint(action, Text("no other play looks better", "why-best"))
    return Hint(action, Text("the cards that are left are worth more", "why-keeps-better"))


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


def _phrase(claim: Claim, names: Mapping[Seat, str]) -> Text:
    """The claim as a phrase that follows `because`, in English."""
    who = "" if claim.seat is None else names.get(claim.seat, seat_letter(claim.seat))
    cards = " and ".join(map(a_card, claim.ranks))
    card = _the_card(claim.ranks[0]) if claim.ranks else ""
    said = {
        Kind.SENDS: f"this sends {who} back to START",
        Kind.HOME: f"this brings {'a marble' if claim.count == 1 else 'two marbles'} home",
        Kind.PUSHES: f"this sends {who} to the in-spot",
        Kind.OUT: "this puts one more marble on the ring",
        Kind.CLEARS: "this frees the way out of START",
        Kind.EXIT: f"{card} can bring a marble out next",
        Kind.SAFE: f"this is safe from {cards}",
        Kind.REACHES: f"{card} could send {who} back to START next",
        Kind.FITS: f"{card} could bring a marble home next",
        Kind.KEEPS: f"this keeps {card} for later",
        Kind.IN_SPOT: "this reaches the in-spot",
        Kind.FARTHEST: "no other play gains more holes",
        Kind.FARTHER: f"this gains more holes than {card} would",
    }[claim.kind]
    values: dict[str, object] = {}
    if claim.seat is not None:
        values["who"] = names.get(claim.seat) or seat_text(claim.seat)
    if claim.kind is Kind.HOME:
        values["count"] = claim.count
    if claim.kind is Kind.SAFE:
        values["cards"] = listed((_a_card(rank) for rank in claim.ranks), "and")
    elif claim.ranks:
        values |= {"rank": rank_name(claim.ranks[0]), "cards": ""}
    return Text(said, f"why-{claim.kind.name.lower().replace('_', '-')}", **values)


def _a_card(rank: Rank) -> Text:
    return Text(a_card(rank), "a-card", rank=rank_name(rank), cards="")


def _the_card(rank: Rank) -> str:
    """The card with its article: `the 5`, `the Ace`."""
    return "the " + a_card(rank).partition(" ")[2]
