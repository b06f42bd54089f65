"""A desk publishes its tournament's log and the replays of its games as two more streams in its Redis.

The publisher is the same as for a table (`publish/publisher.py`); only the sources of the records differ.
"""

from __future__ import annotations

import importlib.util
import random
import re
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from jokerboard.host import VERSION
from jokerboard.journal.records import LARGEST, Line
from jokerboard.journal.signature import signer_in
from jokerboard.tournament import keys, reading
from jokerboard.tournament.address import Address
from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.errors import AddressError, EventError
from jokerboard.tournament.event.codec import to_json
from jokerboard.tournament.event.history import History
from jokerboard.tournament.event.model import Match, Source
from jokerboard.tournament.paper.replay import (
    FOLDER,
    FORMAT,
    ReplayEntry,
    StoredReplays,
    entry_text,
    known_games,
    opened,
)
from jokerboard.tournament.publish.publication import PlaceFile
from jokerboard.tournament.publish.publication import Source as PublishedSource
from jokerboard.tournament.publish.publisher import PublishedTable, Publisher, Status
from jokerboard.tournament.publish.publisher_redis import PublisherThread, RedisLink
from jokerboard.words.catalogue import words

PREFIX: Final = "hall:"
"""The prefix of a hall's name in the keys of Redis."""
KEY: Final = "hall.key"
"""The name of the file with the desk's signing key, in its state directory."""
PLACE: Final = "hall-publishing.json"
REPLAYS: Final = ":replays"
"""The suffix that makes a hall's name the name of its log of replays; the names of halls have no colon."""
REPLAYS_PLACE: Final = "replays-publishing.json"
PLAIN_REPLAY: Final = 1024
"""An entry with a replay of more bytes than this is compressed: a game of 30 kB shrinks to 3 kB."""
AT_ONCE: Final = 20
"""The most games that one step of a publisher reads from the store."""
_NAME: Final = re.compile(r"[A-Za-z0-9][\w.-]{0,39}", re.ASCII)


def checked_hall(name: str) -> str:
    """Return the name of a hall if it is allowed; raise AddressError otherwise."""
    if not _NAME.fullmatch(name):
        raise AddressError(words("hall.name", name=repr(name[:60])))
    return name


class LogSource:
    """The log of a store, read for its publisher through a connection of its own."""

    def __init__(self, log: Store) -> None:
        self._log = log

    def lines(self, first: int, most: int) -> Sequence[Line]:
        """Up to `most` entries from number `first` on."""
        return self._log.events(first - 1, most)

    def last(self) -> int:
        """The number of the newest entry; 0 if there is none."""
        return self._log.last_event

    def orders(self) -> set[str]:
        """The orders that were received: none, because no desk gives orders to a hall."""
        return set()

    def close(self) -> None:
        """Close the connection to the log."""
        self._log.close()


class ReplaySource(LogSource):
    """The log of replays, read for its publisher through connections of its own.

    Each call of `last` first adds the games whose results were read since the previous call.
    """

    def __init__(self, state: Path) -> None:
        """Open or begin the log beside the store in `state`; raise TournamentError if that is impossible."""
        self._store = Store(state / FILE)
        path = state / FOLDER / FILE
        super().__init__(opened(path.parent, lambda: Store(path)))
        self._history = History(self._store)
        if self._log.last_event == 0:
            self._append(entry_text({"replays": FORMAT, "program": VERSION, "made": reading.now()}))
        self._known = set(known_games(self._log))
        self._complete = False

    def last(self) -> int:
        """The number of the newest entry, after newly decided games have been added."""
        try:
            if self._history.refresh() or not self._complete:
                self._add()
        except EventError as error:
            raise OSError(str(error)) from error
        return self._log.last_event

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
        text = entry_text(to_json(ReplayEntry(number, match.table, source, replay)))
        if len(text.encode()) > keys.LARGEST_ENTRY:
            return False
        self._append(text)
        return True

    def _append(self, text: str) -> None:
        # Another director on this store may have added a game first. A game that is added twice does no harm.
        while self._log.append_event(text, self._log.last_event) is None:
            continue

    def close(self) -> None:
        """Close the store and the log."""
        super().close()
        self._store.close()


def hall_publisher(
    state: Path, address: Address, hall: str, status: Callable[[Status], None] = lambda _: None
) -> Publisher:
    """The publisher of the tournament's log of the store in `state`; the log must have an entry already."""
    return _publisher(state, address, PREFIX + hall, hall, LogSource(Store(state / FILE)), PLACE, status)


def replay_publisher(
    state: Path, address: Address, hall: str, status: Callable[[Status], None] = lambda _: None
) -> Publisher:
    """The publisher of the replays of the games in the store in `state`."""
    name = PREFIX + hall + REPLAYS
    return _publisher(
        state, address, name, hall, ReplaySource(state), REPLAYS_PLACE, status, plain=PLAIN_REPLAY
    )


def _publisher(
    state: Path,
    address: Address,
    name: str,
    hall: str,
    source: PublishedSource,
    place: str,
    status: Callable[[Status], None],
    plain: int = LARGEST,
) -> Publisher:
    journal = keys.journal_id(source.lines(1, 1)[0].hash)
    owner = f"{hall} {journal}"
    signer = signer_in(state / KEY) if importlib.util.find_spec("cryptography") else None
    return Publisher(
        PublishedTable(name, hall, journal, owner),
        source,
        PlaceFile(state / place, journal),
        lambda: RedisLink(address, name, owner, plain=plain),
        now=time.monotonic,
        chance=random.random,
        presence=lambda: {"program": VERSION, "t": reading.now()},
        sign=None if signer is None else lambda *of: signer.sign(*of).to_json(),
        status=status,
        largest=keys.LARGEST_ENTRY,
    )


class HallStream:
    """Publishes a desk's tournament log and replays while the desk runs, from the first event on."""

    def __init__(
        self, store: Store, address: Address, hall: str, report: Callable[[str | None], object]
    ) -> None:
        """`report` is called with each trouble as a sentence, and with None when it has ended."""
        self._store, self._address, self._hall, self._report = store, address, hall, report
        self._last = 0
        self._threads: tuple[PublisherThread, ...] = ()
        self._troubles: dict[str, str] = {}

    def follow(self) -> None:
        """Publish new entries. The desk calls this each time it has read its store."""
        last = self._store.last_event
        if last == self._last:
            return
        self._last = last
        if not self._threads:
            of = (self._store.path.parent, self._address, self._hall)
            self._threads = tuple(
                PublisherThread(partial(make, *of, partial(self._status, make.__name__)))
                for make in (hall_publisher, replay_publisher)
            )
            for thread in self._threads:
                thread.start()
        for thread in self._threads:
            thread.wake()

    def _status(self, of: str, status: Status) -> None:
        """Report the trouble of one of the two publishers as a sentence; None if both work."""
        if status.trouble is None:
            self._troubles.pop(of, None)
        else:
            self._troubles[of] = words("hall.unpublished", hall=self._hall, why=status.trouble)
        self._report(next(iter([*self._troubles.values()]), None))

    def close(self) -> None:
        """Send the remaining entries, and stop."""
        for thread in self._threads:
            thread.close()
