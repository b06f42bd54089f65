"""`jokerboard setup`: first light; which LED and sensor belong to which hole, asked and written down."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.errors import HardwareError
from service.errors import ServiceError, UsageError

if TYPE_CHECKING:
    from service.board.description import Description
    from service.board.first_light import FirstLight
    from service.board.sitting import Sitting


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the board's description; it is written anew")
    parser.add_argument(
        "--state", type=Path, metavar="FILE", help="where answers are kept (default FILE.setup)"
    )
    parser.add_argument("--redo", action="append", default=[], metavar="HOLE", help="ask about it again")
    twin = parser.add_argument_group("a simulated board instead of a real one")
    twin.add_argument("--twin", type=int, metavar="SEED", help="wires and LEDs crossed by this seed")
    twin.add_argument("--wrong", type=float, default=0.0, metavar="SHARE", help="of answers (default 0)")
    twin.add_argument("--dead", type=int, default=0, metavar="N", help="sensors and LEDs each (default 0)")
    twin.add_argument("--stop-after", type=int, metavar="N", help="leave after so many answers")


def run(args: argparse.Namespace) -> int:
    """Ask until all is known or somebody leaves; 0 all is well, 1 something is bad or still open."""
    from service.board.first_light import Redo
    from service.board.parse import read_board
    from service.board.setup_file import described, load, save, write_board

    board = read_board(args.file)
    path = args.state or args.file.with_name(args.file.name + ".setup")
    session = load(board, path)
    names = board.names
    for name in args.redo:
        session.answer(Redo(names.hole(name)))

    def keep(session: FirstLight) -> None:
        save(session, board, path)

    if args.twin is None:
        try:
            asyncio.run(_at_the_board(board, session, keep))
        except HardwareError as error:
            raise ServiceError(str(error)) from error
    else:
        _on_the_twin(args, board, session, keep)
    if session.question is not None:
        print(f"Left after {len(session.answers)} answers; they are in {path}, and setup goes on there.")
        return 1
    made = described(board, session)
    write_board(made, args.file)
    print(f"{args.file}: {names.holes} holes, as they are wired, after {len(session.answers)} answers.")
    bad = [("sensor", made.bad_sensors), ("LED", made.bad_lights)]
    for what, holes in bad:
        for hole in holes:
            print(f"The {what} of {names.name(hole)} is bad: mend it, then {_again(args, names.name(hole))}")
    return 1 if made.bad_sensors or made.bad_lights else 0


def _again(args: argparse.Namespace, name: str) -> str:
    return f"jokerboard setup {args.file} --redo {name}"


def _on_the_twin(
    args: argparse.Namespace, board: Description, session: FirstLight, keep: Callable[[FirstLight], None]
) -> None:
    from service.board.trial import Trial

    holes = board.names.holes
    if not 0 <= args.wrong < 0.5 or not 0 <= args.dead <= holes // 4:
        raise UsageError(f"--wrong is a share below 0.5, --dead a number up to {holes // 4}")
    if (len(board.channels), len(board.lights.holes)) != (holes, holes):
        raise UsageError("the simulated board has a channel and an LED for every hole, and no more")
    trial = Trial(
        session,
        board.names,
        crossed=args.twin,
        seed=args.twin + len(session.answers),
        wrong=args.wrong,
        dead=args.dead,
        say=_unheard,
        keep=keep,
    )
    trial.run(args.stop_after)


async def _at_the_board(board: Description, session: FirstLight, keep: Callable[[FirstLight], None]) -> None:
    """Sensors and keyboard, until the sitting is over."""
    from hardware.clock import LoopClock
    from service.board.devices import open_devices
    from service.board.sitting import KEYS, Sitting

    clock = LoopClock(asyncio.get_running_loop())
    sensors, strip = open_devices(board, clock)
    try:
        print("Take every marble off the board but one, which stays in your hand.")
        print(KEYS)
        sitting = Sitting(session, board.names, clock, strip, sensors.snapshot(), say=_say, keep=keep)
        sensors.start(sitting.heard)
        await _keys(sitting)
    finally:
        strip.close()
        sensors.close()


def _unheard(_text: str) -> None:
    """What the simulated person does not read."""


def _say(text: str) -> None:
    print(text, flush=True)


async def _keys(sitting: Sitting) -> None:
    """What is typed, line by line, until the sitting is over; the end of the input leaves it too."""
    lines = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    try:
        while not sitting.over:
            waiting = asyncio.ensure_future(lines.readline())
            while not sitting.over and not waiting.done():
                await asyncio.wait({waiting}, timeout=0.1)
            if not waiting.done():
                waiting.cancel()
            elif not (line := waiting.result()):
                return
            else:
                sitting.typed(line.decode(errors="replace"))
    finally:
        transport.close()
