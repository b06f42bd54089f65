"""The builder's lists of wires, power and parts: as CSV for a computer, as Markdown for people.

The parts list has everything to buy for one board, with part numbers and substitutes.
"""

from __future__ import annotations

import csv
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from hardware.parts.catalogue import BUTTON, BUZZER, SHIFTER
from hardware.parts.computer import COMPUTERS
from hardware.parts.part import BUS, FEED, THIN, Material, spares
from wiring.checks import budget, needs_regulator
from wiring.description import Description
from wiring.papers.small_wires import COMPUTER_FUSE, led_lines
from wiring.papers.wires import SENSOR_FUSE, supply_pins, wires


def materials(board: Description) -> tuple[Material, ...]:
    """The lines of the parts list in the order for shopping, with spares of parts that are soldered many
    times.
    """
    return (*_pieces(board), *_sensing(board), *_lighting(board), *_feeding(board), *_wire(board))


def _pieces(board: Description) -> Iterator[Material]:
    pieces, disc = 5 * board.sides, board.magnet.disc
    magnet = f"N42 disc {disc.diameter:g} x {disc.height:g} mm"
    if board.pieces == "marbles":
        size = round(0.875 * board.drill.pitch)
        how = "loose in it" if board.magnet.mount == "loose" else "fixed at its weighted foot"
        yield Material(pieces, f"marble of {size} mm, a magnet {how}", f"wood or resin, {size} mm")
    else:
        yield Material(pieces, f"peg of {board.drill.hole - 0.5:g} mm, a magnet in its foot", "beech")
    pole = ", all south poles down" if board.hall.poles == "unipolar" else ""
    yield Material(pieces + 2, f"magnet{pole}", magnet, "the same size in N35 to N52; check the gap again")
    yield Material(1, COMPUTERS[board.computer].name, "", "another supported model; change `computer`")
    yield Material(1, "microSD card, 16 GB", "endurance type", "")


def _sensing(board: Description) -> Iterator[Material]:
    bank, count = board.bank, board.sensors
    yield from board.hall.materials(count)
    yield from bank.materials(board)
    yield Material(
        spares(bank.chip_count(board) + count),
        "capacitor 100 nF: one at each chip and each sensor",
        "Kemet C320C104K5R5TA",
        "any ceramic one of 10 to 100 nF, 16 V or more",
    )
    pins = supply_pins(board)[1]
    yield Material(
        len(board.connectors), f"connector, {pins} pins, 2.54 mm, with housing", f"Molex KK 254, {pins} pins",
        f"JST XH (2.5 mm), {pins} pins; pin header and socket",
    )  # fmt: skip


def _lighting(board: Description) -> Iterator[Material]:
    chip, feeds = board.lights.part, len(board.lights.feeds)
    yield from chip.materials(len(board.lights.holes))
    if chip.shifted:
        yield Material(1, f"{SHIFTER.name}; it passes {chip.timing}", SHIFTER.number, chip.shifter)
        yield Material(1, "socket, DIP-14", "7.62 mm")
        yield Material(1, "capacitor 100 nF at the level shifter", "any ceramic one")
    for number, line in enumerate(led_lines(board), 1):
        what = f"resistor 330 Ohm (R{number}), in the first LED's {line.what} wire"
        yield Material(1, what, "0.25 W", "220 to 470 Ohm")
    yield Material(
        feeds, "capacitor 1000 uF, 6.3 V or more, one at each feed", "Panasonic EEU-FR0J102",
        "any electrolytic one",
    )  # fmt: skip


