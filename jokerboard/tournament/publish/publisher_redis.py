"""A publisher's connection to Redis, and the thread in which it runs, so that no table waits for Redis.

Each call that writes is one transaction. If Redis refuses a command of a transaction (memory, rights, a
replica), it refuses the whole transaction; a transaction that is cut off takes effect as a whole or not at
all. So a batch leaves no gap. Its last command counts the stream's entries, which shows whether the stream is
the expected one.
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, cast

from jokerboard.journal.records import LARGEST, Json, Line
from jokerboard.tournament import keys
from jokerboard.tournament.address import Address
from jokerboard.tournament.keys import fields_of, line_of, unpacked_line_of
from jokerboard.tournament.publish.publication import Found, Pointer
from jokerboard.tournament.publish.publisher import Next, Publisher
from jokerboard.tournament.redis_link import TIMEOUT, connect, redis_errors

RETIRED_FOR = 24 * 3600
"""Seconds after which a retired generation expires, so that a desk can still finish reading it."""

ORDERS_AT_ONCE = 100

LAST_WORDS = 2.0
"""Seconds in which the publisher of a closing table may send unsent records and the last heartbeat."""

_NOT_A_STREAM = "WRONGTYPE"
_TAKEN_ID = "equal or smaller"
_SPENT_STREAM = "exhausted the last possible ID"


class RedisLink:
    """The connection of one table. `owner` is in the table's heartbeats and distinguishes them from
    another table's.

    A text of more than `plain` bytes is packed.
    """

    def __init__(
        self, address: Address, table: str, owner: str, timeout: float = TIMEOUT, plain: int = LARGEST
    ) -> None:
        """A connection to the Redis at `address`, which opens with the first call."""
        self._plain = plain
        self._address, self._table, self._owner = address, table, owner
        self._client = connect(address, timeout=timeout)

    def pointer(self) -> Pointer | None:
        """The announcement of this table; None if there is none or it is invalid."""
        with redis_errors(self._address):
            raw = self._client.get(keys.table(self._table))
            announced = _json(raw if raw is not None else self._before())
        journal, generation = announced.get("journal"), announced.get("generation")
        if isinstance(journal, str) and type(generation) is int and 0 < generation <= keys.MOST_GENERATION:
            return Pointer(journal, generation)
        return None

    def _before(self) -> Any:
        """The announcement of this table by version 0.1, in the hash of all tables; None if there is none."""
        import redis

        try:
            return self._client.hget(keys.TABLES, self._table)
        except redis.ResponseError:
            return None

    def look(self, generation: int) -> Found:
        """The state of the stream: length, first and last id, last hash, and the desks' progress."""
        import redis

        key = keys.log(self._table, generation)
        with redis_errors(self._address):
            try:
                with self._client.pipeline(transaction=True) as pipe:
                    pipe.xlen(key)
                    pipe.xrange(key, count=1)
                    pipe.xrevrange(key, count=1)
                    length, first, last = pipe.execute()
            except redis.ResponseError as error:
                if _NOT_A_STREAM in str(error):
                    return Found(-1)
                raise
        if not length:
            return Found(0)
        (first_id, _), (last_id, fields) = first[0], last[0]
        desks = self._desks(key)
        return Found(length, first_id.decode(), last_id.decode(), line_of(last_id, fields).hash, *desks)

    def _desks(self, key: str) -> tuple[int, int]:
        """The last record that every desk has received, and the last that every desk has stored; or 0, 0."""
        import redis

        with redis_errors(self._address):
            try:
                groups = cast(Any, self._client.xinfo_groups(key))
                given = [keys.number(group["last-delivered-id"].decode()) or 0 for group in groups]
                kept = [
                    given[k] if group["pending"] == 0 else self._pending(key, group["name"]) - 1
                    for k, group in enumerate(groups)
                ]
            except redis.exceptions.NoPermissionError:
                # In a Redis set up for an earlier version, the rights of a table do not allow this command.
                return 0, 0
        return min(given, default=0), min(kept, default=0)

    def _pending(self, key: str, group: bytes) -> int:
        """The number of the first record that the consumer group has received and not acknowledged."""
        pending = cast(Any, self._client.xpending(key, group))
        first = pending["min"]
        return 1 if first is None else keys.number(first.decode()) or 1

    def trim(self, generation: int, first: int) -> None:
        """Remove the records before `first` from the stream; Redis removes whole blocks only."""
        import redis

        with redis_errors(self._address), contextlib.suppress(redis.exceptions.NoPermissionError):
            self._client.xtrim(
                keys.log(self._table, generation), minid=keys.entry_id(first), approximate=True
            )

    def read(self, generation: int, first: int, most: int) -> Sequence[Line]:
        """Up to `most` lines of the stream, from record `first` on, unchecked."""
        key = keys.log(self._table, generation)
        with redis_errors(self._address):
            found = cast(Any, self._client.xrange(key, min=keys.entry_id(first), count=most))
        return [unpacked_line_of(entry, fields) for entry, fields in found]

    def begin(self, generation: int, lines: Sequence[Line], pointer: Json, retired: int | None) -> bool:
        """Begin a stream, announce it, and let the stream of the `retired` generation expire, in one
        transaction.

        Return False if the stream exists already.
        """
        key = keys.log(self._table, generation)

        def more(pipe: Any) -> None:
            pipe.set(keys.table(self._table), _text(pointer))
            if retired is not None and retired != generation:
                pipe.expire(keys.log(self._table, retired), RETIRED_FOR)

        return self._add(key, lines, 1, more)

    def append(self, generation: int, lines: Sequence[Line], begin: int) -> bool:
        """Append lines to the stream; return False if the stream has changed."""
        return self._add(keys.log(self._table, generation), lines, begin, lambda _: None)

    def _add(self, key: str, lines: Sequence[Line], begin: int, more: Any) -> bool:
        import redis

        with redis_errors(self._address):
            try:
                with self._client.pipeline(transaction=True) as pipe:
                    for line in lines:
                        # If the stream is missing, only record 1 may create it.
                        fields = fields_of(line, self._plain)
                        pipe.xadd(key, cast(Any, fields), id=keys.entry_id(line.n), nomkstream=line.n > 1)
                    pipe.xlen(key)
                    more(pipe)
                    answers = pipe.execute()
            except redis.ResponseError as error:
                if any(sign in str(error) for sign in (_NOT_A_STREAM, _TAKEN_ID, _SPENT_STREAM)):
                    return False
                raise
        ids = [keys.entry_id(line.n).encode() for line in lines]
        return bool(answers[: len(ids)] == ids and answers[len(ids)] == lines[-1].n - begin + 1)

    def claim(self, here: Json, pointer: Json | None) -> Json | None:
        """Take or keep the table's name; return None, or the heartbeat of another table with the name."""
        key, text = keys.here(self._table), _text(here)
        with redis_errors(self._address):
            with self._client.pipeline(transaction=True) as pipe:
                pipe.set(key, text, ex=keys.HERE_FOR, nx=True)
                pipe.get(key)
                free, there = pipe.execute()
            other = _json(there)
            if not free and other.get("owner") != self._owner and not other.get("leaving"):
                return other
            with self._client.pipeline(transaction=True) as pipe:
                pipe.set(key, text, ex=keys.HERE_FOR)
                if pointer is not None:
                    pipe.set(keys.table(self._table), _text(pointer))
                pipe.execute()
        return None

    def leave(self, here: Json) -> None:
        """Write the table's last heartbeat, unless another table uses the name by now."""
        with redis_errors(self._address):
            if _json(self._client.get(keys.here(self._table))).get("owner") == self._owner:
                self._client.set(keys.here(self._table), _text(here), ex=keys.HERE_FOR)

    def orders(self, after: str) -> Sequence[tuple[str, str]]:
        """The orders after entry `after`: entry id and text; the text is empty if the entry has no order."""
        key = keys.orders(self._table)
        with redis_errors(self._address):
            found = cast(Any, self._client.xread({key: after}, count=ORDERS_AT_ONCE))
        return [
            (entry.decode(), fields.get(keys.ORDER.encode(), b"").decode(errors="replace"))
            for _, entries in found or ()
            for entry, fields in entries
        ]

    def close(self) -> None:
        """Close the connection; no error is raised."""
        with contextlib.suppress(OSError):
            self._client.close()


