"""The drawing of the trunk: every chip is a column, every bus a line with a dot at each chip that it
connects.
"""

from __future__ import annotations

from hardware.parts.part import Wire
from wiring.description import Description
from wiring.papers.svg import CSS_COLOURS, Svg
from wiring.papers.wires import WATCHING, trunk
from wiring.papers.wires import chips as trunk_chips

A_ROW = 12
"""The most chips in a row, so that a printed drawing can be read."""

CHIP, LEFT, LANE = 62.0, 300.0, 30.0
HALF = 20.0
"""Half the width of a drawn chip, in the drawing's units."""


def harness(board: Description) -> str:
    """The drawing as SVG."""
    hops = [wire for wire in trunk(board) if wire.name.startswith("Q")]
    others = [wire for wire in trunk(board) if wire not in hops]
    buses = [wire for wire in others if _chips(wire)]
    feeds = [wire for wire in others if wire not in buses]
    chips = list(trunk_chips(board))
    rows = [chips[first : first + A_ROW] for first in range(0, len(chips), A_ROW)]
    tall = 76 + LANE * (len(buses) + bool(hops))
    top = 58 + 18 * len(feeds)
    svg = Svg(LEFT + CHIP * len(rows[0]) + 30, top + 4 + (tall + 14) * len(rows), "Harness")
    svg.write(20, 32, f"The trunk, from chip to chip: {board.title}", 18, bold=True)
    for number, feed in enumerate(feeds):
        svg.write(20, 56 + 18 * number, feed.name, 12, bold=True, kind="wire")
        svg.write(56, 56 + 18 * number, f"{_from(feed)}, to {feed.ends[-1]}", 11, colour="#444")
    for number, row in enumerate(rows):
        _Row(svg, top + (tall + 14) * number, tall, row, rows[number + 1 :]).draw(buses, hops, chips)
    return svg.text


class _Row:
    """A row of chips; a line that continues leaves the row on the right and enters the next row on the
    left.
    """

    def __init__(self, svg: Svg, top: float, tall: float, chips: list[str], later: list[list[str]]) -> None:
        self._svg, self._top, self._tall = svg, top, tall
        self._at = {chip: LEFT + CHIP * (number + 0.5) for number, chip in enumerate(chips)}
        self._later = {chip for row in later for chip in row}
        self._right = LEFT + CHIP * len(chips) + 16

    def draw(self, buses: list[Wire], hops: list[Wire], chips: list[str]) -> None:
        """Draw the chips, then the buses through them, then the data lines between them."""
        for chip, x in self._at.items():
            self._svg.box(x - HALF, self._top, 2 * HALF, self._tall, fill="#f3f0e8")
            name = "watch" if chip == WATCHING else chip.removeprefix("chip ")
            size = 12 if len(name) <= 3 else 9
            self._svg.write(x, self._top + 18, name, size, anchor="middle", bold=True, kind="chip")
        y = self._top + 46
        for wire in buses:
            self._bus(wire, y, first=chips[0] in self._at)
            y += LANE
        if hops:
            self._data(hops, y, chips)

    def _bus(self, wire: Wire, y: float, *, first: bool) -> None:
        joined = _chips(wire)
        on = [self._at[chip] for chip in joined if chip in self._at]
        goes_on = not self._later.isdisjoint(joined)
        if not on and not goes_on and not first:
            return
        colour = CSS_COLOURS[wire.colour.split()[0]]
        end = self._right if goes_on else max(on, default=LEFT)
        self._svg.line((LEFT - 14, y), (end, y), colour=colour, width=2.2)
        for x in on:
            self._svg.dot(x, y, 4, fill=colour)
        self._name(wire, y, first=first)

    def _data(self, hops: list[Wire], y: float, chips: list[str]) -> None:
        """Draw the data wires from chip to chip; `hops[n]` enters `chips[n]` from the side of the
        computer.
        """
        blue = CSS_COLOURS["blue"]
        for hop, chip in zip(hops, chips, strict=True):
            if chip not in self._at:
                continue
            x = self._at[chip]
            begins = chip == next(iter(self._at))
            self._svg.line(((LEFT - 14) if begins else x - CHIP + 14, y), (x - 14, y), colour=blue, width=2.2)
            if chip == chips[0]:
                self._name(hop, y, first=True)
            else:
                self._svg.write(x - CHIP / 2, y - 6, hop.name, 9, anchor="middle", kind="wire")
        last = list(self._at.values())[-1]
        if self._later:
            self._svg.line((last + 14, y), (self._right, y), colour=blue, width=2.2)
        for x in self._at.values():
            self._svg.write(x - HALF + 2, y + 13, "QH", 8)
            self._svg.write(x + HALF - 2, y + 13, "SER", 8, anchor="end")

    def _name(self, wire: Wire, y: float, *, first: bool) -> None:
        if first:
            self._svg.write(20, y - 2, wire.name, 12, bold=True, kind="wire")
            self._svg.write(20, y + 11, _from(wire), 9, colour="#444")
        else:
            self._svg.write(LEFT - 20, y + 4, wire.name, 10, anchor="end", colour="#444")


def _chips(wire: Wire) -> list[str]:
    """The chips that a wire connects; an end at a connector counts as the connector's chip."""
    named = [end if end == WATCHING or end.startswith("chip ") else f"chip {end}" for end in wire.ends[1:]]
    return [end for end in named if end == WATCHING or end[5:6] == "S"]


def _from(wire: Wire) -> str:
    """The label of a wire: its signal and its source, with a fuse or resistor if it passes one."""
    through = f", {wire.ends[1]}" if wire.ends[1].startswith(("R-", "fuse")) else ""
    return f"{wire.what}, from {wire.ends[0]}{through}"
