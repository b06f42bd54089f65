"""A federation's copy of one hall: the hall's tournament log, verified entry by entry, in a store of its own.

The store is a desk's store without tables, so `jokerboard tournament --state` reads it: standings, exports,
sheets. An entry is stored only if it follows the chain and the rules of `event/events.py`. If a hall's log
differs from the stored one, or is signed with another key than before, the hall is no longer followed, and a
sentence gives the reason.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from jokerboard.host.files import read_json, write_json
from jokerboard.journal.records import GENESIS, Line, chained
from jokerboard.journal.signature import SignatureError, SignedHead
from jokerboard.tournament import keys
from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event.events import apply
from jokerboard.tournament.event.history import History, stamped_of
from jokerboard.tournament.event.model import Match, Tournament
from jokerboard.tournament.paper.replay import FOLDER, Replay, entry_of, known_games, opened
from jokerboard.words.catalogue import words

KEY_FILE: Final = "hall-key.json"


class SignedLog:
    """A log in the store in the folder `path`; `key_file` stores the hall's public key."""

    def __init__(self, path: Path, key_file: Path) -> None:
        self.path, self._key_file = path, key_file
        self._open()

    def _open(self) -> None:
        self.path.mkdir(parents=True, exist_ok=True)
        self.store = Store(self.path / FILE)
        newest = self.store.row("SELECT n, hash FROM event_log ORDER BY n DESC LIMIT 1")
        self._newest = Line(0, "", GENESIS) if newest is None else Line(newest["n"], "", newest["hash"])

    @property
    def last(self) -> int:
        """The number of the newest stored entry; 0 if there is none."""
        return self._newest.n

    def expect(self, journal: str) -> None:
        """Raise EventError if the hall announces another log than the stored one."""
        if not self._is_of(journal):
            raise EventError(words("hall.other-log", n=1))

    def _is_of(self, journal: str) -> bool:
        first = self._hash(1)
        return first is None or keys.journal_id(first) == journal

    def take(self, lines: Sequence[Line]) -> None:
        """Store the new entries; raise EventError for an entry that does not fit the hall's chain."""
        for line in lines:
            if self._is_new(line):
                self._keep(line)

    def _is_new(self, line: Line) -> bool:
        if line.n <= self.last:
            if self._hash(line.n) != line.hash:
                raise EventError(words("hall.other-log", n=line.n))
            return False
        if line.n != self.last + 1 or chained(self._newest.hash, line.text) != line.hash:
            raise EventError(words("hall.not-written", n=self.last + 1))
        return True

    def _keep(self, line: Line) -> None:
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


class HallReplays(SignedLog):
    """A hall's replays as a federation stores them, for the hall's site."""

    def _open(self) -> None:
        opened(self.path, super()._open)
        self._games = known_games(self.store)

    def expect(self, journal: str) -> None:
        """If the hall announces another log of replays than the stored one, delete the stored one."""
        if not self._is_of(journal):
            self.close()
            shutil.rmtree(self.path)
            self._open()

    def _keep(self, line: Line) -> None:
        entry = entry_of(line.text)
        super()._keep(line)
        if entry is not None:
            self._games[entry.source] = line.n

    def has(self, match: Match) -> bool:
        """Whether the replay of the game that decided the match is stored."""
        return match.source in self._games

    def of(self, match: Match) -> Replay | None:
        """The replay of the game that decided the match; None if it is not stored."""
        n = None if match.source is None else self._games.get(match.source)
        row = None if n is None else self.store.row("SELECT text FROM event_log WHERE n = ?", n)
        entry = None if row is None else entry_of(row["text"])
        return None if entry is None else entry.replay


class Mirror(SignedLog):
    """The stored log of one hall. `trouble`: why it is not followed; `contact_at`: the last contact."""

    def __init__(self, state: Path, name: str) -> None:
        super().__init__(state / name, state / name / KEY_FILE)
        self.name = name
        self.history = History(self.store)
        self.replays = HallReplays(self.path / FOLDER, self.path / KEY_FILE)
        self.trouble: str | None = None
        self.here = False
        self.contact_at: str | None = None

    @property
    def now(self) -> Tournament | None:
        """The hall's tournament as far as its log is stored; None if nothing is stored yet."""
        return self.history.state

    def _keep(self, line: Line) -> None:
        apply(self.history.state, stamped_of(line))
        super()._keep(line)
        self.history.refresh()

    def close(self) -> None:
        """Close the stores of the log and of the replays."""
        self.replays.close()
        super().close()


def open_mirrors(state: Path) -> list[Mirror]:
    """The mirrors of the halls that were followed into this directory before."""
    return [Mirror(state, file.parent.name) for file in sorted(state.glob(f"*/{FILE}"))]
