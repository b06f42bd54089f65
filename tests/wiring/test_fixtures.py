"""Tests of fixtures: buttons, readers and screws have room on the board, and are on a sheet that is
printed.
"""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from hardware.readers import Reader
from tests.wiring.boards import ALL, DIRECT, PEGS
from wiring.description import Button, Description
from wiring.fixtures import CLEAR, READER, fixtures
from wiring.papers.template import sheet_name, tiles, used

SEATS = tuple(Button("ok", seat, 4 + at) for at, seat in enumerate("ABCD"))
READERS = tuple(Reader("rdm6300", seat, f"/dev/ttyUSB{at}") for at, seat in enumerate("ABCD"))
BOARDS = [
    *ALL,
    replace(DIRECT, buttons=SEATS, readers=READERS),
    replace(PEGS, buttons=SEATS, drill=replace(PEGS.drill, light=6.0)),
]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.title} {len(board.buttons)}")
def test_no_fixture_overlaps_a_hole_a_light_or_another_fixture(board: Description) -> None:
    placed, without = fixtures(board)
    drill = board.drill
    assert len(placed) + len(without) == len(board.buttons) + len(board.readers) + sum(map(len, board.wood))
    for at, each in enumerate(placed):
        for x, y in board.places:
            assert math.dist((x, y), (each.x, each.y)) >= drill.hole / 2 + each.diameter / 2 + CLEAR
        for light in board.light_places if drill.offset else ():
            assert math.dist(light, (each.x, each.y)) >= drill.light / 2 + each.diameter / 2 + CLEAR
        for other in placed[:at]:
            gap = math.dist((other.x, other.y), (each.x, each.y))
            assert gap >= (other.diameter + each.diameter) / 2 + CLEAR


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.title} {len(board.buttons)}")
def test_every_fixture_is_on_a_sheet_that_is_printed(board: Description) -> None:
    for paper in ("a4", "letter"):
        cut = tiles(board, paper)
        printed = used(board, cut)
        assert all(cut.of(each.x, each.y) in printed for each in fixtures(board)[0])


def test_fixtures_for_which_there_is_no_room_are_listed_separately() -> None:
    crowd = tuple(Reader("rdm6300", "table", f"/dev/ttyUSB{n}") for n in range(28))
    placed, without = fixtures(replace(DIRECT, readers=crowd))
    assert set(without) == {"reader table"}
    assert len([each for each in placed if each.diameter == READER]) + len(without) == 28


def test_no_sheet_of_the_template_is_named_like_a_hole() -> None:
    names = {DIRECT.names.name(hole) for hole in range(DIRECT.names.holes)}
    assert not names & {sheet_name(column, row) for column in range(9) for row in range(9)}
