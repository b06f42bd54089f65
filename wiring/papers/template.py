"""The drilling template as a PDF at full size, over several sheets if needed.

The board is divided into tiles. Every sheet shows one tile and at least 10 mm more on each side, so that
neighbouring sheets can be overlapped at the crosses on the tiles' corners. Sheets without a bore are left
out. A hole is drawn in black on the sheet whose tile contains its middle, and in grey on all other sheets.
Every sheet has a ruler that must measure 100 mm.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from wiring.description import Description
from wiring.fixtures import Fixture, fixtures
from wiring.papers import library
from wiring.papers.labels import MM

SHEETS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""The width and height of each size of paper in millimetres."""

EDGE = 10.0
"""The margin of a page that printers leave white, in millimetres."""

FOOT = 16.0
"""The height below the tile for the ruler and the sheet's name, in millimetres."""

RULER = 100.0
BLACK, GREY, FIXTURE = 0.0, 0.72, 0.45


@dataclass(frozen=True, slots=True)
class Tiles:
    """The division of a board into columns and rows of tiles, each `width` by `height` millimetres."""

    columns: int
    rows: int
    width: float
    height: float

    def of(self, x: float, y: float) -> tuple[int, int]:
        """The (column, row) of the tile that contains the point (x, y) of the board."""
        return min(int(x / self.width), self.columns - 1), min(int(y / self.height), self.rows - 1)


def tiles(board: Description, sheet: str) -> Tiles:
    """The division of the board for paper of the size `sheet`, a key of SHEETS."""
    width, height = SHEETS[sheet]
    edge = EDGE + overlap(board)
    tile = width - 2 * edge, height - 2 * edge - FOOT
    board_width, board_height = board.size
    columns, rows = math.ceil(board_width / tile[0]), math.ceil(board_height / tile[1])
    return Tiles(columns, rows, board_width / columns, board_height / rows)


def overlap(board: Description) -> float:
    """The width that a sheet shows around its tile, in millimetres: at least 10, more for large bores."""
    drill = board.drill
    return max(10.0, drill.hole / 2 + 2, drill.offset + drill.light / 2 + 2)


def used(board: Description, cut: Tiles) -> list[tuple[int, int]]:
    """The tiles with a hole or a fixture, as (column, row), row by row."""
    places = {cut.of(x, y) for x, y in board.places}
    places |= {cut.of(each.x, each.y) for each in fixtures(board)[0]}
    return sorted(places, key=lambda place: (place[1], place[0]))


def sheet_name(column: int, row: int) -> str:
    """The name of a sheet, from its row and column, such as "R1-C2", which is never the name of a hole."""
    return f"R{row + 1}-C{column + 1}"


def template(board: Description, sheet: str) -> tuple[bytes, int]:
    """The template as a PDF, and its number of pages; the first page has a map and the instructions."""
    canvas_of = library("reportlab.pdfgen.canvas").Canvas
    out = BytesIO()
    width, height = SHEETS[sheet]
    canvas = canvas_of(out, pagesize=(width * MM, height * MM), invariant=1, pageCompression=0)
    canvas.setTitle(f"Drilling template: {board.title}")
    cut = tiles(board, sheet)
    _first_page(canvas, board, cut, sheet)
    sheets = used(board, cut)
    for column, row in sheets:
        _Sheet(canvas, board, cut, column, row, sheet).draw()
    canvas.save()
    return out.getvalue(), 1 + len(sheets)


def _first_page(canvas: Any, board: Description, cut: Tiles, sheet: str) -> None:
    _, height = SHEETS[sheet]
    drill = board.drill
    canvas.setFont("Helvetica-Bold", 16)
    canvas.drawString(20 * MM, (height - 25) * MM, "Drilling template, full size")
    canvas.setFont("Helvetica", 10)
    light = (
        f"in the middle of each, through the board: {drill.light:g} mm for the LED"
        if drill.offset == 0
        else f"{drill.offset:g} mm beside each, as drawn: {drill.light:g} mm for the LED"
        if board.modules
        else f"{drill.offset:g} mm above each (towards the top of the sheets): {drill.light:g} mm for the LED"
    )
    sentences = (
        board.title,
        f"{board.names.holes} holes of {drill.hole:g} mm, {drill.pitch:g} mm apart;",
        f"{light}.",
        _sensor_text(board),
        f"{board.looks.capitalize()}: {_wood(board)}.",
        f"Sheets: {cut.columns} by {cut.rows}; sheets without a bore are left out.",
        "",
        "1.  Print at 100 %, never “fit to page”. Measure the ruler on every sheet: it must be 100 mm.",
        "2.  Lay the sheets out as on the map below; overlap them until the crosses and the grey holes meet.",
        "3.  Tape the sheets to the wood and prick the middle of every black circle through the paper.",
        "4.  Bore the light first, then the hole; grey circles are drawn in black on the neighbouring sheet.",
        "5.  Dashed: buttons and screws to drill, and the room that a card reader takes below."
        + (" M: pilot holes of 1.5 mm, 5 mm deep, from below, for the modules." if board.modules else ""),
        *(f"There is no room on the wood for: {name}." for name in fixtures(board)[1]),
    )
    y = height - 34
    for line in sentences:
        canvas.drawString(20 * MM, y * MM, line)
        y -= 5.5
    _map(canvas, board, cut, y - 4, sheet)
    _ruler(canvas, EDGE + 10, EDGE + 4)
    canvas.showPage()


