"""Follow all halls in one Redis. The follower only reads, so a replica of the hall's Redis is enough.

Each step reads the announcements and heartbeats of the halls, then the new entries of each hall's two
streams (tournament log, replays). If a Redis is unreachable, the follower retries; the pages show its halls
as they were, out of contact.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from jokerboard.tournament import keys
from jokerboard.tournament.address import Address
from jokerboard.tournament.collect.presence import Presence
from jokerboard.tournament.collect.registry import Announced
from jokerboard.tournament.errors import AwayError, ReplyTooLargeError, TournamentError
from jokerboard.tournament.federation.hall_stream import PREFIX, REPLAYS, checked_hall
from jokerboard.tournament.federation.mirror import Mirror, SignedLog
from jokerboard.tournament.keys import unpacked_line_of
from jokerboard.tournament.redis_link import connect, redis_errors
from jokerboard.words.catalogue import words

if TYPE_CHECKING:
    import redis

EVERY: Final = 1.0
"""Seconds between two steps."""
AT_ONCE: Final = 200
"""The most entries in one read.

After an answer that was too large, fewer entries are read, because one packed entry may have a megabyte.
"""
MOST_HALLS: Final = 200
_SCANNED: Final = 1000


class Follower:
    """Follows all halls that are published in one Redis.

    `find` returns the mirror of the hall with a name, or None if that hall is followed in another Redis.
    `changed` is called when something that the pages show has changed.
    """

    def __init__(
        self, address: Address, find: Callable[[str, Address], Mirror | None], changed: Callable[[], None]
    ) -> None:
        self.address, self._find, self._changed = address, find, changed
        self.trouble: str | None = words("redis.not-yet")
        self._mirrors: dict[str, Mirror] = {}
        self._link: redis.Redis | None = None
        self._at_once = AT_ONCE
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self.run, name="follower", daemon=True)

    def start(self) -> None:
        """Follow the halls in a thread until `stop`."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread and close the connection."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()
        self._hang_up()

    def run(self) -> None:
        """Follow the halls until `stop`, one step each second."""
        while not self._stopping.is_set():
            self.look()
            self._stopping.wait(EVERY)

    def look(self) -> None:
        """Do one step: read all halls once; a failure becomes `trouble`."""
        before = self._state
        try:
            with redis_errors(self.address):
                self._link = self._link or connect(self.address)
                self._look(self._link)
            self.trouble = None
        except ReplyTooLargeError as error:
            # The rest of the large answer is still arriving, so this connection cannot be used any more.
            self._hang_up()
            self._at_once = max(1, self._at_once // 8)
            self.trouble = str(error)
        except AwayError as error:
            self._hang_up()
            self.trouble = str(error)
            for mirror in self._mirrors.values():
                mirror.here = False
        if before != self._state:
            self._changed()

    @property
    def _state(self) -> tuple[object, ...]:
        """The values that the pages show, which are compared to notice changes."""
        mirrors = self._mirrors.values()
        return self.trouble, [(one.last, one.replays.last, one.here, one.trouble) for one in mirrors]

    def _look(self, link: redis.Redis) -> None:
        prefix = keys.table(PREFIX).encode()
        found = [*islice(link.scan_iter(match=prefix + b"*", count=_SCANNED), 2 * MOST_HALLS)]
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
        """Store a hall's new entries; if one of its logs has a fault, the hall's `trouble` names it."""
        name = PREFIX + mirror.name
        names = (name, name + REPLAYS)
        raw: Any = link.mget([key for one in names for key in (keys.table(one), keys.here(one))])
        heres = [Presence.parse(raw[1]), Presence.parse(raw[3])]
        mirror.here = heres[0] is not None and not _leaving(raw[1])
        if heres[0] is not None:
            mirror.contact_at = heres[0].t
        events, replays = (Announced.parse(one, value) for one, value in zip(names, raw[::2], strict=True))
        mirror.trouble = self._trouble(link, mirror, events, heres[0])
        if mirror.trouble is None:
            why = self._trouble(link, mirror.replays, replays, heres[1])
            mirror.trouble = None if why is None else words("hall.replays", why=why)

    def _trouble(
        self, link: redis.Redis, log: SignedLog, announced: Announced | None, here: Presence | None
    ) -> str | None:
        """Store the new entries of one log; return the reason if the log cannot be followed, else None."""
        if announced is None:
            return None
        try:
            self._read(link, log, announced)
            if here is not None and here.signed is not None and here.journal == announced.journal:
                log.check(here.signed)
        except ReplyTooLargeError:
            raise
        except TournamentError as error:
            return str(error)
        return None

    def _read(self, link: redis.Redis, log: SignedLog, announced: Announced) -> None:
        log.expect(announced.journal)
        while not self._stopping.is_set():
            # The newest stored entry is read again, so that a hall with another log is noticed.
            first = max(1, log.last)
            entries: Any = link.xrange(announced.stream, min=keys.entry_id(first), count=self._at_once)
            before = log.last
            log.take([unpacked_line_of(*entry) for entry in entries])
            if log.last == before:
                return

    def _hang_up(self) -> None:
        if self._link is not None:
            self._link.close()
        self._link = None


def _leaving(raw: bytes | None) -> bool:
    """Whether a heartbeat is the last one of a desk that was closed properly."""
    return raw is not None and b'"leaving":true' in raw
