"""Labels for the wires: one for each wire that is long enough, on the sheets that card labels use."""

from __future__ import annotations

from io import BytesIO

from wiring.description import Description
from wiring.papers import library
from wiring.papers.label_sheet import LABEL_SHEETS, MM
from wiring.papers.wires import wires


def wire_labels(board: Description, sheet: str = "a4") -> tuple[bytes, int]:
    """A PDF of labels with name, colour and both ends of each wire; and its number of pages."""
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
