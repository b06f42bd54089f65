"""Tests of magnets and sensors: combinations that cannot work are refused, tight combinations get a
warning.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.magnets import Disc
from hardware.parts.catalogue import HALLS
from jokerboard.cli.main import main
from tests.wiring.boards import DIRECT, PEGS, READY, checked
from wiring.checks import needs_regulator, rail_amperes
from wiring.description import MARBLE_MAGNET, PEG_MAGNET, Description
from wiring.errors import BoardError
from wiring.magnet_checks import neighbours_field, own_field
from wiring.new_board import Choices, new_board
from wiring.parse import parse_board, read_board, warnings
from wiring.printing import print_board

PEG_BOARD = new_board(Choices())


def doubts(board: Description) -> str:
    return "\n".join(warnings(board, print_board(board), "x.toml"))


@pytest.mark.parametrize("path", READY, ids=lambda path: path.stem)
def test_the_magnets_of_the_supplied_boards_are_strong_enough_for_their_own_sensors_only(path: Path) -> None:
    board = read_board(path)
    assert (board.pieces, board.magnet.mount, board.part) == ("pegs", "fixed", "drv5023")
    assert warnings(board, path.read_text(), path.name) == ()
    assert own_field(board) > 1.5 * HALLS[board.part].operate
    assert neighbours_field(board) < 0, "stray fields of upright magnets help a unipolar sensor to let go"


@pytest.mark.parametrize(
    ("board", "refused"),
    [
        (
            replace(PEG_BOARD, part="drv5032fb"),
            "measures only 5 times a second and misses a piece that is walked",
        ),
        (
            replace(PEG_BOARD, magnet=replace(PEG_MAGNET, gap=9.0)),
            r"gives 7.9 mT, but a drv5023 may need 12 mT",
        ),
        (
            replace(PEG_BOARD, magnet=replace(PEG_MAGNET, disc=Disc(4.0, 0.5))),
            "a 4 x 0.5 mm magnet 4.5 mm above",
        ),
        (replace(DIRECT, part="drv5023"), "senses only one pole, but a loose magnet in a marble turns"),
        (
            replace(DIRECT, magnet=replace(MARBLE_MAGNET, mount="fixed")),
            "a marble rolls, so its magnet is not fixed: write weighted",
        ),
    ],
)
def test_an_impossible_combination_of_magnet_and_sensor_is_refused(board: Description, refused: str) -> None:
    with pytest.raises(BoardError) as caught:
        checked(board)
    assert re.search(refused, "\n".join(caught.value.problems))


@pytest.mark.parametrize(
    ("board", "doubt"),
    [
        (DIRECT, "a loose magnet in a marble lies down beside a neighbour"),
        (DIRECT, "the field in an empty hole between two pieces is up to"),
        (
            replace(PEG_BOARD, part="drv5032"),
            "measures 20 times a second and misses a piece that is in a hole for less than 50 ms",
        ),
        (replace(PEG_BOARD, part="drv5032dg"), "only made in X2SON, which cannot be soldered by hand"),
        (
            replace(PEG_BOARD, magnet=replace(PEG_MAGNET, gap=7.0)),
            "the field at the sensors is 14.5 mT, and they may need 12 mT",
        ),
    ],
)
def test_a_doubtful_combination_of_magnet_and_sensor_is_accepted_with_a_warning(
    board: Description, doubt: str
) -> None:
    assert checked(board) == board
    assert doubt in doubts(board)


def test_weighted_marbles_may_have_unipolar_sensors_and_get_no_warning_about_lying_magnets() -> None:
    board = replace(DIRECT, part="drv5023fa", magnet=replace(MARBLE_MAGNET, mount="weighted"))
    assert checked(board) == board
    assert "lies down" not in doubts(board)


def test_every_magnet_and_sensor_names_the_source_of_its_figures() -> None:
    for word, part in HALLS.items():
        assert part.sheet, word
        assert 0 < part.release < part.operate, word
    assert {part.hertz for part in HALLS.values() if part.poles == "omnipolar" and part.hertz} == {5, 20}
    assert HALLS["drv5032dg"].poles == "unipolar"
    assert min(HALLS[w].operate for w in HALLS if w.startswith("drv5055")) == HALLS["drv5055a1"].operate


def test_a_description_without_magnets_is_read_with_the_default_magnet() -> None:
    lines = print_board(DIRECT).splitlines()
    cut = lines.index("[magnets]")
    old = [each for each in (*lines[:cut], *lines[cut + 4 :]) if not each.startswith("sensor =")]
    assert parse_board("\n".join(old)) == DIRECT


def test_an_impossible_size_of_a_magnet_is_reported_with_its_line() -> None:
    text = print_board(DIRECT).replace('"6x3"', '"six"')
    with pytest.raises(
        BoardError,
        match=r"line 17: the size of a magnet is DIAMETERxHEIGHT in millimetres, as 4x4, not 'six'",
    ):
        parse_board(text)


def test_wiring_check_prints_warnings_and_accepts_the_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "m.toml"
    file.write_text(print_board(DIRECT))
    assert main(["wiring", "check", str(file)]) == 0
    shown = capsys.readouterr().err.splitlines()
    assert [line.partition(": a loose magnet")[0] for line in shown if "lies down" in line] == [
        "jokerboard: warning: m.toml line 18"
    ]


def test_the_current_of_sensors_and_chips_counts_for_the_limit_of_the_3_3_v_pin() -> None:
    five = new_board(Choices(sides=5))
    sensors = 140 * HALLS["drv5023"].milliamperes / 1000
    assert sensors < 0.5 < rail_amperes(five)
    assert needs_regulator(five)
    assert rail_amperes(PEGS) < 0.1, "5 V sensors take nothing from 3.3 V"
