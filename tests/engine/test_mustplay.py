"""The duty to play, hand by hand: when a seat must play, when it may discard, and when a Joker counts."""

from __future__ import annotations

import pytest

from engine.cards import Rank
from engine.must_play import in_play, must_play, obliging, playable
from engine.position import Position
from engine.rules.rule_sets import RULES
from engine.table import Table, table_at


def at(name: str, line: str, **switches: str) -> tuple[Table, Position]:
    position = Position.parse(line)
    return table_at(RULES[name].with_switches(switches), position), position


def ranks(text: str) -> tuple[Rank, ...]:
    return tuple(map(Rank, text))


@pytest.mark.parametrize(
    ("name", "line", "hand", "owed"),
    [
        ("texas", "-/-/-/- A", "23456", ""),
        ("texas", "-/-/-/- A", "2345K", "K"),
        ("texas", "A8/-/-/- A", "2K2X", "2K"),
        ("texas", "-/B8/-/- A", "X4569", "X"),
        ("own-deck", "-/B8/-/- A", "X4569", "X"),
        ("joker-board", "-/B8/-/- A", "X45696", "X"),
        ("joker-board", "-/B8/-/- A", "X4569A", "XA"),
        ("marbles-and-jokers", "-/B8/-/- A", "X234569", ""),
        ("marbles-and-jokers", "A10/B8/-/- A", "X234569", "X234569"),
        ("own-deck", "A10/-/-/- A", "888888", "8"),
        ("pegs-and-jokers", "A8/B8/-/- A", "", ""),
    ],
)
def test_each_rule_set_determines_which_ranks_of_a_hand_must_be_played(
    name: str, line: str, hand: str, owed: str
) -> None:
    table, position = at(name, line)
    assert must_play(table, position, ranks(hand)) == ranks(owed)


def test_with_free_discards_no_rank_must_be_played() -> None:
    table, position = at("texas", "A8/-/-/- A", discard_free="on")
    assert must_play(table, position, ranks("2")) == ()
    assert playable(table, position, ranks("2X2")) == ranks("2")


@pytest.mark.parametrize(
    ("forced", "line", "obliges"),
    [
        ("only_play", "A10/B8/-/- A", True),
        ("nothing_in_play", "A10/B8/-/- A", False),
        ("nothing_in_play", "-/B8/-/- A", True),
        ("nothing_in_play", "h1,h2,h3,h4,h5/B8/-/- A", True),
        ("nothing_in_play", "h1,h2,h3,h4,h5/B8/C1/- A", False),
        ("never", "-/B8/-/- A", False),
    ],
)
def test_the_switch_joker_forced_decides_whether_a_joker_must_be_played(
    forced: str, line: str, obliges: bool
) -> None:
    table, position = at("texas", line, joker_forced=forced)
    assert bool(obliging(table, position, ranks("X"))) == obliges
    assert obliging(table, position, ranks("X2")) == ranks("X2")


def test_a_players_own_marble_in_a_lane_is_in_play_and_an_opponents_marble_is_not() -> None:
    assert not in_play(*at("texas", "-/B8/-/- A"))
    assert in_play(*at("texas", "h1/B8/-/- A"))
