"""Tests of the lines that config.txt needs for a board.

Each line is required once, is found in every notation, and fits the computer's model.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.parts.hc165 import ChainBank
from hardware.parts.mcp23017 import ExpanderBank
from hardware.parts.ws2812b import WS2812B
from hardware.parts.ws2812b.twin import Ws2812Chain
from hardware.readers import Reader
from tests.wiring.boards import ALL, DIRECT, PEGS, PICO
from wiring.boot_config import console_on_serial, missing, settings
from wiring.description import Description

HEADER = (Reader("rdm6300", "table", "/dev/serial0"),)
PWM = replace(DIRECT.lights, driver="ws281x", pin=18)


def lines(board: Description) -> list[str]:
    return [each.line for each in settings(board)]


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (DIRECT, ["dtparam=spi=on", "dtoverlay=spi1-1cs", "core_freq=500", "core_freq_min=500"]),
        (replace(DIRECT, computer="pi3"), ["dtparam=spi=on", "dtoverlay=spi1-1cs", "core_freq=250"]),
        (replace(DIRECT, computer="zero2"), ["dtparam=spi=on", "dtoverlay=spi1-1cs", "core_freq=250"]),
        (replace(DIRECT, computer="pi5"), ["dtparam=spi=on", "dtoverlay=spi1-1cs"]),
        (replace(DIRECT, lights=PWM, bank=ChainBank("pins", 25, 5, 6, 13)), ["dtparam=audio=off"]),
        (replace(DIRECT, lights=PWM, bank=ChainBank("spi0")), ["dtparam=spi=on", "dtparam=audio=off"]),
        (
            replace(DIRECT, lights=replace(PWM, pin=10), bank=ChainBank("spi1")),
            ["dtparam=spi=on", "dtoverlay=spi1-1cs", "core_freq=500", "core_freq_min=500"],
        ),
        (replace(PICO, readers=()), []),
        (replace(PICO, readers=HEADER), ["enable_uart=1"]),
        (replace(PICO, readers=HEADER, computer="pi5"), ["dtparam=uart0=on"]),
        (
            replace(PEGS, computer="pi5", bank=ExpanderBank(((1, 0x20), (2, 0x20)))),
            [
                "dtparam=spi=on",
                "dtparam=i2c_arm=on,i2c_arm_baudrate=400000",
                "dtoverlay=i2c2-pi5,baudrate=400000",
            ],
        ),
    ],
)
def test_each_kind_of_board_needs_the_expected_lines_of_config_txt(
    board: Description, expected: list[str]
) -> None:
    assert lines(board) == expected


@pytest.mark.parametrize("board", ALL, ids=lambda board: board.title)
def test_a_config_txt_with_every_line_lacks_no_line_and_an_empty_config_txt_lacks_all_lines(
    board: Description,
) -> None:
    assert missing(board, "\n".join(lines(board))) == ()
    assert missing(board, "") == settings(board)


@pytest.mark.parametrize(
    ("config", "lacking"),
    [
        ("dtparam=spi=on\ndtoverlay=spi1-1cs\ncore_freq=500 # so\ncore_freq_min=500\n", []),
        ("[all]\ndtparam=audio=on,spi\ndtoverlay=spi1-1cs,cs0_pin=18\ncore_freq=500\ncore_freq_min=500", []),
        ("[pi4]\ndtparam=spi=1\ndtoverlay=spi1-1cs\ncore_freq=500\ncore_freq_min=500", []),
        (
            "[pi5]\ndtparam=spi=on\n[all]\ndtoverlay=spi1-1cs\ncore_freq=500\ncore_freq_min=500",
            ["dtparam=spi=on"],
        ),
        (
            "dtparam=spi=on\ndtoverlay=spi1-1cs\ncore_freq=500\ncore_freq_min=500\ncore_freq=250",
            ["core_freq=500"],
        ),
        ("#dtparam=spi=on\ndtoverlay=spi1-1cs\ncore_freq=500\ncore_freq_min=500", ["dtparam=spi=on"]),
        ("dtparam=spi=off\ndtoverlay=spi1-1cs\ncore_freq=500\ncore_freq_min=500", ["dtparam=spi=on"]),
    ],
)
def test_settings_of_config_txt_are_merged_like_the_firmware_of_the_pi_merges_them(
    config: str, lacking: list[str]
) -> None:
    assert [each.line for each in missing(DIRECT, config)] == lacking


@pytest.mark.parametrize(
    ("cmdline", "there"),
    [
        ("console=serial0,115200 console=tty1 root=PARTUUID=1", True),
        ("console=ttyS0,115200", True),
        ("console=tty1 root=/dev/mmcblk0p2", False),
    ],
)
def test_a_console_on_the_card_readers_port_is_detected(cmdline: str, there: bool) -> None:
    assert console_on_serial(cmdline) is there


@given(st.binary(min_size=6, max_size=6), st.sampled_from([250 / 400, 200 / 500]))
def test_a_core_clock_that_falls_turns_every_light_white_despite_the_current_limit(
    rgb: bytes, core: float
) -> None:
    """This is the reason for the lines with core_freq: no data that is sent can prevent the fault."""
    spi = Ws2812Chain(2)
    strip = WS2812B.on_spi(spi, 2, amperes=0.01)
    strip.show(rgb)
    assert sum(spi.pixels) < 6 * 255
    spi.core_clock = core
    strip.show(rgb)
    assert spi.pixels == bytes([255] * 6)


def test_a_core_clock_twice_too_fast_darkens_the_lights() -> None:
    spi = Ws2812Chain(2)
    spi.core_clock = 2.0
    WS2812B.on_spi(spi, 2).show(bytes([255] * 6))
    assert spi.pixels == bytes(6)
