"""The order of the teams when time is called."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Rank
from engine.geometry import board
from engine.legal import legal
from engine.position import Position
from engine.rules.rule_sets import RULES
from engine.table import table_for
from jokerboard.tournament.event.distance import by_counts, count, holes_to_go, marbles_home
from jokerboard.tournament.event.model import Count, How


@pytest.mark.parametrize(
    ("line", "to_go"),
    [
        ("-/-/-/- A", 5 + 68 + 69 + 70 + 71 + 72),
        ("A8/-/-/- A", 4 + 68 + 69 + 70 + 71 + 72),
        ("A3/-/-/- A", 4 + 69 + 70 + 71 + 72 + 1),
        ("h1,h2,h3,h4,h5/-/-/- A", 0),
        ("A3,h2,h3,h4,h5/-/-/- A", 1),
        ("A2,h1,h2,h3,h4/-/-/- A", 6),
        ("h1,h2,h3,h4/-/-/- A", 1 + 68 + 4),
        ("A4,h2,h3,h4,h5/-/-/- A", 72),
        ("A7,h2,h3,h4,h5/-/-/- A", 69),
    ],
)
def test_the_holes_to_go_of_a_position_are_counted_up_to_the_last_home_holes(line: str, to_go: int) -> None:
    assert holes_to_go(Position.parse(line), 0) == to_go


def test_a_marble_has_more_holes_to_go_on_a_larger_board() -> None:
    assert holes_to_go(Position.parse("-/-/-/-/-/- A"), 2) == 5 + sum(range(104, 109))


def test_with_four_marbles_the_deepest_four_holes_of_the_lane_are_the_goal() -> None:
    assert holes_to_go(Position.parse("h2,h3,h4,h5/-/-/- A", per_seat=4), 0) == 0
    assert holes_to_go(Position.parse("h1,h3,h4,h5/-/-/- A", per_seat=4), 0) == 1


@given(st.integers(0, 71), st.integers(1, 13))
def test_a_forward_play_of_n_holes_lowers_the_holes_to_go_by_n(hole: int, steps: int) -> None:
    there = board(4)
    ahead = (hole + steps) % 72
    crossed = {(hole + k) % 72 for k in range(1, steps + 1)}
    before = Position(4, ((hole,), (), (), ()), 0)
    after = Position(4, ((ahead,), (), (), ()), 0)
    nearer = holes_to_go(before, 0) - holes_to_go(after, 0)
    # A marble that passes its own in-spot begins another whole round.
    assert nearer == (steps - 72 if crossed & {there.in_spot(0) + 1} else steps)


def test_every_play_into_the_lane_lowers_the_holes_to_go_by_the_cards_count() -> None:
    table = table_for(RULES["texas"])
    before = Position.parse("A1,A10/-/-/- A")
    for rank, steps in (("3", 3), ("4", 4), ("5", 5), ("6", 6), ("7", 7)):
        entered = [
            outcome.position
            for outcome in legal(table, before, Rank(rank))
            if marbles_home(outcome.position, 0) and len(outcome.play.legs) == 1
        ]
        assert entered
        for after in entered:
            assert holes_to_go(before, 0) - holes_to_go(after, 0) == steps


def test_the_marbles_home_and_holes_to_go_of_a_team_are_summed_over_its_seats() -> None:
    position = Position.parse("h1,h5/A8/h5/- A")
    both = count(position, (0, 2), 7)
    assert both == Count(7, 3, holes_to_go(position, 0) + holes_to_go(position, 2))


def test_when_time_is_called_more_marbles_home_decide_before_fewer_holes_to_go() -> None:
    ahead, behind = Count(1, 6, 300), Count(2, 5, 100)
    assert by_counts((behind, ahead)).places == ((1,), (2,))
    assert by_counts((Count(1, 5, 101), Count(2, 5, 100))).places == ((2,), (1,))
    assert by_counts((Count(1, 5, 100), Count(2, 5, 100))).places == ((1, 2),)


def test_equal_teams_of_a_table_of_three_share_a_place_and_its_points() -> None:
    result = by_counts((Count(1, 5, 100), Count(2, 7, 100), Count(3, 5, 100)))
    assert result.places == ((2,), (1, 3))
    assert [result.points(team) for team in (1, 2, 3)] == [1, 4, 1]


def test_the_winner_of_a_game_is_first_even_with_fewer_marbles_home() -> None:
    result = by_counts((Count(1, 9, 0), Count(2, 2, 200), Count(3, 3, 200)), winner=2, how=How.PLAYED)
    assert result.places == ((2,), (1,), (3,))
