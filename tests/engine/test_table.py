from __future__ import annotations

import pytest

from engine.errors import RulesError
from engine.position import Position
from engine.rules.rule_sets import RULES
from engine.table import table_at, table_for

TEXAS, PEGS = RULES["texas"], RULES["pegs-and-jokers"]


def test_players_sit_evenly_around_the_board() -> None:
    assert table_for(TEXAS).seats == (0, 1, 2, 3)
    assert table_for(PEGS, 2).seats == (0, 2)
    assert table_for(PEGS, 2).sides == 4
    assert table_for(PEGS, 3, sides=6).seats == (0, 2, 4)
    assert table_for(PEGS, 5).sides == 5


def test_equal_tables_are_one_object() -> None:
    table = table_for(TEXAS, 4)
    assert table_at(TEXAS, Position.parse("A8/-/-/- C")) is table
    assert table_at(RULES["texas"].with_switches({}), table.initial()) is table
    assert hash(table) == hash(table_for(TEXAS, 4))
    assert table != table_for(TEXAS, 6)


def test_partners_are_counted_clockwise_from_the_left() -> None:
    six = table_for(RULES["joker-board"], 6)
    assert six.partners(2) == (4, 0)
    assert six.team_of(2) == (0, 2, 4)
    assert table_for(TEXAS, 6).partners(1) == (4,)
    assert table_for(PEGS, 8, 4).team_of(5) == (1, 5)
    assert table_for(PEGS, 5, 2).team_of(0) == (0, 2, 4)
    assert table_for(PEGS, 2).partners(0) == ()
    assert table_for(PEGS, 2).partners(1) == ()
    assert table_for(PEGS, 3).team_count == 3


def test_a_game_begins_with_every_marble_in_start() -> None:
    assert table_for(PEGS, 2).initial().line() == "-/./-/. A"
    assert table_for(TEXAS).initial(3).line() == "-/-/-/- D"


def test_a_finished_player_helps_the_partners_that_the_rule_set_defines() -> None:
    line = "h1,h2,h3,h4,h5/-/C8/-/E8/- A"
    position = Position.parse(line)
    assert table_at(RULES["joker-board"], position).helping(position) == (2,)
    assert table_at(RULES["marbles-and-jokers"], position).helping(position) == (2, 4)
    nobody = RULES["joker-board"].with_switches({"help_order": "none"})
    assert table_at(nobody, position).helping(position) == ()
    unfinished = Position.parse("h2,h3,h4,h5/-/C8/-/E8/- A")
    assert table_at(RULES["joker-board"], unfinished).helping(unfinished) == (0,)


def test_a_team_wins_when_all_its_members_are_home() -> None:
    home = "h1,h2,h3,h4,h5"
    half, whole = Position.parse(f"{home}/-/C8/- B"), Position.parse(f"{home}/-/{home}/- B")
    table = table_for(TEXAS)
    assert table.winner(half) is None
    assert table.winner(whole) == (0, 2)
    first = table_for(TEXAS.with_switches({"win_condition": "player"}))
    assert first.winner(half) == (0, 2)


@pytest.mark.parametrize(
    ("players", "teams", "sides", "reason"),
    [
        (5, None, None, "texas is for 4, 6 players, not 5"),
        (4, 1, None, "4 players make 2 to 4 teams, not 1"),
        (4, 5, None, "4 players make 2 to 4 teams, not 5"),
        (4, None, 9, "3 to 8 sides, not 9"),
        (6, None, 4, "6 players cannot sit at a board with 4 sides"),
        (1, None, 4, "1 players cannot sit"),
    ],
)
def test_a_table_with_an_impossible_number_of_players_teams_or_sides_is_refused(
    players: int, teams: int | None, sides: int | None, reason: str
) -> None:
    with pytest.raises(RulesError, match=reason):
        table_for(TEXAS, players, teams, sides)


def test_a_position_with_another_number_of_marbles_is_refused() -> None:
    with pytest.raises(RulesError, match="the position has 4 marbles a seat, the rules have 5"):
        table_at(TEXAS, Position.parse("-/-/-/- A", per_seat=4))


def test_a_seat_whose_last_marble_a_split_can_bring_home_may_move_its_partners() -> None:
    near, far = Position.parse("A0,h2,h3,h4,h5/-/C8/- A"), Position.parse("A10,h2,h3,h4,h5/-/C8/- A")
    assert table_at(PEGS, near).may_move(near) == (0, 2)
    assert table_at(PEGS, far).may_move(far) == (0,)
    two_left = Position.parse("A0,A1,h3,h4,h5/-/C8/- A")
    assert table_at(PEGS, two_left).may_move(two_left) == (0,)
