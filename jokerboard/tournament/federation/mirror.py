"""A federation's copy of one hall: the hall's tournament log, verified entry by entry, in a store of its own.

The store is a desk's store without tables, so `jokerboard tournament --state` reads it: standings, exports,
sheets. An entry is stored only if it follows the chain and the rules of `event/fold.py`. If a hall's log
differs from the stored one, or is signed with another key than before, the hall is no longer followed, and a
sentence gives the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from jokerboard.journal.records import Line
from jokerboard.journal.signature import SignedHead
from jokerboard.tournament.collect.store import FILE
from jokerboard.tournament.event.errors import EventError
from jokerboard.tournament.event.fold import apply
from jokerboard.tournament.event.history import History, stamped_of
from jokerboard.tournament.event.model import Tournament
from jokerboard.tournament.federation.replays import HallReplays
from jokerboard.tournament.federation.signed_log import KEY_FILE, SignedLog
from jokerboard.words.catalogue import words


class Mirror:
    """The stored log of one hall. `trouble`: why it is no longer followed; `heard`: the last contact."""

    def __init__(self, state: Path, name: str) -> None:
        self.name, self.path = name, state / name
        self._log = SignedLog(self.path, self.path / KEY_FILE)
        self.store = self._log.store
        self.history = History(self.store)
        self.replays = HallReplays(self.path / "replays", self.path / KEY_FILE)
        self.trouble: str | None = None
        self.here = False
        self.heard: str | None = None

    @property
    def now(self) -> Tournament | None:
        """The hall's tournament as far as its log is stored; None if nothing is stored yet."""
        return self.history.state

    @property
    def last(self) -> int:
        """The number of the newest stored entry; 0 if there is none."""
        return self._log.last

    def expect(self, journal: str) -> None:
        """Raise EventError if the hall announces another log than the stored one."""
        if not self._log.is_of(journal):
            raise EventError(words("hall.other-log", n=1))

    def take(self, lines: Sequence[Line]) -> None:
        """Store the new entries; raise EventError for an entry that does not fit the hall's chain."""
        for line in lines:
            if self._log.is_new(line):
                apply(self.history.state, stamped_of(line))
                self._log.keep(line)
                self.history.refresh()

    def check(self, head: SignedHead) -> None:
        """Check the hall's signature of an entry; raise EventError if it is bad."""
        self._log.check(head)

    def close(self) -> None:
        """Close the stores of the log and of the replays."""
        self.replays.close()
        self._log.close()


def open_mirrors(state: Path) -> list[Mirror]:
    """The mirrors of the halls that were followed into this directory before."""
    return [Mirror(state, file.parent.name) for file in sorted(state.glob(f"*/{FILE}"))]
