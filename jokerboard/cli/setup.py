"""`jokerboard setup`: find out which LED and which sensor belong to each hole of a new board."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.text import counted
from hardware.errors import HardwareError
from jokerboard.cli.arguments import add_options, number
from jokerboard.host.errors import JokerboardError, UsageError
from jokerboard.host.system import need_device_files

if TYPE_CHECKING:
    from firmware_bridge.facts import Calibration
    from wiring.bringup.bench_test import BenchTest
    from wiring.bringup.setup_session import Strengths
    from wiring.bringup.wire_finder import WireFinder
    from wiring.description import Description

    Keep = Callable[[WireFinder], None]
    Calibrated = tuple[Calibration | None, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the board's description, to be completed")
    add_options(
        parser,
        ("--state", "FILE", Path, None, "file for the answers (default FILE.setup)"),
        ("--redo", "HOLE", str, [], "ask about this hole only, again"),
        (
            "--bench",
            "test five sensors in a row before you drill: each must sense only its own marble or peg",
        ),
        ("--readers", "only find each card reader's port; you plug them in one by one"),
    )
    twin = parser.add_argument_group("a simulated board instead of the real one")
    add_options(
        twin,
        ("--twin", "SEED", int, None, "cross wires and LEDs at random, from this seed"),
        ("--wrong", "SHARE", number(0, 1), 0.0, "share of wrong answers (default 0)"),
        ("--dead", "N", int, 0, "simulate N dead sensors and N dead LEDs (default 0)"),
        ("--stop-after", "N", int, None, "stop after this many answers"),
    )


def run(args: argparse.Namespace) -> int:
    """Ask until every hole's LED and sensor are known or the person stops.

    Return 0 if all of them work, 1 if a part is faulty or still unknown.
    """
    if args.twin is None:
        need_device_files("setup of a real board")
    from wiring.parse import read_board

    board = read_board(args.file)
    bench = args.file.with_name(args.file.name + ".bench")
    if args.bench:
        return _bench(args, board, bench)
    if args.readers:
        return _readers(args.file, board)
    return _holes(args, board, bench)


def _holes(args: argparse.Namespace, board: Description, bench: Path) -> int:
    from wiring.bringup.questions import Redo
    from wiring.bringup.setup_file import as_described, described, load, save, write_board

    _remind(board, bench, args.file)
    path = args.state or args.file.with_name(args.file.name + ".setup")
    session = as_described(board) if args.redo and not path.exists() else load(board, path)
    names = board.names
    for name in args.redo:
        session.answer(Redo(names.hole(name)))

    def keep(session: WireFinder) -> None:
        save(session, board, path)

    if args.twin is None:
        try:
            calibration = asyncio.run(_at_the_board(board, session, keep))
        except HardwareError as error:
            raise JokerboardError(str(error)) from error
    else:
        calibration = _on_the_twin(args, board, session, keep)
    answers = len(session.answers)
    if session.question is not None:
        print(f"Stopped after {counted(answers, 'answer')}; they are in {path}, and setup resumes there.")
        return 1
    if board.modules and _misjoined(board, session, args.file, path):
        return 1
    made = described(board, session, calibration)
    write_board(made, args.file)
    as_found = "with the wires of the modules" if board.modules else "with the wires that were found"
    print(f"{args.file}: {names.holes} holes, {as_found}, after {counted(answers, 'answer')}.")
    if calibration:
        print(f"Calibrated: {sum(each is not None for each in calibration)} analog sensors.")
    for line in _bad_parts(made, args.file):
        print(line)
    return 1 if made.bad_sensors or made.bad_lights else 0


def _bad_parts(made: Description, file: Path) -> Iterator[str]:
    """One line for each faulty sensor and LED: its hole and the remedy."""
    from wiring.bringup.remedies import remedies

    words = remedies(made)
    for what, holes in (("sensor", made.bad_sensors), ("LED", made.bad_lights)):
        for hole in holes:
            name = made.names.name(hole)
            mend = words.mend(hole)
            yield f"The {what} of {name} is bad: {mend}, then jokerboard setup {file} --redo {name}"


def _misjoined(board: Description, session: WireFinder, file: Path, kept: Path) -> bool:
    """Report modules in the wrong order or turned round; return whether there are any.

    If there are, delete the kept answers, which would be wrong once the modules are rearranged.
    """
    from wiring.bringup.found_modules import module_findings

    found = module_findings(board, session.found)
    for each in found:
        print(f"- {each}")
    if found:
        kept.unlink(missing_ok=True)
        print(f"{file} is unchanged. Rearrange the modules; then jokerboard setup {file} starts over.")
    return bool(found)


def _readers(file: Path, board: Description) -> int:
    """Write each reader's port into the description; return 0 if all are known, 1 if the person stopped."""
    from wiring.bringup.card_readers import name_readers, ports
    from wiring.bringup.setup_file import write_board

    if not board.readers:
        raise UsageError(f"{file} describes no card reader; use jokerboard wiring new --readers")
    try:
        readers = name_readers(board.readers, partial(ports, Path("/")), input, print)
    except EOFError:  # The person has pressed Ctrl-D.
        readers = None
    if readers is None:
        print(f"Stopped; {file} is unchanged.")
        return 1
    write_board(replace(board, readers=readers), file)
    print(f"{file}: {len(readers)} card readers; jokerboard doctor {file} --cards shows what they send.")
    return 0


