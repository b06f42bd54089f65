"""`jokerboard doctor`: faults of the computer and of the board, each with a remedy."""

from __future__ import annotations

import argparse
import asyncio
import re
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from datetime import datetime
from functools import partial
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from engine.text import counted
from hardware.clock import LoopClock
from jokerboard.cli.arguments import add_options, number, user_name
from jokerboard.host.errors import UsageError
from jokerboard.host.system import need_device_files

if TYPE_CHECKING:
    from wiring.bringup.computer_checks import Computer
    from wiring.bringup.doctor_session import DoctorSession
    from wiring.description import Description


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help="the board's description")
    add_options(
        parser,
        ("--machine-only", "check the computer only, not the board"),
        ("--seconds", "S", number(0, 3600), 10.0, "seconds to watch the sensors (default 10)"),
    )
    ask = parser.add_argument_group("checks with a person at the board; an interrupted check resumes")
    add_options(
        ask,
        ("--lights", "light one LED after another, and ask whether it shines"),
        ("--marbles", "ask for a marble on one hole after another"),
        ("--cards", "show live what each card reader sends"),
        ("--decks", "FILE", Path, None, "the cards.json of taught tags, to name cards"),
        ("--hole", "HOLE", str, [], "check only this hole's LED and sensor"),
        ("--again", "ask again what was answered already"),
        ("--state", "FILE", Path, None, "file for the answers (default FILE.doctor)"),
    )
    twin = parser.add_argument_group("a simulated board instead of the real one; the computer is not checked")
    twin.add_argument(
        "--twin",
        type=int,
        metavar="SEED",
        help="a board with the crossed wires of jokerboard setup --twin SEED",
    )
    twin.add_argument("--straight", action="store_true", help="a board wired as FILE describes")
    twin.add_argument("--fault", action="append", default=[], metavar="KIND[:HOLE]", help="inject this fault")
    parser.add_argument("--root", type=Path, default=Path("/"), metavar="DIR", help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    """Print each fault and its remedy; return 1 if there is a fault, else 0."""
    from hardware.errors import HardwareError
    from wiring.bringup.computer_checks import Finding, computer_faults
    from wiring.parse import read_board

    board = None if args.file is None else read_board(args.file)
    simulated = args.twin is not None or args.straight
    if board is None and any((simulated, args.lights, args.marbles, args.hole, args.cards)):
        raise UsageError("checking a board needs its description: jokerboard doctor FILE")
    if not simulated:
        need_device_files("a check of a real board or its computer")
    if board is not None and args.cards:
        return _watch_cards(args, board)
    found = [] if simulated else list(computer_faults(this_computer(args.root), board))
    if board is not None and not args.machine_only:
        consultation = _consultation(args, board)
        try:
            if simulated:
                found += consultation.on_the_twin(args.twin, args.fault)
            else:
                found += asyncio.run(consultation.at_the_board())
        except HardwareError as error:
            found.append(Finding("the board cannot be checked", str(error)))
        if consultation.left:
            print(f"Interrupted; the answers are kept in {consultation.path}, and doctor resumes from them.")
    for each in found:
        print("- " + str(each).replace("setup FILE", f"setup {args.file}"))
    print(f"{counted(len(found), 'fault')} found." if found else "Nothing is wrong.")
    return 1 if found else 0


def _watch_cards(args: argparse.Namespace, board: Description) -> int:
    """Show for `--seconds` what the card readers send; return 1 if a reader cannot be used, else 0."""
    from jokerboard.table.runtime.board_events import DeviceMap
    from jokerboard.table.serving.decks import Decks
    from wiring.bringup.card_readers import watch

    if not board.readers:
        raise UsageError(f"{args.file} describes no card reader")
    tags = {} if args.decks is None else Decks.load(args.decks).tags
    known = replace(DeviceMap.straight(0), tags=tags)
    print(f"Lay cards on the readers; they are watched for {args.seconds:g} s.", flush=True)
    clock = LoopClock(loop := asyncio.new_event_loop())
    try:
        wrong = watch(
            board.readers,
            lambda tag: None if (card := known.card(tag)) is None else str(card),
            clock,
            time.sleep,
            seconds=args.seconds,
            write_line=partial(print, flush=True),
        )
    finally:
        loop.close()
    for each in wrong:
        print(f"- {each}")
    return 1 if wrong else 0


def this_computer(root: Path) -> Computer:
    """The facts about this computer that doctor checks, with system files read below `root`.

    Raise UsageError if `root` is no directory.
    """
    from wiring.bringup.computer_checks import STATE, Computer

    if not root.is_dir():
        raise UsageError(f"{root} is no directory; give the root of a Pi's files, or leave --root out")
    return Computer(
        root=root,
        user=user_name("$USER"),
        now=datetime.now(),
        free=shutil.disk_usage(STATE if STATE.is_dir() else root).free,
        python=sys.version_info[:2],
        version=installed,
        core_clock=core_clock(),
    )


def core_clock() -> int | None:
    """A Raspberry Pi's core clock in hertz, as its firmware measures it; None if vcgencmd does not run."""
    try:
        output = subprocess.run(
            ["vcgencmd", "measure_clock", "core"], capture_output=True, text=True, timeout=5, check=True
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.fullmatch(r"frequency\([0-9]+\)=([0-9]{6,10})\s*", output)
    return int(found[1]) if found else None


def installed(name: str) -> str | None:
    """The version of an installed Python distribution; None if it is not installed.

    The text "the system's" stands for an importable package without version metadata.
    """
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None if find_spec(name) is None else "the system's"


def _consultation(args: argparse.Namespace, board: Description) -> DoctorSession:
    from wiring.bringup.doctor_session import DoctorSession

    only = [board.names.hole(name) for name in args.hole]
    both = bool(only) and not (args.lights or args.marbles)
    lights = [hole for hole in only or board.lights.holes if hole is not None and hole in board.lights.holes]
    sensors = [hole for hole in only or board.channels if hole is not None and hole in board.channels]
    return DoctorSession(
        board,
        args.state or args.file.with_name(args.file.name + ".doctor"),
        seconds=args.seconds,
        lights=lights if args.lights or both else [],
        sensors=sensors if args.marbles or both else [],
        again=None if args.again else only,
    )
