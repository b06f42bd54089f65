"""Drawings for printed sheets: the seats around a board, and QR codes, both as SVG for a template."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

from markupsafe import Markup

from jokerboard.tournament.event.seating import Chair
from jokerboard.words.catalogue import words


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
        """The height of the letter's baseline in the drawing, in the drawing's units."""
        return f"{float(self.y) + 5.5:.1f}"


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board from above: outline and taken seats; `A` is at the bottom, the others follow clockwise."""

    outline: str
    seats: tuple[SeatMark, ...]


def board(sides: int, sitting: Sequence[Chair]) -> BoardPicture:
    """The drawing of a board with `sides` sides and `sitting` players; a team's seats look alike."""
    taken = {chair.seat: chair.side for chair in sitting}
    corners, seats = [], []
    for side in range(sides):
        turn = 2 * math.pi * side / sides
        corners.append("{:.1f},{:.1f}".format(*_at(turn - math.pi / sides, 78)))
        letter = chr(65 + side)
        if letter in taken:
            x, y = _at(turn, 78 * math.cos(math.pi / sides))
            seats.append(SeatMark(letter, taken[letter], f"{x:.1f}", f"{y:.1f}"))
    return BoardPicture(" ".join(corners), tuple(seats))


def _at(turn: float, far: float) -> tuple[float, float]:
    """The point at an angle and a distance from the middle; angle 0 is at the bottom, others clockwise."""
    return -far * math.sin(turn), far * math.cos(turn)
