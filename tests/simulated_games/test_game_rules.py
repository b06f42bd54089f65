"""Borderline cases of the scorer, the card readers and the options of a simulation."""

from __future__ import annotations

from random import Random

import pytest

from engine.cards import Card
from engine.position import Position
from engine.referee.events import CardRead
from engine.referee.machine import Referee
from engine.rules.rule_sets import RULES
from engine.table import table_for
from jokerboard.host.errors import UsageError
from tests.simulated_games.card_readers import Readers
from tests.simulated_games.game import Game
from tests.simulated_games.people.habits import Habits
from tests.simulated_games.table_state import Options, faults_named
from tests.simulated_games.tally import Tally
from tests.simulated_games.true_turns import Discrepancy
from tests.simulated_games.world import World


def test_a_list_of_faults_gives_each_kind_a_count_from_1_to_20() -> None:
    assert faults_named("none") == ()
    assert faults_named("stuck:1,dead:20") == (("stuck", 1), ("dead", 20))


@pytest.mark.parametrize("text", ["stuck", "stuck:0", "dead:21", "loud:1", "stuck:x", "stuck:1,"])
def test_a_bad_list_of_faults_is_refused_with_the_known_kinds(text: str) -> None:
    with pytest.raises(UsageError, match="stuck, dead, flicker"):
        faults_named(text)


def test_a_card_makes_one_read_when_it_is_laid_and_one_when_it_is_taken_off() -> None:
    table = table_for(RULES["texas"])
    position = Position.parse("A8/-/-/- A")
    world = World(
        Referee(table, position, cards="seat"),
        table.board,
        position,
        Random(1),
        lambda _: None,
        bounces=False,
    )
    readers = Readers(world, "seat", Random(1), Habits(), Random(1))
    readers.lay(Card.parse("5D#1"), 0)
    readers.take_off(0)
    readers.take_off(0)
    world.run_until(1.0)
    reads = [(event.card, event.at) for event in world.events if isinstance(event, CardRead)]
    assert reads == [(Card.parse("5D#1"), 0), (None, 0)]


def test_a_simulated_win_that_the_referee_does_not_announce_is_a_discrepancy() -> None:
    options = Options(RULES["texas"])
    game = Game(options, table_for(options.rules), 1, Tally())
    game.state = game.state._replace(over=(0, 2))
    with pytest.raises(Discrepancy) as raised:
        game.play(5)
    assert raised.value.kind == "no end"
    assert game.tally.missed == 1


def test_a_simulated_game_whose_win_was_announced_ends_without_another_turn() -> None:
    options = Options(RULES["texas"])
    game = Game(options, table_for(options.rules), 1, Tally())
    game.state = game.state._replace(over=(0, 2))
    game.scorer.over = True
    assert game.play(5) == 0
    assert game.tally.turns == game.tally.missed == 0
