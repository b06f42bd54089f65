"""Labels for the wires: one a wire that is long enough, on sheets of 65 labels as cards have them too."""

from __future__ import annotations

from io import BytesIO

from wiring.description import Description
from wiring.libraries import library
from wiring.papers.label_sheet import COLUMNS, GAP, LABEL, LEFT, MM, PAGE, ROWS, TOP
from wiring.papers.wires import wires


def wire_labels(board: Description) -> tuple[bytes, int]:
    """The PDF and the number of its pages: name, colour, and both ends of each wire."""
    canvas_of = library("reportlab.pdfgen.canvas").Canvas
    out = BytesIO()
    canvas = canvas_of(out, pagesize=(PAGE[0] * MM, PAGE[1] * MM), invariant=1)
    canvas.setTitle(f"Wire labels: {board.title}")
    labelled = [wire for wire in wires(board) if wire.labelled]
    for at, wire in enumerate(labelled):
        if at and at % (COLUMNS * ROWS) == 0:
            canvas.showPage()
        row, column = divmod(at % (COLUMNS * ROWS), COLUMNS)
        x, y = LEFT + column * (LABEL[0] + GAP), PAGE[1] - TOP - (row + 1) * LABEL[1]
        canvas.setFont("Helvetica-Bold", 11)
        canvas.drawString((x + 3) * MM, (y + 14.5) * MM, wire.name)
        canvas.setFont("Helvetica", 6)
        last = wire.ends[-1] if len(wire.ends) == 2 else f"{len(wire.ends) - 1} places"
        for line, text in enumerate((wire.ends[0], f"to {last}", wire.colour)):
            canvas.drawString((x + 3) * MM, (y + 10.5 - 3 * line) * MM, text)
    canvas.save()
    return out.getvalue(), -(-len(labelled) // (COLUMNS * ROWS))
