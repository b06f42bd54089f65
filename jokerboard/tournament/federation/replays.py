"""The replays of a hall's games: how the hall publishes them, and how a federation stores them.

    the desk's store ─► ReplaySource ─► the hall's Redis ─► follower ─► HallReplays ─► the site

The replays are a second log of the hall, published under the name `hall:NAME:replays`. Its first entry has
the version of the form; each further entry is one decided game. Results come only from the tournament's log:
a replay is shown only beside the result that was read from the same game. A hall that has lost its log of
replays begins a new one, and so does the federation's copy.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from jokerboard.host.version import VERSION
from jokerboard.journal.records import Line
from jokerboard.journal.signature import SignedHead
from jokerboard.tournament import keys, reading
from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.errors import StoreError, TournamentError
from jokerboard.tournament.event.codec import from_json, to_json
from jokerboard.tournament.event.errors import EventError
from jokerboard.tournament.event.history import History
from jokerboard.tournament.event.model import Match, Source
from jokerboard.tournament.federation.signed_log import SignedLog
from jokerboard.tournament.paper.replay import Replay, StoredReplays
from jokerboard.words.catalogue import words

T = TypeVar("T")
FORMAT: Final = 1
FOLDER: Final = "replays"
"""The name of the folder with the log of replays, beside a hall's store."""
AT_ONCE: Final = 20
"""The most games that one step of a publisher reads from the store."""


@dataclass(frozen=True, slots=True)
class ReplayEntry:
    """A game from which the result of a table in a round was read."""

    round: int
    table: int
    source: Source
    replay: Replay


def _known_games(log: Store) -> dict[Source, int]:
    """The games in a log of replays, with the number of each game's newest entry."""
    fields = ", ".join(f"json_extract(text, '$.source.{name}')" for name in ("table", "journal", "game"))
    return {Source(*row[1:]): row[0] for row in log.rows(f"SELECT n, {fields} FROM event_log ORDER BY n")}


def entry_of(text: str) -> ReplayEntry | None:
    """Parse an entry; None for the log's first one, which has no game. Raise EventError if malformed."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise EventError(words("entry.no-event")) from error
    if isinstance(data, dict) and "replays" in data:
        if data["replays"] != FORMAT:
            raise EventError(words("hall.replays-version", version=str(data["replays"])[:20], reads=FORMAT))
        return None
    entry = from_json(ReplayEntry, data)
    if not 3 <= entry.replay.sides <= 8:
        raise EventError(words("entry.no-event"))
    return entry


def _opened(path: Path, log: Callable[[], T]) -> T:
    """Open the log of replays in the folder `path`; a damaged log is deleted and begun again."""
    try:
        return log()
    except StoreError as error:
        if isinstance(error.__cause__, sqlite3.OperationalError):
            # If the folder is not writable or another program has locked the log, the log is not damaged.
            raise
        shutil.rmtree(path)
        return log()


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


class ReplaySource:
    """The log of replays, read for its publisher through connections of its own.

    Each call of `last` first adds the games from which a result has been read since.
    """

    def __init__(self, state: Path) -> None:
        """Open or begin the log beside the store in `state`; raise TournamentError if that is impossible."""
        self._store = Store(state / FILE)
        path = state / FOLDER / FILE
        self._log = _opened(path.parent, lambda: Store(path))
        self._history = History(self._store)
        if self._end == 0:
            self._append(_text({"replays": FORMAT, "program": VERSION, "made": reading.now()}))
        self._known = set(_known_games(self._log))
        self._complete = False

    def lines(self, first: int, most: int) -> Sequence[Line]:
        """Up to `most` entries from number `first` on."""
        query = "SELECT n, text, hash FROM event_log WHERE n >= ? ORDER BY n LIMIT ?"
        return [Line(*row) for row in self._log.rows(query, first, most)]

    def last(self) -> int:
        """The number of the newest entry, after newly decided games have been added."""
        try:
            if self._history.refresh() or not self._complete:
                self._add()
            return self._end
        except TournamentError as error:
            raise OSError(str(error)) from error

    @property
    def _end(self) -> int:
        return int(self._log.rows("SELECT coalesce(max(n), 0) FROM event_log")[0][0])

    def _add(self) -> None:
        now, added = self._history.state, 0
        self._complete = True
        with self._store.reader() as reader:
            replays = StoredReplays(reader)
            for here in () if now is None else now.rounds:
                for match in here.matches:
                    source = match.source
                    if source is None or source in self._known:
                        continue
                    if added == AT_ONCE:
                        self._complete = False
                        return
                    self._known.add(source)
                    added += self._add_one(here.number, match, source, replays)

    def _add_one(self, number: int, match: Match, source: Source, replays: StoredReplays) -> bool:
        """Add a game; return False if its records are not in the store or it is too long to publish."""
        replay = replays.of(match)
        if replay is None:
            return False
        text = _text(to_json(ReplayEntry(number, match.table, source, replay)))
        if len(text.encode()) > keys.LARGEST_ENTRY:
            return False
        self._append(text)
        return True

    def _append(self, text: str) -> None:
        # Another director on this store may have added a game first. A game that is added twice does no harm.
        while self._log.append_event(text, self._end) is None:
            continue

    def orders(self) -> set[str]:
        """The orders that were received: none, because no desk gives orders to a hall."""
        return set()

    def close(self) -> None:
        """Close the store and the log."""
        self._log.close()
        self._store.close()


class HallReplays:
    """A hall's replays as a federation stores them, for the hall's site."""

    def __init__(self, path: Path, key_file: Path) -> None:
        self._path, self._key_file = path, key_file
        self._open()

    def _open(self) -> None:
        self._log = _opened(self._path, lambda: SignedLog(self._path, self._key_file))
        self._games = _known_games(self._log.store)

    @property
    def last(self) -> int:
        """The number of the newest stored entry; 0 if there is none."""
        return self._log.last

    def expect(self, journal: str) -> None:
        """If the hall announces another log of replays than the stored one, begin the stored one again."""
        if not self._log.is_of(journal):
            self._log.close()
            shutil.rmtree(self._path)
            self._open()

    def take(self, lines: Sequence[Line]) -> None:
        """Store the new entries; raise EventError for an entry that does not fit the hall's chain."""
        for line in lines:
            if self._log.is_new(line):
                entry = entry_of(line.text)
                self._log.keep(line)
                if entry is not None:
                    self._games[entry.source] = line.n

    def check(self, head: SignedHead) -> None:
        """Check the hall's signature of an entry; raise EventError if it is bad."""
        self._log.check(head)

    def has(self, match: Match) -> bool:
        """Whether the replay of the game that decided the match is stored."""
        return match.source in self._games

    def of(self, match: Match) -> Replay | None:
        """The replay of the game that decided the match; None if it is not stored."""
        n = None if match.source is None else self._games.get(match.source)
        row = None if n is None else self._log.store.row("SELECT text FROM event_log WHERE n = ?", n)
        entry = None if row is None else entry_of(row["text"])
        return None if entry is None else entry.replay

    def close(self) -> None:
        """Close the store."""
        self._log.close()
