"""In a round robin every team meets every other team exactly once, and the sides are balanced."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event.model import Entry, System
from jokerboard.tournament.event.team_events import LateEntry, Withdrawn
from jokerboard.tournament.pairing import designs
from jokerboard.tournament.pairing.designs import Plan
from jokerboard.tournament.pairing.next_round import rounds_in_all
from jokerboard.tournament.pairing.sides import seated_plan
from tests.examples import examples
from tests.jokerboard.tournament.event.tournaments import by_chance, make, paired, played, run, then

ROBIN = System.ROUND_ROBIN


def assert_everybody_meets_everybody_once(plan: Plan, teams: int) -> None:
    meetings = Counter(pair for tables in plan for table in tables for pair in combinations(sorted(table), 2))
    assert meetings == Counter(combinations(range(teams), 2))
    for tables in plan:
        seated = [place for table in tables for place in table]
        assert len(set(seated)) == len(seated)


@given(st.integers(2, 120))
@examples(40)
def test_at_tables_of_two_all_teams_of_a_round_robin_meet_exactly_once(teams: int) -> None:
    plan = designs.by_two(teams)
    assert len(plan) == teams - 1 + teams % 2
    assert_everybody_meets_everybody_once(plan, teams)


@given(st.integers(2, 120))
@examples(40)
def test_in_a_round_robin_of_pairs_a_team_has_each_side_equally_often_or_once_more(
    teams: int,
) -> None:
    first = Counter(table[0] for tables in designs.by_two(teams) for table in tables)
    second = Counter(table[1] for tables in designs.by_two(teams) for table in tables)
    assert {abs(first[team] - second[team]) for team in range(teams)} == {1 - teams % 2}


@given(st.integers(2, 60))
def test_at_tables_of_two_no_team_of_a_round_robin_has_two_byes(teams: int) -> None:
    seats = Counter(place for tables in designs.by_two(teams) for table in tables for place in table)
    assert set(seats.values()) == {teams - 1}


def test_the_first_two_rounds_of_a_round_robin_of_ten_teams_follow_the_berger_table() -> None:
    first, second = ([tuple(k + 1 for k in t) for t in tables] for tables in designs.by_two(10)[:2])
    assert first == [(1, 10), (2, 9), (3, 8), (4, 7), (5, 6)]
    assert sorted(second) == [(1, 2), (7, 5), (8, 4), (9, 3), (10, 6)]


@pytest.mark.parametrize("teams", range(3, 28))
def test_at_tables_of_three_all_teams_of_a_round_robin_meet_exactly_once(teams: int) -> None:
    plan = designs.by_three(teams)
    assert len(plan) == next((size - 1) // 2 for size in (3, 9, 15, 21, 27) if size >= teams)
    assert_everybody_meets_everybody_once(plan, teams)
    assert {len(table) for tables in plan for table in tables} <= {2, 3}
    if teams in (3, 9, 15, 21, 27):
        assert all(len(table) == 3 for tables in plan for table in tables)


@pytest.mark.parametrize("teams", range(3, 28))
def test_at_tables_of_three_the_counts_of_a_teams_sides_in_a_round_robin_differ_by_at_most_one(
    teams: int,
) -> None:
    plan = designs.by_three(teams)
    seated = seated_plan(plan)
    assert [[sorted(t) for t in tables] for tables in seated] == [[sorted(t) for t in r] for r in plan]
    for size in (2, 3):
        tables = [table for tables in seated for table in tables if len(table) == size]
        for team in range(teams):
            had = [sum(table[side] == team for table in tables) for side in range(size)]
            assert max(had) - min(had) <= 1


@pytest.mark.parametrize(("teams", "table_of"), [(2, 2), (7, 2), (8, 2), (9, 3), (11, 3)])
def test_in_a_whole_round_robin_every_two_teams_meet_exactly_once(teams: int, table_of: int) -> None:
    now = make(teams, ROBIN, table_of)
    now = run(now, rounds_in_all(now), seed=3)
    met = Counter(
        pair for here in now.rounds for match in here.matches for pair in combinations(sorted(match.teams), 2)
    )
    assert met == Counter(combinations(range(1, teams + 1), 2))
    with pytest.raises(EventError, match="rounds have been played"):
        paired(now)


def test_in_a_round_robin_the_opponent_of_a_withdrawn_team_has_a_bye() -> None:
    now = played(paired(make(6, ROBIN)), by_chance(1))
    now = paired(then(now, Withdrawn(2)))
    here = now.rounds[-1]
    assert 2 not in {team for match in here.matches for team in match.teams}
    assert len(here.matches) == 2
    assert len(here.byes) == 1


def test_if_a_team_withdraws_from_a_table_of_three_the_other_two_teams_play() -> None:
    now = paired(make(9, ROBIN, 3))
    here = now.rounds[0]
    now = played(now, by_chance(1))
    now = paired(then(now, Withdrawn(here.matches[0].teams[0])))
    assert sorted(len(match.teams) for match in now.rounds[-1].matches) == [2, 3, 3]


def test_no_team_can_join_a_round_robin_that_has_begun() -> None:
    now = paired(make(6, ROBIN))
    with pytest.raises(EventError, match="no team can join"):
        then(now, LateEntry((Entry("Late", ("X", "Y")),)))


def test_a_round_robin_with_too_many_or_too_few_teams_is_refused() -> None:
    with pytest.raises(EventError, match="3 to 27 teams, and 28 play; a Swiss takes any number"):
        designs.by_three(28)
    with pytest.raises(EventError, match="two teams at least"):
        designs.by_two(1)
