"""A position and a play as a small SVG picture, on the coordinates of the real board."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from engine.geometry import Hole, Seat, board, seat_letter
from engine.play import Leg, Play
from engine.position import Position
from hardware.layout import PITCH, Point, extent, positions

COLOURS = ("#c8102e", "#1f5fbf", "#e0a100", "#1e8a44", "#7d3fa0", "#e06a10", "#2aa5a5", "#6b4a2b")
_RIM, _WOOD, _HOLE, _INK = "#8a6a45", "#ecd9b8", "#b89868", "#22180c"
_HOLE_SIZE, _MARBLE_SIZE = 3.4, 6.6
SMALLEST, AROUND = 7 * PITCH, 2.5 * PITCH
"""The least width of the shown part of the board, and the least margin around the moving marbles."""


def picture(position: Position, play: Play, title: str) -> str:
    """The board before the play, with solid arrows for carried marbles, dashed for marbles sent away."""
    width, height = extent(position.sides)
    left, top, wide, high = _part(position, play)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {wide:g} {high:g}"'
        f' width="{wide * 1.6:.0f}" role="img" font-family="sans-serif" text-anchor="middle">',
        f"<title>{escape(title)}</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="5" markerHeight="5"'
        f' orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" fill="{_INK}"/></marker></defs>',
        f'<rect width="{width:g}" height="{height:g}" rx="12" fill="{_WOOD}" stroke="{_RIM}"/>',
        *_holes(position),
        *_marbles(position),
        *_arrows(position, play),
        *_names(position, play),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _part(position: Position, play: Play) -> tuple[float, float, float, float]:
    """The left, top, width and height of the shown part of the board, in whole millimetres."""
    there, points, size = board(position.sides), positions(position.sides), extent(position.sides)
    seen = {hole for seat in position.seats for hole in position.marbles[seat] or ()}
    for leg in play.legs:
        seen |= {_from(position, leg), leg.target, *map(there.in_spot, leg.pushes)}
        seen |= set() if leg.sent is None else set(there.start(leg.sent))
    low, high = [0.0, 0.0], [0.0, 0.0]
    for axis in (0, 1):
        places = [points[hole][axis] for hole in seen]
        lack = max(0.0, SMALLEST - (max(places) - min(places))) / 2
        low[axis] = max(0.0, round(min(places) - lack - AROUND))
        high[axis] = min(size[axis], round(max(places) + lack + AROUND))
    return low[0], low[1], high[0] - low[0], high[1] - low[1]


def _holes(position: Position) -> Iterator[str]:
    there, points = board(position.sides), positions(position.sides)
    for hole, (x, y) in enumerate(points):
        seat = there.side(hole)
        marked = hole in (there.in_spot(seat), there.come_out(seat)) or not there.is_ring(hole)
        rim = f' stroke="{COLOURS[seat]}" stroke-width="1.4"' if marked else ""
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{_HOLE_SIZE}" fill="{_HOLE}"{rim}/>'


def _marbles(position: Position) -> Iterator[str]:
    there, points = board(position.sides), positions(position.sides)
    for seat in position.seats:
        start = there.start(seat)[: position.start_count(seat)]
        for hole in (*(position.marbles[seat] or ()), *start):
            x, y = points[hole]
            yield f'<circle cx="{x:g}" cy="{y:g}" r="{_MARBLE_SIZE}" fill="{COLOURS[seat]}" stroke="{_INK}"/>'
            style = f'y="{y + 3.2:g}" font-size="9" fill="{_letter(seat)}"'
            yield f'<text x="{x:g}" {style}>{seat_letter(seat)}</text>'


def _letter(seat: Seat) -> str:
    """The colour of a marble's letter: dark on yellow marbles, white on all others."""
    return _INK if seat == 2 else "#fff"


def _arrows(position: Position, play: Play) -> Iterator[str]:
    there = board(position.sides)
    for leg in play.legs:
        yield _arrow(position, _from(position, leg), leg.target, "", both=leg.exchange)
        left = leg.target
        for seat in leg.pushes:
            yield _arrow(position, left, there.in_spot(seat), ' stroke-dasharray="4 3"')
            left = there.in_spot(seat)
        if leg.sent is not None:
            yield _arrow(position, left, there.start(leg.sent)[-1], ' stroke-dasharray="4 3"')


def _from(position: Position, leg: Leg) -> Hole:
    if leg.source is not None:
        return leg.source
    seat: Seat = leg.seat or 0
    return board(position.sides).start(seat)[position.start_count(seat) - 1]


def _arrow(position: Position, source: Hole, target: Hole, dashes: str, *, both: bool = False) -> str:
    """A curve that bends towards the middle of the board, and ends before the marbles it joins."""
    points, (width, height) = positions(position.sides), extent(position.sides)
    a, b = points[source], points[target]
    far = ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    inward = max(1.0, ((width / 2 - x) ** 2 + (height / 2 - y) ** 2) ** 0.5)
    bend = min(far * (0.5 if dashes else 0.3), 40) / inward
    over = (x + (width / 2 - x) * bend, y + (height / 2 - y) * bend)
    (x, y), (u, v) = _towards(a, over), _towards(b, over)
    ends = 'marker-end="url(#tip)"' + (' marker-start="url(#tip)"' if both else "")
    path = f"M{x:.1f} {y:.1f}Q{over[0]:.1f} {over[1]:.1f} {u:.1f} {v:.1f}"
    return f'<path d="{path}" fill="none" stroke="{_INK}" stroke-width="1.8"{dashes} {ends}/>'


def _towards(point: Point, other: Point) -> Point:
    """The point on the line from `other` to `point` that is one marble's radius away from `point`."""
    dx, dy = other[0] - point[0], other[1] - point[1]
    far = max(1e-6, (dx * dx + dy * dy) ** 0.5)
    return point[0] + dx / far * (_MARBLE_SIZE + 1), point[1] + dy / far * (_MARBLE_SIZE + 1)


def _names(position: Position, play: Play) -> Iterator[str]:
    """SVG texts with the names of the play's ring holes, outside the ring."""
    there, points = board(position.sides), positions(position.sides)
    width, height = extent(position.sides)
    holes = {hole for leg in play.legs for hole in (leg.source, leg.target) if hole is not None}
    holes |= {there.in_spot(seat) for leg in play.legs for seat in leg.pushes}
    for hole in sorted(hole for hole in holes if there.is_ring(hole)):
        (x, y), middle = points[hole], (width / 2, height / 2)
        far = ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5
        u, v = x + (x - middle[0]) / far * PITCH * 1.05, y + (y - middle[1]) / far * PITCH * 1.05
        yield f'<text x="{u:.1f}" y="{v + 3:.1f}" font-size="10" fill="{_INK}">{there.names[hole]}</text>'
