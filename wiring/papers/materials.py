"""The bill of materials: what to buy for one board, with part numbers and what may stand in."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from wiring.description import ChainBank, Description, ExpanderBank, PicoBank
from wiring.papers.wire import BUS, COMPUTER_FUSE, FEED, LINE_OHMS, SENSOR_FUSE, THIN
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
    pieces, disc = 5 * board.sides, board.magnet.disc
    magnet = f"N42 disc {disc.diameter:g} x {disc.height:g} mm"
    if board.pieces == "marbles":
        size = round(0.875 * board.drill.pitch)
        how = "loose in it" if board.magnet.mount == "loose" else "fixed at its weighted foot"
        yield Material(pieces, f"marble of {size} mm, a magnet {how}", f"wood or resin, {size} mm")
    else:
        yield Material(pieces, f"peg of {board.drill.hole - 0.5:g} mm, a magnet in its foot", "beech")
    pole = ", all south poles down" if SENSORS[board.part].poles == "unipolar" else ""
    yield Material(
        pieces + 2, f"magnet{pole}", magnet, "the same size in N35 to N52; then check the gap again"
    )
    yield Material(1, COMPUTER_NAMES[board.computer], "", "any other of the four; change `computer` then")
    yield Material(1, "microSD card, 16 GB", "endurance type", "")


def _sensing(board: Description) -> Iterator[Material]:
    part, count = SENSORS[board.part], sum(hole is not None for hole in board.channels)
    kind = f"hall sensor, {part.poles}, {part.package}, operates at {part.operate:g} mT"
    yield Material(_spares(count), kind, part.number, part.alternatives)
    if isinstance(board.bank, PicoBank):
        what = "microcontroller, with this project's firmware"
        yield Material(1, what, "Raspberry Pi Pico H (SC0917)", "Pico (SC0915)")
        yield Material(1, "USB cable to the Pico, with data", "micro-USB", "")
    yield from _chips(board)
    yield Material(
        _spares(chips(board) + count),
        "capacitor 100 nF: one at each chip and each sensor",
        "Kemet C320C104K5R5TA",
        "any ceramic one of 10 to 100 nF, 16 V or more",
    )
    pins = supply_pins(board)[1]
    yield Material(
        len(board.connectors), f"connector, {pins} pins, 2.54 mm, with housing", f"Molex KK 254, {pins} pins",
        f"JST XH (2.5 mm), {pins} pins; pin header and socket",
    )  # fmt: skip


def _chips(board: Description) -> Iterator[Material]:
    count = chips(board)
    if isinstance(board.bank, ExpanderBank):
        yield Material(count, "I2C port expander, DIP-28", "Microchip MCP23017-E/SP")
        yield Material(count, "socket, DIP-28", "narrow, 7.62 mm")
        yield Material(
            2 * len({bus for bus, _ in board.bank.chips}), "resistor 2.2 kOhm, I2C pull-up", "0.25 W"
        )
        return
    if board.analog:
        yield Material(count, "analog multiplexer, 16 inputs", "TI CD74HC4067M96", "74HC4067 module")
        return
    watches = " (one watches)" if isinstance(board.bank, ChainBank) else ""
    yield Material(count, f"shift register, DIP-16{watches}", "TI SN74HC165N", "74HC165N")
    yield Material(count, "socket, DIP-16", "7.62 mm")
    lines = ("CLK", "LOAD", "SEL")[: 3 if isinstance(board.bank, ChainBank) else 2]
    yield Material(len(lines), f"resistor {LINE_OHMS} Ohm, in {', '.join(lines)}", "0.25 W")
    if SENSORS[board.part].open_drain:
        number = "Bourns 4609X-101-103LF"
        yield Material(len(board.connectors), "resistor network 8 x 10 kOhm, SIL-9", number, "8 resistors")


def _lighting(board: Description) -> Iterator[Material]:
    count, feeds = len(board.lights.holes), len(board.lights.feeds)
    yield Material(_spares(count), "RGB LED on a small round board", "WS2812B, 10 mm board", "SK6812 RGB")
    yield Material(1, "level shifter 3.3 V to 5 V, DIP-14", "SN74AHCT125N", "74HCT125 (the same pins)")
    yield Material(1, "socket, DIP-14", "7.62 mm")
    yield Material(1, "capacitor 100 nF at the level shifter", "any ceramic one")
    yield Material(1, "resistor 330 Ohm (R1), in the first LED's data wire", "0.25 W", "220 to 470 Ohm")
    yield Material(
        feeds, "capacitor 1000 uF, 6.3 V or more, one at each feed", "Panasonic EEU-FR0J102",
        "any electrolytic one",
    )  # fmt: skip


def _feeding(board: Description) -> Iterator[Material]:
    supply = board.supply
    yield Material(1, f"supply 5 V, {supply.amperes:g} A", _supply(supply.amperes), "any with 5.0 to 5.2 V")
    fuses = [supply.fuse] * len(board.lights.feeds)
    if needs_regulator(board) or SENSORS[board.part].volts > 3.3:
        fuses.append(SENSOR_FUSE)
    if supply.feeds_computer:
        fuses.append(COMPUTER_FUSE)
    else:
        yield Material(1, "the computer's own supply", "Raspberry Pi's for this model")
    for amperes, count in sorted(Counter(fuses).items()):
        yield Material(
            count, f"fuse {amperes:g} A, fast, and its holder", "Littelfuse 217, 5 x 20 mm", "car fuse"
        )
    if needs_regulator(board):
        yield Material(1, "regulator 3.3 V, 1.5 A, for the sensors", "Traco TSR 2-2433", "Pololu D24V22F3")
    for reader in board.readers:
        what, number, other = READER_NAMES[reader.kind]
        yield Material(1, f"{what} ({reader.role})", number, other)
    if board.buttons:
        yield Material(len(board.buttons), "push button, normally open", "12 mm", "any")
    if board.buzzer is not None:
        yield Material(1, "buzzer, passive piezo, 3.3 V", "Murata PKM13EPYH4000-A0", "any passive piezo one")
        yield Material(1, "resistor 100 Ohm, in the buzzer's wire", "0.25 W")
    yield Material(2, "terminal block, 8 ways: 5 V and ground", "Wago 221 or screw terminals", "")
    yield Material(
        -(-chips(board) // 4), "stripboard 100 x 160 mm, for chips and sockets", "2.54 mm", "small boards"
    )
    yield Material(1, "set of heat-shrink tube, cable ties and stand-offs", "", "")


def _supply(amperes: float) -> str:
    """One of Mean Well's that gives so much at 5 V."""
    return next((name for most, name in MEAN_WELL if most >= amperes), "by its amperes")


OPEN = "; its mains terminals are open: only for somebody who may wire mains, in a closed box with an earth"
MEAN_WELL = (
    (4.0, "Mean Well GST25A05-P1J"),
    (5.0, "Mean Well GST40A05-P1J"),
    (6.0, "Mean Well GST60A05-P1J"),
    (10.0, f"Mean Well LRS-50-5{OPEN}"),
    (14.0, f"Mean Well LRS-75-5{OPEN}"),
    (18.0, f"Mean Well LRS-100-5{OPEN}"),
)
"""Amperes at 5 V; those to 6 A are closed ones with a plug."""


def _wire(board: Description) -> Iterator[Material]:
    for area, name in ((THIN, "AWG 28"), (BUS, "AWG 24"), (FEED, "AWG 18")):
        metres = sum(wire.length for wire in wires(board) if wire.area == area) / 1000
        yield Material(
            math.ceil(1.1 * metres), f"metres of wire, {area:g} mm2, several colours", f"{name}, stranded",
            "bare tinned copper for the buses" if area == BUS else "",
        )  # fmt: skip
