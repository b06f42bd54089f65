"""Tests of the wires and parts of a board: fuses, regulator, level shifter, readers, resistors, buffers."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from hardware.parts.hc165 import A_BUFFER
from hardware.parts.part import GROUND, PLUS_3, PLUS_5, THIN
from hardware.parts.pico import PicoBank
from hardware.readers import Reader
from tests.wiring.boards import ALL, DIRECT, PEGS, PICO, READY
from wiring.checks import needs_regulator
from wiring.description import Description
from wiring.new_board import CLOSED, Choices, new_board
from wiring.papers.build import start_here
from wiring.papers.lists import materials
from wiring.papers.wires import WATCHING, wires
from wiring.parse import read_board

LONGEST = new_board(Choices(sides=8, shape="paddles", pieces="marbles"))
"""The board with the longest chain: eight paddles with 32 chips, and a watching chip."""

BOARDS = pytest.mark.parametrize("board", ALL, ids=lambda board: board.title)


def ends(board: Description) -> set[str]:
    return {end for wire in wires(board) for end in wire.ends}


def bought(board: Description, what: str) -> int:
    return sum(each.count for each in materials(board) if what in each.what)


@BOARDS
def test_no_signal_wire_has_the_colour_of_a_supply_wire(board: Description) -> None:
    for wire in wires(board):
        if wire.area == THIN and "V" not in wire.what and wire.what != "ground":
            assert wire.colour.split()[0] not in (PLUS_3, PLUS_5, GROUND), wire
        if wire.what.startswith("3.3 V"):
            assert wire.colour == PLUS_3
        if wire.what == "5 V":
            assert wire.colour == PLUS_5


@BOARDS
def test_everything_on_the_5_v_supply_has_a_fuse_in_the_parts_list(board: Description) -> None:
    fed = [wire for wire in wires(board) if wire.ends[0] == "supply +"]
    fuses = [end for wire in fed for end in wire.ends if end.startswith("fuse ")]
    assert len(fuses) == len(fed) == len(set(fuses))
    assert bought(board, "fuse ") == len(fuses)
    assert len([name for name in fuses if re.match("fuse F[0-9]", name)]) == len(board.lights.feeds)


@BOARDS
def test_a_board_that_needs_a_regulator_has_its_three_wires_and_its_part(board: Description) -> None:
    there = {"regulator IN", "regulator GND", "regulator OUT"} & ends(board)
    assert len(there) == (3 if needs_regulator(board) else 0)
    assert bought(board, "regulator") == needs_regulator(board)


@BOARDS
def test_every_pin_of_the_level_shifter_except_unused_outputs_is_wired(board: Description) -> None:
    text = " ".join(end for end in ends(board) if "shifter" in end)
    pins = {int(n) for group in re.findall(r"\(pins? ([0-9, ]+)\)", text) for n in group.split(",")}
    assert pins == set(range(1, 15)) - {6, 8, 11}


@BOARDS
def test_gpio_numbers_in_the_wire_list_have_the_headers_pin(board: Description) -> None:
    for end in ends(board):
        if re.search(r"GPIO [0-9]|GP[0-9]", end):
            assert re.search(r"\(pin [0-9]+\)$", end), end


@BOARDS
def test_each_sensor_and_each_chip_has_its_capacitor(board: Description) -> None:
    sensors = sum(hole is not None for hole in board.channels)
    assert bought(board, "capacitor 100 nF: one") >= sensors + len(board.connectors)


def test_every_chain_has_a_watching_chip_except_on_an_earlier_pico() -> None:
    before = replace(PICO, bank=PicoBank())
    for board in (DIRECT, PICO):
        assert WATCHING in ends(board)
        assert bought(board, "shift register") == len(board.connectors) + 1
    assert WATCHING not in ends(before)
    assert bought(before, "shift register") == len(before.connectors)


def test_lines_to_every_chip_have_a_resistor_at_the_computer() -> None:
    for board, names in ((DIRECT, ["LOAD", "CLK", "SEL"]), (PICO, ["LOAD", "CLK"])):
        found = {wire.name: wire.ends[1] for wire in wires(board) if wire.name in ("LOAD", "CLK", "SEL")}
        assert found == {name: f"R-{name} 47 Ohm" for name in names}
        assert bought(board, "resistor 47 Ohm") == len(names)


@pytest.mark.parametrize("board", [*ALL, LONGEST], ids=lambda board: board.title)
def test_the_clock_of_a_long_chain_has_a_buffer_for_every_ten_chips(board: Description) -> None:
    chips = board.bank.chip_count(board) if board.bank.chain else 0
    groups = [wire for wire in wires(board) if re.fullmatch("CLK[0-9]", wire.name)]
    assert len(groups) == (min(3, -(-chips // A_BUFFER)) if chips > A_BUFFER else 0)
    assert all(len(wire.ends) - 1 <= A_BUFFER + 1 for wire in groups)
    assert bought(board, "clock buffer with") == bool(groups)
    joined = [end for wire in groups for end in wire.ends[1:]]
    assert len(joined) == len(set(joined)) == (chips if groups else 0)
    if groups:
        text = " ".join(end for end in ends(board) if end.startswith("buffer"))
        pins = [int(n) for group in re.findall(r"\(pins? ([0-9, ]+)\)", text) for n in group.split(",")]
        assert len(pins) == len(set(pins))
        assert {7, 14, 1, 4, 5, 8} <= set(pins)


@pytest.mark.parametrize(
    ("reader", "expected"),
    [
        (Reader("rdm6300", "table", "/dev/serial/by-id/x"), {"USB adapter table RXD"}),
        (
            Reader("rdm6300", "table", "/dev/serial0"),
            {"Pi GPIO 15 (pin 10)", "R 1 kOhm, then 2 kOhm to ground"},
        ),
        (Reader("pn532", "A", "/dev/serial/by-id/x"), {"USB adapter A TXD", "reader A SCL (RXD)"}),
        (Reader("id12la", "A", "/dev/serial/by-id/x"), {"reader A pin 9 (D0)"}),
        (Reader("keyboard", "A", "/dev/input/by-id/x"), {"reader A", "Pi USB"}),
    ],
)
def test_a_card_readers_wires_are_in_the_wire_list(reader: Reader, expected: set[str]) -> None:
    assert expected <= ends(replace(PICO, readers=(reader,)))


def test_supplied_boards_have_closed_power_supplies_and_an_open_power_supply_has_a_warning() -> None:
    assert all(read_board(path).supply.amperes <= CLOSED for path in READY)
    big = new_board(Choices(sides=8, one_supply=True))
    assert big.supply.amperes > CLOSED
    numbers = " ".join(each.number for each in materials(big))
    assert "only for somebody who may wire mains" in numbers


def test_the_first_page_has_the_order_of_steps_the_magnets_pole_and_the_settings_of_its_board() -> None:
    board = new_board(Choices())
    paper = start_here(board)
    assert paper.index("Bench test, before you drill") < paper.index("drill by the template")
    assert "Mark the south pole of every magnet" in paper
    assert "core_freq_min=500" in paper
    assert "Careful" not in paper
    assert "lies down beside a neighbour" in start_here(DIRECT)
    assert "on USB" in start_here(replace(PICO, readers=()))
    assert "do_serial_cons 1" in start_here(
        replace(PEGS, readers=(Reader("rdm6300", "table", "/dev/serial0"),))
    )
