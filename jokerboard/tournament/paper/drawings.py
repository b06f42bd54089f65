"""Drawings as SVG: QR codes and the seats around a board for sheets, boards with marbles for pages.

A page without scripts draws the holes of a board once, as a symbol (`templates/board.html`); each position
uses the symbol and adds its marbles, about 40 bytes for each. Side A is at the bottom and the sides follow
clockwise, as on the table's own page. On a board with marbles the unit of length is the distance between two
neighbouring holes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from markupsafe import Markup

from engine.errors import EngineError
from engine.geometry import COME_OUT, IN_SPOT, LANE, SIDE, board, seat_letter
from engine.position import Position
from jokerboard.tournament.event.seating import Chair
from jokerboard.words.catalogue import words

Point = tuple[float, float]
_MARGIN = 0.9


@dataclass(frozen=True, slots=True)
class Code:
    """A URL with its QR code as SVG; if there is none, `missing` is the reason as a sentence."""

    address: str = ""
    drawing: Markup | None = None
    missing: str = ""


def code_of(address: str | None) -> Code:
    """The QR code of a URL, or the reason why it cannot be drawn."""
    if address is None:
        return Code(missing=words("sheet.no-address"))
    try:
        segno = import_module("segno")
    except ImportError:
        return Code(address, missing=words("sheet.no-segno"))
    drawing = segno.make(address, error="m", micro=False).svg_inline(
        border=2, svgclass="code", lineclass=None, omitsize=True, title=address
    )
    return Code(address, Markup(drawing))


@dataclass(frozen=True, slots=True)
class SeatMark:
    """A taken seat at its side of a board: letter, index of its team at the table, place in the drawing."""

    letter: str
    side: int
    x: str
    y: str

    @property
    def baseline(self) -> str:
        """The y coordinate of the letter's baseline in the drawing."""
        return f"{float(self.y) + 5.5:.1f}"


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board from above: outline and taken seats; `A` is at the bottom, the others follow clockwise."""

    outline: str
    seats: tuple[SeatMark, ...]


def seats_picture(sides: int, sitting: Sequence[Chair]) -> BoardPicture:
    """The drawing of a board with `sides` sides and `sitting` players; a team's seats look alike."""
    taken = {chair.seat: chair.side for chair in sitting}
    corners, seats = [], []
    for side in range(sides):
        turn = 2 * math.pi * side / sides
        corners.append("{:.1f},{:.1f}".format(*_at(turn - math.pi / sides, 78)))
        letter = seat_letter(side)
        if letter in taken:
            x, y = _at(turn, 78 * math.cos(math.pi / sides))
            seats.append(SeatMark(letter, taken[letter], f"{x:.1f}", f"{y:.1f}"))
    return BoardPicture(" ".join(corners), tuple(seats))


def _at(turn: float, far: float) -> Point:
    """The point at the angle `turn` (0: bottom, then clockwise) and the distance `far` from the middle."""
    return -far * math.sin(turn), far * math.cos(turn)


@cache
def places(sides: int) -> dict[str, Point]:
    """The place of each hole, by its name; the middle of the board is (0, 0)."""
    corners = [_corner(sides, side) for side in range(sides + 1)]
    found: dict[str, Point] = {}
    for side in range(sides):
        (x, y), (next_x, next_y) = corners[side], corners[side + 1]
        step = ((next_x - x) / SIDE, (next_y - y) / SIDE)
        letter = seat_letter(side)
        for k in range(SIDE):
            found[f"{letter}{k}"] = (x + k * step[0], y + k * step[1])
        # Lanes and STARTs point inward. On a triangle they are shorter, so that those of two sides do not
        # meet.
        inward = 0.55 if sides == 3 else 0.95
        for kind, at in (("h", IN_SPOT), ("s", COME_OUT)):
            from_x, from_y = found[f"{letter}{at}"]
            for k in range(1, LANE + 1):
                found[f"{letter}{kind}{k}"] = (from_x - k * inward * step[1], from_y + k * inward * step[0])
    return found


def _corner(sides: int, side: int) -> Point:
    """The corner of the ring before a side of SIDE steps; clockwise in a drawing where y grows downwards."""
    far = SIDE / 2 / math.sin(math.pi / sides)
    return _at(2 * math.pi * (side - 0.5) / sides, far)


@dataclass(frozen=True, slots=True)
class Plan:
    """An empty board: the corner and size of the SVG's view, and the places of its holes."""

    left: float
    top: float
    wide: float
    high: float
    holes: tuple[Point, ...]


@cache
def plan(sides: int) -> Plan:
    """The empty board with `sides` sides; a page draws it once, before the first position."""
    holes = tuple(places(sides).values())
    xs, ys = zip(*holes, strict=True)
    left, top = min(xs) - _MARGIN, min(ys) - _MARGIN
    return Plan(left, top, max(xs) - left + _MARGIN, max(ys) - top + _MARGIN, holes)


def marbles(line: str, sides: int) -> tuple[tuple[str, Point], ...]:
    """The seat and place of each marble in a position line; empty if the line is for another board."""
    try:
        position = Position.parse(line)
    except EngineError:
        return ()
    if position.sides != sides:
        return ()
    there, where = board(sides), places(sides)
    found: list[tuple[str, Point]] = []
    for seat, own in enumerate(position.marbles):
        if own is not None:
            letter = seat_letter(seat)
            names = [there.name(hole) for hole in own]
            names += [f"{letter}s{k}" for k in range(1, position.start_count(seat) + 1)]
            found += [(letter, where[name]) for name in names]
    return tuple(found)