def _remind(board: Description, bench: Path, file: Path) -> None:
    if board.magnet.mount == "loose" and not bench.exists():
        print(f"The magnets are loose: test five in a row first, with jokerboard setup {file} --bench")


def _bench(args: argparse.Namespace, board: Description, kept: Path) -> int:
    """Run the bench test; return 0 if it is passed, 1 if it failed or the person stopped."""
    from jokerboard.host.files import write_json

    try:
        test = (
            asyncio.run(_five_on_the_bench(board))
            if args.twin is None
            else _five_on_the_twin(board, args.twin)
        )
    except HardwareError as error:
        raise JokerboardError(str(error)) from error
    found = test.findings()
    for each in found:
        print(f"- {each}")
    if test.step is not None:
        print("Stopped; the test starts from the beginning next time.")
    elif test.passed:
        print("Passed: each of the five sensors detects its own piece only. Wood, magnets and sensors fit.")
    write_json(kept, {"bench": 1, "passed": test.passed, "findings": list(found)})
    return 0 if test.passed else 1


async def _five_on_the_bench(board: Description) -> BenchTest:
    """Run the bench test with the real sensors and the keyboard; return the finished test."""
    from hardware.clock import LoopClock
    from wiring.bringup.bench_test import BenchTest
    from wiring.bringup.terminal import Keyboard, write_line
    from wiring.description import bench_board

    clock, bench = LoopClock(asyncio.get_running_loop()), bench_board(board)
    sensors = bench.bank.open(bench, clock).sensors
    try:
        async with Keyboard() as keyboard:
            test = BenchTest(clock, sensors.snapshot(), write_line)
            sensors.start(test.receive)
            await keyboard.talk(test)
            return test
    finally:
        sensors.close()


def _five_on_the_twin(board: Description, seed: int) -> BenchTest:
    from wiring.bringup.simulated_people import tried

    return tried(board, seed, print)


def _unread(_text: str) -> None:
    """Discard a text for people, because the simulated person acts by the session's state."""


def _on_the_twin(args: argparse.Namespace, board: Description, session: WireFinder, keep: Keep) -> Calibrated:
    from wiring.bringup.simulated_people import SimulatedSetup

    holes = board.names.holes
    if not 0 <= args.wrong < 0.5 or not 0 <= args.dead <= holes // 4:
        raise UsageError(f"--wrong takes a share below 0.5, --dead a number from 0 to {holes // 4}")
    trial = SimulatedSetup(
        session,
        board,
        crossed=args.twin,
        seed=args.twin + len(session.answers),
        wrong=args.wrong,
        dead=args.dead,
        write_line=_unread,
        keep=keep,
    )
    trial.run(args.stop_after)
    return _calibrated(session, trial.strengths, board)


async def _at_the_board(board: Description, session: WireFinder, keep: Keep) -> Calibrated:
    """Run the session with real sensors and the keyboard; return its calibration, empty if there is none."""
    from hardware.clock import LoopClock
    from hardware.ports import AnalogBank
    from wiring.bringup.setup_session import KEYS, SetupSession, Strengths
    from wiring.bringup.terminal import Keyboard, write_line
    from wiring.devices import open_devices

    clock = LoopClock(asyncio.get_running_loop())
    sensors, strip, _ = open_devices(board, clock)
    try:
        async with Keyboard() as keyboard:
            write_line("Take all marbles off the board, and keep one in your hand.")
            strengths = None
            if board.analog and isinstance(sensors, AnalogBank):
                write_line("The empty sensors are measured first. Press Enter once the board is empty.")
                if await keyboard.line() is None:
                    return ()
                strengths = Strengths(sensors)
            write_line(KEYS)
            measured = None if strengths is None else strengths.of
            sitting = SetupSession(
                session, board.names, clock, strip, sensors.snapshot(), write_line=write_line, keep=keep,
                strength=measured, tied=board.tied_channels,
            )  # fmt: skip
            sensors.start(sitting.receive)
            await keyboard.talk(sitting)
            return _calibrated(session, strengths, board)
    finally:
        strip.close()
        sensors.close()


def _calibrated(session: WireFinder, strengths: Strengths | None, board: Description) -> Calibrated:
    """The analog sensors' calibration, empty unless every hole is known. Report each weak magnet."""
    if strengths is None or session.question is not None:
        return ()
    found = session.found.channels
    for channel, moved in strengths.weak(session.strengths).items():
        hole = found[channel]
        if hole is not None:
            name = board.names.name(hole)
            print(
                f"The magnet over {name} is weak: it changes the reading by {moved} of 65536."
                " Leave less wood between hole and sensor, or take a stronger magnet."
            )
    return strengths.finish(found, session.strengths)
