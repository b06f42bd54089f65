"""Analog hall sensors behind the multiplexers of a Raspberry Pi Pico."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from hardware.parts.bank_part import BankPart, BoardOf, Chain, Chip, Line
from hardware.parts.computer import pico
from hardware.parts.part import Fault, Material
from hardware.parts.pico import PICO, PicoBank

SELECT, ENABLE, ADC = (10, 11, 12, 13), (2, 3, 4), (26, 27, 28)
"""The Pico's pins to the multiplexers, fixed by the firmware: chip m is on ADC[m % 3], enabled by ENABLE[m //
3].
"""

INPUTS = tuple((str(9 - n if n < 8 else 31 - n), f"I{n}") for n in range(16))
MOST = len(ADC) * len(ENABLE) * len(INPUTS)
"""The most sensors that one Pico can measure."""


@dataclass(frozen=True, slots=True)
class AnalogPicoBank(PicoBank):
    """A Pico that measures analog sensors; `clock`, `data` and `load`, the pins of a chain, are not used."""

    watched: ClassVar[bool] = False
    inputs_a_chip: ClassVar[int] = len(INPUTS)
    chain: ClassVar[Chain | None] = None
    chip: ClassVar[Chip] = Chip(
        "CD74HC4067",
        INPUTS,
        (
            ("24", "VCC", "3.3 V, with 100 nF to GND"),
            ("12", "GND", "ground (TG)"),
            ("1", "COM", "ADC of the Pico"),
            ("15", "E", "EN of the chip's group"),
            ("10", "S0", "SEL0"),
            ("11", "S1", "SEL1"),
            ("14", "S2", "SEL2"),
            ("13", "S3", "SEL3"),
        ),
        pulls_up=True,
        unused="left open",
    )

    @property
    def part(self) -> BankPart:
        """The part whose settings these are."""
        return PICO_ANALOG

    @classmethod
    def usual(cls, channels: int, computer: str) -> AnalogPicoBank:  # noqa: ARG003
        """The bank that a new board gets: the only Pico."""
        return cls()

    def pins_used(self) -> tuple[tuple[str, int], ...]:
        """The pins of the Pico to which the multiplexers are wired, each as (use, GP number)."""
        return tuple((f"the multiplexers ({pin})", pin) for pin in (*SELECT, *ENABLE, *ADC))

    def _no_spi(self) -> Iterator[Fault]:
        yield from ()

    def faults(self, board: BoardOf) -> Iterator[Fault]:
        """A fault for a watching chip, for too many sensors, and for each pin that is used twice."""
        if self.watch:
            yield Fault("watch", "multiplexers are no chain that a chip could watch; take `watch` out")
        if len(board.channels) > MOST:
            yield Fault("part", f"a Pico measures {MOST} analog sensors at most, not {len(board.channels)}")
        yield from PicoBank.faults(self, board)

    def materials(self, board: BoardOf) -> Iterator[Material]:
        """The lines of the parts list for the Pico and the multiplexers."""
        yield from self.microcontroller()
        yield Material(
            self.chip_count(board), "analog multiplexer, 16 inputs", "TI CD74HC4067M96", "74HC4067 module"
        )

    def lines(self, board: BoardOf) -> Iterator[Line]:
        """The wires of the trunk: four select an input, three enable a group of chips, three carry
        voltages.
        """
        chips = range(self.chip_count(board))
        for bit, pin in enumerate(SELECT):
            yield Line(f"SEL{bit}", f"select {bit}", (pico(pin),), chips, "white")
        for number, pin in enumerate(ENABLE):
            if on := chips[3 * number : 3 * number + 3]:
                yield Line(f"EN{number}", "enable, low", (pico(pin),), on, "violet")
        for number, pin in enumerate(ADC):
            yield Line(f"ADC{number}", "voltage", (pico(pin),), chips[number::3], "blue")


PICO_ANALOG = replace(
    PICO,
    name="CD74HC4067 multiplexers on a Raspberry Pi Pico",
    sheet="Raspberry Pi Pico datasheet; TI SCHS209, CD74HC4067",
    settings=AnalogPicoBank,
    analog=True,
    folder=__name__,
    no_driver="the driver in hardware/parts/pico reads the multiplexers",
)
PARTS = (PICO_ANALOG,)
