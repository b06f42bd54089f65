"""The schematics of a board wired by hand: the trunk from chip to chip, and one chip with its sensors.

In the drawing of the trunk every chip is a column, and every bus a line with a dot at each chip that it
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
    """The drawing of the trunk as SVG."""
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


STEP, TOP = 34.0, 120.0


def segment(board: Description) -> str:
    """The schematic as SVG: a chip, its sensors, the pull-ups, and the connections of the other pins."""
    part = board.hall
    chip = board.bank.chip
    inputs, others = chip.inputs, chip.others
    pulled = part.open_drain and not chip.pulls_up
    height = TOP + STEP * max(len(inputs), len(others)) + 92
    svg = Svg(1060, height, f"One segment: {chip.name}")
    svg.write(20, 32, f"One segment of the chain: {chip.name} with {len(inputs)} sensors", 18, bold=True)
    svg.write(20, 54, _note(board, pulled), 12, colour="#333")
    bottom = TOP + STEP * len(inputs) - STEP / 2
    plus = CSS_COLOURS["red" if part.volts > 3.3 else "pink"]
    svg.line((54, TOP - 34), (54, bottom), colour=plus, width=2)
    svg.line((36, TOP - 34), (36, bottom + 24), colour="#111", width=2)
    svg.write(60, TOP - 24, f"{part.volts:g} V", 11, colour=plus)
    svg.write(32, TOP - 40, "ground", 11)
    if pulled:
        svg.line((330, TOP - 34), (330, bottom), colour=CSS_COLOURS["pink"], width=2)
        svg.write(336, TOP - 24, "3.3 V", 11, colour=CSS_COLOURS["pink"])
    for number in range(len(inputs)):
        _sensor(svg, TOP + STEP * number, number, pulled, plus)
    svg.box(520, TOP - 40, 180, max(bottom, TOP + STEP * len(others)) - TOP + 48, fill="#f3f0e8")
    svg.write(610, TOP - 20, chip.name, 15, anchor="middle", bold=True)
    for number, (pin, name) in enumerate(inputs):
        y = TOP + STEP * number + 8
        svg.write(526, y + 4, name, 11)
        svg.write(514, y - 3, pin, 9, anchor="end", colour="#555")
    for number, (pin, name, goes) in enumerate(others):
        y = TOP + STEP * number + 8
        svg.line((700, y), (740, y))
        svg.write(694, y + 4, name, 11, anchor="end")
        svg.write(704, y - 3, pin, 9, colour="#555")
        svg.write(746, y + 4, goes, 11)
    for line, text in enumerate(_face(board)):
        svg.write(20, height - 52 + 18 * line, text, 12, colour="#333")
    for line, text in enumerate(chip.notes):
        svg.write(20, height - 14 + 18 * line, text, 12, colour="#333")
    return svg.text


def _face(board: Description) -> tuple[str, str]:
    """Two lines of text about a sensor: its mounting, the magnet's pole and its capacitor; its pins."""
    part = board.hall
    pole = "south pole of every magnet down" if part.poles == "unipolar" else "either pole of a magnet down"
    return (
        f"{part.number}: marked face up, {pole}; 100 nF from VCC to GND at each sensor.",
        f"Its pins, the marked face towards you, from left to right: {part.pins}.",
    )


def _sensor(svg: Svg, y: float, number: int, pulled: bool, plus: str) -> None:
    svg.box(90, y - 8, 120, 26)
    svg.write(150, y + 9, f"hall sensor {number + 1}", 11, anchor="middle")
    svg.line((54, y - 2), (90, y - 2), colour=plus)
    svg.dot(54, y - 2, 2.5, fill=plus)
    svg.line((66, y - 2), (66, y + 3), (60, y + 3), (72, y + 3))
    svg.line((66, y + 12), (66, y + 7), (60, y + 7), (72, y + 7))
    svg.line((36, y + 12), (90, y + 12))
    svg.dot(36, y + 12, 2.5)
    svg.line((210, y + 8), (520, y + 8))
    svg.write(216, y + 4, "OUT", 9, colour="#555")
    if pulled:
        svg.line((330, y - 4), (350, y - 4), colour=CSS_COLOURS["pink"])
        svg.box(350, y - 9, 44, 10)
        svg.write(372, y - 1, "10k", 8, anchor="middle")
        svg.line((394, y - 4), (430, y - 4), (430, y + 8))
        svg.dot(430, y + 8, 2.5)


def _note(board: Description, pulled: bool) -> str:
    if pulled:
        return (
            "The sensors only pull down: 10 kOhm to 3.3 V at each input (one SIL network of 8 for each chip)."
        )
    if board.hall.open_drain:
        return "The sensors only pull down; the chip's own pull-ups hold its inputs at 3.3 V."
    return "The sensors drive high and low: no pull-ups are needed."
