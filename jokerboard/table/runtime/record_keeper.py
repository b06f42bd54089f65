"""Record a game: in order, with a callback when records are on the disk, and a warning if it is slow."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hardware.clock import Clock, Handle
from jokerboard.journal.records import Entry, Kind
from jokerboard.journal.writer import Writer
from jokerboard.table.english import words
from jokerboard.table.runtime.troubles import DISK, SLOW, Troubles

SLOW_AFTER = 0.5
"""Seconds after which a play on its way to the disk is reported as waiting."""


class RecordKeeper:
    """Passes the records of game `number` to the writer."""

    def __init__(self, clock: Clock, writer: Writer, number: int, troubles: Troubles) -> None:
        self._clock, self._writer, self._number, self._troubles = clock, writer, number, troubles
        self._held = 0
        self._slow: Handle | None = None

    @property
    def holds(self) -> bool:
        """Whether an announcement waits for the disk."""
        return self._held > 0

    def keep(
        self, records: Sequence[tuple[Kind, Mapping[str, Any]]], then: Callable[[], None] | None = None
    ) -> None:
        """Record these entries; call `then` when they are on the disk."""
        entries = [Entry(self._number, kind, data) for kind, data in records]
        if then is None:
            if entries:
                self._writer.put(entries)
            return
        self._held += 1
        self._writer.put(entries, lambda: self._kept(then))
        if self._held and self._slow is None:
            self._slow = self._clock.call_at(self._clock.now() + SLOW_AFTER, self._waits)

    def close(self) -> None:
        """Report nothing more."""
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None

    def _kept(self, then: Callable[[], None]) -> None:
        self._held -= 1
        if not self._held:
            self.close()
            self._troubles.say(SLOW, None)
        then()

    def _waits(self) -> None:
        """Report that a play waits for the disk: people see that the table noticed it."""
        if DISK not in self._troubles:
            self._troubles.say(SLOW, words("disk.slow"))
