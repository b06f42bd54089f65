"""The board for a CNC mill or a laser: every bore a circle, in millimetres, y upwards.

Layers: OUTLINE the wood, HOLES the seats, LIGHTS the bores for the LEDs, SENSORS the place of each sensor
below, FIXTURES the places of buttons, screws and readers, NAMES the holes' names.
"""

from __future__ import annotations

from io import StringIO

from wiring.description import Description
from wiring.errors import BuildError
from wiring.fixtures import fixtures
from wiring.papers import library

LAYERS = (("OUTLINE", 7), ("HOLES", 1), ("LIGHTS", 5), ("SENSORS", 3), ("FIXTURES", 6), ("NAMES", 8))
"""The layers and their colours in AutoCAD's numbers."""


def dxf(board: Description) -> str:
    """The drawing as text, DXF R2010, audited; raise BuildError if the audit finds a fault."""
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
        raise BuildError(f"the DXF is not sound: {audit.errors[0].message}")
    out = StringIO()
    drawing.write(out)
    return out.getvalue()
