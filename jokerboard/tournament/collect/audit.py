"""Compare the streams in Redis with the store again, long after their records were read.

Any client that can write to the Redis can replace a stream. The store keeps every record that was read. While
there is nothing new to collect, the streams are compared with the store, one page at a time, from their first
record on. If a stream ends too early, its table may be rewriting it, or Redis may have lost its last second,
which the table notices itself. Such an end is therefore reported only if it lasts for `PATIENCE`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from jokerboard.tournament import keys
from jokerboard.tournament.collect.intake import Batch, Taken
from jokerboard.tournament.collect.registry import Announced
from jokerboard.tournament.keys import line_of

if TYPE_CHECKING:
    import redis

PAGE = 500
PATIENCE = 20.0
"""Seconds for which a stream must end too early before it is reported."""

Stream: TypeAlias = tuple[Announced, int]


class Audit:
    """Compares all streams with the store, again and again; each step compares one page of one stream."""

    def __init__(
        self,
        link: redis.Redis,
        keep: Callable[[Sequence[Batch]], list[Taken]],
        expected: Callable[[Announced, int], int],
        cut: Callable[[Announced, int, int, int], None],
    ) -> None:
        """Make an audit that starts with the first stream.

        `keep` compares a batch of lines with the store. `expected` returns the number of the last record that
        a stream must have. `cut` reports a stream that ends before that record.
        """
        self._link = link
        self._keep, self._expected, self._cut = keep, expected, cut
        self._round: list[Stream] = []
        self._next = 1
        self._short: dict[str, tuple[int, float]] = {}

    def drop(self) -> str:
        """Skip the rest of the stream that is being compared; return its table's name."""
        table, _ = self._round.pop()
        self._next = 1
        return table.name

    def step(self, streams: Sequence[Stream]) -> None:
        """Compare one more page; when every stream has been compared, begin again with `streams`."""
        if not self._round:
            self._round = list(streams)
            if not self._round:
                return
        table, owner = self._round[-1]
        expected = self._expected(table, owner)
        entries: Any = self._link.xrange(table.stream, min=keys.entry_id(self._next), count=PAGE)
        lines = [line_of(*entry) for entry in entries]
        if lines:
            self._keep([Batch(owner, table.generation, lines, whole=True)])
            self._next = max(self._next, lines[-1].n + 1)
        if len(lines) < PAGE:
            self._ends(table, owner, self._next - 1, expected)
            self._round.pop()
            self._next = 1

    def _ends(self, table: Announced, owner: int, end: int, expected: int) -> None:
        """Report the stream if it has ended at record `end` for `PATIENCE`, before record `expected`."""
        if end >= expected:
            self._short.pop(table.stream, None)
            return
        now = time.monotonic()
        before, since = self._short.get(table.stream, (-1, now))
        if before != end:
            self._short[table.stream] = (end, now)
        elif now - since >= PATIENCE:
            self._cut(table, owner, end, expected)
