"""The first paper: a summary of the board, the steps in order, and the settings of the Pi."""

from __future__ import annotations

from collections.abc import Iterator

from wiring import boot_config
from wiring.description import Description
from wiring.magnet_checks import doubts, neighbours_field, own_field


def start_here(board: Description) -> str:
    """The paper as Markdown."""
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
        f" two full ones gets {neighbours_field(board):.1f} mT."
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
        yield "Nothing in config.txt: everything is on USB."
    if boot_config.uses_header_port(board):
        yield "- `sudo raspi-config nonint do_serial_cons 1`: Linux's console leaves the reader's port"
    yield ""
    yield "`sudo make pi BOARD=board.toml` installs the drivers and says which of these are missing."


def _steps(board: Description) -> Iterator[str]:
    part, files = board.hall, [name for name, _, _ in board.bank.files(board)]
    watching = ", and the chip that watches" if board.bank.watched else ""
    yield (
        "Buy for the bench first: five sensors, five magnets, one chip and its plug (`parts.md`)"
        + watching
        + "."
    )
    if part.poles == "unipolar":
        yield (
            "Mark the south pole of every magnet: the end of a compass needle that points north is drawn to"
            " it. That pole goes down, towards the sensor's marked face."
        )
    flash = "`jokerboard firmware flash --board bench.json`, then " if files else ""
    yield f"**Bench test, before you drill:** {flash}`jokerboard setup board.toml --bench`, five in a row."
    yield "Buy the rest, drill by the template, and try one sheet of paper against the wood first."
    yield "Solder by `wires.md`; labels on every wire. No fuse is in its holder yet."
    yield (
        "Measure: no short from 5 V or 3.3 V to ground. Then the fuses of the computer"
        " and the sensors, then those of the LEDs, one feed after the other."
    )
    for name in files:
        yield f"`jokerboard firmware flash --board {name}`."
    yield "`sudo make pi BOARD=board.toml`, `jokerboard doctor board.toml`, `jokerboard setup board.toml`."
    yield "`sudo make install BOARD=board.toml`."