def _sensor_text(board: Description) -> str:
    """A sentence about the place of the sensors, which is the same for all holes."""
    if not board.drill.sensor:
        return "Every sensor sits below the middle of its hole."
    return (
        f"Every sensor sits {board.drill.sensor:g} mm below the middle of its hole (towards the bottom of the"
        " sheets): a small square."
    )


def _wood(board: Description) -> str:
    if board.shape != "paddles":
        return "{:.1f} by {:.1f} mm of wood".format(*board.size)
    (x0, y0), (x1, y1), (x2, y2), _ = board.wood[0]
    long, deep = math.dist((x0, y0), (x1, y1)), math.dist((x1, y1), (x2, y2))
    return f"{board.sides} planks of {long:.1f} by {deep:.1f} mm, all alike except for the holes' names"


def _map(canvas: Any, board: Description, cut: Tiles, top: float, sheet: str) -> None:
    """Draw a small map of the board, with the tiles and the names of their sheets."""
    board_width, board_height = board.size
    scale = min((SHEETS[sheet][0] - 40) / board_width, (top - EDGE - FOOT - 10) / board_height)
    left = (SHEETS[sheet][0] - scale * board_width) / 2
    canvas.setLineWidth(0.2 * MM)
    canvas.setStrokeGray(0.45)
    for x, y in board.places:
        canvas.circle(
            (left + scale * x) * MM, (top - scale * y) * MM, scale * board.drill.hole / 2 * MM, fill=0
        )
    for piece in board.wood:
        corners = [((left + scale * x) * MM, (top - scale * y) * MM) for x, y in piece]
        _closed(canvas, corners)
    canvas.setStrokeGray(BLACK)
    sheets = used(board, cut)
    for row in range(cut.rows):
        for column in range(cut.columns):
            x, y = left + scale * column * cut.width, top - scale * (row + 1) * cut.height
            canvas.rect(x * MM, y * MM, scale * cut.width * MM, scale * cut.height * MM)
            canvas.setFont("Helvetica-Bold", 13)
            if (column, row) in sheets:
                canvas.drawString((x + 2) * MM, (y + scale * cut.height - 6) * MM, sheet_name(column, row))


