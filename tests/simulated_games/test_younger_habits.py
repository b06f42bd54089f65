"""Each habit of the mix `mild` is visible in the table's events, and people's gestures remain possible."""

from __future__ import annotations

import contextlib
from collections import Counter
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import RANKS
from engine.position import Position
from engine.referee.events import CardRead, Edge
from engine.referee.machine import Referee
from engine.rules.rule_sets import RULES
from engine.table import table_for
from tests.simulated_games.game import Game
from tests.simulated_games.people.habits import MILD, Habits
from tests.simulated_games.people.motions import Lift, Nudge, Place
from tests.simulated_games.sensors import GHOST, RATES, RELEASE, Physics
from tests.simulated_games.table_state import Options
from tests.simulated_games.tally import Tally
from tests.simulated_games.true_turns import Discrepancy
from tests.simulated_games.world import World


def games(habits: str, turns: int = 12, count: int = 4, **options: Any) -> list[Game]:
    """Games played by people with these habits, each up to its first failure."""
    played = []
    for number in range(1, count + 1):
        wanted = Options(
            RULES[options.get("rules", "pegs-and-jokers")],
            seed="younger",
            habits=Habits.of(habits),
            cards=options.get("cards", "seat"),
            deck=options.get("deck", "rich"),
        )
        game = Game(wanted, table_for(wanted.rules), number, Tally())
        with contextlib.suppress(Discrepancy):
            game.play(turns)
        played.append(game)
    return played


def reads(game: Game) -> list[CardRead]:
    return [event for event in game.world.events if isinstance(event, CardRead)]


def edges(game: Game) -> list[Edge]:
    return [event for event in game.world.events if isinstance(event, Edge)]


def untrue(game: Game) -> list[Edge]:
    """Edges of sensors in whose holes no marble was lifted or placed within a third of a second."""
    moved = [(shift.hole, shift.t) for shift in game.world.shifts]
    return [
        edge
        for edge in edges(game)
        if not any(hole == edge.hole and abs(t - edge.t) < 0.34 for hole, t in moved)
    ]


def test_without_habits_every_edge_is_caused_by_a_marble() -> None:
    assert not any(untrue(game) for game in games("none"))


def test_with_the_habit_take_off_a_card_is_taken_off_during_its_play() -> None:
    found = 0
    for game in games("take_off=1"):
        for turn in game.scorer.turns:
            off = [r.t for r in reads(game) if r.card is None and r.at == turn.seat]
            if turn.card_t is not None and turn.done is not None:
                found += any(turn.card_t < t <= turn.done + 2.0 for t in off)
    assert found > 5


def test_with_the_habit_repeat_a_laid_card_is_read_at_least_three_times() -> None:
    times = Counter((r.card, r.at) for game in games("repeat=1") for r in reads(game) if r.card is not None)
    assert max(times.values()) >= 3


def test_with_the_habit_slide_a_card_leaves_its_reader_and_is_read_again() -> None:
    found = 0
    for game in games("slide=1", turns=30):
        by_seat = {seat: [r.card for r in reads(game) if r.at == seat] for seat in game.table.seats}
        for cards in by_seat.values():
            triples = zip(cards, cards[1:], cards[2:], strict=False)
            found += sum(one == three and one is not None and two is None for one, two, three in triples)
    assert found > 2


def test_in_an_unnumbered_deck_no_card_has_a_number_and_equal_cards_may_follow_each_other() -> None:
    played = games("twins=1", turns=40, count=6, deck="real")
    assert all(r.card.copy is None for game in played for r in reads(game) if r.card is not None)
    twins = 0
    for game in played:
        last: dict[int, object] = {}
        for turn in game.scorer.turns:
            card = (turn.play.card.rank, turn.play.card.suit)
            twins += last.get(turn.seat) == card
            last[turn.seat] = card
    assert twins > 0


@pytest.mark.parametrize("cards", ["seat", "table"])
def test_with_the_habit_early_card_a_card_is_laid_while_the_last_marble_is_held(cards: str) -> None:
    found = 0
    for game in games("early_card=1", cards=cards):
        for turn, after in zip(game.scorer.turns, game.scorer.turns[1:], strict=False):
            if turn.done is None or not turn.play.legs:
                continue
            lifted = max(s.t for s in game.world.shifts if not s.on and s.t < turn.done)
            found += any(
                lifted < r.t < turn.done and r.card == after.play.card for r in reads(game) if r.card
            )
    assert found > 5


def test_with_the_habit_fidget_a_marble_is_lifted_at_least_three_times() -> None:
    lifts = Counter(
        (game.world, shift.hole) for game in games("fidget=1") for shift in game.world.shifts if not shift.on
    )
    assert max(lifts.values()) >= 3


