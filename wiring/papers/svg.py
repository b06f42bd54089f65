"""An SVG drawing that is made shape by shape; lengths are in the drawing's units."""

from __future__ import annotations

from xml.sax.saxutils import escape

CSS_COLOURS = {
    "brown": "#7a4a21", "red": "#d21f1f", "orange": "#f08a24", "yellow": "#d9b500", "green": "#2c8a3d",
    "blue": "#2360c5", "pink": "#e77fb3", "violet": "#8a3fb0", "grey": "#808080", "black": "#111",
    "white": "#c9c9c9", "cable": "#111",
}  # fmt: skip
"""For each colour of a wire, the CSS colour in drawings; white is grey, to be visible on white paper."""


class Svg:
    """A drawing to which shapes are added; `text` is the finished file."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._size, self._title = (width, height), title
        self._parts: list[str] = []

    def line(self, *points: tuple[float, float], colour: str = "#111", width: float = 1.2) -> None:
        """Draw a line through `points`."""
        where = " ".join(f"{x:g},{y:g}" for x, y in points)
        self._parts.append(
            f'<polyline points="{where}" fill="none" stroke="{colour}" stroke-width="{width:g}"'
            ' stroke-linejoin="round"/>'
        )

    def box(self, x: float, y: float, width: float, height: float, fill: str = "#fff") -> None:
        """Draw a rectangle."""
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"'
            ' stroke="#111" stroke-width="1.2" rx="2"/>'
        )

    def dot(self, x: float, y: float, radius: float = 3, fill: str = "#111", edge: str = "none") -> None:
        """Draw a filled circle."""
        self._parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'
        )

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 12,
        *,
        anchor: str = "start",
        bold: bool = False,
        colour: str = "#111",
        kind: str = "",
    ) -> None:
        """Draw one line of text; `kind` is its CSS class, for tests and style sheets."""
        more = (' font-weight="bold"' if bold else "") + (f' class="{kind}"' if kind else "")
        self._parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" fill="{colour}"{more}>'
            f"{escape(text)}</text>"
        )

    @property
    def text(self) -> str:
        """The SVG file."""
        width, height = self._size
        return "\n".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
                f' width="{width:g}" height="{height:g}" font-family="Helvetica, Arial, sans-serif">',
                f"<title>{escape(self._title)}</title>",
                f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>',
                *self._parts,
                "</svg>\n",
            )
        )