def _text(data: Json) -> str:
    """The JSON text; if it is too large for a desk, without the fields `health` and `state`."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    if len(text.encode()) <= keys.LARGEST_VALUE:
        return text
    return _text({name: value for name, value in data.items() if name not in ("health", "state")})


def _json(text: Any) -> Json:
    """The JSON object in a text; an empty one for any other value."""
    try:
        data = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


class PublisherThread:
    """Calls a publisher's steps in a thread until `close`; `make` creates the publisher in that thread."""

    def __init__(self, make: Callable[[], Publisher]) -> None:
        self._make = make
        self._changed = threading.Condition()
        self._news, self._closing, self._patience = False, False, 0.0
        self._thread = threading.Thread(target=self._run, name="publisher", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def wake(self) -> None:
        """Report a new record to the publisher. Any thread may call this, and it returns at once."""
        with self._changed:
            self._news = True
            self._changed.notify()

    def close(self, within: float = LAST_WORDS) -> None:
        """Let the publisher send what it can in `within` seconds, then stop even if its connection hangs."""
        with self._changed:
            self._closing, self._patience = True, time.monotonic() + within
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join(within)

    def _run(self) -> None:
        publisher = self._make()
        try:
            self._until_closed(publisher)
        finally:
            publisher.leave()

    def _until_closed(self, publisher: Publisher) -> None:
        while True:
            with self._changed:
                self._news, closing = False, self._closing
            due = publisher.step()
            # Records that are still unsent then are sent after the table's next start.
            if closing and (due.within > 0 or time.monotonic() > self._patience):
                return
            self._wait(due)

    def _wait(self, due: Next) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._closing or (due.early and self._news), due.within)