def test_the_sensor_of_a_tilted_marble_reads_empty_for_moments_while_the_marble_is_in_its_hole() -> None:
    found = [edge for game in games("half_lift=1") for edge in untrue(game)]
    assert sum(not edge.on for edge in found) > 5


def test_the_sensor_of_an_empty_hole_senses_a_neighbouring_magnet_for_a_moment() -> None:
    played = games("neighbour_magnet=1")
    for game in played:
        last: dict[int, float] = {}
        for edge in untrue(game):
            if edge.on:
                last[edge.hole] = edge.t
            elif edge.hole in last:
                assert edge.t - last[edge.hole] <= GHOST[1] + 1e-6
    assert sum(edge.on for game in played for edge in untrue(game)) > 5


def test_with_slow_sensors_most_lifted_marbles_are_shown_a_while_longer() -> None:
    waits = []
    for game in games("slow_release=1", count=2):
        off = [(s.hole, s.t) for s in game.world.shifts if not s.on]
        for hole, t in off:
            waits += [min((e.t - t for e in edges(game) if e.hole == hole and e.t >= t), default=9.0)]
    assert min(waits) >= RELEASE[0]
    assert sum(RELEASE[0] <= wait <= RELEASE[1] + 1e-6 for wait in waits) > 0.8 * len(waits)


def test_a_sampled_board_reports_changes_only_at_its_sampling_times() -> None:
    rates = set()
    for game in games("sampled=1", count=8, turns=4):
        fits = [
            rate for rate in RATES if all(abs(e.t * rate - round(e.t * rate)) < 1e-6 for e in edges(game))
        ]
        assert fits
        rates.add(min(fits))
    assert rates == set(RATES)


def test_with_the_habit_floor_a_dropped_marble_is_picked_up_after_15_to_95_seconds() -> None:
    longest = 0.0
    for game in games("floor=1", turns=3):
        shifts = [shift.t for shift in game.world.shifts]
        longest = max([longest, *(b - a for a, b in pairwise(shifts))])
    assert 15.0 <= longest <= 95.0


@pytest.mark.parametrize("habit", MILD)
def test_people_with_all_older_habits_and_one_mild_habit_make_no_impossible_gesture(habit: str) -> None:
    for game in games(f"all,{habit}=1", turns=10, count=3):
        assert game.world.t > 1.0


def tilt(world: World, hole: int) -> None:
    if hole in world.wood:
        world.sensors.half_lift(hole)


@given(
    st.integers(0, 10**6),
    st.builds(
        Physics,
        slow_release=st.sampled_from([0.0, 0.5, 1.0]),
        neighbour_magnet=st.sampled_from([0.0, 1.0]),
        rate=st.sampled_from([None, *RATES]),
    ),
)
def test_the_sensors_of_a_finished_game_show_the_true_levels(seed: int, physics: Physics) -> None:
    rng = Random(seed)
    table = table_for(RULES["texas"])
    position = Position.parse("A8,A9/B8/C8,C10/D8 A")
    world = World(
        Referee(table, position),
        table.board,
        position,
        rng,
        lambda _: None,
        bounces=True,
        physics=physics,
        chance=Random(seed),
    )
    for _ in range(6):
        t = world.t + rng.random()
        hole = rng.choice([8, 9, 46, 62, *table.board.start(0)])
        if rng.random() < 0.3:
            world.at(t, partial(tilt, world, hole))
        elif world.wood.get(hole) is not None and hole not in world.nudged:
            world.plan((Nudge(0.0, hole, 0.05 + rng.random()),), t)
        world.run_until(t)
    world.let_go()
    world.plan((Lift(0.0, 1, 26), Place(0.3, 1, 27)), world.t)
    world.wait(3.0)
    assert world.sensors.occupied == frozenset(world.wood)


def test_cards_are_played_about_as_often_as_a_real_deck_has_them() -> None:
    """Two of 54 cards are Jokers; people with a `rich` deck play Jokers more often."""
    jokers = {}
    for deck in ("real", "rich"):
        played = games("none", turns=60, count=8, rules="texas", deck=deck)
        cards = Counter(turn.play.card.rank.value for game in played for turn in game.scorer.turns)
        jokers[deck] = cards["X"] / cards.total()
        if deck == "real":
            for rank in RANKS:
                dealt = (2 if rank.value == "X" else 4) / 54
                assert cards[rank.value] / cards.total() == pytest.approx(dealt, abs=0.03), rank
    assert jokers["real"] < jokers["rich"]
