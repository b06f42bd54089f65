"""The files for ordering a board of modules: those for the fab, and those that the builder reads.

`order.md` has the boards to order, their numbers, the costs and the checks; `cables.csv` has the cables.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from engine.geometry import board
from hardware.layout import Point, Shape, extent, shape_name
from wiring.errors import BuildError
from wiring.papers.lists import csv_text, table
from wiring.pcb.components import PRICES
from wiring.pcb.fab import copies, order, ordered, sheet
from wiring.pcb.layout import Layout
from wiring.pcb.modules import MODULES_A_SIDE, STRIP, Module, modules

FEWEST_PANELS: Final = 5
"""The smallest number of equal panels that fabs sell."""
FEWEST_FITTED: Final = 2
"""The smallest number of equal panels that fabs fit with parts."""
BARE, SETTING_UP, JOINT = 1.0, 15.0, 0.0017
"""Estimated euros of 2026: a panel without parts, the setup with a stencil for one kind, one soldered joint.
"""
BY_HAND: Final = {4: (250, 25), 6: (350, 37), 8: (450, 50)}
"""(euros, hours) for a board that is wired by hand, by number of sides; see wiring/README.md."""
REST: Final = {4: 110, 6: 140, 8: 180}
"""The euros for Pico, Raspberry Pi, supply, magnets and cables, by number of sides."""
CABLE_SLACK: Final = 30.0
"""Millimetres that are added to the distance of two plugs for the cable between them."""
HOURS_A_SIDE, HOURS = 1.0, 3.0
"""The hours of work on a board of modules: for each side (drill, screw, plug in), and for the other work."""


@dataclass(frozen=True, slots=True)
class Line:
    """One kind of circuit board to order.

    `needed`: the number of boards; `panels`: the panels to order; `fitted`: the panels with parts; `euros`:
    the estimated price.
    """

    name: str
    needed: int
    panels: int
    fitted: int
    euros: float


def lines(sides: int, pitch: float, shape: Shape) -> tuple[Line, ...]:
    """The circuit boards to order for one game board."""
    needed = Counter(module.kind.name for module in modules(sides, pitch, shape)) | Counter({"head": 1})
    found = []
    for kind, count in needed.items():
        layout = ordered(kind, pitch, sides)
        fitted = max(FEWEST_FITTED, math.ceil(count / copies(layout)))
        panels = max(FEWEST_PANELS, fitted)
        euros = panels * BARE + SETTING_UP + fitted * _filled(layout)
        found.append(Line(layout.name, count, panels, fitted, euros))
    return tuple(found)


def _filled(layout: Layout) -> float:
    """The estimated euros for the parts and soldered joints of one panel."""
    parts = (each for each in layout.placed if each.component.number)
    return sum(PRICES[each.component.value] + JOINT * max(2, len(each.nets)) for each in parts)


def order_md(title: str, sides: int, pitch: float, shape: Shape) -> str:
    """The content of order.md: the files to upload, the price compared with wiring by hand, the checks."""
    found = lines(sides, pitch, shape)
    euros = sum(line.euros for line in found)
    size = next(each for each in sorted(BY_HAND) if each >= sides)
    hand_euros, hand_hours = BY_HAND[size]
    hours = HOURS + HOURS_A_SIDE * sides
    width, height = extent(sides, pitch, shape)
    return f"""# Order: {title}

**Nobody has ordered these boards yet.** KiCad finds no broken rule in them, and every wire was followed in
their files. Only an ordered panel can prove three things: the footprint of the lights, how each part is
turned in the fab's reels, and the stock on the day. Order the strips' panel first, and do the bench test of
five before you cut wood.

The board: {shape_name(sides, shape)}, {width:.0f} by {height:.0f} mm, {pitch:g} mm from hole to hole,
{MODULES_A_SIDE} modules a side.

