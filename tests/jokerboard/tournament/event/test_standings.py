"""Places and tie-breaks of the standings, compared with tables made by hand and with counted sums."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from jokerboard.tournament.event import actions
from jokerboard.tournament.event.events import Event
from jokerboard.tournament.event.model import Match, Penalty, Result, System, Tournament
from jokerboard.tournament.event.record import records
from jokerboard.tournament.event.round_events import RoundPaired, RoundStarted
from jokerboard.tournament.event.standings import Row, standings
from jokerboard.tournament.event.team_events import Penalized, Withdrawn
from tests.examples import examples
from tests.jokerboard.tournament.event.swiss_criteria import scored
from tests.jokerboard.tournament.event.tournaments import make, paired, run, then

seeds = st.integers(0, 2**32)


def with_round(now: Tournament, *tables: tuple[int, ...], byes: tuple[int, ...] = ()) -> Tournament:
    """Add a round of the given tables and byes; each table is won by its first team."""
    number = len(now.rounds) + 1
    matches = tuple(Match(k, teams) for k, teams in enumerate(tables, 1))
    now = then(now, RoundPaired(number, matches, byes), RoundStarted(number))
    for match in matches:
        now = then(now, *result(now, match.table, actions.by_order(match, [(team,) for team in match.teams])))
    return now


def result(now: Tournament, table: int, what: Result, reason: str = "") -> list[Event]:
    return actions.enter(now, table, what, reason)


def columns(rows: tuple[Row, ...], names: str) -> list[tuple[object, ...]]:
    """The named fields of each row."""
    return [tuple(getattr(row, name) for name in names.split()) for row in rows]


def row(rows: tuple[Row, ...], team: int) -> Row:
    return next(row for row in rows if row.team == team)


@given(st.integers(2, 20), st.integers(0, 5), st.sampled_from([2, 3]), seeds)
@examples(30)
def test_a_teams_points_are_the_sum_of_its_points_at_tables_and_for_byes(
    teams: int, rounds: int, table_of: int, seed: int
) -> None:
    now = run(make(max(teams, table_of), teams=table_of, rounds=9), rounds, seed)
    for one in standings(now):
        at_tables = sum(
            scored(match, one.team)
            for here in now.rounds
            for match in here.matches
            if one.team in match.teams
        )
        byes = sum(here.byes.count(one.team) for here in now.rounds)
        assert one.points == at_tables + byes * 2 * (table_of - 1)


@given(st.integers(4, 24), st.integers(1, 6), seeds)
@examples(30)
def test_teams_are_ranked_by_points_and_equal_teams_share_a_place(teams: int, rounds: int, seed: int) -> None:
    rows = standings(run(make(teams, rounds=9), rounds, seed))
    assert [one.points for one in rows] == sorted((one.points for one in rows), reverse=True)
    for above, below in pairwise(rows):
        if above.points == below.points:
            assert above.buchholz >= below.buchholz
        assert below.place == above.place or below.place == rows.index(below) + 1
    assert rows[0].place == 1


def test_a_bye_counts_as_a_win_and_for_buchholz_as_an_opponent_with_the_teams_own_points() -> None:
    rows = standings(with_round(make(3), (1, 2), byes=(3,)))
    assert columns(rows, "team points buchholz") == [(3, 2, 2), (1, 2, 0), (2, 0, 2)]


def test_buchholz_is_the_sum_of_all_opponents_points() -> None:
    now = with_round(make(4), (1, 2), (3, 4))
    rows = standings(with_round(now, (1, 3), (4, 2)))
    assert columns(rows, "team points buchholz") == [(1, 4, 2), (3, 2, 6), (4, 2, 2), (2, 0, 6)]


def test_the_direct_encounter_decides_between_teams_with_equal_points_only_if_all_of_them_have_met() -> None:
    now = with_round(make(4, System.ROUND_ROBIN), (1, 4), (2, 3))
    now = with_round(now, (3, 1), (4, 2))
    rows = standings(now)
    # Teams 1, 2, 3 and 4 have two points each and have not all met. No marbles are known, so they share a
    # place.
    assert {one.place for one in rows} == {1}
    assert {one.direct for one in rows} == {None}
    rows = standings(with_round(now, (2, 1), (3, 4)))
    assert columns(rows, "team points direct") == [(2, 4, 2), (3, 4, 0), (1, 2, 2), (4, 2, 0)]


def test_marbles_home_and_then_holes_to_go_decide_between_equal_teams() -> None:
    now = make(4, System.ROUND_ROBIN)
    matches = (Match(1, (1, 2)), Match(2, (3, 4)))
    now = then(now, RoundPaired(1, matches, ()), RoundStarted(1))
    now = then(now, *result(now, 1, actions.by_marbles(matches[0], (10, 4), (0, 90), winner=1)))
    now = then(now, *result(now, 2, actions.by_marbles(matches[1], (10, 4), (0, 120), winner=3)))
    rows = standings(now)
    assert columns(rows, "place team marbles holes") == [
        (1, 3, 6, 120),
        (2, 1, 6, 90),
        (3, 2, -6, -90),
        (4, 4, -6, -120),
    ]


def test_the_teams_of_a_table_of_three_get_four_two_and_no_points() -> None:
    rows = standings(with_round(make(3, teams=3), (2, 3, 1)))
    assert columns(rows, "team points won") == [(2, 4, 1), (3, 2, 0), (1, 0, 0)]


def test_in_a_round_robin_results_against_a_team_that_withdrew_early_do_not_count() -> None:
    now = with_round(make(6, System.ROUND_ROBIN), (6, 1), (2, 5), (3, 4))
    now = then(now, Withdrawn(6))
    rows = standings(now)
    assert [one.team for one in rows[-1:]] == [6]
    assert row(rows, 6).place == 0
    assert row(rows, 1).points == 0
    assert row(rows, 2).points == 2


def test_a_team_that_leaves_a_round_robin_late_loses_to_the_teams_it_has_not_met() -> None:
    now = with_round(make(4, System.ROUND_ROBIN), (4, 1), (2, 3))
    now = with_round(now, (4, 3), (1, 2))
    rows = standings(then(now, Withdrawn(4)))
    assert row(rows, 4).points == 4
    assert row(rows, 2).points == 2 + 2
    assert row(rows, 1).points == 2


def test_an_absent_team_gets_no_points_and_its_opponent_gets_two() -> None:
    now = paired(make(2))
    now = then(now, RoundStarted(1), *result(now, 1, actions.forfeit(now.rounds[0].matches[0], [1])))
    assert columns(standings(now), "team points") == [(2, 2), (1, 0)]


def test_a_corrected_result_changes_the_standings() -> None:
    now = with_round(make(2), (1, 2))
    match = now.rounds[0].matches[0]
    now = then(now, *result(now, 1, actions.by_order(match, [(2,), (1,)]), "the slip was read upside down"))
    assert [one.team for one in standings(now)] == [2, 1]
    assert now.rounds[0].matches[0].corrected


def test_the_standings_after_any_earlier_round_can_be_computed() -> None:
    now = with_round(with_round(make(2, rounds=2), (1, 2)), (2, 1))
    assert [one.team for one in standings(now, 1)] == [1, 2]
    assert {one.points for one in standings(now, 2)} == {2}
    assert {one.points for one in standings(now, 0)} == {0}


def test_a_penalty_takes_points_from_one_team_only() -> None:
    now = with_round(make(4), (1, 2), (3, 4))
    before = standings(now)
    now = then(now, Penalized(Penalty(1, 3, "late twice")))
    rows = standings(now)
    assert columns(rows, "team points") == [(3, 2), (2, 0), (4, 0), (1, -1)]
    assert row(rows, 2).buchholz == row(before, 2).buchholz
    assert records(now)[1].points == -1
    rows = standings(then(now, Penalized(Penalty(1, -3, "it was not"))))
    assert [one.points for one in rows] == [2, 2, 0, 0]
