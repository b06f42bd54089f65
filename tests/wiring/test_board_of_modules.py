"""Tests of a description with [modules]: its chains follow from the geometry, and a game can be played."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.programs import HEADLESS, SHORT, printed, refused
from tests.wiring.boards import READY
from wiring.errors import BoardError
from wiring.papers.build import documents
from wiring.parse import parse_board, read_board
from wiring.pcb.modules import modules
from wiring.printing import print_board

MODULES = next(path for path in READY if path.stem == "4-players-modules")
TEXT = MODULES.read_text(encoding="utf-8")


def test_a_description_with_modules_has_the_modules_channels_lights_feeds_and_plugs() -> None:
    board = read_board(MODULES)
    chain = modules(4, 16.0, "polygon")
    assert board.channels == tuple(hole for module in chain for hole in module.channels)
    assert board.lights.holes == tuple(hole for module in chain for hole in module.lights)
    assert board.lights.feeds == (0, 29, 58, 87)
    assert len(board.connectors) == 20


def test_a_printed_description_of_modules_is_parsed_to_an_equal_description() -> None:
    board = read_board(MODULES)
    assert parse_board(print_board(board)) == board


def test_each_light_of_a_board_of_modules_is_6_5_mm_beside_its_hole() -> None:
    board = read_board(MODULES)
    by_hand = replace(board, modules=False)
    assert len(board.light_places) == 112
    assert board.light_places != by_hand.light_places
    for (x, y), (lx, ly) in zip(board.places, board.light_places, strict=True):
        assert (lx - x) ** 2 + (ly - y) ** 2 == pytest.approx(6.5**2, abs=0.1)


def test_the_documents_of_a_board_of_modules_have_no_wire_list() -> None:
    names = {name for name, _, _ in documents(read_board(MODULES))}
    assert {"order.md", "cables.csv", "board.dxf", "board.toml", "board.json", "bench.json"} <= names
    assert not {"wires.md", "segment.svg", "parts.md"} & names


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            'part = "drv5023"',
            'part = "drv5023"\nholes = "A0"',
            "line .*the modules determine holes: delete holes",
        ),
        ("amperes = 1.5", 'amperes = 1.5\nfeeds = "0"', "line .*the modules determine feeds: delete feeds"),
        ('shape = "polygon"', 'shape = "cross"', "line .*modules cannot form a cross"),
        ("pitch = 16.0", "pitch = 14.0", "modules are made for a pitch of 15.5 to 20 mm, not 14"),
        ('kind = "strips"', 'kind = "tiles"', "line .*kind"),
    ],
)
def test_a_description_that_contradicts_its_modules_is_refused_by_line(
    old: str, new: str, sentence: str
) -> None:
    assert old in TEXT
    with pytest.raises(BoardError) as refusal:
        parse_board(TEXT.replace(old, new, 1))
    assert any(re.search(sentence, each) for each in refusal.value.problems), refusal.value.problems


def test_wiring_new_makes_a_board_of_modules_and_refuses_a_cross_of_modules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = tmp_path / "mine.toml"
    printed(capsys, "wiring", "new", board, "--yes", "--modules", "yes", "--sides", "6")
    assert read_board(board).modules
    assert "modules cannot form a cross" in refused(
        capsys, "wiring", "new", tmp_path / "x.toml", "--yes", "--modules", "yes", "--shape", "cross"
    )


def test_a_game_is_played_through_the_wires_of_the_modules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = printed(
        capsys, *HEADLESS, *SHORT, "--seed", 3, "--wiring", MODULES, "--state", tmp_path / "state"
    )
    assert any(line.startswith("over: ") for line in lines)


def test_wiring_check_shows_the_modules_and_the_pole_that_their_sensors_sense(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = "\n".join(printed(capsys, "wiring", "check", MODULES))
    assert "modules: 16 strips, 4 START tiles, a head board; magnets with their north poles down" in text
    assert "112 x TI DRV5023AJQDBZR, unipolar, 0.39 A at 5 V" in text
    assert "116 x SK6812MINI-E by pico" in text
