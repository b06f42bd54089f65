"""Small pieces of HTML: everything that people wrote goes through `esc`, so a name is only ever text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape as esc
from importlib import import_module
from pathlib import Path

from tournament.event.errors import MissingLibraryError
from tournament.event.seating import Chair

STYLES = Path(__file__).parents[1] / "web" / "static" / "event" / "sheets.css"
"""The sheets' styles: linked where a page shows them, written into a file that stands alone."""


def page(title: str, body: str, *, styles: str | None = None) -> str:
    """A whole page; `styles` is the address of its styles, None to have them inside."""
    if styles is None:
        look = f"<style>\n{STYLES.read_text('utf-8')}</style>"
    else:
        look = f'<link rel="stylesheet" href="{esc(styles)}">'
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{esc(title)}</title>\n{look}\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def table(kind: str, head: Sequence[str], rows: Iterable[Sequence[str]], figures: frozenset[int]) -> str:
    """A table of cells that are HTML already; the columns `figures` are numbers."""

    def line(cells: Sequence[str], tag: str) -> str:
        made = (
            f"<{tag}{' class=figure' if k in figures else ''}>{cell}</{tag}>" for k, cell in enumerate(cells)
        )
        return f"<tr>{''.join(made)}</tr>"

    body = "\n".join(line(row, "td") for row in rows)
    return (
        f'<table class="{kind}">\n<thead>{line([esc(cell) for cell in head], "th")}</thead>\n'
        f"<tbody>\n{body}\n</tbody>\n</table>"
    )


def code(address: str, size: str = "code") -> str:
    """The address as a QR code, as SVG. MissingLibraryError without segno."""
    try:
        segno = import_module("segno")
    except ImportError as error:
        raise MissingLibraryError(
            "the codes on the sheets need segno, which is not installed: pip install 'jokerboard[tournament]'"
        ) from error
    drawing: str = segno.make(address, error="m", micro=False).svg_inline(
        border=2, svgclass=size, lineclass=None, omitsize=True, title=address
    )
    return drawing


def board(sides: int, sitting: Sequence[Chair]) -> str:
    """The board from above, `A` at the bottom and the seats clockwise; a team's seats look alike."""
    taken = {chair.seat: chair.side for chair in sitting}
    corners, seats = [], []
    for side in range(sides):
        turn = 2 * math.pi * side / sides
        corners.append(_at(turn - math.pi / sides, 78))
        letter = chr(65 + side)
        if letter in taken:
            x, y = _at(turn, 78 * math.cos(math.pi / sides))
            kind = f"side{taken[letter]}"
            seats.append(
                f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="15"/>'
                f'<text class="{kind}" x="{x:.1f}" y="{y + 5.5:.1f}">{letter}</text>'
            )
    outline = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    return (
        '<svg class="board" viewBox="-96 -96 192 192" role="img" aria-label="The seats, clockwise">'
        f'<polygon points="{outline}"/>{"".join(seats)}</svg>'
    )


def _at(turn: float, far: float) -> tuple[float, float]:
    """A point on the page: no turn is at the bottom, from there clockwise as people see it."""
    return -far * math.sin(turn), far * math.cos(turn)
