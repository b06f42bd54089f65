"""74HC165 shift registers: hole sensors on a chain that a Raspberry Pi or a Pico reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from hardware.clock import Clock
from hardware.parts.bank_part import Bank, BankPart, BoardOf, Chain, Chip, Line, Opened
from hardware.parts.computer import (
    GPIO_FILES,
    GPIOZERO,
    LAST_GPIO,
    LGPIO,
    PINS,
    SPI_CLOCK,
    SPI_FILES,
    SPI_RECEIVES,
    SPI_SELECT,
    SPIDEV,
    Take,
    pi,
    spi,
)
from hardware.parts.part import GROUND, PLUS_3, Fault, Material, Option, module_of

LINE_OHMS = 47
"""Ohms of the resistor in each line from the computer. It stops ringing, and slows an edge only a little.

A slow clock is dangerous: chips whose inputs turn over at different voltages shift at different times. With
220 Ohm, 28 chips and 4 m of cable (560 pF) the time constant is 123 ns, and two chips may be 25 to 104 ns
apart. That is around the delay of a '165 itself, so a later chip may take the bit that an earlier one has
already moved on. With 47 Ohm and ten chips (250 pF) the time constant is 12 ns, and two chips are at most
10 ns apart.
"""

A_BUFFER = 10
"""The number of chips that one clock buffer drives; on the largest boards it drives one chip more.

The Schmitt-trigger inputs of the buffers make the edges of every group steep again.
"""

BUFFERS = ((1, 2, 3, 4), (5, 6, 9, 8), (11, 10, 13, 12))
"""The pins of the three clock buffers in a 74HC14.

Each is two inverters in series: input, output, input, output.
"""

INPUTS = (("11", "A"), ("12", "B"), ("13", "C"), ("14", "D"), ("3", "E"), ("4", "F"), ("5", "G"), ("6", "H"))

WATCHWORD_WIRED = (
    "The chain's last chip watches: its inputs A, C, F and H go to 3.3 V, its B, D, E and G to ground,"
    " without sensors."
)
"""The wiring of the watchword 0xA5, which the driver expects."""


def shift_register(inhibit: str, *, watched: bool) -> Chip:
    """The chip as it is drawn; `inhibit` names the place to which CLK INH is wired."""
    return Chip(
        "74HC165",
        INPUTS,
        (
            ("16", "VCC", "3.3 V, with 100 nF to GND"),
            ("8", "GND", "ground (TG)"),
            ("1", "SH/LD", "LOAD, all chips"),
            ("2", "CLK", "CLK, all chips"),
            ("15", "CLK INH", inhibit),
            ("9", "QH", "towards the computer: SER of the chip before"),
            ("10", "SER", "QH of the next chip; at the last one ground"),
            ("7", "QH (inverted)", "open"),
        ),
        pulls_up=False,
        unused="to 3.3 V",
        notes=(WATCHWORD_WIRED,) if watched else (),
    )


def buffers(chips: int) -> int:
    """The number of clock buffers that a chain of `chips` chips needs; 0 if the computer's pin can drive
    it.
    """
    return min(-(-chips // A_BUFFER), len(BUFFERS)) if chips > A_BUFFER else 0


def registers(board: BoardOf, chips: int, lines: tuple[str, ...], *, watched: bool) -> Iterator[Material]:
    """The parts-list lines of a chain: chips, sockets, resistors in `lines` and at the inputs, clock
    buffer.
    """
    yield Material(chips, f"shift register, DIP-16{' (one watches)' * watched}", "TI SN74HC165N", "74HC165N")
    yield Material(chips, "socket, DIP-16", "7.62 mm")
    yield Material(len(lines), f"resistor {LINE_OHMS} Ohm, in {', '.join(lines)}", "0.25 W", "33 to 68 Ohm")
    if buffers(chips):
        yield Material(1, "clock buffer with Schmitt-trigger inputs, DIP-14", "TI SN74HC14N", "74HC14")
        yield Material(1, "socket, DIP-14, for the clock buffer", "7.62 mm")
        yield Material(1, "capacitor 100 nF at the clock buffer", "any ceramic one")
    if board.hall.open_drain:
        number = "Bourns 4609X-101-103LF"
        yield Material(len(board.connectors), "resistor network 8 x 10 kOhm, SIL-9", number, "8 resistors")


def chain_line(name: str, what: str, pin: str, chips: int, colour: str) -> Line:
    """A wire from the computer's `pin`, through a resistor beside it, to every chip."""
    return Line(name, what, (pin, f"R-{name} {LINE_OHMS} Ohm"), range(chips), colour)


