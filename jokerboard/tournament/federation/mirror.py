"""One hall as a federation has it: its event log, verified entry by entry and kept in a store of its own.

The store is a desk's store without tables, so `jokerboard tournament --state` reads it: standings, exports,
sheets. An entry is kept only if it follows the chain and the rules of `event/fold.py`. A log that differs
from what was kept, or is signed with another key than before, is followed no further, with a sentence.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from jokerboard.host.files import write_json
from jokerboard.journal.records import Line, chained
from jokerboard.journal.signature import SignatureError, SignedHead
from jokerboard.tournament import keys
from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.english import words
from jokerboard.tournament.event.errors import EventError
from jokerboard.tournament.event.fold import apply
from jokerboard.tournament.event.history import History, stamped_of
from jokerboard.tournament.event.model import Tournament

KEY_FILE: Final = "hall-key.json"


class Mirror:
    """The log of one hall; `trouble` says why it is not followed, `heard` when it was in contact last."""

    def __init__(self, state: Path, name: str) -> None:
        self.name, self.path = name, state / name
        self.path.mkdir(parents=True, exist_ok=True)
        self.store = Store(self.path / FILE)
        self.history = History(self.store)
        self.trouble: str | None = None
        self.here = False
        self.heard: str | None = None

    @property
    def now(self) -> Tournament | None:
        """The hall's tournament, as far as its log is here."""
        return self.history.state

    @property
    def last(self) -> int:
        """The number of the newest entry that is kept."""
        return self.history.count

    def expect(self, journal: str) -> None:
        """EventError if the hall announces another log than the one that is kept here."""
        first = self.store.row("SELECT hash FROM event_log WHERE n = 1")
        if first is not None and keys.journal_id(first["hash"]) != journal:
            raise EventError(words("hall.other-log", n=1))

    def take(self, lines: Sequence[Line]) -> None:
        """Keep the entries that follow; EventError for one that is not what the hall wrote."""
        for line in lines:
            if line.n <= self.last:
                if self.store.events(line.n - 1)[0].hash != line.hash:
                    raise EventError(words("hall.other-log", n=line.n))
                continue
            if line.n != self.last + 1 or chained(self.history.digest, line.text) != line.hash:
                raise EventError(words("hall.not-written", n=self.last + 1))
            apply(self.history.state, stamped_of(line))
            self.store.append_event(line.text, self.last)
            self.history.refresh()

    def check(self, head: SignedHead) -> None:
        """Check the signature of the hall's newest entry; EventError if it is not the hall's.

        The first key that a hall signs with is remembered; an entry that is still to come is checked later.
        """
        file = self.path / KEY_FILE
        known = json.loads(file.read_text("utf-8"))["key"] if file.exists() else None
        if known not in (None, head.key):
            raise EventError(words("hall.other-key"))
        if head.n > self.last:
            return
        try:
            good = head.is_good()
        except SignatureError:
            return  # the library is not here, and the chain alone is checked
        if not good or self.store.events(head.n - 1)[0].hash != head.hash:
            raise EventError(words("hall.bad-signature", n=head.n))
        if known is None:
            write_json(file, {"key": head.key})

    def close(self) -> None:
        """Close the store."""
        self.store.close()


def open_mirrors(state: Path) -> list[Mirror]:
    """The halls that were followed into this directory before."""
    return [Mirror(state, file.parent.name) for file in sorted(state.glob(f"*/{FILE}"))]
