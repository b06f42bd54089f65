"""The simulated table: marbles, hands, contacts, and faulty sensors."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from engine.cards import Card
from engine.position import Position
from engine.referee.events import CardRead, Edge
from engine.referee.machine import Referee
from engine.referee.settings import CardsMode
from engine.referee.verdicts import Move, Verdict
from engine.rules.rule_sets import RULES
from engine.table import table_for
from tests.simulated_games.people.motions import Lift, Nudge, Place
from tests.simulated_games.table_state import fail, fails_at
from tests.simulated_games.world import ImpossibleGestureError, World


def world_at(line: str, *, bounces: bool = False, seed: int = 1, cards: CardsMode = "none") -> World:
    table = table_for(RULES["texas"])
    position = Position.parse(line)
    referee = Referee(table, position, cards=cards)
    received: list[Verdict] = []
    return World(referee, table.board, position, Random(seed), received.append, bounces=bounces)


def edges(world: World, hole: str) -> list[tuple[float, bool]]:
    return [
        (round(e.t, 6), e.on)
        for e in world.events
        if isinstance(e, Edge) and e.hole == world.board.hole(hole)
    ]


def test_a_lifted_and_placed_marble_makes_edges_for_the_referee() -> None:
    world, hole = world_at("A8/-/-/- A"), world_at("A8/-/-/- A").board.hole
    world.plan((Lift(0.5, 0, hole("A8")), Place(1.0, 0, hole("A13"))), 0.0)
    world.run_until(2.0)
    assert edges(world, "A8") == [(0.5, False)]
    assert edges(world, "A13") == [(1.0, True)]
    assert world.idle


def test_a_simulated_gesture_in_start_takes_any_marble_and_any_free_hole() -> None:
    world = world_at("A8/-/-/- A")
    world.plan((Lift(0.1, 0, None), Place(0.2, 0, None)), 0.0)
    world.run_until(1.0)
    assert sum(world.wood.get(h) == 0 for h in world.board.start(0)) == 4


@pytest.mark.parametrize(
    "gesture",
    [Lift(0.0, 0, 20), Lift(0.0, 1, 8), Place(0.0, 0, 9), Place(0.0, 0, 8), Place(0.0, 0, None)],
)
def test_a_gesture_that_no_hand_can_do_is_refused(gesture: Lift | Place) -> None:
    with pytest.raises(ImpossibleGestureError):
        world_at("A8/-/-/- A").do(gesture)


def test_a_nudged_marble_returns_to_its_hole_and_no_other_marble_can_take_the_hole() -> None:
    world = world_at("A8/-/-/- A")
    world.do(Nudge(0.0, 8, 0.2))
    world.do(Nudge(0.0, 8, 0.2))
    world.do(Lift(0.0, 0, None))
    with pytest.raises(ImpossibleGestureError):
        world.do(Place(0.0, 0, 8))
    assert not world.idle
    world.do(Place(0.0, 0, None))
    world.run_until(0.5)
    assert world.idle
    assert edges(world, "A8") == [(0.0, False), (0.2, True)]


def test_while_a_question_is_open_its_marbles_are_touched_only_to_answer() -> None:
    world = world_at("A8/D4,D13/C8/- A", cards="seat")
    hole = world.board.hole
    world.feed(CardRead(0.0, Card.parse("X"), 0))
    for one in ("D4", "D13"):  # A Joker takes one of two marbles that were both lifted.
        world.plan((Lift(0.5, 1, hole(one)),), 0.0)
    world.plan((Lift(0.6, 0, hole("A8")),), 0.0)
    world.plan((Place(1.4, 0, hole("D4")), Place(1.5, 1, hole("D13"))), 0.0)
    world.run_until(6.0)
    asked = [h for h, light in world.referee.lights.items() if light.role == "choose"]
    assert hole("D4") in asked
    before = edges(world, "D4")
    world.do(Nudge(0.0, hole("D4"), 0.5))
    world.wait(1.0)
    assert edges(world, "D4") == before
    world.touch(hole("D4"), 0.5)
    world.wait(1.0)
    assert not world.asks_for(hole("D4"))
    assert isinstance(world.referee, Referee)
    assert [str(play.play.card) for play in world.referee.plays if isinstance(play, Move)] == ["X"]


def test_contacts_chatter_and_settle_within_six_milliseconds() -> None:
    chattered = 0
    for seed in range(20):
        world = world_at("A8/-/-/- A", bounces=True, seed=seed)
        world.plan((Lift(0.1, 0, 8), Place(0.4, 0, 13)), 0.0)
        world.run_until(1.0)
        for hole, at, on in (("A8", 0.1, False), ("A13", 0.4, True)):
            seen = edges(world, hole)
            assert seen[-1][1] is on
            assert all(at <= t <= at + 0.006 for t, _ in seen)
            chattered += len(seen) > 1
    assert chattered > 5


def test_a_marble_moved_on_within_milliseconds_leaves_every_sensor_at_its_true_level() -> None:
    for seed in range(30):
        world = world_at("A8/-/-/- A", bounces=True, seed=seed)
        world.plan((Lift(0.1, 0, 8), Place(0.102, 0, 13), Lift(0.104, 0, 13), Place(0.2, 0, 14)), 0.0)
        world.run_until(1.0)
        assert world.sensors.occupied == frozenset(world.wood)


def test_a_glitch_briefly_shows_the_opposite_level() -> None:
    world = world_at("A8/-/-/- A")
    world.at(0.5, lambda: world.sensors.glitch(8, 0.004))
    world.run_until(1.0)
    assert edges(world, "A8") == [(0.5, False), (0.504, True)]


def test_a_faulty_sensor_keeps_its_level() -> None:
    world = world_at("A8/-/-/- A")
    world.sensors.fail(8, True)
    world.sensors.fail(9, True)
    world.plan((Lift(0.5, 0, 8),), 0.0)
    world.run_until(1.0)
    assert edges(world, "A8") == []
    assert edges(world, "A9") == [(0.0, True)]


def test_a_healed_sensor_shows_whether_a_marble_is_in_its_hole() -> None:
    world = world_at("A8/-/-/- A")
    world.sensors.fail(8, False)
    world.run_until(1.0)
    world.sensors.heal(8)
    assert edges(world, "A8") == [(0.0, False), (1.0, True)]


def test_a_sensor_with_a_loose_wire_changes_in_fast_bursts_and_is_right_between_the_bursts() -> None:
    world = world_at("A8/-/-/- A")
    fail(world, Random("loose"), 8, "flicker")
    world.run_until(200.0)
    times = [t for t, _ in edges(world, "A8")]
    bursts = 1 + sum(later - t > 1.0 for t, later in pairwise(times))
    assert bursts > 3
    assert len(times) >= 10 * bursts
    quiet = [on for (t, on), (later, _) in pairwise(edges(world, "A8")) if later - t > 1.0]
    assert all(quiet)


def test_a_faulty_sensor_fails_in_the_first_seconds_or_during_the_game() -> None:
    rng = Random("when")
    times = [fails_at(rng) for _ in range(100)]
    assert min(times) < 20.0 < 200.0 < max(times)


def test_a_bumped_marble_that_is_still_held_is_placed_in_start_when_requested() -> None:
    world = world_at("A8/-/-/- A")
    world.do(Lift(0.0, 0, 8))
    world.plan_later((Place(9.0, 0, None),), 0.0)
    assert world.astray(Position.parse("-/-/-/- A")) == []
    world.pay(lambda owed: owed.place.seat == 0)
    assert world.owed == []
    assert world.idle
    world.run_until(10.0)
    assert sum(world.wood.get(h) == 0 for h in world.board.start(0)) == 5
