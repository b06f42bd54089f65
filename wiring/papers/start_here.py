"""The document that a builder reads first: the board, the steps in order, and the settings of the Pi."""

from __future__ import annotations

from collections.abc import Iterator

from wiring import boot_config
from wiring.description import Description
from wiring.magnet_checks import doubts, neighbours_field, own_field


def start_here(board: Description) -> str:
    """The document as Markdown."""
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
