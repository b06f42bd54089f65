"""Pairings that are explained or edited by hand, and teams kept apart: the cost by the criteria."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event import actions
from jokerboard.tournament.event.events import Created, Event, Stamped, fold
from jokerboard.tournament.event.model import ByeRequest, System, Tournament
from jokerboard.tournament.event.round_events import RoundStarted
from jokerboard.tournament.event.team_events import ByeRequested, KeptApart, LetMeet, Registered
from jokerboard.tournament.pairing import by_hand
from tests.examples import examples
from tests.jokerboard.tournament.event import swiss_criteria
from tests.jokerboard.tournament.event.tournaments import by_chance, entries, make, paired, settings, then

seeds = st.integers(0, 2**32)
FIRST = re.compile(r"criterion (\d), [^:]+: (\d+) instead of (\d+)")


class Evening:
    """A tournament in memory with all its events, as a store has them."""

    def __init__(self, teams: int, *, system: System = System.SWISS, table_of: int = 2) -> None:
        self.events: list[Stamped] = []
        self.do(Created(settings(system, table_of, 9)), Registered(entries(teams)))

    @property
    def now(self) -> Tournament:
        return fold(self.events)

    def do(self, *events: Event) -> None:
        self.events += [Stamped(len(self.events) + k, 0.0, "Dora", one) for k, one in enumerate(events, 1)]

    def pair(self) -> None:
        self.do(*actions.pair(self.now))

    def play(self, rounds: int, seed: int) -> None:
        luck = by_chance(seed)
        for _ in range(rounds):
            self.pair()
            here = actions.current(self.now)
            self.do(RoundStarted(here.number))
            for match in here.matches:
                self.do(*actions.enter(self.now, match.table, luck(match)))


def first_worse(costs: Sequence[int], than: Sequence[int]) -> tuple[int, int, int] | None:
    """The number of the first criterion in which the costs differ, and both costs; None if none differs."""
    return next(
        ((k, one, other) for k, (one, other) in enumerate(zip(costs, than, strict=True), 1) if one != other),
        None,
    )


@given(st.integers(4, 7), st.integers(0, 3), seeds)
@examples(20)
def test_the_reason_of_a_pairing_is_the_criterion_by_which_every_other_pairing_is_worse(
    teams: int, rounds: int, seed: int
) -> None:
    evening = Evening(teams)
    evening.play(rounds, seed)
    if seed % 2:
        evening.do(KeptApart((1, 2), "sisters"))
    before = evening.now
    evening.pair()
    here = evening.now.rounds[-1]
    chosen = swiss_criteria.complaints(before, [match.teams for match in here.matches], here.byes)
    for match in here.matches:
        others = [
            swiss_criteria.complaints(before, tables, byes)
            for tables, byes in swiss_criteria.every_pairing(before)
            if all(set(table) != set(match.teams) for table in tables)
        ]
        reason = by_hand.why(evening.events, here.number, match.table)
        found = FIRST.search(reason)
        decided = first_worse(min(others), chosen)
        if decided is None:
            assert "is as good by every criterion" in reason
        elif "second bye" in reason:
            assert decided[0] == 1
        else:
            assert found is not None
            assert tuple(map(int, found.groups())) == decided


def test_the_reason_of_a_pairing_does_not_change_with_a_later_correction() -> None:
    evening = Evening(6)
    evening.play(1, seed=4)
    evening.pair()
    reason = by_hand.why(evening.events, 2, 1)
    match = evening.now.rounds[0].match(1)
    evening.do(*actions.enter(evening.now, 1, actions.by_winner(match, [match.teams[1]]), "the slip", 1))
    assert by_hand.why(evening.events, 2, 1) == reason
    with pytest.raises(EventError, match="there is no round 3 yet"):
        by_hand.why(evening.events, 3, 1)
    with pytest.raises(EventError, match="round 2 has no table 4; its tables are 1 to 3"):
        by_hand.why(evening.events, 2, 4)


def test_the_reason_of_a_pairing_may_be_a_fixed_plan_or_that_no_other_pairing_was_possible() -> None:
    only = Evening(2)
    only.pair()
    assert by_hand.why(only.events, 1, 1) == "Team 2 and Team 1 meet because no other pairing is possible"
    planned = Evening(4, system=System.ROUND_ROBIN)
    planned.pair()
    assert "by the plan of the round robin" in by_hand.why(planned.events, 1, 1)
    threes = Evening(6, table_of=3)
    threes.pair()
    assert FIRST.search(by_hand.why(threes.events, 1, 1))


def test_two_exchanged_teams_sit_at_each_others_tables_and_a_note_reports_the_cost() -> None:
    evening = Evening(8)
    evening.pair()
    assert by_hand.exchange_cost(evening.now, 1, 2).endswith(
        "criterion 9, upper half against lower half: 2 instead of 0"
    )
    evening.do(by_hand.exchange(evening.now, 1, 2, "a lift home"))
    here = evening.now.rounds[-1]
    assert {frozenset(match.teams) for match in here.matches} >= {frozenset((2, 5)), frozenset((1, 6))}
    assert here.notes == (
        "Team 1 and Team 2 were exchanged by hand (a lift home): "
        "criterion 9, upper half against lower half: 2 instead of 0",
    )
    moved = next(match for match in here.matches if 1 in match.teams)
    assert by_hand.why(evening.events, 1, moved.table).endswith(
        "brought together by hand, by Dora: a lift home"
    )
    stayed = next(match for match in here.matches if 3 in match.teams)
    assert FIRST.search(by_hand.why(evening.events, 1, stayed.table))


def test_an_exchange_with_the_team_that_has_the_bye_gives_the_bye_to_the_other_team() -> None:
    now = paired(make(5))
    now = then(now, by_hand.exchange(now, 5, 1, "Team 1 must leave early"))
    assert now.rounds[-1].byes == (1,)


def test_an_exchange_of_two_teams_of_one_table_exchanges_their_sides() -> None:
    now = paired(make(4))
    one, other = now.rounds[-1].match(1).teams
    now = then(now, by_hand.exchange(now, one, other, "the window"))
    assert now.rounds[-1].match(1).teams == (other, one)


def test_an_impossible_exchange_is_refused_in_one_sentence() -> None:
    now = then(make(6), ByeRequested(ByeRequest(6, 1), "a wedding"))
    with pytest.raises(EventError, match="no round is paired yet"):
        by_hand.exchange(now, 1, 2, "x")
    now = paired(now)
    bye = next(team for team in now.rounds[-1].byes if team != 6)
    for one, other, why in (
        (1, 1, "Team 1 cannot be exchanged with itself"),
        (1, 6, "a pairing seats a team that asked for a bye"),
        (bye, 6, "a pairing seats a team that asked for a bye"),
    ):
        with pytest.raises(EventError, match=why):
            by_hand.exchange(now, one, other, "x")
    with pytest.raises(EventError, match="a pairing edited by hand needs a reason"):
        then(now, by_hand.exchange(now, 1, 2, " "))
    started = then(now, RoundStarted(1))
    with pytest.raises(EventError, match="round 1 has been started already"):
        then(started, by_hand.exchange(started, 1, 2, "x"))
    robin = paired(make(4, System.ROUND_ROBIN))
    with pytest.raises(EventError, match="in a round robin everybody meets everybody once by a plan"):
        then(robin, by_hand.exchange(robin, 1, 2, "x"))


def test_teams_kept_apart_do_not_meet_and_a_note_reports_the_cost() -> None:
    now = paired(then(make(8), KeptApart((1, 5), "sisters")))
    assert all(set(match.teams) != {1, 5} for match in now.rounds[-1].matches)
    assert now.rounds[-1].notes == (
        "one pair would meet if no teams were kept apart; the cost of keeping them apart: "
        "criterion 9, upper half against lower half: 2 instead of 0",
    )
    assert paired(then(make(8), KeptApart((1, 6), "sisters"))).rounds[-1].notes == ()


@pytest.mark.parametrize(("teams", "table_of"), [(15, 3), (30, 3), (40, 2)])
def test_no_two_teams_of_a_large_family_meet_in_six_rounds_even_if_other_pairs_meet_again(
    teams: int, table_of: int
) -> None:
    family = tuple(range(1, teams // table_of))
    evening = Evening(teams, table_of=table_of)
    evening.do(KeptApart(family, "a family"))
    evening.play(6, seed=5)
    for here in evening.now.rounds:
        assert all(len(set(match.teams) & set(family)) < 2 for match in here.matches)


def test_a_remark_reports_a_meeting_of_teams_kept_apart_that_no_pairing_avoids() -> None:
    now = paired(then(make(4), KeptApart((1, 2, 3), "a family")))
    assert now.rounds[-1].notes[0] == "one pair meets that is kept apart: no pairing was found that avoids it"


def test_teams_are_kept_apart_until_the_director_lets_them_meet() -> None:
    now = then(make(6), KeptApart((1, 2, 3), "a family"))
    assert now.apart == ((1, 2), (1, 3), (2, 3))
    assert now.apart_from(2) == (1, 3)
    assert then(now, LetMeet((1, 3))).apart == ((1, 2), (2, 3))
    assert then(now, LetMeet((2,))).apart == ((1, 3),)
    for event, why in (
        (KeptApart((1, 1), "x"), "to keep teams apart, name two or more"),
        (KeptApart((1, 4), " "), "keeping teams apart needs a reason"),
        (KeptApart((1, 3), "x"), "Team 1 and Team 3 are kept apart already"),
        (LetMeet((4,)), "Team 4: no such teams are kept apart"),
        (LetMeet(()), "nobody: no such teams are kept apart"),
        (KeptApart((1, 9), "x"), "there is no team number 9"),
    ):
        with pytest.raises(EventError, match=why):
            then(now, event)
    with pytest.raises(EventError, match="no teams are kept apart"):
        then(make(4, System.ROUND_ROBIN), KeptApart((1, 2), "x"))