{table(("file", "boards needed", "panels to order", "of them with parts", "about, euros"), _rows(found))}
Boards of 1.0 mm, two layers, parts on one side (the fab's "top"). `V_Scores` of a file are V-cuts.

| | this way | wired by hand |
|---|---|---|
| euros, estimated, without wood | {euros + REST[size]:.0f} | {hand_euros} |
| hours, estimated | {hours:.0f} | {hand_hours} |

## Before you pay

1. Upload each zip. Compare the preview of the parts with `NAME-sheet.svg`: each red dot marks a pin 1.
2. Compare every part number with its data sheet, and **check the stock**. If a part is sold out, order an
   equivalent: the part numbers are a starting point.
3. The sensors lie under the wood and detect the lower pole of a magnet: fit magnets **north pole down**.
4. Below each hole leave as much wood as the description's `gap` says: with a board of 1 mm and magnets of
   4 by 4 mm about 2.9 mm of wood. `jokerboard wiring check` computes the field.

## When the boards have arrived

1. Bench test: one strip, the Pico on the head board, `jokerboard setup BOARD --bench`.
2. Drill by the template: holes, lights, and pilot holes for the modules' M2 screws.
3. Screw the modules under the wood with washers of 1 mm, and plug in the cables of `cables.csv`: from the
   head board's plug 1 to A's first strip, then from OUT to IN, and from A's last strip to the plug FROM 1.
4. `jokerboard setup BOARD`, then `jokerboard doctor BOARD`.
"""


def _rows(found: Iterable[Line]) -> list[tuple[str, ...]]:
    return [
        (line.name, str(line.needed), str(line.panels), str(line.fitted), f"{line.euros:.0f}")
        for line in found
    ]


@dataclass(frozen=True, slots=True)
class Cable:
    """A cable from the module `start` to the module `end`; "" is the head board.

    The length is in millimetres.
    """

    start: str
    end: str
    length: float


def module_name(module: Module, names: tuple[str, ...]) -> str:
    """The name of a module for people: its first and last hole, as `A0-A5`, or `START A`."""
    held = [names[hole] for hole in module.holes if hole is not None]
    return f"{held[0]}-{held[-1]}" if module.kind is STRIP else f"START {held[0][0]}"


def cables(sides: int, pitch: float, shape: Shape) -> tuple[Cable, ...]:
    """All cables in the order of the chain; the head board is assumed in the middle of the game board."""
    names, width, height = board(sides).names, *extent(sides, pitch, shape)
    found: list[Cable] = []
    chain = modules(sides, pitch, shape)
    for first in range(0, len(chain), MODULES_A_SIDE):
        side = chain[first : first + MODULES_A_SIDE]
        head = (width / 2, height / 2)
        found.append(Cable("", module_name(side[0], names), _length(head, side[0].plug(out=False))))
        found += [
            Cable(
                module_name(one, names),
                module_name(other, names),
                _length(one.plug(out=True), other.plug(out=False)),
            )
            for one, other in pairwise(side)
        ]
        if first + MODULES_A_SIDE < len(chain):
            found.append(Cable(module_name(side[-1], names), "", _length(side[-1].plug(out=True), head)))
    return tuple(found)


def _length(one: Point, other: Point) -> float:
    """The length of a cable between two places in millimetres, rounded up to the next 10."""
    return 10.0 * math.ceil((math.dist(one, other) + CABLE_SLACK) / 10)


def cables_csv(sides: int, pitch: float, shape: Shape) -> str:
    """The content of cables.csv: for each cable, in the order of the chain, its plugs and its length."""
    head = ("cable of 8 wires, JST SH", "from", "to", "length mm")
    rows = []
    for number, cable in enumerate(cables(sides, pitch, shape), 1):
        side = (number - 1) // (MODULES_A_SIDE + 1)
        rows.append((f"K{number}", _start(cable, side), _end(cable, side), f"{cable.length:.0f}"))
    return csv_text(head, rows)


def _start(cable: Cable, side: int) -> str:
    return f"{cable.start} OUT" if cable.start else f"head {side + 1}"


def _end(cable: Cable, side: int) -> str:
    return f"{cable.end} IN" if cable.end else f"head FROM {side + 1}"


def write_order(
    title: str, sides: int, pitch: float, shape: Shape, folder: Path
) -> Iterator[tuple[str, str]]:
    """Write the files of the order into `folder`; yield the name and the description of each file.

    Raise ModuleError, before anything is written, if modules cannot form the board. Raise BuildError if KiCad
    is needed but missing, or a file cannot be written.
    """
    papers = {
        "order.md": (
            order_md(title, sides, pitch, shape),
            "what to order and what to check; read this first",
        ),
        "cables.csv": (cables_csv(sides, pitch, shape), "cables from plug to plug"),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, (text, what) in papers.items():
            (folder / name).write_text(text, encoding="utf-8")
            yield name, what
        for name, data, layout in order(pitch, sides):
            (folder / name).write_bytes(data)
            width, height = layout.size
            yield name, f"for the fab: {width:.1f} by {height:.1f} mm, {len(data) / 1000:.0f} kB"
            drawing = f"{name.removesuffix('.zip')}-sheet.svg"
            (folder / drawing).write_text(sheet(layout), encoding="utf-8")
            yield drawing, "drawing to compare with the fab's preview"
    except OSError as error:
        if isinstance(error, BuildError):
            raise
        raise BuildError(f"cannot write into {folder}: {error.strerror}") from error
