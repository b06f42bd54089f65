"""Open a table: lock its directory, resume its game or begin one, and watch its journal and clock.

It also connects a table to other boards: those in its state directory, and those that the command names.
"""

from __future__ import annotations

import hashlib
import importlib.util
import secrets
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hardware.clock import Clock
from jokerboard.host.errors import JokerboardError, UsageError
from jokerboard.host.files import StateDirectory
from jokerboard.host.health import storage
from jokerboard.host.system import install_line
from jokerboard.host.wall_clock import LOOK_EVERY, WallClock
from jokerboard.houses.invitations import FILE as INVITATIONS
from jokerboard.journal.errors import JournalDamagedError, JournalError
from jokerboard.journal.file import CHECKED_AT_START, check
from jokerboard.journal.repair import open_journal
from jokerboard.journal.store import FILE, Journal
from jokerboard.journal.writer import Writer
from jokerboard.players.levels import PAUSE
from jokerboard.players.thinking import Think, direct
from jokerboard.table.runtime.board_source import BoardSource
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.runtime.table import Table
from jokerboard.table.runtime.troubles import Troubles
from jokerboard.words.catalogue import words

if TYPE_CHECKING:
    from jokerboard.houses.code import Code
    from jokerboard.table.houses.table_houses import TableHouses

QUIET = 60.0
"""Seconds before a recurring fault is printed again."""


def open_table(
    clock: Clock,
    path: Path,
    seed: str,
    wall: Callable[[], str],
    writer: Callable[[Journal], Writer],
    boards: BoardSource,
    *,
    clock_set: Callable[[], bool] = lambda: True,
    pause: float = PAUSE,
    think: Think = direct,
) -> Table:
    """Open the table of the state directory `path`; no game is resumed or begun yet.

    `writer` makes the journal's writer; for the other arguments see `Table`. If JokerboardError is raised, no
    file has changed.
    """
    state = StateDirectory(path)
    try:
        name = hashlib.sha256(f"table:{seed}".encode()).hexdigest()[:12]
        journal, damage = open_journal(state / FILE, table=name, made=wall())
        table = Table(
            clock,
            state,
            journal,
            writer(journal),
            boards,
            wall=wall,
            clock_set=clock_set,
            seed=seed,
            pause=pause,
            think=think,
        )
        table.trouble("journal", damage)
        return table
    except JokerboardError:
        state.close()
        raise


def print_troubles(troubles: Troubles, also: Callable[[str], None] = lambda _: None) -> None:
    """Print every fault of the computer when it appears, present ones first.

    `also` is called after every change. A recurring fault is printed at most once in `QUIET` seconds.
    """
    reported: dict[str, float] = {}

    def changed() -> None:
        now = time.monotonic()
        for text in troubles.values():
            if text not in reported or now - reported[text] > QUIET:
                print(f"jokerboard: {text}", file=sys.stderr, flush=True)
                reported[text] = now
        # Troubles keep their order, so the last one is the newest.
        also(next(reversed(tuple(troubles.values())), words("state.good")))

    if troubles:
        changed()
    troubles.listen(changed)


def fresh_seed() -> str:
    """A random seed: the digits of a 32-bit number."""
    return str(secrets.randbelow(1 << 32))


def resume_or_begin(
    table: Table, wanted: Wanted, *, new: bool, attended: bool = False, idle: bool = False
) -> bool:
    """Resume the game in progress, unless `new`; return whether one was resumed.

    Otherwise begin `wanted`, or none if `idle`, because people choose on the page. `attended`: simulated
    people play.
    """
    if not new and table.resume(attended):
        return True
    if not idle:
        table.begin(wanted, attended=attended)
    return False


STORAGE: Final = "storage"


def forgetting(state: Path, root: Path) -> str | None:
    """A warning if the state directory is lost when the computer is switched off, else None."""
    there = storage(state, root)
    return words("disk.forgets", state=state, kind=there.kind) if there and there.forgets else None


def watch_wall_clock(clock: Clock, wall: WallClock) -> None:
    """Watch for changes of the wall clock to an earlier time."""
    wall.look()
    clock.call_at(clock.now() + LOOK_EVERY, lambda: watch_wall_clock(clock, wall))


def check_the_rest(journal: Journal, damaged: Callable[[str], None]) -> None:
    """Check the old records of a long journal while people play; the start has checked only the newest."""
    if journal.last <= CHECKED_AT_START:
        return

    def run() -> None:
        try:
            check(journal.path)
        except JournalDamagedError as error:
            damaged(words("journal.damaged", why=error))
        except JournalError as error:
            damaged(words("journal.not-checked", why=error))

    # A daemon, so that a long check never delays the end of the service.
    threading.Thread(target=run, name="check", daemon=True).start()


@dataclass(frozen=True, slots=True)
class HousesWanted:
    """The other boards that the command line names: the guests (`invite`) or the host (`join`).

    `invite`: the letters of the seats of each guest. `join`: the host's code; None for a host. `via`: the
    address of the transport between the boards.
    """

    invite: tuple[str, ...]
    join: Code | None
    via: str
    new_code: bool = False
    """Whether all earlier invitation codes are withdrawn and replaced by new ones."""


def open_houses(
    table: Table,
    clock: Clock,
    directory: Path,
    wall: Callable[[], str],
    wanted: HousesWanted | None,
    attended: bool,
) -> TableHouses | None:
    """The houses of the table; None without the library cryptography if no other board was ever named.

    `attended`: whether simulated people play a game that the host begins. Raise UsageError if other boards
    are named and the library is missing, or if the seats cannot be divided in this way.
    """
    if importlib.util.find_spec("cryptography") is None:
        if wanted is None and not (directory / INVITATIONS).exists():
            return None
        raise UsageError(words("library", install=install_line("jokerboard[far]")))
    from jokerboard.houses.transports.network import Network
    from jokerboard.table.houses.table_houses import TableHouses

    houses = TableHouses(table, clock, directory, Network().wire, wall)
    houses.attended = attended or None
    if wanted is not None:
        _arrange(houses, wanted)
    return houses


def _arrange(houses: TableHouses, wanted: HousesWanted) -> None:
    """Invite guests or join the host, as the command asks; equal invitations that exist already are kept."""
    if wanted.join is not None:
        member = houses.invitations.host
        if member is None or (member.code, member.via) != (wanted.join.text(), wanted.via):
            houses.join(wanted.join, wanted.via)
        return
    there = [(one.seats, one.via) for one in houses.invitations.guests]
    if sorted(there) == sorted((seats, wanted.via) for seats in wanted.invite) and not wanted.new_code:
        return
    for house in tuple(houses.invitations.houses):
        houses.withdraw(house)
    for seats in wanted.invite:
        houses.invite(seats, wanted.via)
