"""One log of a hall as a federation stores it, checked by its chain and by the hall's signatures."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jokerboard.host.files import read_json, write_json
from jokerboard.journal.records import GENESIS, Line, chained
from jokerboard.journal.signature import SignatureError, SignedHead
from jokerboard.tournament import keys
from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.event.errors import EventError
from jokerboard.words.catalogue import words

KEY_FILE: Final = "hall-key.json"


class SignedLog:
    """A log in the store in the folder `path`; `key_file` stores the hall's public key."""

    def __init__(self, path: Path, key_file: Path) -> None:
        path.mkdir(parents=True, exist_ok=True)
        self.store = Store(path / FILE)
        self._key_file = key_file
        newest = self.store.row("SELECT n, hash FROM event_log ORDER BY n DESC LIMIT 1")
        self._newest = Line(0, "", GENESIS) if newest is None else Line(newest["n"], "", newest["hash"])

    @property
    def last(self) -> int:
        """The number of the newest stored entry; 0 if there is none."""
        return self._newest.n

    def is_of(self, journal: str) -> bool:
        """Whether the announced log is the stored one; also True if nothing is stored yet."""
        first = self._hash(1)
        return first is None or keys.journal_id(first) == journal

    def is_new(self, line: Line) -> bool:
        """Whether the entry is the next one; False if it is stored already.

        Raise EventError if the entry does not fit the chain.
        """
        if line.n <= self.last:
            if self._hash(line.n) != line.hash:
                raise EventError(words("hall.other-log", n=line.n))
            return False
        if line.n != self.last + 1 or chained(self._newest.hash, line.text) != line.hash:
            raise EventError(words("hall.not-written", n=self.last + 1))
        return True

    def keep(self, line: Line) -> None:
        """Store the next entry, for which `is_new` was True."""
        kept = self.store.append_event(line.text, self.last)
        if kept is None:
            raise EventError(words("tournament.overtaken"))
        self._newest = kept

    def check(self, head: SignedHead) -> None:
        """Check the hall's signature of an entry; raise EventError if it is bad or made with another key.

        The first key that a hall signs with is stored. If the signed entry has not arrived yet, it is checked
        later.
        """
        known = self._known_key()
        if known not in (None, head.key):
            raise EventError(words("hall.other-key"))
        if head.n > self.last:
            return
        try:
            good = head.is_good()
        except SignatureError:
            return  # The library for signatures is not installed, so only the chain is checked.
        if not good or self._hash(head.n) != head.hash:
            raise EventError(words("hall.bad-signature", n=head.n))
        if known is None:
            write_json(self._key_file, {"key": head.key})

    def _known_key(self) -> str | None:
        """The stored public key of the hall; None if it has not signed yet.

        Raise EventError if the key's file is damaged.
        """
        try:
            return str(read_json(self._key_file)["key"])
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise EventError(words("hall.key-damaged", file=self._key_file)) from error

    def _hash(self, n: int) -> str | None:
        row = self.store.row("SELECT hash FROM event_log WHERE n = ?", n)
        return None if row is None else str(row["hash"])

    def close(self) -> None:
        """Close the store."""
        self.store.close()
