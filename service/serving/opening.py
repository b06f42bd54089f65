"""How a demo table is opened: the directory locked, the journal checked, the game resumed or begun."""

from __future__ import annotations

import argparse
import hashlib
import secrets
import sys
import time
from collections.abc import Callable
from pathlib import Path

from hardware.clock import Clock
from hardware.twin.sensors import MakeSensors, TwinSensors
from host.errors import JokerboardError
from host.state_directory import StateDirectory
from journal.repair import open_journal
from journal.store import FILE, Journal
from journal.writer import Writer
from service.runtime.game_setup import Wanted
from service.runtime.table import DemoTable, OpenReal
from service.runtime.troubles import Troubles
from simulation.people.memory import Memory

QUIET = 60.0
"""Seconds for which a trouble that comes again is not printed again."""


def open_table(
    clock: Clock,
    path: Path,
    seed: str,
    wall: Callable[[], str],
    writer: Callable[[Journal], Writer],
    hardware: str | MakeSensors = "plain",
    board: Path | None = None,
    real: OpenReal | None = None,
) -> DemoTable:
    """The table of the state directory `path`, ready to resume or begin; JokerboardError changes nothing.

    `hardware`: what `jokerboard demo --hardware` and `--link` take; `board`: what `--board` does;
    `real` opens the devices of a real board.
    """
    state = StateDirectory(path)
    try:
        name = hashlib.sha256(f"table:{seed}".encode()).hexdigest()[:12]
        sensors = _sensors(hardware)
        journal, damage = open_journal(state / FILE, table=name, made=wall())
        table = DemoTable(
            clock,
            state,
            journal,
            writer(journal),
            wall=wall,
            seed=seed,
            sensors=sensors,
            far=board,
            real=real,
        )
        table.trouble("journal", damage)
        return table
    except JokerboardError:
        state.close()
        raise


def tell_troubles(troubles: Troubles, also: Callable[[str], None] = lambda _: None) -> None:
    """Print every trouble of the machine as it comes up, those there are already first.

    `also` hears how it stands after every change. What comes and goes is printed once a while.
    """
    told: dict[str, float] = {}

    def changed() -> None:
        now = time.monotonic()
        for text in troubles.values():
            if text not in told or now - told[text] > QUIET:
                print(f"jokerboard: {text}", file=sys.stderr, flush=True)
                told[text] = now
        also(next(reversed(tuple(troubles.values())), "as it should be"))

    if troubles:
        changed()
    troubles.listen(changed)


def _sensors(hardware: str | MakeSensors) -> MakeSensors:
    """What lies under the holes; gpiozero is imported only for the board that has its pins."""
    if not isinstance(hardware, str):
        return hardware
    if hardware == "plain":
        return TwinSensors
    if hardware == "pty":
        from hardware.twin.pico import PtySensors

        return PtySensors
    try:
        import hardware.twin.boards as boards
    except ImportError as error:
        raise JokerboardError(
            f"--hardware {hardware} needs gpiozero, whose simulated pins it uses ({error}):"
            " pip install gpiozero"
        ) from error
    return boards.DirectSensors if hardware == "direct" else boards.ExpanderSensors


def fresh_seed() -> str:
    """A seed for whatever is left to chance, where none is asked for."""
    return str(secrets.randbelow(1 << 32))


def people_from(args: argparse.Namespace) -> Memory:
    """How simulated people play by the arguments of the demo; the game they sit at comes later."""
    strengths = dict.fromkeys("ABCDEFGH", args.strength)
    return Memory("", "", speed=args.speed, strengths=strengths, mistakes=args.mistakes)


def resume_or_begin(table: DemoTable, wanted: Wanted, people: Memory | None, *, new: bool) -> bool:
    """Go on with the game in progress, unless a new one is asked for; True when it went on."""
    if not new and table.resume():
        # Killed between the game's first record and the people's first file: they sit down now.
        if people is not None and table.people is None and table.service is not None:
            header = table.service.header
            table.seat_people(people.at(header.id, header.seed or header.id))
        return True
    table.begin(wanted, people)
    return False
