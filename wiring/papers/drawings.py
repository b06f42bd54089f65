"""Drawings of a board: the connectors pin by pin, the LED chain, and the bores for a CNC mill or a laser.

The file for a mill or laser is DXF: every bore is a circle, in millimetres, y upwards. Its layers are OUTLINE
(the wood), HOLES (the bores for pieces), LIGHTS (the bores for LEDs), SENSORS (the place of each sensor
below), FIXTURES (buttons, screws and readers) and NAMES (the names of the holes).
"""

from __future__ import annotations

from io import StringIO

from hardware.parts.part import Wire
from wiring.description import Description
from wiring.errors import BuildError
from wiring.fixtures import fixtures
from wiring.papers import library
from wiring.papers.svg import CSS_COLOURS, Svg
from wiring.papers.wires import pin_of, supply_pins, wires

COLUMNS = 4
BOX, ROW = 250.0, 17.0
EDGE = 8.0
"""The margin around the board in the drawing of the LED chain, so that the outline is not cut off."""


def connectors(board: Description) -> str:
    """An SVG drawing of every connector, with wire, colour and hole of each pin."""
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
    """An SVG drawing of the LED chain on the board, from above; a red ring marks each feed of 5 V."""
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


LAYERS = (("OUTLINE", 7), ("HOLES", 1), ("LIGHTS", 5), ("SENSORS", 3), ("FIXTURES", 6), ("NAMES", 8))
"""The layers, each with its colour as AutoCAD's number."""


def dxf(board: Description) -> str:
    """The bores as a DXF R2010 drawing; raise BuildError if an audit finds a fault in it."""
    ezdxf = library("ezdxf")
    drawing = ezdxf.new("R2010", units=4)
    for name, colour in LAYERS:
        drawing.layers.add(name, color=colour)
    space = drawing.modelspace()
    height = board.size[1]
    for piece in board.wood:
        corners = [(x, round(height - y, 6)) for x, y in piece]
        space.add_lwpolyline(corners, close=True, dxfattribs={"layer": "OUTLINE"})
    drill = board.drill
    for x, y in board.light_places:
        space.add_circle((x, round(height - y, 6)), drill.light / 2, dxfattribs={"layer": "LIGHTS"})
    for hole, (x, y) in enumerate(board.places):
        at = (x, round(height - y, 6))
        space.add_circle(at, drill.hole / 2, dxfattribs={"layer": "HOLES"})
        name = space.add_text(board.names.name(hole), height=drill.pitch / 9, dxfattribs={"layer": "NAMES"})
        name.set_placement((x + drill.hole / 2, at[1] - drill.hole / 2))
        space.add_circle((x, at[1] - drill.sensor), 0.5, dxfattribs={"layer": "SENSORS"})
    for each in fixtures(board)[0]:
        at = (each.x, round(height - each.y, 6))
        space.add_circle(at, each.diameter / 2, dxfattribs={"layer": "FIXTURES"})
        label = space.add_text(each.name, height=drill.pitch / 9, dxfattribs={"layer": "FIXTURES"})
        label.set_placement((at[0] - each.diameter / 2, at[1] - each.diameter / 2 - drill.pitch / 6))
    audit = drawing.audit()
    if audit.has_errors:
        raise BuildError(f"the DXF drawing has an error: {audit.errors[0].message}")
    out = StringIO()
    drawing.write(out)
    return out.getvalue()
