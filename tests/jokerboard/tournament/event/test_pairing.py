"""The drawing of lots, and the conditions under which a round is paired."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jokerboard.tournament.errors import EventError, MissingLibraryError
from jokerboard.tournament.event import actions
from jokerboard.tournament.event.events import Changed
from jokerboard.tournament.event.model import Entry, Order, System
from jokerboard.tournament.event.team_events import Drawn, Registered, Withdrawn
from jokerboard.tournament.pairing.criteria import least_cost
from jokerboard.tournament.pairing.next_round import lots
from jokerboard.tournament.paper.sheets import sheet
from tests.jokerboard.tournament.event.tournaments import entries, make, paired, settings, then


def test_lots_are_drawn_in_the_order_of_the_list_or_of_the_ratings_or_at_random() -> None:
    teams = tuple(
        Entry(f"T{k}", (f"A{k}", f"B{k}"), rating=rating) for k, rating in enumerate((900, 1500, 0, 1500))
    )
    now = then(make(0), Registered(teams))
    assert lots(now).order == (1, 2, 3, 4)
    assert lots(then(now, Changed(replace(settings(), order=Order.RATING)))).order == (2, 4, 1, 3)
    drawn = {
        lots(then(now, Changed(replace(settings(), order=Order.LOT, seed=seed)))).order for seed in range(20)
    }
    assert len(drawn) > 5
    assert all(sorted(order) == [1, 2, 3, 4] for order in drawn)
    again = then(now, Changed(replace(settings(), order=Order.LOT, seed=7)))
    assert lots(again) == lots(again)


def test_the_lots_decide_which_teams_are_the_upper_half_of_the_first_round() -> None:
    now = then(make(4), Drawn((4, 3, 2, 1)))
    assert now.team(4).lot == 1
    tables = {frozenset(match.teams) for match in paired(now).rounds[0].matches}
    # The lots follow the list here, so pairing draws them again in the order of the list.
    assert tables == {frozenset((1, 3)), frozenset((2, 4))}


@pytest.mark.parametrize("system", System)
def test_a_round_cannot_be_paired_without_enough_teams(system: System) -> None:
    with pytest.raises(EventError, match="a round needs 2 teams at least, and 1 play"):
        actions.pair(make(1, system))
    with pytest.raises(EventError, match="3 teams at least, and 2 play"):
        actions.pair(then(make(3, system, 3), Withdrawn(1)))


def test_a_round_is_paired_only_after_the_previous_one_is_over() -> None:
    with pytest.raises(EventError, match="round 1 has not been started; then round 2 can be paired"):
        paired(paired(make(4)))


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(6, 11), st.integers(0, 2**90)), max_size=20))
def test_a_matching_of_least_cost_has_each_team_at_most_once(edges: list[tuple[int, int, int]]) -> None:
    found = least_cost(edges)
    ends = [end for pair in found for end in pair]
    assert len(set(ends)) == len(ends)
    assert {(one, other) for one, other, _ in edges} >= set(found)


def test_the_missing_libraries_networkx_and_segno_are_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = make(4)
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(MissingLibraryError, match=r"needs networkx, which is not installed: .*-m pip"):
        paired(now)
    monkeypatch.undo()
    now = paired(then(now, Changed(replace(settings(), address="http://desk:8090"))))
    monkeypatch.setitem(sys.modules, "segno", None)
    assert "No QR code: the library segno is not installed." in sheet(now, "seats", None, 0.0)


def test_a_round_robin_is_paired_without_networkx(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    assert len(paired(then(make(0, System.ROUND_ROBIN), Registered(entries(7)))).rounds[0].matches) == 3
