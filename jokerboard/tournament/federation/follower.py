"""Following the halls that one Redis has: read-only, so a replica of it will do.

Each look reads the announcements, then from each hall's stream what follows the entries that are kept, then
the signs of life. A Redis that is away is tried again; its halls are shown as they were, without contact.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from jokerboard.tournament import keys
from jokerboard.tournament.address import Address
from jokerboard.tournament.collect.announced import Announced
from jokerboard.tournament.collect.presence import Presence
from jokerboard.tournament.english import words
from jokerboard.tournament.errors import AwayError, TournamentError
from jokerboard.tournament.federation.hall_stream import PREFIX, checked_hall
from jokerboard.tournament.federation.mirror import Mirror
from jokerboard.tournament.keys import line_of
from jokerboard.tournament.redis_link import connect, telling

if TYPE_CHECKING:
    import redis

EVERY: Final = 1.0
"""Seconds between two looks."""
AT_ONCE: Final = 200
"""Entries that are read at once; one has up to 64 KiB."""
MOST_HALLS: Final = 200
_SCANNED: Final = 1000


class Follower:
    """The halls of one address.

    `find` returns the mirror of a hall by its name, or None if the hall is followed at another address.
    """

    def __init__(
        self, address: Address, find: Callable[[str, Address], Mirror | None], changed: Callable[[], None]
    ) -> None:
        self.address, self._find, self._changed = address, find, changed
        self.trouble: str | None = words("redis.not-yet")
        self._mirrors: dict[str, Mirror] = {}
        self._link: redis.Redis | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self.run, name="follower", daemon=True)

    def start(self) -> None:
        """Follow in a thread until `stop`."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread, if it was started, and hang up."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()
        self._hang_up()

    def run(self) -> None:
        """Look again and again."""
        while not self._stopping.is_set():
            self.look()
            self._stopping.wait(EVERY)

    def look(self) -> None:
        """Look once at everything."""
        before = (self.trouble, [(one.last, one.here, one.trouble) for one in self._mirrors.values()])
        try:
            with telling(self.address):
                self._link = self._link or connect(self.address)
                self._look(self._link)
            self.trouble = None
        except AwayError as error:
            self._hang_up()
            self.trouble = str(error)
            for mirror in self._mirrors.values():
                mirror.here = False
        if before != (self.trouble, [(one.last, one.here, one.trouble) for one in self._mirrors.values()]):
            self._changed()

    def _look(self, link: redis.Redis) -> None:
        prefix = keys.table(PREFIX).encode()
        found = [*islice(link.scan_iter(match=prefix + b"*", count=_SCANNED), MOST_HALLS)]
        for key in sorted(found):
            try:
                name = checked_hall(key[len(prefix) :].decode())
            except (TournamentError, UnicodeDecodeError):
                continue
            mirror = self._mirrors.get(name) or self._find(name, self.address)
            if mirror is not None:
                self._mirrors[name] = mirror
                self._follow(link, mirror)

    def _follow(self, link: redis.Redis, mirror: Mirror) -> None:
        """Take in what is new of one hall; what is wrong with it is its own trouble."""
        name = PREFIX + mirror.name
        raw: Any = link.mget([keys.table(name), keys.here(name)])
        announced, here = Announced.parse(name, raw[0]), Presence.parse(raw[1])
        mirror.here = here is not None and not _leaving(raw[1])
        if here is not None:
            mirror.heard = here.t
        if announced is None:
            return
        try:
            self._read(link, mirror, announced)
            if here is not None and here.signed is not None and here.journal == announced.journal:
                mirror.check(here.signed)
            mirror.trouble = None
        except TournamentError as error:
            mirror.trouble = str(error)

    def _read(self, link: redis.Redis, mirror: Mirror, announced: Announced) -> None:
        mirror.expect(announced.journal)
        while not self._stopping.is_set():
            # The newest entry that is kept is read again: a hall with another log is noticed.
            first = max(1, mirror.last)
            entries: Any = link.xrange(announced.stream, min=keys.entry_id(first), count=AT_ONCE)
            lines = [line_of(*entry) for entry in entries]
            before = mirror.last
            mirror.take(lines)
            if mirror.last == before:
                return

    def _hang_up(self) -> None:
        if self._link is not None:
            self._link.close()
        self._link = None


def _leaving(raw: bytes | None) -> bool:
    """Whether a sign of life is the last one of a desk that was closed."""
    return raw is not None and b'"leaving":true' in raw
