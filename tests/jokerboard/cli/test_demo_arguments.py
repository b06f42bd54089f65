"""The game that the arguments of `jokerboard demo` describe."""

from __future__ import annotations

import pytest

from jokerboard.cli.demo_arguments import add_arguments, wanted_from
from jokerboard.cli.main import Parser
from jokerboard.table.runtime.game_setup import Wanted


def wanted(arguments: str) -> Wanted:
    parser = Parser()
    add_arguments(parser)
    return wanted_from(parser.parse_args(arguments.split()))


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ("", {}),
        ("--people off", {}),
        ("--people on", {"A": "Ann", "B": "Bo", "C": "Cleo", "D": "Dan"}),
        ("--people on --machine B,D", {"A": "Ann", "C": "Cleo"}),
        ("--people on --machine A,B,C,D", {}),
    ],
)
def test_simulated_people_have_names_and_machines_have_none(arguments: str, names: dict[str, str]) -> None:
    assert dict(wanted(arguments).names) == names


@pytest.mark.parametrize(
    ("arguments", "cards", "dealt"),
    [
        ("", "seat", False),
        ("--cards table", "table", False),
        ("--cards none", "none", False),
        ("--cards dealt", "seat", True),
        ("--machine B", "seat", True),
        ("--invite B,D", "seat", True),
        ("--machine B --cards table", "table", False),
    ],
)
def test_the_table_deals_if_machines_or_other_boards_play_unless_the_cards_are_chosen(
    arguments: str, cards: str, dealt: bool
) -> None:
    made = wanted(arguments)
    assert (made.cards, made.dealt) == (cards, dealt)
