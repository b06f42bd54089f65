"""Drawings of a board's wiring: its connectors pin by pin, and the LED chain."""

from __future__ import annotations

from hardware.parts.materials import Wire
from wiring.description import Description
from wiring.papers.svg import CSS_COLOURS, Svg
from wiring.papers.wires import pin_of, supply_pins, wires

COLUMNS = 4
BOX, ROW = 250.0, 17.0
EDGE = 8.0
"""Millimetres around the board in the drawing, so that its outline is not cut off."""


def connectors(board: Description) -> str:
    """A drawing of every connector with its pins: wire, colour, and hole."""
    plus, minus = supply_pins(board)
    tall = 34 + ROW * minus + 26
    rows = -(-len(board.connectors) // COLUMNS)
    svg = Svg(COLUMNS * (BOX + 20) + 20, 62 + rows * tall, "Connectors")
    svg.write(20, 32, f"Connectors, seen from the wires' side: {board.title}", 18, bold=True)
    by_name = {wire.name: wire for wire in wires(board)}
    unused = board.bank.chip.unused
    for at, connector in enumerate(board.connectors):
        x, y = 20 + at % COLUMNS * (BOX + 20), 56 + at // COLUMNS * tall
        svg.box(x, y, BOX, tall - 18)
        svg.write(x + 10, y + 20, connector.name, 15, bold=True, kind="connector")
        svg.write(x + BOX - 10, y + 20, f"{minus} pins", 11, anchor="end", colour="#666")
        for channel in range(connector.first, connector.last + 1):
            pin, hole = pin_of(board, channel)[1], board.channels[channel]
            if hole is None:
                svg.write(x + 24, y + 38 + ROW * (pin - 0.5), str(pin), 11, anchor="end")
                svg.write(x + 70, y + 38 + ROW * (pin - 0.5), f"no sensor: {unused}", 11, colour="#666")
            else:
                _pin(svg, x, y, pin, by_name[f"W{channel:03}"], f"sensor {board.names.name(hole)}")
        if (feed := by_name.get(f"V-{connector.name}")) is not None:
            _pin(svg, x, y, plus, feed, feed.what)
            _pin(svg, x, y, minus, by_name[f"G-{connector.name}"], "ground")
    return svg.text


def _pin(svg: Svg, x: float, y: float, pin: int, wire: Wire, goes: str) -> None:
    middle = y + 34 + ROW * (pin - 0.5)
    svg.write(x + 24, middle + 4, str(pin), 11, anchor="end")
    colour = CSS_COLOURS[wire.colour.split()[0]]
    svg.line((x + 32, middle), (x + 62, middle), colour=colour, width=5)
    if " " in wire.colour:
        stripe = "#111" if "black stripe" in wire.colour else "#fff"
        svg.line((x + 32, middle), (x + 62, middle), colour=stripe, width=1.5)
    svg.write(x + 70, middle + 4, wire.name, 11, kind="wire")
    svg.write(x + 128, middle + 4, goes, 11, kind="goes")


def led_order(board: Description) -> str:
    """A drawing of the board from above with the LED chain; a ring marks each feed of 5 V."""
    scale = 30 / board.drill.pitch
    width, height = (scale * each for each in board.size)
    svg = Svg(width + 2 * EDGE, height + 66 + EDGE, "LED chain")
    svg.write(20, 28, f"LED chain: {board.title}", 18, bold=True)
    svg.write(20, 48, "Seen from above; from below, where you solder, it is mirrored. Red ring: 5 V in.", 12)
    for piece in board.wood:
        corners = [(EDGE + scale * x, 66 + scale * y) for x, y in piece]
        svg.line(*corners, corners[0], colour="#c9b48a", width=1.5)
    where = board.places
    points = [
        (EDGE + scale * where[hole][0], 66 + scale * where[hole][1])
        for hole in board.lights.holes
        if hole is not None
    ]
    numbers = [led for led, hole in enumerate(board.lights.holes) if hole is not None]
    svg.line(*points, colour="#2c8a3d", width=2)
    for led, (x, y) in zip(numbers, points, strict=True):
        fed = led in board.lights.feeds
        svg.dot(x, y, 10.5, fill="#fff", edge="#d21f1f" if fed else "#111")
        if fed:
            svg.dot(x, y, 13, fill="none", edge="#d21f1f")
        svg.write(x, y + 3.5, str(led), 9, anchor="middle", bold=led == 0, kind="led")
    return svg.text
