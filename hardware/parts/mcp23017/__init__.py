"""MCP23017 port expanders: hole sensors on I2C buses of a Raspberry Pi."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from hardware.clock import Clock
from hardware.parts.bank_part import Bank, BankPart, BoardOf, Chip, Line, Opened
from hardware.parts.computer import (
    COMPUTERS,
    GPIO_FILES,
    GPIOZERO,
    I2C_FILES,
    LAST_GPIO,
    LGPIO,
    PINS,
    SMBUS2,
    Take,
    i2c,
    pi,
)
from hardware.parts.part import Fault, Material, Option, module_of

ADDRESSES = range(0x20, 0x28)
_CHIP = re.compile(r"([0-9]):0x([0-9a-fA-F]{2})$")


@dataclass(frozen=True, slots=True)
class ExpanderBank(Bank):
    """MCP23017 chips, each as (bus, address), in the order of the channels; `inputs` of a chip: 14 or 16."""

    chips: tuple[tuple[int, int], ...]
    inputs: int = 14
    interrupt: int | None = None

    chip: ClassVar[Chip] = Chip(
        "MCP23017",
        tuple((str(21 + n), f"GPA{n}") for n in range(7)) + tuple((str(1 + n), f"GPB{n}") for n in range(7)),
        (
            ("9", "VDD", "3.3 V, with 100 nF to VSS"),
            ("10", "VSS", "ground (TG)"),
            ("13", "SDA", "SDA, all chips of the bus"),
            ("12", "SCL", "SCL, all chips of the bus"),
            ("18", "RESET", "3.3 V"),
            ("15-17", "A0, A1, A2", "the chip's address: 3.3 V for 1, ground for 0"),
            ("20", "INTA", "INT, if it is used; else open"),
            ("28, 8", "GPA7, GPB7", "open: they watch"),
        ),
        pulls_up=True,
        unused="left open",
    )
    """GPA7 and GPB7 of newer chips are only outputs, so a chip is drawn with 14 inputs."""

    @property
    def part(self) -> BankPart:
        """The part whose settings these are."""
        return MCP23017

    @classmethod
    def usual(cls, channels: int, computer: str) -> ExpanderBank:
        """The bank that a new board gets: enough chips of 14 inputs for the channels, bus after bus."""
        places = [(bus, at) for bus in COMPUTERS[computer].i2c for at in ADDRESSES]
        return cls(tuple(places[: -(-channels // 14)]))

    @property
    def inputs_a_chip(self) -> int:
        """The number of sensors on one chip."""
        return self.inputs

    @property
    def buses(self) -> tuple[int, ...]:
        """The numbers of the I2C buses with chips, without duplicates."""
        return tuple(dict.fromkeys(bus for bus, _ in self.chips))

    def takes(self, computer: str) -> Iterator[Take]:
        """The I2C buses, and the pin of the interrupt line if there is one."""
        for bus in self.buses:
            port = i2c(bus, computer)
            yield Take("chips", port.name, port, port.pins)
        if self.interrupt is not None:
            yield Take("interrupt", "the chips' interrupt", PINS, (self.interrupt,))

    def faults(self, board: BoardOf) -> Iterator[Fault]:
        """A fault for each chip at an impossible place or at the place of another chip, and for missing
        inputs.
        """
        buses = COMPUTERS[board.computer].i2c
        if self.inputs == 15:
            yield Fault("inputs", "inputs is 14, or 16 for old chips, not 15")
        for at, chip in enumerate(self.chips):
            bus, address = chip
            if bus not in buses or address not in ADDRESSES:
                yield Fault(
                    "chips",
                    f"no MCP23017 is at {bus}:{address:#04x}; the I2C buses of a {board.computer} are"
                    f" {', '.join(map(str, buses))}, addresses 0x20 to 0x27",
                    at,
                )
            if chip in self.chips[:at]:
                yield Fault("chips", f"two chips are at {bus}:{address:#04x}", at)
        if len(self.chips) * self.inputs < len(board.channels):
            yield Fault(
                "chips",
                f"{len(self.chips)} chips of {self.inputs} inputs are too few for"
                f" {len(board.channels)} channels (a {board.computer} has I2C buses for"
                f" {8 * len(buses)} chips; a 74HC165 chain or a Pico has no such limit)",
            )

    def chip_count(self, board: BoardOf) -> int:  # noqa: ARG002
        """The number of chips."""
        return len(self.chips)

    def materials(self, board: BoardOf) -> Iterator[Material]:
        """The parts-list lines for the chips, their sockets, and the pull-ups of every bus."""
        count = self.chip_count(board)
        yield Material(count, "I2C port expander, DIP-28", "Microchip MCP23017-E/SP")
        yield Material(count, "socket, DIP-28", "narrow, 7.62 mm")
        yield Material(2 * len(self.buses), "resistor 2.2 kOhm, I2C pull-up", "0.25 W")

    def lines(self, board: BoardOf) -> Iterator[Line]:
        """The wires SDA and SCL of every bus, and INT if it is used."""
        chips = range(len(board.connectors))
        for bus in self.buses:
            sda, scl = COMPUTERS[board.computer].i2c[bus]
            there = [at for at, (on, _) in zip(chips, self.chips, strict=False) if on == bus]
            yield Line(f"SDA{bus}", "I2C data", (pi(sda),), there, "blue")
            yield Line(f"SCL{bus}", "I2C clock", (pi(scl),), there, "yellow")
        if self.interrupt is not None:
            yield Line("INT", "interrupt", (pi(self.interrupt),), chips, "white")

    def open(self, board: BoardOf, clock: Clock) -> Opened:
        """Open the chips on their buses."""
        return Opened(
            module_of(__name__).open_mcp23017(
                clock,
                len(board.channels),
                chips=self.chips,
                inputs=self.inputs,
                interrupt_pin=self.interrupt,
            )
        )


def _read_chip(word: str) -> tuple[int, int] | None:
    found = _CHIP.match(word)
    return (int(found[1]), int(found[2], 16)) if found else None


MCP23017 = BankPart(
    word="mcp23017",
    name="MCP23017 port expanders on I2C",
    number="Microchip MCP23017-E/SP",
    sheet="Microchip DS20001952, MCP23017",
    volts=3.3,
    milliamperes=2.0,
    access=(I2C_FILES, GPIO_FILES),
    modules=(SMBUS2, GPIOZERO, LGPIO),
    settings=ExpanderBank,
    reading="expanders",
    options=(
        Option(
            key="chips",
            meaning="where each chip is, in the order of the channels",
            form="a chip is BUS:ADDRESS, as 1:0x20",
            read_word=_read_chip,
            show_word=lambda chip: f"{chip[0]}:{chip[1]:#04x}",
        ),
        Option(key="inputs", meaning="inputs a chip: 14, or 16 for old chips", default=14, limits=(14, 16)),
        Option(key="interrupt", meaning="GPIO of the joined INT pins, if used", limits=(0, LAST_GPIO)),
    ),
    folder=__name__,
)
PARTS = (MCP23017,)
