"""The bill of materials: what to buy for one board, with part numbers and what may stand in."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from wiring.description import Description, ExpanderBank, PicoBank
from wiring.papers.wires import supply_pins, wires
from wiring.parts import SENSORS
from wiring.power import chips, needs_regulator


@dataclass(frozen=True, slots=True)
class Material:
    """One line of the bill."""

    count: int
    what: str
    number: str
    alternatives: str = ""

    @property
    def row(self) -> tuple[str, str, str, str]:
        """As the tables have it."""
        return str(self.count), self.what, self.number, self.alternatives


COMPUTER_NAMES = {
    "zero2": "Raspberry Pi Zero 2 W",
    "pi3": "Raspberry Pi 3 Model B+",
    "pi4": "Raspberry Pi 4 Model B, 1 GB or more",
    "pi5": "Raspberry Pi 5, 2 GB or more",
}
READER_NAMES = {
    "rdm6300": ("RFID reader 125 kHz with coil, on a USB serial adapter", "RDM6300 + CP2102", "ID-12LA"),
    "id12la": ("RFID reader 125 kHz, on a USB serial adapter", "ID-12LA + CP2102", "ID-20LA, RDM6300"),
    "pn532": ("NFC reader 13.56 MHz, on a USB serial adapter", "PN532 module + CP2102", ""),
    "barcode": ("barcode scanner as a USB serial port", "GM65 or the like", "any in USB-COM mode"),
    "keyboard": ("barcode scanner as a USB keyboard", "any", ""),
}


def materials(board: Description) -> tuple[Material, ...]:
    """Everything, in the order of a shopping list; spare parts are included where many are soldered."""
    return (*_pieces(board), *_sensing(board), *_lighting(board), *_feeding(board), *_wire(board))


def _spares(count: int) -> int:
    return count + max(2, count // 20)


def _pieces(board: Description) -> Iterator[Material]:
    marbles = 5 * board.sides
    if board.pieces == "marbles":
        size = round(0.875 * board.drill.pitch)
        yield Material(
            marbles, f"marble of {size} mm with a loose magnet in it", f"wood or resin, {size} mm",
            "magnet: N42 disc 6 x 3 mm or ball 5 mm",
        )  # fmt: skip
    else:
        yield Material(
            marbles, f"peg of {board.drill.hole - 0.5:g} mm with a magnet at its foot", "beech",
            "magnet: N42 disc 4 x 2 mm, all with the same pole down",
        )  # fmt: skip
    yield Material(1, COMPUTER_NAMES[board.computer], "", "any other of the four; set `computer` anew")
    yield Material(1, "microSD card, 16 GB", "endurance type", "")


def _sensing(board: Description) -> Iterator[Material]:
    part, count = SENSORS[board.part], len(board.channels)
    yield Material(
        _spares(count), f"hall sensor, {part.poles}, {part.package}", part.number, part.alternatives
    )
    if isinstance(board.bank, PicoBank):
        yield Material(
            1,
            "microcontroller, with this project's firmware",
            "Raspberry Pi Pico (SC0915)",
            "Pico H (SC0917)",
        )
    if isinstance(board.bank, ExpanderBank):
        yield Material(chips(board), "I2C port expander, DIP-28", "Microchip MCP23017-E/SP", "")
    elif board.part == "drv5055":
        yield Material(chips(board), "analog multiplexer, 16 inputs", "TI CD74HC4067M96", "74HC4067 module")
    else:
        yield Material(chips(board), "shift register, DIP-16 (one watches)", "TI SN74HC165N", "74HC165N")
        if part.open_drain:
            number = "Bourns 4609X-101-103LF"
            yield Material(
                len(board.connectors), "resistor network 8 x 10 kOhm, SIL-9", number, "8 resistors"
            )
    yield Material(
        _spares(chips(board)),
        "capacitor 100 nF, one at each chip",
        "Kemet C320C104K5R5TA",
        "any ceramic one, 16 V or more",
    )
    pins = supply_pins(board)[1]
    yield Material(
        len(board.connectors), f"connector, {pins} pins, 2.54 mm, with housing", f"Molex KK 254, {pins} pins",
        f"JST XH (2.5 mm), {pins} pins; pin header and socket",
    )  # fmt: skip


def _lighting(board: Description) -> Iterator[Material]:
    count = len(board.lights.holes)
    yield Material(_spares(count), "RGB LED on a small round board", "WS2812B, 10 mm board", "SK6812 RGB")
    yield Material(1, "level shifter 3.3 V to 5 V", "SN74AHCT125N", "74HCT125, SN74HCT245N")
    yield Material(
        1,
        "resistor 330 Ohm, in the first LED's data wire",
        "Yageo CFR-25JB-52-330R",
        "220 to 470 Ohm, 0.25 W",
    )
    feeds = len(board.lights.feeds)
    yield Material(
        feeds,
        "capacitor 1000 uF, 6.3 V or more, one at each feed",
        "Panasonic EEU-FR0J102",
        "any electrolytic one",
    )


def _feeding(board: Description) -> Iterator[Material]:
    supply = board.supply
    yield Material(1, f"supply 5 V, {supply.amperes:g} A", _supply(supply.amperes), "any with 5.0 to 5.2 V")
    yield Material(
        1, f"fuse {supply.fuse:g} A, fast, and its holder", "Littelfuse series 217, 5 x 20 mm", "car fuse"
    )
    if not supply.feeds_computer:
        yield Material(1, "the computer's own supply", "Raspberry Pi's for this model", "")
    if needs_regulator(board):
        yield Material(1, "regulator 3.3 V, 1.5 A, for the sensors", "Traco TSR 2-2433", "Pololu D24V22F3")
    for reader in board.readers:
        what, number, other = READER_NAMES[reader.kind]
        yield Material(1, f"{what} ({reader.role})", number, other)
    if board.buttons:
        yield Material(len(board.buttons), "push button, normally open", "12 mm", "any")
    if board.buzzer is not None:
        yield Material(1, "buzzer, passive, 3.3 V", "Murata PKM13EPYH4000-A0", "any passive piezo one")


def _supply(amperes: float) -> str:
    """One of Mean Well's that gives so much at 5 V."""
    return next((name for most, name in MEAN_WELL if most >= amperes), "by its amperes")


MEAN_WELL = (
    (4.0, "Mean Well GST25A05-P1J"),
    (5.0, "Mean Well GST40A05-P1J"),
    (7.0, "Mean Well LRS-35-5"),
    (10.0, "Mean Well LRS-50-5"),
    (14.0, "Mean Well LRS-75-5"),
    (18.0, "Mean Well LRS-100-5"),
)
"""Amperes at 5 V."""


def _wire(board: Description) -> Iterator[Material]:
    for area, name in ((0.08, "AWG 28"), (0.25, "AWG 24"), (0.75, "AWG 18")):
        metres = sum(wire.length for wire in wires(board) if wire.area == area) / 1000
        yield Material(
            math.ceil(1.1 * metres), f"metres of wire, {area:g} mm2, several colours", f"{name}, stranded",
            "bare tinned copper for the buses" if area == 0.25 else "",
        )  # fmt: skip
