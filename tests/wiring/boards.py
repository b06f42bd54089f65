"""Descriptions of boards, and a fake strip, for tests."""

from __future__ import annotations

from pathlib import Path

from hardware.readers import Reader
from wiring.description import Description
from wiring.new_board import Choices, new_board
from wiring.parse import parse_board
from wiring.printing import print_board

READY = tuple(sorted((Path(__file__).parents[2] / "wiring").glob("*.toml")))

DIRECT = new_board(Choices(pieces="marbles"))
PEGS = new_board(Choices(sides=6, pieces="pegs", part="a3144", reading="expanders", one_supply=False))
PICO = new_board(
    Choices(sides=8, reading="pico", pieces="marbles", readers=(Reader("rdm6300", "table", "/dev/ttyUSB0"),))
)
ANALOG = new_board(Choices(reading="pico", part="drv5055", pieces="marbles"))
SMALL = new_board(Choices(sides=3, reading="pico", part="drv5055", buttons=False, pieces="marbles"))
QUIET = new_board(Choices(sides=5, pieces="marbles", part="drv5032"))
CROSS = new_board(Choices(shape="cross", pieces="marbles"))
STAR = new_board(Choices(sides=6, shape="cross", pieces="pegs", pitch=20.0))
PADDLES = new_board(Choices(shape="paddles", pieces="marbles"))
PLANKS = new_board(Choices(sides=5, shape="paddles", reading="expanders", part="drv5032", pieces="marbles"))
ALL = (DIRECT, PEGS, PICO, ANALOG, SMALL, QUIET, CROSS, STAR, PADDLES, PLANKS)


def checked(board: Description) -> Description:
    """The description after it was printed as TOML and parsed again; raise BoardError if it has faults."""
    return parse_board(print_board(board), "board.toml")


class Strip:
    """A strip that records its present colours."""

    leds = 112

    def __init__(self) -> None:
        self.lit: list[int] = []

    def show(self, rgb: bytes) -> None:
        self.lit = [at // 3 for at in range(0, len(rgb), 3) if rgb[at]]

    def close(self) -> None:
        pass
