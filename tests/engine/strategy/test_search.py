"""The expert's search: likely hands, and a budget counted in nodes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Rank
from engine.deck import fresh_piles
from engine.game import options
from engine.moves import Found
from engine.rules.rule_sets import RULES
from engine.strategy.evaluation import Evaluator
from engine.strategy.hidden import Hidden, evidence
from engine.strategy.levels import Level
from engine.strategy.players import choose, evaluator_for, kept_after, values
from engine.strategy.search import EXPERT, Replies
from engine.views import SeatView, seat_view
from tests.engine.strategy.games import game_after
from tests.engine.tables import moment
from tests.examples import examples


@examples(40)
@given(st.sampled_from(("texas", "own-deck", "joker-board")), st.integers(0, 10**6), st.integers(0, 150))
def test_a_random_deal_has_exactly_the_cards_that_the_seat_does_not_see(
    name: str, seed: int, turns: int
) -> None:
    game = game_after(name, 4, seed, turns)
    view = seat_view(game, game.turn)
    deal = Hidden(view, evaluator_for(view.table), memory=3).deal(Random(seed))
    box = Counter(card.rank for pile in fresh_piles(view.cards, view.table) for card in pile)
    box.subtract(card.rank for pile in view.public.discards for card in pile)
    box.subtract(card.rank for card in view.hand)
    piles = {id(pile): pile for pile in deal.draws.values()}.values()
    dealt = Counter(rank for lot in (*deal.hands.values(), *piles) for rank in lot)
    assert +box == dealt
    others = [seat for seat in view.table.seats if seat != view.seat]
    assert {seat: len(deal.hands[seat]) for seat in others} == {s: view.public.hands[s] for s in others}


def seen_after(line: str, hand: str) -> SeatView:
    """The view of seat C after seat B, holding `hand`, has played its first option."""
    game = moment("texas", line, {"B": hand, "C": "3S#1 9S#1", "D": "2S#1 4S#1", "A": "2H#1 4H#1"})
    return seat_view(game.do(options(game)[0]), 2)


def test_in_random_deals_a_seat_that_had_to_discard_holds_at_most_one_playable_card() -> None:
    view = seen_after("A8/-/-/- B", "2C#1 3C#1 4C#1 5C#1 6C#1")
    found = Found(view.table, view.public.position.with_turn(1))
    plays = {rank for rank in view.table.powers if found[rank]}
    assert plays
    hidden = Hidden(view, evaluator_for(view.table), memory=1)
    hands = [hidden.deal(Random(seed)).hands[1] for seed in range(30)]
    assert all(sum(rank in plays for rank in hand) <= 1 for hand in hands)


def test_random_deals_seldom_give_a_seat_a_card_whose_better_play_the_seat_did_not_make() -> None:
    view = seen_after("C2/B10/-/- B", "3C#1")
    (play,) = view.public.lately
    evaluator = evaluator_for(view.table)
    factors = evidence(evaluator, play)
    assert factors[Rank.TEN] < 0.5 < factors.get(Rank.TWO, 1.0)
    view = replace(view, public=replace(view.public, hands=(2, 4, 2, 2)))
    shares = []
    for memory in (0, 1):
        hidden = Hidden(view, evaluator, memory)
        hands = [hidden.deal(Random(seed)).hands[1] for seed in range(300)]
        shares.append(sum(hand.count(Rank.TEN) for hand in hands))
    assert shares[1] < 0.8 * shares[0]


def test_a_search_stays_within_its_budget_of_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Replies] = []

    def replies(evaluator: Evaluator) -> Replies:
        made.append(Replies(evaluator))
        return made[-1]

    monkeypatch.setattr("engine.strategy.search.Replies", replies)
    budget = replace(EXPERT, nodes=1000)
    for turns in (10, 40, 80, 160):
        game = game_after("texas", 4, 3, turns)
        choose(seat_view(game, game.turn), Level.EXPERT, "nodes", budget)
    assert made
    one_deal = budget.options * 4 * 150
    assert all(budget.nodes <= one.nodes <= budget.nodes + one_deal for one in made)


@examples(60)
@given(st.sampled_from(tuple(RULES)), st.integers(0, 10**6), st.integers(0, 200))
def test_the_best_reply_has_the_highest_value_of_all_options(name: str, seed: int, turns: int) -> None:
    game = game_after(name, 4, seed, turns)
    evaluator, view = evaluator_for(game.setup.table), seat_view(game, game.turn)
    hand = tuple(card.rank for card in view.hand)
    replies = Replies(evaluator)
    for _ in range(2):  # The first value is computed, the second comes from the cache.
        reply = replies.best(game.position, hand)
        if not view.options:
            return
        assert reply is not None
        value, bits, kept = reply
        assert value == pytest.approx(max(values(evaluator, view)))
        assert evaluator.value(bits, view.seat, kept) == pytest.approx(value)
        assert any(
            bits == after and sorted(kept) == sorted(kept_after(hand, option))
            for option, after in zip(view.options, view.results, strict=True)
        )


@pytest.mark.parametrize("level", [Level.STRONG, Level.EXPERT])
@pytest.mark.parametrize("hand", ["2C#1 3C#1 9C#1", "2C#1 2D#1 9C#1 9D#1"])
def test_a_search_chooses_the_play_that_wins(level: Level, hand: str) -> None:
    home = "h1,h2,h3,h4,h5"
    game = moment("texas", f"A2,h2,h3,h4,h5/-/{home}/- A", {"A": hand})
    assert game.do(choose(seat_view(game, 0), level, "win")).over == (0, 2)