class _Sheet:
    """A sheet of the template with one tile."""

    def __init__(
        self, canvas: Any, board: Description, cut: Tiles, column: int, row: int, sheet: str
    ) -> None:
        self._canvas, self._board, self._cut = canvas, board, cut
        self._column, self._row = column, row
        self._size = SHEETS[sheet]
        self._left, self._top = column * cut.width, row * cut.height
        self._overlap = overlap(board)

    def draw(self) -> None:
        canvas, cut = self._canvas, self._cut
        canvas.saveState()
        window = canvas.beginPath()
        low = self._page(self._left - self._overlap, self._top + cut.height + self._overlap)
        window.rect(*low, (cut.width + 2 * self._overlap) * MM, (cut.height + 2 * self._overlap) * MM)
        canvas.clipPath(window, stroke=0)
        self._outline()
        for fixture in fixtures(self._board)[0]:
            self._fixture(fixture)
        for hole, (x, y) in enumerate(self._board.places):
            if self._shows(x, y):
                self._hole(hole, x, y)
        canvas.restoreState()
        for column in (0, 1):
            for row in (0, 1):
                self._cross(self._left + column * cut.width, self._top + row * cut.height)
        canvas.setFont("Helvetica-Bold", 12)
        name = sheet_name(self._column, self._row)
        canvas.drawRightString((self._size[0] - EDGE) * MM, (EDGE + 5) * MM, f"Sheet {name}")
        canvas.setFont("Helvetica", 7)
        canvas.drawRightString((self._size[0] - EDGE) * MM, (EDGE + 1) * MM, self._board.title)
        _ruler(canvas, EDGE, EDGE + 4)
        canvas.showPage()

    def _page(self, x: float, y: float) -> tuple[float, float]:
        """The place on this page, in points, of the point (x, y) of the board."""
        left = EDGE + self._overlap + (self._size[0] - 2 * (EDGE + self._overlap) - self._cut.width) / 2
        return (left + x - self._left) * MM, (self._size[1] - EDGE - self._overlap - (y - self._top)) * MM

    def _shows(self, x: float, y: float) -> bool:
        reach = self._overlap + self._board.drill.pitch
        return (
            -reach <= x - self._left <= self._cut.width + reach
            and -reach <= y - self._top <= self._cut.height + reach
        )

    def _hole(self, hole: int, x: float, y: float) -> None:
        canvas, drill = self._canvas, self._board.drill
        own = self._cut.of(x, y) == (self._column, self._row)
        canvas.setStrokeGray(BLACK if own else GREY)
        canvas.setFillGray(BLACK if own else GREY)
        canvas.setLineWidth(0.25 * MM)
        at, light = self._page(x, y), self._page(*self._board.light_places[hole])
        canvas.circle(*at, drill.hole / 2 * MM, fill=0)
        canvas.circle(*light, drill.light / 2 * MM, fill=0)
        canvas.setLineWidth(0.1 * MM)
        for x0, y0 in dict.fromkeys((at, light)):
            canvas.line(x0 - 2 * MM, y0, x0 + 2 * MM, y0)
            canvas.line(x0, y0 - 2 * MM, x0, y0 + 2 * MM)
        if drill.sensor:
            # A small square marks the sensor's place.
            sx, sy = self._page(x, y + drill.sensor)
            canvas.rect(sx - 0.5 * MM, sy - 0.5 * MM, MM, MM, fill=0)
        if own:
            size = min(5.0, drill.pitch / 3.2)
            canvas.setFont("Helvetica", size)
            below = at[1] - drill.hole / 2 * MM - 1.0 * size
            canvas.drawCentredString(at[0], below, self._board.names.name(hole))

    def _fixture(self, fixture: Fixture) -> None:
        canvas = self._canvas
        canvas.setStrokeGray(FIXTURE)
        canvas.setFillGray(FIXTURE)
        canvas.setLineWidth(0.2 * MM)
        canvas.setDash(2, 2)
        x, y = self._page(fixture.x, fixture.y)
        canvas.circle(x, y, fixture.diameter / 2 * MM, fill=0)
        canvas.setDash()
        if fixture.drilled:
            canvas.line(x - 2 * MM, y, x + 2 * MM, y)
            canvas.line(x, y - 2 * MM, x, y + 2 * MM)
        if self._cut.of(fixture.x, fixture.y) == (self._column, self._row):
            canvas.setFont("Helvetica", 5)
            canvas.drawCentredString(x, y - fixture.diameter / 2 * MM - 5, fixture.name)

    def _outline(self) -> None:
        self._canvas.setLineWidth(0.35 * MM)
        for piece in self._board.wood:
            _closed(self._canvas, [self._page(x, y) for x, y in piece])

    def _cross(self, x: float, y: float) -> None:
        """Draw a cross at a corner of a tile, where up to four sheets overlap."""
        canvas = self._canvas
        px, py = self._page(x, y)
        canvas.setStrokeColorRGB(0.8, 0, 0)
        canvas.setLineWidth(0.15 * MM)
        canvas.line(px - 6 * MM, py, px + 6 * MM, py)
        canvas.line(px, py - 6 * MM, px, py + 6 * MM)
        canvas.setStrokeGray(BLACK)
        canvas.setFillGray(BLACK)


def _closed(canvas: Any, corners: list[tuple[float, float]]) -> None:
    canvas.lines([(*here, *there) for here, there in zip(corners, corners[1:] + corners[:1], strict=True)])


def _ruler(canvas: Any, left: float, bottom: float) -> None:
    """Draw a ruler of 100 mm with a stroke every 10 mm."""
    canvas.setStrokeGray(BLACK)
    canvas.setFillGray(BLACK)
    canvas.setLineWidth(0.2 * MM)
    canvas.line(left * MM, bottom * MM, (left + RULER) * MM, bottom * MM)
    for tick in range(0, 101, 10):
        tall = 4 if tick % 50 == 0 else 2.5
        canvas.line((left + tick) * MM, bottom * MM, (left + tick) * MM, (bottom + tall) * MM)
    canvas.setFont("Helvetica", 6)
    canvas.drawString((left + 2) * MM, (bottom - 3) * MM, "this line must measure 100 mm")
