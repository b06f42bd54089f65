"""Write all of the builder's documents of one board into one directory.

The document that a builder reads first, start-here.md, is made here: the board, the steps in order, and the
settings of the Pi.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from wiring import boot_config
from wiring.description import Description, bench_board
from wiring.errors import BuildError
from wiring.magnet_checks import doubts, neighbours_field, own_field
from wiring.papers import drawings, lists
from wiring.papers.drawings import dxf
from wiring.papers.labels import LABEL_SHEETS, wire_labels
from wiring.papers.schematic import harness, segment
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


def start_here(board: Description) -> str:
    """The content of start-here.md."""
    return "\n".join(_lines(board)) + "\n"


def _lines(board: Description) -> Iterator[str]:
    part = board.hall
    yield f"# Start here: {board.title}"
    yield ""
    yield (
        f"{board.looks.capitalize()}, {board.names.holes} holes of {board.drill.hole:g} mm,"
        f" {board.drill.pitch:g} mm apart; {board.pieces}; sensors {part.number}; read by a"
        f" {board.bank.reader}."
    )
    yield ""
    yield (
        f"A magnet gives the sensor of its own hole {own_field(board):.0f} mT;"
        f" {part.operate:g} mT are enough. The sensor of an empty hole between"
        f" two pieces gets {neighbours_field(board):.1f} mT."
    )
    yield from (f"\n**Careful:** {text}." for _, text, _ in doubts(board))
    yield from ("", "## In this order", "")
    yield from (f"{number}. {text}" for number, text in enumerate(_steps(board), 1))
    yield from ("", "## What the Raspberry Pi needs", "")
    lines = boot_config.settings(board)
    if lines:
        yield "In `/boot/firmware/config.txt`, below `[all]`, then restart the Pi:"
        yield ""
        yield from (f"    {each.line}" for each in lines)
        yield ""
        yield from (f"- `{each.line}`: {each.why}" for each in lines)
    else:
        yield "config.txt needs no line, because everything is on USB."
    if boot_config.uses_header_port(board):
        yield "- `sudo raspi-config nonint do_serial_cons 1`: Linux's console must not use the reader's port"
    yield ""
    yield "`sudo make pi BOARD=board.toml` installs the drivers and shows which of these lines are missing."


def _steps(board: Description) -> Iterator[str]:
    part, files = board.hall, [name for name, _, _ in board.bank.files(board)]
    watching = ", and the watching chip" if board.bank.watched else ""
    yield (
        "For the bench test, buy five sensors, five magnets, one chip and its plug first (`parts.md`)"
        + watching
        + "."
    )
    if part.poles == "unipolar":
        yield (
            "Mark the south pole of every magnet: it attracts the end of a compass needle that points north."
            " The south pole goes down, towards the sensor's marked face."
        )
    flash = "`jokerboard firmware flash --board bench.json`, then " if files else ""
    yield f"**Bench test, before you drill:** {flash}`jokerboard setup board.toml --bench`, five sensors."
    yield "Buy the other parts. Hold one sheet of the template against the wood, then drill by the template."
    yield "Solder by `wires.md`, with a label on every wire. Do not put in any fuse yet."
    yield (
        "Measure that neither 5 V nor 3.3 V has a short to ground. Then put in the fuses of the computer"
        " and the sensors, then those of the LEDs, one feed after another."
    )
    for name in files:
        yield f"`jokerboard firmware flash --board {name}`."
    yield "`sudo make pi BOARD=board.toml`, `jokerboard doctor board.toml`, `jokerboard setup board.toml`."
    yield "`sudo make install BOARD=board.toml`."
