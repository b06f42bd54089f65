from __future__ import annotations

from dataclasses import fields
from random import Random

import pytest

from jokerboard.host.errors import UsageError
from tests.simulated_games.people.habits import MILD, Habits, shows

IN_NO_MIX = ("park", "knock", "bracelet", "shake")


def test_each_habit_is_in_at_most_one_named_mix_and_the_mix_none_has_no_habit() -> None:
    nothing, older, younger = (Habits.of(mix) for mix in ("none", "all", "mild"))
    for each in fields(Habits):
        strengths = [getattr(habits, each.name) for habits in (nothing, older, younger)]
        assert strengths[0] == 0
        # These habits are in no mix; they are requested by name.
        mixes = 0 if each.name in IN_NO_MIX else 1
        assert sum(strength > 0 for strength in strengths) == mixes, each.name
        assert max(strengths) <= 1


def test_the_mix_of_habits_named_all_has_the_default_strengths() -> None:
    assert Habits.of("all") == Habits()


def test_of_a_list_of_mixes_and_habits_the_last_strength_of_each_habit_counts() -> None:
    habits = Habits.of("all,mild,illegal=0,floor=1")
    assert (habits.illegal, habits.floor) == (0, 1)
    assert habits.walk == Habits().walk
    assert habits.fidget == Habits.of("fidget").fidget == MILD["fidget"]


def test_a_list_of_habits_switches_on_only_the_named_habits() -> None:
    habits = Habits.of("walk,brush=0.5")
    assert habits.walk == Habits().walk
    assert habits.brush == 0.5
    assert habits.late == habits.illegal == 0


@pytest.mark.parametrize("text", ["", "sneeze", "walk,", "walk=2", "walk=much", "brush=-1", "walk=nan"])
def test_a_word_that_is_no_habit_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(UsageError) as refusal:
        Habits.of(text)
    assert "\n" not in str(refusal.value)


def test_a_habit_of_strength_1_shows_at_every_occasion_and_a_habit_of_strength_0_at_none() -> None:
    rng = Random(1)
    assert all(shows(rng, 1.0) and not shows(rng, 0.0) for _ in range(1000))
