"""Whole simulated games: the tally matches the events, and a bad referee is detected."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.referee.machine import Referee
from engine.referee.settings import Settings
from engine.referee.verdicts import Illegal, Move, Verdict
from engine.rules.rule_sets import RULES
from engine.table import table_for
from jokerboard.journal.games.trace import Header, replay
from tests.examples import share, whole
from tests.simulated_games.failure_files import Recorder, beginning
from tests.simulated_games.game import Game, play_game, simulate
from tests.simulated_games.people.habits import Habits
from tests.simulated_games.table_state import FAULTS, Options
from tests.simulated_games.tally import Tally


def run(turns: int, habits: str = "none", record: Path | None = None, **options: Any) -> Tally:
    rules = RULES[options.pop("rules", "texas")]
    recorder = None if record is None else Recorder(record)
    return simulate(Options(rules, habits=Habits.of(habits), **options), turns, recorder)


def hasty(*args: Any, **options: Any) -> Referee:
    return Referee(*args, **options, settings=Settings(illegal_after=0.2, counting_after=0.2))


@pytest.mark.parametrize("rules", sorted(RULES))
def test_plays_of_people_without_habits_are_recorded_correctly(rules: str) -> None:
    tally = run(60, rules=rules)
    assert (tally.turns, tally.right) == (60, 60)
    assert tally.good
    assert not tally.findings


@pytest.mark.parametrize("players", [6, 8])
def test_plays_on_larger_boards_with_more_players_are_recorded_correctly(players: int) -> None:
    assert run(40, rules="own-deck", players=players).right == 40


@pytest.mark.parametrize("cards", ["seat", "table", "none"])
@pytest.mark.parametrize("mode", ["play", "referee", "training"])
def test_all_plays_of_people_without_habits_are_right_with_every_kind_of_reader_and_mode(
    cards: str, mode: str
) -> None:
    tally = run(40, cards=cards, mode=mode)
    assert tally.right == 40


@pytest.mark.parametrize("habit", [field.name for field in fields(Habits)])
def test_with_any_one_habit_at_full_strength_no_play_is_recorded_wrongly(habit: str) -> None:
    tally = run(20, f"{habit}=1")
    assert (tally.turns, tally.wrong) == (20, 0)


def test_every_simulated_turn_is_counted_once() -> None:
    turns = share(300)
    tally = run(turns, "all")
    assert tally.turns == turns
    # In a game that ends in a discrepancy, the last one or two turns are not counted.
    ended = tally.wrong + tally.missed + tally.lookalike + tally.alarms.total() + tally.faults.total()
    ended += tally.accepted.total() + sum("silent" in finding for finding in tally.findings)
    counted = tally.right + tally.asked + tally.helped
    assert turns - 2 * (ended + tally.games) <= counted <= turns


def test_runs_with_equal_seeds_have_equal_results_and_other_seeds_different_results() -> None:
    turns = 120 if whole() else 50
    once, again = run(turns, "all", seed="x"), run(turns, "all", seed="x")
    assert once.to_json() == again.to_json()
    assert run(turns, "all", seed="y").to_json() != once.to_json()


def test_the_trace_of_a_failure_begins_where_a_new_referee_repeats_the_failing_referees_verdicts() -> None:
    options = Options(RULES["texas"], habits=Habits.of("none"))
    game = Game(options, table_for(options.rules, options.players), 1, Tally())
    play_game(game, 4)
    assert beginning(game).turn == 2
    game.scorer.received.clear()
    assert beginning(game) is game.cuts[0]


def test_illegal_attempts_are_made_announced_and_corrected() -> None:
    tally = run(150, "illegal=1")
    assert len(tally.attempts) > 8
    assert tally.flagged.total() > 0.8 * tally.attempts.total()
    assert tally.right > 120


def test_a_referee_that_raises_alarms_too_early_is_detected() -> None:
    tally = run(150, "walk,pause=1,overshoot=1", referee=hasty)
    assert tally.alarms.total() > 0
    assert not tally.good


def test_a_referee_that_announces_plays_too_late_is_detected() -> None:
    slow = Settings(noise=0.2, open_after=2.0, illegal_after=2.2)
    tally = run(300, "illegal=0.3", referee=partial(Referee, settings=slow))
    assert tally.closed.late > 50
    assert tally.open.late > 0
    assert tally.illegal.late > 5


class Mumbler(Referee):
    """A referee whose verdicts are changed before the scorer gets them."""

    def feed(self, event: Any) -> list[Verdict]:
        return self.garbled(super().feed(event))

    def advance(self, t: float) -> list[Verdict]:
        return self.garbled(super().advance(t))

    def garbled(self, verdicts: list[Verdict]) -> list[Verdict]:
        raise AssertionError("a subclass decides how to change them")


class Liar(Mumbler):
    """A referee that announces every seventh play as one that removes all marbles."""

    def garbled(self, verdicts: list[Verdict]) -> list[Verdict]:
        return [self._lie(v) if isinstance(v, Move) and v.n % 7 == 0 else v for v in verdicts]

    def _lie(self, move: Move) -> Move:
        bare = tuple(None if own is None else () for own in move.position.marbles)
        return replace(move, position=move.position.with_marbles(bare))


def test_a_referee_that_announces_wrong_plays_is_detected() -> None:
    tally = run(60, referee=Liar)
    assert tally.wrong > 0
    assert not tally.good


class Silent(Mumbler):
    """A referee that announces no more than three plays."""

    def garbled(self, verdicts: list[Verdict]) -> list[Verdict]:
        return [v for v in verdicts if not isinstance(v, Move) or v.n < 4]


def test_a_referee_that_announces_no_plays_is_detected() -> None:
    assert run(40, referee=Silent).failures()["missing"] > 0


class Lenient(Mumbler):
    """A referee that never announces anything illegal."""

    def garbled(self, verdicts: list[Verdict]) -> list[Verdict]:
        return [v for v in verdicts if not isinstance(v, Illegal)]


def test_a_referee_that_announces_no_illegal_attempts_is_detected() -> None:
    tally = run(60, "illegal=1", referee=Lenient)
    assert tally.unflagged.total() > 0
    assert any("silent" in finding for finding in tally.findings)


class Broken(Mumbler):
    """A referee that fails at the fifth play."""

    def garbled(self, verdicts: list[Verdict]) -> list[Verdict]:
        if any(isinstance(v, Move) and v.n == 5 for v in verdicts):
            raise KeyError("fifth")
        return verdicts


def test_an_exception_raised_by_the_referee_ends_the_game_and_is_counted(tmp_path: Path) -> None:
    tally = run(20, referee=Broken, record=tmp_path)
    assert tally.crashed >= 1
    assert (tally.turns, tally.failures()["exception"]) == (20, tally.crashed)
    assert not tally.good
    assert "KeyError" in tally.findings[0]
    assert list(tmp_path.glob("*-exception.trace.jsonl"))


def test_a_failure_is_written_as_a_trace_that_fails_again(tmp_path: Path) -> None:
    run(150, "walk,pause=1,overshoot=1", record=tmp_path, referee=hasty)
    trace = next(iter(sorted(tmp_path.glob("*false-alarm.trace.jsonl"))))
    lines = trace.read_text().splitlines()
    header = json.loads(lines[0]) | {"settings": {"illegal_after": 0.2, "counting_after": 0.2}}
    steps = [s for s in replay([json.dumps(header), *lines[1:]]) if not isinstance(s, Header)]
    assert any(isinstance(v, Illegal) for step in steps for v in step.verdicts)
    truth = trace.with_name(trace.name.replace("trace", "truth"))
    about = [json.loads(line) for line in truth.read_text().splitlines()]
    assert "at" in about[0]
    assert all({"seat", "play", "position"} <= set(turn) for turn in about[1:])


@pytest.mark.parametrize("kind", FAULTS)
def test_faulty_sensors_are_announced_and_the_game_goes_on(kind: str) -> None:
    turns = share(150)
    tally = run(turns, faults=((kind, 1),))
    assert tally.wrong == tally.faults["WRONGLY"] == 0
    assert tally.right + tally.asked > turns - 3


@pytest.mark.parametrize(
    ("rules", "players"),
    [("pegs-and-jokers", 2), ("pegs-and-jokers", 5), ("texas", 6), ("joker-board", 6), ("own-deck", 8)],
)
def test_people_with_all_habits_make_no_impossible_gesture(rules: str, players: int) -> None:
    """`ImpossibleGestureError` would end the run."""
    turns = share(150)
    assert run(turns, "all", rules=rules, players=players).turns == turns