def clock_lines(pin: str, chips: int) -> Iterator[Line]:
    """The wires of the clock: to every chip, or to the buffers and from each buffer to a group of chips."""
    count = buffers(chips)
    if not count:
        yield chain_line("CLK", "clock", pin, chips, "yellow")
        return
    used, size = BUFFERS[:count], -(-chips // count)
    inputs = ", ".join(str(first) for first, _, _, _ in used)
    yield Line("CLK", "clock", (pin, f"R-CLK {LINE_OHMS} Ohm", f"buffer (pins {inputs})"), (), "yellow")
    for number, (_, out, into, last) in enumerate(used, 1):
        group = range(size * (number - 1), min(size * number, chips))
        yield Line(f"CLK{number}", f"clock, group {number}", (f"buffer (pin {last})",), group, "yellow")
        ends = (f"buffer (pin {out})", f"buffer (pin {into})")
        yield Line(f"BUF{number}", "link in the buffer", ends, (), "yellow")
    grounds = ["7", *(str(pin) for first, _, second, _ in BUFFERS[count:] for pin in (first, second))]
    yield Line(
        "BUFV", "3.3 V, with 100 nF to ground at the buffer", ("TV", "buffer VCC (pin 14)"), (), PLUS_3
    )
    yield Line("BUFG", "ground", ("TG", f"buffer GND (pins {', '.join(grounds)})"), (), GROUND)


@dataclass(frozen=True, slots=True)
class ChainBank(Bank):
    """A chain on the Raspberry Pi: on the kernel's port `spi0` or `spi1`, or on any `pins` (GPIO numbers)."""

    port: Literal["spi0", "spi1", "pins"] = "spi1"
    load: int = 25
    clock: int = 21
    data: int = 19
    select: int = 18

    watched: ClassVar[bool] = True
    inputs_a_chip: ClassVar[int] = len(INPUTS)
    chip: ClassVar[Chip] = shift_register("SEL, all chips", watched=True)
    """The driver needs CLK INH on the chip select."""

    @property
    def part(self) -> BankPart:
        """The part whose settings these are."""
        return HC165

    @classmethod
    def usual(cls, channels: int, computer: str) -> ChainBank:  # noqa: ARG003
        """The bank that a new board gets: on SPI 1, because SPI 0 is for the lights."""
        return cls()

    @property
    def pins(self) -> tuple[int, int, int]:
        """The GPIO numbers of clock, data and chip select."""
        if self.port == "pins":
            return self.clock, self.data, self.select
        return SPI_CLOCK[self.bus], SPI_RECEIVES[self.bus], SPI_SELECT[self.bus]

    @property
    def bus(self) -> int:
        """The number of the kernel's SPI port."""
        return int(self.port[-1])

    def takes(self, computer: str) -> Iterator[Take]:  # noqa: ARG002
        """The pin of the load line, and the SPI port or the pins used instead."""
        if self.port == "pins":
            for key, pin in zip(("clock", "data", "select"), self.pins, strict=True):
                yield Take(key, key, PINS, (pin,))
        yield Take("load", "load", PINS, (self.load,))
        if self.port != "pins":
            port = spi(self.bus)
            yield Take("port", f"the sensors' {self.port}", port, port.pins)

    def faults(self, board: BoardOf) -> Iterator[Fault]:
        """A fault if ready modules are on SPI 1, whose clock falls between transfers."""
        if board.tied_chips and self.port == "spi1":
            yield Fault(
                "port",
                "CLK INH of the modules is on ground, but the clock of SPI 1 has an edge too many for that:"
                ' take port = "spi0" or "pins"',
            )

    def materials(self, board: BoardOf) -> Iterator[Material]:
        """The parts-list lines for the chips, including the watching one, sockets and resistors."""
        yield from registers(board, self.chip_count(board), ("CLK", "LOAD", "SEL"), watched=True)

    def lines(self, board: BoardOf) -> Iterator[Line]:
        """The wires LOAD, CLK and SEL, each with a resistor at the computer; a long chain has clock
        buffers.
        """
        chips, (clock, _, select) = self.chip_count(board), self.pins
        yield chain_line("LOAD", "SH/LD", pi(self.load), chips, "white")
        yield from clock_lines(pi(clock), chips)
        yield chain_line("SEL", "CLK INH", pi(select), chips, "violet")

    @property
    def chain(self) -> Chain:
        """The connections by which the bits reach the data pin: QH of each chip to SER of the chip before."""
        return Chain(pi(self.pins[1]), "QH", "SER")

    def open(self, board: BoardOf, clock: Clock) -> Opened:
        """Open the chain on the SPI port or on the pins used instead."""
        channels = len(board.channels)
        if self.port != "pins":
            return Opened(
                module_of(__name__).open_hc165_spi(
                    clock, channels, bus=self.bus, load_pin=self.load, modules=board.tied_chips
                )
            )
        return Opened(
            module_of(__name__).open_hc165(
                clock,
                channels,
                clock_pin=self.clock,
                data_pin=self.data,
                select_pin=self.select,
                load_pin=self.load,
                modules=board.tied_chips,
            )
        )


def _pin(key: str, meaning: str, default: int) -> Option:
    return Option(key=key, meaning=meaning, default=default, limits=(0, LAST_GPIO), only_if=("port", "pins"))


HC165 = BankPart(
    word="hc165",
    name="74HC165 shift registers on the Raspberry Pi",
    number="TI SN74HC165N",
    alternatives="74HC165N",
    sheet="TI SCLS116, SN74HC165",
    volts=3.3,
    milliamperes=2.0,
    access=(GPIO_FILES, SPI_FILES),
    modules=(GPIOZERO, LGPIO, SPIDEV),
    settings=ChainBank,
    reading="direct",
    options=(
        Option(
            key="port",
            meaning="the kernel's SPI, or any pins",
            default="spi1",
            words=("spi0", "spi1", "pins"),
        ),
        Option(key="load", meaning="GPIO of SH/LD", default=25, limits=(0, LAST_GPIO)),
        _pin("clock", "GPIO of CLK", 21),
        _pin("data", "GPIO of the first QH", 19),
        _pin("select", "GPIO of CLK INH", 18),
    ),
    folder=__name__,
)
PARTS = (HC165,)
