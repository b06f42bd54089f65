"""From a reader's endless repeats to two facts: a card lies here, it was taken off. Sans-I/O.

A reader such as the RDM6300 says its tag about every 50 ms while it is there and says nothing when it
goes. So presence is the first read, removal a silence. A read that came corrupt tells nothing about
which tag, yet something is there: it prolongs what lies here and begins nothing.
"""

from __future__ import annotations

REMOVED_AFTER = 0.150
"""Seconds without a repeat after which a card counts as taken off: three repeats of an RDM6300."""


class Presence:
    """One reader's memory: feed it reads and the time, it answers with what changed."""

    __slots__ = ("_after", "_last", "tag")

    def __init__(self, removed_after: float = REMOVED_AFTER) -> None:
        self._after = removed_after
        self._last = 0.0
        self.tag: str | None = None
        """What lies on the reader."""

    @property
    def deadline(self) -> float | None:
        """When `advance` would say that the card is gone, unless it is read again; None: no card."""
        return None if self.tag is None else self._last + self._after

    def read(self, t: float, tag: str) -> str | None:
        """A good read at `t`: the tag if it is news, else None."""
        self._last = t
        if tag == self.tag:
            return None
        self.tag = tag
        return tag

    def corrupt(self, t: float) -> None:
        """A read at `t` that could not be understood."""
        self._last = max(self._last, t)

    def advance(self, t: float) -> bool:
        """Time passes to `t`: True if the card is found to be gone, said once."""
        if self.tag is None or t < self._last + self._after:
            return False
        self.tag = None
        return True

    def resume(self, t: float) -> None:
        """The reader is back after an outage: what lay there has until the deadline from `t` to be read."""
        self._last = t
