"""Pairings of a Swiss are compared with the criteria of docs/tournament.md, by trying all and by counting."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event.actions import add_teams
from jokerboard.tournament.event.model import Entry, Penalty, Tournament
from jokerboard.tournament.event.record import records
from jokerboard.tournament.event.team_events import KeptApart, Penalized, Returned, Withdrawn
from jokerboard.tournament.pairing.next_round import pair_swiss
from tests.examples import examples
from tests.jokerboard.tournament.event import swiss_criteria
from tests.jokerboard.tournament.event.tournaments import by_chance, make, paired, played, run, then

seeds = st.integers(0, 2**32)


def newest(now: Tournament) -> tuple[swiss_criteria.Tables, tuple[int, ...]]:
    here = now.rounds[-1]
    return [match.teams for match in here.matches], here.byes


def best_complaints(now: Tournament) -> tuple[int, ...]:
    return min(swiss_criteria.complaints(now, *one) for one in swiss_criteria.every_pairing(now))


@given(st.integers(2, 8), st.integers(0, 6), seeds)
@examples(60)
def test_at_tables_of_two_no_other_pairing_has_a_lower_cost(teams: int, rounds: int, seed: int) -> None:
    now = run(make(teams, rounds=9), rounds, seed)
    if seed % 3 == 0:
        now = then(now, Penalized(Penalty(1, 1 + seed % 4, "late")))
    if seed % 2 == 0:
        now = then(now, KeptApart((1, 2, teams), "a family"))
    after = paired(now)
    assert swiss_criteria.complaints(now, *newest(after)) == best_complaints(now)


@given(st.integers(3, 9), st.integers(0, 4), seeds)
@examples(25)
def test_at_tables_of_three_no_other_pairing_has_a_lower_cost(teams: int, rounds: int, seed: int) -> None:
    now = run(make(teams, teams=3, rounds=9), rounds, seed)
    if seed % 2 == 0:
        now = then(now, KeptApart((1, teams), "a family"))
    after = paired(now)
    assert swiss_criteria.complaints(now, *newest(after)) == best_complaints(now)


@given(st.integers(2, 60), seeds, st.data())
@examples(40)
def test_every_team_that_plays_is_paired_exactly_once(teams: int, seed: int, data: st.DataObject) -> None:
    table_of = data.draw(st.sampled_from([2, 3] if teams > 2 else [2]))
    now = run(make(teams, teams=table_of, rounds=4), 3, seed)
    tables, byes = newest(paired(now))
    seated = sorted([team for table in tables for team in table] + list(byes))
    assert seated == list(range(1, teams + 1))
    assert len(byes) == teams % table_of
    assert {len(table) for table in tables} == {table_of}


@given(st.integers(3, 100), seeds)
@examples(5)
def test_there_is_no_rematch_in_the_first_n_rounds_of_2n_plus_1_teams(teams: int, seed: int) -> None:
    """By a theorem of Dirac: if each team may still meet half of all teams, a pairing without rematches
    exists.
    """
    rounds = min(7, (teams - 1) // 2)
    now = run(make(teams, rounds=9), rounds, seed)
    for one, other in combinations(range(1, teams + 1), 2):
        assert swiss_criteria.meetings(now, one, other) <= 1
    assert all("again" not in note for here in now.rounds for note in here.notes)


@given(st.integers(9, 120), seeds)
@examples(8)
def test_at_tables_of_three_there_is_no_rematch_while_each_team_may_still_meet_two_thirds_of_all_teams(
    teams: int, seed: int
) -> None:
    """A theorem of Corradi and Hajnal proves this for the teams without a bye."""
    now = make(teams, teams=3, rounds=9)
    luck = by_chance(seed)
    for _ in range(6):
        staying = teams - teams % 3
        met = [len(record.met) for record in records(now).values()]
        now = paired(now)
        if staying - 1 - max(met) >= 2 * staying / 3:
            pairs = [pair for table in newest(now)[0] for pair in combinations(table, 2)]
            assert all(swiss_criteria.meetings(now, *pair) == 1 for pair in pairs)
        now = played(now, luck)


@given(st.integers(3, 41), st.sampled_from([2, 3]), seeds)
@examples(15)
def test_no_team_gets_a_second_bye_before_every_team_has_had_one(
    teams: int, table_of: int, seed: int
) -> None:
    now = make(teams, teams=table_of, rounds=9)
    luck = by_chance(seed)
    for _ in range(min(9, teams)):
        now = played(paired(now), luck)
        had = [swiss_criteria.byes_of(now, team) for team in range(1, teams + 1)]
        assert max(had) - min(had) <= 1


@given(st.integers(6, 30), seeds, st.data())
@examples(25)
def test_late_and_returning_teams_are_paired_and_withdrawn_teams_are_not(
    teams: int, seed: int, data: st.DataObject
) -> None:
    now = make(teams, rounds=9)
    luck = by_chance(seed)
    for number in range(1, 7):
        kind = data.draw(st.sampled_from(["nothing", "late", "leave", "return"]))
        gone = [team.number for team in now.teams if team.withdrawn]
        there = [team.number for team in now.present()]
        if kind == "late":
            now = then(now, *add_teams(now, [Entry(f"Late {number}", (f"X {number}", f"Y {number}"))]))
        elif kind == "leave" and len(there) > 4:
            now = then(now, Withdrawn(data.draw(st.sampled_from(there))))
        elif kind == "return" and gone:
            now = then(now, Returned(data.draw(st.sampled_from(gone))))
        now = paired(now)
        tables, byes = newest(now)
        assert sorted([*(t for table in tables for t in table), *byes]) == sorted(
            team.number for team in now.present()
        )
        now = played(now, luck)


@given(st.integers(4, 40), seeds)
@examples(20)
def test_the_counts_of_a_teams_two_sides_in_a_swiss_differ_by_at_most_two(teams: int, seed: int) -> None:
    now = run(make(teams + teams % 2, rounds=9), min(6, teams // 2), seed)
    differences = [abs(swiss_criteria.side_difference(now, team.number)) for team in now.teams]
    assert max(differences) <= 2


def test_in_the_first_round_the_upper_half_meets_the_lower_half() -> None:
    tables, _ = newest(paired(make(8)))
    assert sorted(tuple(sorted(table)) for table in tables) == [(1, 5), (2, 6), (3, 7), (4, 8)]
    tables, byes = newest(paired(make(10, teams=3)))
    assert sorted(tuple(sorted(table)) for table in tables) == [(1, 4, 7), (2, 5, 8), (3, 6, 9)]
    assert byes == (10,)


def test_in_the_first_round_the_first_side_alternates_from_table_to_table() -> None:
    tables, _ = newest(paired(make(8)))
    assert [table[0] < table[1] for table in tables] == [False, True, False, True]


def test_three_teams_play_three_rounds_and_each_has_one_bye() -> None:
    now = run(make(3, rounds=3), 3, seed=1)
    assert sorted(team for here in now.rounds for team in here.byes) == [1, 2, 3]
    assert all(not here.notes for here in now.rounds)


def test_an_unavoidable_rematch_at_a_table_of_two_is_reported() -> None:
    now = paired(run(make(2, rounds=3), 1, seed=1))
    assert now.rounds[-1].notes == ("one pair meets again: no pairing avoids it",)


def test_an_unavoidable_rematch_at_a_table_of_three_is_reported() -> None:
    now = paired(run(make(6, teams=3, rounds=9), 2, seed=1))
    (note,) = now.rounds[-1].notes
    assert note.endswith("pairs meet again: no pairing avoids it")


def test_a_round_of_a_swiss_with_fewer_than_two_teams_is_refused() -> None:
    with pytest.raises(EventError, match="a round needs 2 teams at least, and 1 play"):
        pair_swiss(list(records(make(1)).values()), 2)


def can_be_parted(strange: dict[int, set[int]]) -> bool:
    """Whether all teams can sit in threes of teams that have not met; all possibilities are tried.

    `strange`: for each team the teams that it has not met.
    """
    if not strange:
        return True
    one = min(strange, key=lambda team: len(strange[team]))
    for two, three in combinations(sorted(strange[one]), 2):
        if three in strange[two]:
            gone = {one, two, three}
            if can_be_parted({team: met - gone for team, met in strange.items() if team not in gone}):
                return True
    return False


@given(seeds)
@examples(8)
def test_a_rematch_at_a_table_of_three_is_reported_as_unavoidable_only_if_no_pairing_avoids_it(
    seed: int,
) -> None:
    now = make(15, teams=3, rounds=9)
    luck = by_chance(seed)
    for _ in range(7):
        before, now = now, paired(now)
        everybody = range(1, 16)
        strange = {
            one: {two for two in everybody if two != one and not swiss_criteria.meetings(before, one, two)}
            for one in everybody
        }
        notes = now.rounds[-1].notes
        if not can_be_parted(strange):
            assert notes
        if notes and notes[0].endswith(": no pairing avoids it"):
            assert not can_be_parted(strange)
        now = played(now, luck)
