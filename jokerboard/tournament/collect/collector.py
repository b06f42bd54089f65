"""Collect every table's log from Redis into the store, by a consumer group, in a thread of its own.

Only the store counts. The streams are read through the consumer group `director:<store id>`: directors with
the same store (*siblings*) share the work, directors with different stores each get everything. Correctness
never depends on the group:

- records are stored first and acknowledged afterwards. If the director is killed in between, Redis delivers
  them again, and they are found in the store;
- a batch that leaves a gap (a sibling has read the records before it, and may have died since) is completed
  from the stream itself, and so are the records that the store lacks when a stream is first seen;
- entries that a dead sibling never acknowledged are claimed after some seconds, stored, and acknowledged.

So at every moment the store has a beginning of each log, without a gap and without a record twice. The
collector also reads the tables' signs of life (`presence.py`) and sends orders (`outbox.py`). If a Redis is
unreachable, this is reported and the connection is retried; meanwhile all stored records remain visible.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jokerboard.tournament import reading
from jokerboard.tournament.collect.intake import Decoded, Intake
from jokerboard.tournament.collect.presence import Roll
from jokerboard.tournament.collect.session import Session
from jokerboard.tournament.collect.signatures import Signatures
from jokerboard.tournament.collect.store import Store
from jokerboard.tournament.collect.stream_reader import Stream
from jokerboard.tournament.errors import AwayError, ReplyTooLargeError, StoreError

if TYPE_CHECKING:
    import redis

    from jokerboard.tournament.address import Address

CAREFUL_FOR = 30.0
"""Seconds for which streams are read one by one after an answer of Redis was too large."""
PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds between tries to connect while the Redis is away; the last one repeats."""


@dataclass(frozen=True, slots=True)
class Condition:
    """The collector's condition: `trouble` is a sentence unless it is `up`; `taken` counts new records."""

    up: bool
    trouble: str | None = None
    taken: int = 0
    tables: int = 0


@dataclass(slots=True)
class Collector:
    """Collects the tables' records until `stop`; `told` is called in its thread with each new Condition.

    `name` identifies this director among its siblings; two running directors must have different names.
    """

    address: Address
    store: Store
    name: str
    told: Callable[[Condition], None]
    roll: Roll
    decoded: Decoded = field(default_factory=Decoded)
    connect: Callable[[Address], redis.Redis] | None = None
    wall: Callable[[], str] = reading.now
    stopping: threading.Event = field(default_factory=threading.Event)
    streams: dict[str, Stream] = field(default_factory=dict)
    taken: int = 0
    signatures: Signatures = field(init=False)
    careful_until: float = 0.0
    """The monotonic time until which streams are read one by one, after an answer of Redis was too large."""

    def __post_init__(self) -> None:
        self.signatures = Signatures(self.store)

    def run(self) -> None:
        """Collect until `stop` is called, through every outage."""
        tries = 0
        while not self.stopping.is_set():
            began = self.taken
            try:
                self._session()
                return
            except ReplyTooLargeError:
                self.careful_until = time.monotonic() + CAREFUL_FOR
            except (AwayError, StoreError) as error:
                tries = 0 if self.taken > began else min(tries + 1, len(PAUSES) - 1)
                self.roll.unknown()
                self.tell(str(error))
                self.stopping.wait(PAUSES[tries])

    def stop(self) -> None:
        """Make `run` return soon; this may be called from any thread."""
        self.stopping.set()

    @property
    def group(self) -> str:
        """The name of the consumer group, which all directors of one store share."""
        return f"director:{self.store.id}"

    # ---- one connection -------------------------------------------------------------------------

    def _session(self) -> None:
        from jokerboard.tournament.redis_link import connect, telling

        with telling(self.address):
            link = (self.connect or connect)(self.address)
            try:
                link.ping()
                self._forget()
                Session(self, link, Intake(self.store, self.decoded)).run()
            finally:
                link.close()

    def _forget(self) -> None:
        """Drop the state of the last connection, except the marks on streams that cannot be read."""
        for name in [name for name, stream in self.streams.items() if not stream.closed]:
            del self.streams[name]

    def tell(self, trouble: str | None = None) -> None:
        """Report the condition to `told`; without `trouble` the collector works."""
        self.told(Condition(trouble is None, trouble, self.taken, len(self.streams)))
