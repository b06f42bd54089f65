"""The builder's lists of wires, power and parts: as CSV for a computer, as Markdown for people."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from wiring.description import Description
from wiring.papers.materials import materials
from wiring.papers.wires import wires
from wiring.power import budget, needs_regulator

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
    said = (
        "Use these part numbers as a starting point: nobody has placed an order with them yet. Before you"
        " order, compare voltage, package and pins with the data sheet; a part that agrees in all three can"
        " be used instead."
    )
    part = board.hall
    if part.poles != "analog":
        said += (
            f" The checks assume that the sensor is on at {part.operate:g} mT and may stay on at"
            f" {part.release:g} mT: compare these figures with {part.sheet}."
        )
    return f"# Parts: {board.title}\n\n{said}\n\n{table(PART_HEAD, rows)}"


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
