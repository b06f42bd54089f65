"""From a reader's repeated reads to two events: a card was laid, a card was taken off. Sans-I/O.

A reader such as the RDM6300 says its tag about every 50 ms while it is there and says nothing when it
goes. So presence is the first read, removal a silence. A read that came corrupt tells nothing about
which tag, yet something is there: it prolongs what lies here and begins nothing.

An RDM6300 sends ghosts: well-formed frames of tags that are not there. They come one at a time, so a tag is
believed after `confirm` equal reads, and a single strange one counts as corrupt.
"""

from __future__ import annotations

REMOVED_AFTER = 0.150
"""Seconds without a repeat after which a card counts as taken off: three repeats of an RDM6300."""

SPOKEN_ONCE = 1.0
"""Seconds after which the same card counts as laid again, for readers that speak once a card."""

CONFIRM_WITHIN = 0.5
"""Seconds in which the equal reads must come."""


class Presence:
    """One reader's memory: feed it reads and the time, it answers with what changed."""

    __slots__ = ("_after", "_confirm", "_last", "_strange", "tag")

    def __init__(self, removed_after: float = REMOVED_AFTER, *, confirm: int = 1) -> None:
        self._after, self._confirm = removed_after, confirm
        self._strange: list[tuple[float, str]] = []  # the latest reads of a tag that is not believed yet
        self._last = 0.0
        self.tag: str | None = None

    @property
    def deadline(self) -> float | None:
        """When `advance` would say that the card is gone, unless it is read again; None: no card."""
        return None if self.tag is None else self._last + self._after

    def read(self, t: float, tag: str) -> str | None:
        """A good read at `t`: the tag if it is news, else None."""
        if tag == self.tag:
            self._last = t
            self._strange.clear()
            return None
        recent = [(at, read) for at, read in self._strange if read == tag and at > t - CONFIRM_WITHIN]
        self._strange = [*recent, (t, tag)]
        if len(self._strange) < self._confirm:
            self.corrupt(t)
            return None
        self._last, self.tag = t, tag
        self._strange.clear()
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
