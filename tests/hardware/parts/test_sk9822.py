"""Tests of SK9822 lights: the frames, and a board whose description has them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import BadFrame
from hardware.parts.sk9822.driver import encode
from hardware.parts.sk9822.twin import Sk9822Chain
from tests.wiring.boards import checked
from wiring.boot_config import settings
from wiring.errors import BoardError
from wiring.new_board import Choices, new_board
from wiring.papers.lists import materials_md, wires_csv
from wiring.parse import parse_board
from wiring.printing import print_board, summary

BOARD = new_board(Choices(leds="sk9822"))


def test_an_sk9822_frame_has_a_start_the_colours_a_reset_and_half_a_clock_for_each_led() -> None:
    assert encode(bytes([1, 2, 3, 4, 5, 6])) == bytes.fromhex("00000000 ff030201 ff060504 00000000 00")
    assert len(encode(bytes(3 * 224))) == 4 + 4 * 224 + 4 + 14


@given(st.integers(1, 60).flatmap(lambda leds: st.binary(min_size=3 * leds, max_size=3 * leds)))
def test_sk9822_leds_show_every_colour(rgb: bytes) -> None:
    chain = Sk9822Chain(len(rgb) // 3)
    chain.writebytes2(encode(rgb))
    assert chain.pixels == rgb


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        (lambda data: data[2:], "does not start with 32 zero bits"),
        (lambda data: data[:-5], "the clock stops after"),
        (lambda data: data[:8] + b"\x01" + data[9:], "byte 8 begins no LED"),
        (lambda data: data[:-1], "the clock stops after 5 bytes of zeros; 20 LEDs need 6"),
    ],
)
def test_a_bad_sk9822_frame_is_refused_and_the_last_frame_stays(harm, sentence) -> None:  # type: ignore[no-untyped-def]
    chain = Sk9822Chain(20)
    chain.writebytes2(encode(bytes([9] * 60)))
    with pytest.raises(BadFrame, match=sentence):
        chain.writebytes2(harm(encode(bytes([7] * 60))))
    assert chain.pixels == bytes([9] * 60)


def test_wiring_check_reports_the_current_and_the_two_lines_of_sk9822_leds_and_no_core_clock() -> None:
    lines = list(summary(checked(BOARD)))
    assert any("112 x SK9822, 10 mm board by spi; 0.11 A dark, 6.72 A at" in line for line in lines)
    assert any(
        "for 2 lines: data and clock at 1 MHz; clocked LEDs need no exact pulse widths" in line
        for line in lines
    )
    assert not any("core_freq" in line or "800,000" in line for line in lines)
    assert [each.line for each in settings(BOARD)] == ["dtparam=spi=on", "dtoverlay=spi1-1cs"]


def test_the_documents_of_a_board_with_sk9822_leds_name_the_leds_and_their_clock_wires() -> None:
    listed, bought = wires_csv(BOARD), materials_md(BOARD)
    assert "C001,LED clock,LED 0 (A0) CO,LED 1 (A1) CI" in listed
    assert 'LED2,"LED clock, 3.3 V",Pi GPIO 11 (pin 23),shifter 2A (pin 5)' in listed
    assert "SK9822, 10 mm board" in bought
    assert "WS2812B" not in listed + bought


def test_a_pico_cannot_drive_sk9822_leds_and_the_error_names_the_line() -> None:
    text = print_board(new_board(Choices(reading="pico"))).replace('chip = "ws2812b"', 'chip = "sk9822"')
    with pytest.raises(BoardError, match=r"line [0-9]+: driver is one of spi, not 'pico'"):
        parse_board(text)
