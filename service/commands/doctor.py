"""`jokerboard doctor`: what is wrong with the machine and with the board, and what to do about each."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import shutil
import sys
from datetime import datetime
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.board.description import Description
    from service.board.machine import Finding, Machine

LED_SECONDS = 0.25


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help="the board's description")
    parser.add_argument("--machine-only", action="store_true", help="leave the board itself alone")
    parser.add_argument("--seconds", type=float, default=10.0, metavar="S", help="to watch (default 10)")
    parser.add_argument("--lights", action="store_true", help="light LED after LED, with its hole's name")
    parser.add_argument("--root", type=Path, default=Path("/"), metavar="DIR", help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    """Say every finding; 1 if there is one, else 0."""
    from hardware.errors import HardwareError
    from service.board.machine import Finding, look
    from service.board.parse import read_board

    board = None if args.file is None else read_board(args.file)
    found = list(look(this_machine(args.root), board))
    if board is not None and not args.machine_only:
        try:
            found += asyncio.run(_look_at_board(board, args.seconds, args.lights))
        except HardwareError as error:
            found.append(Finding("the board cannot be looked at", str(error)))
    for each in found:
        print(f"- {each}")
    print(f"{len(found)} thing{'s' * (len(found) != 1)} to see to." if found else "Nothing is wrong.")
    return 1 if found else 0


def this_machine(root: Path) -> Machine:
    """The machine that this runs on, its files below `root`."""
    from service.board.machine import Machine

    return Machine(
        root=root,
        user=getpass.getuser(),
        now=datetime.now(),
        free=shutil.disk_usage(root).free,
        python=sys.version_info[:2],
        version=installed,
    )


def installed(name: str) -> str | None:
    """The version of a distribution, None if it is not installed."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


async def _look_at_board(board: Description, seconds: float, lights: bool) -> list[Finding]:
    from hardware.clock import LoopClock
    from service.board.devices import open_devices
    from service.board.watch import Watch

    sensors, strip = open_devices(board, LoopClock(asyncio.get_running_loop()))
    try:
        print(f"Watching the empty board for {seconds:g} s; do not touch it.", flush=True)
        watch = Watch(board, sensors.snapshot())
        sensors.start(watch.heard)
        await asyncio.sleep(seconds)
        if lights:
            for led, hole in enumerate(board.lights.holes):
                frame = bytearray(3 * strip.leds)
                frame[3 * led : 3 * led + 3] = bytes((255, 255, 255))
                strip.show(bytes(frame))
                name = "no hole" if hole is None else board.names.name(hole)
                print(f"LED {led}: {name}; if it is dark: jokerboard setup --redo {name}", flush=True)
                await asyncio.sleep(LED_SECONDS)
        return list(watch.findings())
    finally:
        strip.close()
        sensors.close()
