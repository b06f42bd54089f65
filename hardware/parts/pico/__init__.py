"""A Raspberry Pi Pico on USB that reads hole sensors on a chain of 74HC165 chips and drives the lights."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from firmware_bridge.errors import BridgeError
from hardware.clock import Clock
from hardware.errors import DeviceMissing
from hardware.parts.bank_part import Bank, BankPart, BoardOf, Chain, Chip, Line, Opened
from hardware.parts.chain_watch import watch_of
from hardware.parts.computer import LAST_GP, PICO_EDGE, PICO_RAIL, SERIAL_FILES, Take, pico, serial
from hardware.parts.hc165 import INPUTS, chain_line, clock_lines, registers, shift_register
from hardware.parts.part import Fault, Material, Option, Wire, module_of

WORD = "pico"
BY_ID = "/dev/serial/by-id"
SPI_CLOCK, SPI_DATA = (2, 6, 18, 22), (0, 4, 16, 20)
"""The pins that can be SCK and RX (the data) of SPI 0 of an RP2040 (data sheet, section 1.4.3)."""

AMPERES = 0.1
"""The current of a Pico that uses USB, at 5 V."""


@dataclass(frozen=True, slots=True)
class PicoBank(Bank):
    """A Pico with a chain of 74HC165 chips.

    `port` is the Pico's serial port, empty if there is only one Pico; `clock`, `data` and `load` are GP
    numbers.
    """

    port: str = ""
    clock: int = 18
    data: int = 16
    load: int = 17
    watch: bool = False
    """Whether one more chip with tied inputs ends the chain, so that a broken chain is detected.

    Boards of earlier versions have no such watching chip.
    """

    rail: ClassVar[float] = PICO_RAIL
    powered_by: ClassVar[tuple[str, str, str]] = (
        "Pico 3V3 (pin 36)",
        "Pico ground (pin 38)",
        "Pico ground (pin 38)",
    )
    reader: ClassVar[str] = "Pico"
    reader_amperes: ClassVar[float] = AMPERES
    inputs_a_chip: ClassVar[int] = len(INPUTS)

    @property
    def part(self) -> BankPart:
        """The part whose settings these are."""
        return PICO

    @classmethod
    def usual(cls, channels: int, computer: str) -> PicoBank:  # noqa: ARG003
        """The bank that a new board gets: the only Pico, with the default pins and a watching chip."""
        return cls(watch=True)

    @property
    def watched(self) -> bool:
        """Whether the chain ends in a watching chip."""
        return self.watch

    def _is_watched(self, board: BoardOf) -> bool:
        """Whether a broken chain can be detected, by a watching chip or by ready modules."""
        return self.watched or bool(board.tied_chips)

    def takes(self, computer: str) -> Iterator[Take]:
        """The Pico's serial port on USB."""
        remedy = "plug the Pico in; if it is new: jokerboard firmware flash"
        yield Take("port", "the Pico", serial(self.port or BY_ID, computer, remedy), ())

    def faults(self, board: BoardOf) -> Iterator[Fault]:
        """A fault for each pin that a Pico does not have, cannot use for the SPI, or would use twice."""
        used = self.pins_used()
        yield from self._no_spi()
        for key, pin in used:
            if pin not in PICO_EDGE:
                yield Fault(key, f"a Pico has no GP{pin} on its edge")
        if board.lights.driver == WORD:
            used = (*used, ("LEDs", board.lights.pin))
        for pin, uses in Counter(pin for _, pin in used).items():
            if uses > 1:
                both = " and ".join(key for key, each in used if each == pin)
                yield Fault("clock", f"GP{pin} of the Pico is used twice, for {both}")

    def pins_used(self) -> tuple[tuple[str, int], ...]:
        """The pins of the Pico to which the chips are wired, each as (use, GP number)."""
        return ("clock", self.clock), ("data", self.data), ("load", self.load)

    def _no_spi(self) -> Iterator[Fault]:
        if self.clock not in SPI_CLOCK or self.data not in SPI_DATA:
            yield Fault(
                "clock",
                f"GP{self.clock} and GP{self.data} are no clock and data of SPI 0:"
                f" the clock is one of {', '.join(map(str, SPI_CLOCK))},"
                f" the data one of {', '.join(map(str, SPI_DATA))}",
            )

    def materials(self, board: BoardOf) -> Iterator[Material]:
        """The lines of the parts list for the Pico and the chips."""
        yield from self.microcontroller()
        yield from registers(board, self.chip_count(board), ("CLK", "LOAD"), watched=self.watched)

    @staticmethod
    def microcontroller() -> Iterator[Material]:
        """The lines of the parts list for the Pico and its cable."""
        yield Material(1, "microcontroller, with this project's firmware", PICO.number, PICO.alternatives)
        yield Material(1, "USB cable to the Pico, with data", "micro-USB")

    def lines(self, board: BoardOf) -> Iterator[Line]:
        """The wires LOAD and CLK. The firmware's clock stops between scans, so CLK INH needs no chip
        select.
        """
        chips = self.chip_count(board)
        yield chain_line("LOAD", "SH/LD", pico(self.load), chips, "white")
        yield from clock_lines(pico(self.clock), chips)

    @property
    def chain(self) -> Chain | None:
        """The connections by which the bits reach the data pin: QH of each chip to SER of the chip before."""
        return Chain(pico(self.data), "QH", "SER")

    @property
    def chip(self) -> Chip:
        """The drawing of a shift register whose CLK INH is on ground."""
        return shift_register("ground", watched=self.watched)

    def wires(self) -> Iterator[Wire]:
        """The Pico's USB cable."""
        yield Wire("USB", "USB cable, with data", ("Pi USB", "Pico USB"), "cable", 0.0, 500.0)

    def files(self, board: BoardOf) -> Iterator[tuple[str, str, str]]:
        """The file with the settings of the Pico's firmware, as (name, content, description)."""
        yield "board.json", self.settings(board), "for jokerboard firmware flash --board"

    def settings(self, board: BoardOf) -> str:
        """The content of board.json for `board`; see firmware_bridge/firmware/board.py."""
        lights = board.lights
        found: dict[str, object] = {
            "channels": 8 * self.chip_count(board) if self._is_watched(board) else len(board.channels),
            "leds": len(lights.holes),
            "analog": self.part.analog,
            "cap_ma": round(1000 * lights.amperes),
            "sck": self.clock,
            "miso": self.data,
            "load": self.load,
        }
        if lights.driver == WORD:
            found["led_pin"] = lights.pin
        return json.dumps(found, indent=1) + "\n"

    def open(self, board: BoardOf, clock: Clock) -> Opened:
        """Open the sensors, the lights if the Pico drives them, and the Pico's buzzer if it has one."""
        lit = board.lights.driver == WORD
        leds = len(board.lights.holes) if lit else 0
        made = module_of(__name__).PicoBoard(
            clock,
            self._path(),
            len(board.channels),
            leds,
            amperes=board.lights.amperes,
            calibration=board.calibration,
            watch=watch_of(board.tied_chips, self.chip_count(board)) if self._is_watched(board) else None,
        )
        if not lit:
            made.leave("strip")
        return Opened(made, made.strip if lit else None, made.sounder)

    def wait(self) -> None:
        """Block until the Pico answers, then close the line; raise DeviceMissing if it stays silent."""
        module_of(__name__, "link").await_answer(self._path())

    def _path(self) -> str:
        from firmware_bridge.transport import find_board

        try:
            path = self.port or find_board()
        except BridgeError as error:
            raise DeviceMissing(str(error)) from error
        if not Path(path).exists():
            raise DeviceMissing(f"{path} is not there; plug the board in, or look for its name in {BY_ID}")
        return path


def _pin(key: str, meaning: str, default: int) -> Option:
    return Option(key=key, meaning=meaning, default=default, limits=(0, LAST_GP))


OPTIONS = (
    Option(key="port", meaning=f"its serial port, as {BY_ID}/...; empty: the only board there", default=""),
    _pin("clock", "GP of CLK", 18),
    _pin("data", "GP of the first QH", 16),
    _pin("load", "GP of SH/LD", 17),
    Option(key="watch", meaning="whether a chip at the end of the chain watches it", default=False),
)

PICO = BankPart(
    word=WORD,
    name="74HC165 shift registers on a Raspberry Pi Pico",
    number="Raspberry Pi Pico H (SC0917)",
    alternatives="Pico (SC0915)",
    sheet="Raspberry Pi Pico datasheet; TI SCLS116, SN74HC165",
    volts=3.3,
    milliamperes=2.0,
    access=(SERIAL_FILES,),
    settings=PicoBank,
    reading="pico",
    link="pty",
    options=OPTIONS,
    folder=__name__,
)
PARTS = (PICO,)