def _feeding(board: Description) -> Iterator[Material]:
    supply = board.supply
    yield Material(1, f"supply 5 V, {supply.amperes:g} A", _supply(supply.amperes), "any with 5.0 to 5.2 V")
    fuses = [supply.fuse] * len(board.lights.feeds)
    if needs_regulator(board) or board.hall.volts > 3.3:
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
        part = reader.part
        yield Material(1, f"{part.name} ({reader.role})", part.number, part.alternatives)
    if board.buttons:
        yield from BUTTON.materials(len(board.buttons))
    if board.buzzer is not None:
        yield from BUZZER.materials(1)
    yield Material(2, "terminal block, 8 ways: 5 V and ground", "Wago 221 or screw terminals", "")
    yield Material(
        -(-board.bank.chip_count(board) // 4),
        "stripboard 100 x 160 mm, for chips and sockets",
        "2.54 mm",
        "small boards",
    )
    yield Material(1, "set of heat-shrink tube, cable ties and stand-offs", "", "")


def _supply(amperes: float) -> str:
    """A Mean Well supply that gives this current at 5 V, or a hint if none is listed."""
    return next((name for most, name in MEAN_WELL if most >= amperes), "by its amperes")


OPEN = "; open mains terminals: only for somebody who may wire mains, in a closed box with an earth"
MEAN_WELL = (
    (4.0, "Mean Well GST25A05-P1J"),
    (5.0, "Mean Well GST40A05-P1J"),
    (6.0, "Mean Well GST60A05-P1J"),
    (10.0, f"Mean Well LRS-50-5{OPEN}"),
    (14.0, f"Mean Well LRS-75-5{OPEN}"),
    (18.0, f"Mean Well LRS-100-5{OPEN}"),
)
"""(amperes at 5 V, name) of supplies; supplies up to 6 A are closed and have a plug."""


def _wire(board: Description) -> Iterator[Material]:
    for area, name in ((THIN, "AWG 28"), (BUS, "AWG 24"), (FEED, "AWG 18")):
        metres = sum(wire.length for wire in wires(board) if wire.area == area) / 1000
        yield Material(
            math.ceil(1.1 * metres), f"metres of wire, {area:g} mm2, several colours", f"{name}, stranded",
            "bare tinned copper for the buses" if area == BUS else "",
        )  # fmt: skip


WIRE_HEAD = ("wire", "what", "from", "to", "colour", "mm2", "length mm")
PART_HEAD = ("count", "what", "part number", "alternatives")


def wires_csv(board: Description) -> str:
    """The wire list as CSV, with a line for each wire."""
    return csv_text(WIRE_HEAD, _wire_rows(board))


def wires_md(board: Description) -> str:
    """The wire list as Markdown, with boxes to tick."""
    rows = [("☐", *row) for row in _wire_rows(board)]
    return f"# Wires: {board.title}\n\n{table(('', *WIRE_HEAD), rows)}"


def materials_csv(board: Description) -> str:
    """The parts list as CSV, one line for each part."""
    return csv_text(PART_HEAD, [each.row for each in materials(board)])


def materials_md(board: Description) -> str:
    """The parts list as Markdown."""
    rows = [each.row for each in materials(board)]
    note = (
        "Use these part numbers as a starting point: nobody has placed an order with them yet. Before you"
        " order, compare voltage, package and pins with the data sheet; a part that agrees in all three can"
        " be used instead."
    )
    part = board.hall
    if part.poles != "analog":
        note += (
            f" The checks assume that the sensor is on at {part.operate:g} mT and may stay on at"
            f" {part.release:g} mT: compare these figures with {part.sheet}."
        )
    return f"# Parts: {board.title}\n\n{note}\n\n{table(PART_HEAD, rows)}"


def power_md(board: Description) -> str:
    """The power budget as Markdown: the worst case with the lights' limit, and without the limit."""
    items, supply, chip, leds = budget(board), board.supply, board.lights.part, len(board.lights.holes)
    total = sum(amperes for _, amperes, _ in items)
    rows = [(what, f"{amperes:.2f} A", reckoned) for what, amperes, reckoned in items]
    rows += [("together", f"{total:.2f} A", ""), ("the supply", f"{supply.amperes:.2f} A", "at 5 V")]
    rows += [("left over", f"{supply.amperes - total:.2f} A", "")]
    rail = (
        "The sensors are fed with 5 V, from the supply."
        if board.hall.volts > 3.3
        else "The sensors take more than a 3.3 V pin gives, so they have a regulator of their own."
        if needs_regulator(board)
        else "The sensors may be fed from the 3.3 V pin."
    )
    return "\n".join(
        (
            f"# Power: {board.title}",
            "",
            table(("what", "worst case", "reckoned"), rows),
            f"The {leds} LEDs take {leds * chip.dark:.2f} A when dark. Without the cap they would take"
            f" {leds * chip.white:.1f} A at full white, so there is a fuse of {supply.fuse:g} A before them.",
            rail,
            "",
        )
    )


def _wire_rows(board: Description) -> list[tuple[str, ...]]:
    return [
        (
            wire.name,
            wire.what,
            wire.ends[0],
            ", ".join(wire.ends[1:]),
            wire.colour,
            f"{wire.area:g}",
            f"{wire.length:.0f}",
        )
        for wire in wires(board)
    ]


def csv_text(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The rows below a head line as CSV; each line ends with a newline."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The rows below a head line as a Markdown table; it ends with a newline."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"
