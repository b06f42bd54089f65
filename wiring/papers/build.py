"""Write all of the builder's documents of one board into one directory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from wiring.description import Description, bench_board
from wiring.errors import BuildError
from wiring.papers import drawings, lists
from wiring.papers.drawings import dxf
from wiring.papers.labels import LABEL_SHEETS, wire_labels
from wiring.papers.schematic import harness, segment
from wiring.papers.start_here import start_here
from wiring.papers.template import SHEETS, template
from wiring.pcb.order_papers import cables_csv, order_md
from wiring.printing import print_board

Document = tuple[str, bytes, str]
"""A document's file name, content, and description."""


def documents(board: Description) -> Iterator[Document]:
    """Each document of the board; raise BuildError if a library is missing."""
    for sheet in SHEETS:
        data, pages = template(board, sheet)
        yield f"template-{sheet}.pdf", data, f"drilling template, full size, {pages} pages"
    yield "board.dxf", dxf(board).encode(), "drilling plan for a mill or a laser"
    yield from _of_modules(board) if board.modules else _by_hand(board)
    yield "board.toml", print_board(board).encode(), "the description from which these documents were made"
    for name, text, what in board.bank.files(board):
        yield name, text.encode(), what
    for name, text, _ in board.bank.files(bench_board(board)):
        bench = name.replace("board", "bench")
        yield bench, text.encode(), f"like {name}, for the bench test of five sensors"


def _of_modules(board: Description) -> Iterator[Document]:
    """The documents for a board of modules only; `jokerboard wiring order` makes the files for a fab."""
    pitch = board.drill.pitch
    order = order_md(board.title, board.sides, pitch, board.shape)
    yield "order.md", order.encode(), "what to order, what to check, what to do in which order"
    yield "cables.csv", cables_csv(board.sides, pitch, board.shape).encode(), "cables from plug to plug"


def _by_hand(board: Description) -> Iterator[Document]:
    """The documents only for a board that is wired by hand."""
    for sheet, paper in LABEL_SHEETS.items():
        data, pages = wire_labels(board, sheet)
        yield f"wire-labels-{sheet}.pdf", data, f"labels for the wires, {pages} pages of {paper.labels}"
    yield "start-here.md", start_here(board).encode(), "what to do in which order, and what to switch on"
    texts = (
        ("wires.csv", lists.wires_csv(board), "wire list"),
        ("wires.md", lists.wires_md(board), "wire list to read and tick off"),
        ("connectors.svg", drawings.connectors(board), "connectors, pin by pin"),
        ("harness.svg", harness(board), "the trunk from chip to chip"),
        ("segment.svg", segment(board), "schematic of one chip and its sensors"),
        ("led-chain.svg", drawings.led_order(board), "order of the LED chain"),
        ("power.md", lists.power_md(board), "power budget"),
        ("parts.csv", lists.materials_csv(board), "bill of materials"),
        ("parts.md", lists.materials_md(board), "bill of materials to read"),
    )
    yield from ((name, text.encode(), what) for name, text, what in texts)


def build(board: Description, directory: Path) -> Iterator[tuple[str, str]]:
    """Write every document into `directory`; yield the name and the description of each."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for name, data, what in documents(board):
            (directory / name).write_bytes(data)
            yield name, what
    except BuildError:
        raise
    except OSError as error:
        raise BuildError(f"the documents cannot be written to {directory}: {error.strerror}") from error
