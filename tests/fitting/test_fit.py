"""The fit of the referee's cost table."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.position import Position
from engine.referee.machine import Referee
from engine.referee.settings import Costs
from jokerboard.journal.games.readings import Reading
from tests.fitting.costs import __main__ as front
from tests.fitting.costs.decisions import Choice, Collector, Decision, collect
from tests.fitting.costs.likelihood import fit, gradient, mentions, price, score
from tests.simulated_games.people.habits import Habits

ENTRIES = 3
counts = st.lists(
    st.tuples(st.integers(0, ENTRIES - 1), st.integers(1, 3)), max_size=3, unique_by=lambda e: e[0]
)


@st.composite
def decisions(draw: st.DrawFn) -> Decision:
    choices = [Choice(tuple(draw(counts)), draw(st.floats(0, 3)), true) for true in (True, False)]
    choices += [Choice(tuple(draw(counts)), draw(st.floats(0, 3)), draw(st.booleans())) for _ in range(2)]
    return Decision(tuple(choices), draw(st.sampled_from([1.0, 10.0])))


tables = st.lists(st.floats(0, 3), min_size=ENTRIES, max_size=ENTRIES)


@given(st.lists(decisions(), min_size=1, max_size=4), tables, st.integers(0, ENTRIES - 1))
def test_the_gradient_equals_the_measured_slope_of_the_loss(
    made: list[Decision], costs: list[float], entry: int
) -> None:
    little = 1e-5
    more, less = list(costs), list(costs)
    more[entry] += little
    less[entry] -= little
    slope = (score(made, more)[0] - score(made, less)[0]) / (2 * little)
    assert gradient(made, costs)[entry] == pytest.approx(slope, abs=1e-4)


def decision(true: tuple[tuple[int, float], ...], false: tuple[tuple[int, float], ...]) -> Decision:
    return Decision((Choice(true, 0.0, True), Choice(false, 0.0, False)), 1.0)


def test_the_fit_raises_costs_of_false_hypotheses_lowers_costs_of_true_ones_and_keeps_other_costs() -> None:
    made = [decision(((0, 1.0),), ((1, 1.0),))] * 9 + [decision(((1, 1.0),), ((0, 1.0),))]
    fitted = fit(made, [1.0, 1.0, 1.0])
    assert fitted[1] > 1.0 > fitted[0]
    assert fitted[2] == 1.0
    assert score(made, fitted) < score(made, [1.0, 1.0, 1.0])
    assert mentions(made, ENTRIES) == [10, 10, 0]


def test_a_score_has_the_share_of_decisions_whose_likeliest_hypothesis_is_false() -> None:
    made = [decision(((0, 1.0),), ((1, 1.0),)), decision(((1, 1.0),), ((0, 1.0),))]
    assert score(made, [0.0, 2.0, 0.0])[1] == 0.5
    assert score([], [0.0]) == (0.0, 0.0)


FIRST, SECOND = Position.parse("A8/-/-/- B"), Position.parse("A9/-/-/- B")


def read(cost: float, play: Position, counts: dict[str, float]) -> Reading:
    return Reading(cost, (play,), None, None, (), (), (), (), counts)


def collector() -> Collector:
    return Collector(("a", "b"), {"a": 1.0, "b": 2.0}, Random(1))


def test_a_collected_decision_marks_its_true_hypothesis_and_keeps_costs_without_an_entry() -> None:
    found = collector()
    found.add([read(1.5, FIRST, {"a": 1.0}), read(4.0, SECOND, {"b": 2.0})], (SECOND,))
    (made,) = found.decisions
    assert [choice.true for choice in made.choices] == [False, True]
    assert [choice.rest for choice in made.choices] == [0.5, 0.0]
    assert [price(choice, [1.0, 2.0]) for choice in made.choices] == [1.5, 4.0]
    assert (found.moments, found.lost) == (1, 0)


def test_a_sample_without_a_true_or_without_a_false_hypothesis_adds_no_decision() -> None:
    found = collector()
    found.add([read(1.0, FIRST, {"a": 1.0})], (SECOND,))
    found.add([read(1.0, FIRST, {"a": 1.0})], (FIRST,))
    assert (found.moments, found.lost, found.decisions) == (2, 1, [])


def test_simulated_games_give_decisions_that_the_referee_mostly_judges_right() -> None:
    costs = Costs()
    found = collect("texas", "t", 40, {"habits": Habits.of("all")}, Referee, costs)
    assert found.moments > 50
    assert found.lost < 0.1 * found.moments
    assert found.decisions
    assert score(found.decisions, list(costs.by_name.values()))[1] < 0.5


def test_the_fit_prints_the_new_costs_and_the_gain(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--seeds", "t", "--check", "u", "--turns", "8", "--jobs", "1"]
    assert front.main(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len([line for line in lines if line[:16].strip() in Costs().by_name]) == len(Costs().by_name)
    assert lines[-1].startswith("played with the new table: 40 turns")
