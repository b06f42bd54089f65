"""Labels for cards and wires as PDFs, on common sheets: A4 with 65 labels, US Letter with 30 (Avery 5160).

A card's label shows the card for people and a code for a scanner. The code is the card's text, such as
`7H#2`, so the table recognises printed cards without learning them. A wire gets a label if it is long enough.
The PDFs are made with reportlab.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.cards import Card, Rank
from jokerboard.host.errors import JokerboardError
from jokerboard.host.system import install_line
from wiring.description import Description
from wiring.papers import library
from wiring.papers.wires import wires

MM = 72 / 25.4
"""The points of a PDF in one millimetre."""


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """A kind of sheet of labels; all lengths in millimetres. `gap` is between columns; rows have no gap."""

    page: tuple[float, float]
    label: tuple[float, float]
    columns: int
    rows: int
    left: float
    top: float
    gap: float

    @property
    def labels(self) -> int:
        """The number of labels on one page."""
        return self.columns * self.rows

    def corner(self, number: int) -> tuple[float, float]:
        """The lower left corner of label `number`, in millimetres from the page's lower left corner."""
        row, column = divmod(number % self.labels, self.columns)
        x = self.left + column * (self.label[0] + self.gap)
        return x, self.page[1] - self.top - (row + 1) * self.label[1]


LABEL_SHEETS: Mapping[str, LabelSheet] = MappingProxyType(
    {
        "a4": LabelSheet((210.0, 297.0), (38.1, 21.2), 5, 13, 4.75, 10.7, 2.5),
        "letter": LabelSheet((215.9, 279.4), (66.675, 25.4), 3, 10, 4.76, 12.7, 3.175),
    }
)


def wire_labels(board: Description, sheet: str = "a4") -> tuple[bytes, int]:
    """A PDF with a label for each long wire (name, ends, colour), and its number of pages."""
    canvas_of = library("reportlab.pdfgen.canvas").Canvas
    paper, out = LABEL_SHEETS[sheet], BytesIO()
    canvas = canvas_of(out, pagesize=(paper.page[0] * MM, paper.page[1] * MM), invariant=1)
    canvas.setTitle(f"Wire labels: {board.title}")
    labelled = [wire for wire in wires(board) if wire.labelled]
    for at, wire in enumerate(labelled):
        if at and at % paper.labels == 0:
            canvas.showPage()
        x, y = paper.corner(at)
        top = y + paper.label[1]
        canvas.setFont("Helvetica-Bold", 11)
        canvas.drawString((x + 3) * MM, (top - 6.7) * MM, wire.name)
        canvas.setFont("Helvetica", 6)
        last = wire.ends[-1] if len(wire.ends) == 2 else f"{len(wire.ends) - 1} places"
        for line, text in enumerate((wire.ends[0], f"to {last}", wire.colour)):
            canvas.drawString((x + 3) * MM, (top - 10.7 - 3 * line) * MM, text)
    canvas.save()
    return out.getvalue(), -(-len(labelled) // paper.labels)


LABEL = LABEL_SHEETS["a4"].label
"""Width and height in millimetres for which the drawing of a card's label is made."""

QR_SIZE = 17.0
"""The width of a QR code with its quiet zone, in millimetres."""

CODE128_HEIGHT = 8.0
MODULE = 0.33
"""The width of the narrowest bar of a Code128, in millimetres; scanners need at least 0.25."""

SYMBOLS = {"C": "\u2663", "D": "\u2666", "H": "\u2665", "S": "\u2660"}


def save_labels(cards: tuple[Card, ...], path: Path, code: str = "qr", sheet: str = "a4") -> int:
    """Write labels for `cards` to the PDF `path`; return the number of pages.

    Raise JokerboardError if the file cannot be written.
    """
    data, pages = labels(cards, code, sheet)
    try:
        path.write_bytes(data)
    except OSError as error:
        raise JokerboardError(f"the labels cannot be written to {path}: {error.strerror}") from error
    return pages


def labels(cards: tuple[Card, ...], code: str = "qr", sheet: str = "a4") -> tuple[bytes, int]:
    """A PDF with a label for each card, and its number of pages.

    `code`: "qr" or "code128"; `sheet`: a key of LABEL_SHEETS.
    """
    canvas_of = _reportlab("reportlab.pdfgen.canvas").Canvas
    paper, out = LABEL_SHEETS[sheet], BytesIO()
    canvas = canvas_of(out, pagesize=(paper.page[0] * MM, paper.page[1] * MM), invariant=1)
    canvas.setTitle("jokerboard cards")
    for at, card in enumerate(cards):
        if at and at % paper.labels == 0:
            canvas.showPage()
        x, y = paper.corner(at)
        # On a larger label the drawing is in the middle.
        x += (paper.label[0] - LABEL[0]) / 2
        y += (paper.label[1] - LABEL[1]) / 2
        (_qr_label if code == "qr" else _code128_label)(canvas, card, x * MM, y * MM)
    canvas.save()
    return out.getvalue(), -(-len(cards) // paper.labels)


def _qr_label(canvas: Any, card: Card, x: float, y: float) -> None:
    """Draw a label with a QR code on the left and the card on the right."""
    widget = _reportlab("reportlab.graphics.barcode.qr").QrCodeWidget(
        str(card), barLevel="M", barWidth=QR_SIZE * MM, barHeight=QR_SIZE * MM, barBorder=4
    )
    drawing = _reportlab("reportlab.graphics.shapes").Drawing(QR_SIZE * MM, QR_SIZE * MM)
    drawing.add(widget)
    draw = _reportlab("reportlab.graphics.renderPDF").draw
    draw(drawing, canvas, x + 1.5 * MM, y + (LABEL[1] - QR_SIZE) / 2 * MM)
    _face(canvas, card, x + 28.5 * MM, y + 9 * MM)


def _code128_label(canvas: Any, card: Card, x: float, y: float) -> None:
    """Draw a label with the card above and a Code128 below."""
    barcode = _reportlab("reportlab.graphics.barcode.code128").Code128(
        str(card), barWidth=MODULE * MM, barHeight=CODE128_HEIGHT * MM, quiet=False
    )
    barcode.drawOn(canvas, x + (LABEL[0] * MM - barcode.width) / 2, y + 2 * MM)
    _face(canvas, card, x + LABEL[0] / 2 * MM, y + 13.8 * MM)


def _face(canvas: Any, card: Card, x: float, y: float) -> None:
    """Draw rank and suit of the card for people, centred at `x`; hearts and diamonds are red."""
    rank = {Rank.JOKER: "Joker", Rank.TEN: "10"}.get(card.rank, str(card.rank))
    symbol = SYMBOLS.get(card.suit or "", "")
    size = 11 if card.rank is Rank.JOKER else 17
    width = canvas.stringWidth(rank, "Helvetica-Bold", size)
    begin = x - (width + canvas.stringWidth(symbol, "ZapfDingbats", size)) / 2
    canvas.setFillColorRGB(*((0.75, 0.05, 0.05) if card.suit in ("D", "H") else (0, 0, 0)))
    canvas.setFont("Helvetica-Bold", size)
    canvas.drawString(begin, y, rank)
    canvas.setFont("ZapfDingbats", size)
    canvas.drawString(begin + width, y, symbol)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.setFont("Helvetica", 6)
    if card.copy is not None:
        canvas.drawCentredString(x, y - 2.6 * MM, str(card))


def _reportlab(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise JokerboardError(
            f"printing labels needs reportlab, which is not installed: {install_line('jokerboard[cards]')}"
        ) from error
