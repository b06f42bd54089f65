from __future__ import annotations

from dataclasses import fields

import pytest

from host.errors import UsageError
from simulation.people.habits import Habits


def test_every_habit_is_there_by_default_and_none_in_none() -> None:
    nothing, everything = Habits.of("none"), Habits.of("all")
    for each in fields(Habits):
        assert getattr(nothing, each.name) == 0
        assert 0 < getattr(everything, each.name) <= 1


def test_a_list_switches_on_only_what_it_names() -> None:
    habits = Habits.of("walk,brush=0.5")
    assert habits.walk == Habits().walk
    assert habits.brush == 0.5
    assert habits.late == habits.illegal == 0


@pytest.mark.parametrize("text", ["", "sneeze", "walk,", "walk=2", "walk=much", "brush=-1", "walk=nan"])
def test_what_is_no_habit_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(UsageError) as refusal:
        Habits.of(text)
    assert "\n" not in str(refusal.value)
