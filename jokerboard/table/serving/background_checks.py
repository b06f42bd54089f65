"""Checks at a table's start and while it runs: old journal records, the wall clock, the file system."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from hardware.clock import Clock
from jokerboard.host.health import storage
from jokerboard.host.wall_clock import LOOK_EVERY, WallClock
from jokerboard.journal.errors import JournalDamagedError, JournalError
from jokerboard.journal.file import CHECKED_AT_START, check
from jokerboard.journal.store import Journal
from jokerboard.words.catalogue import words

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
