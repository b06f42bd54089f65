"""Turn a reader's repeated reads into two events: a card was laid, a card was taken off. Sans-I/O.

A reader such as the RDM6300 sends its tag about every 50 ms while the card lies there, and nothing when it
goes. So the first read means that a card was laid, and a silence that it was taken off. A corrupt read does
not identify the tag, but shows that a card is there: it prolongs the present card and reports no new one.

An RDM6300 sends ghosts: well-formed frames of tags that are not there. Corrupt reads come one at a time, so a
tag is accepted after `confirm` equal reads, and a single different one counts as corrupt.
"""

from __future__ import annotations

REMOVED_AFTER = 0.150
"""Seconds without a repeat after which a card counts as taken off: three repeats of an RDM6300."""

LAID_AGAIN_AFTER = 1.0
"""For readers that send a card only once: seconds after which the same card counts as laid again."""

CONFIRM_WITHIN = 0.5
"""Seconds within which the `confirm` equal reads of a new tag must come."""


class Presence:
    """Whether a card is on one reader: takes the reader's reads and the time, and returns the changes."""

    __slots__ = ("_after", "_confirm", "_last", "_strange", "tag")

    def __init__(self, removed_after: float = REMOVED_AFTER, *, confirm: int = 1) -> None:
        self._after, self._confirm = removed_after, confirm
        # The latest reads, as (time, tag), of a tag that is not confirmed yet.
        self._strange: list[tuple[float, str]] = []
        self._last = 0.0
        self.tag: str | None = None

    @property
    def deadline(self) -> float | None:
        """The time at which `advance` reports the card as gone unless it is read again; None without a
        card.
        """
        return None if self.tag is None else self._last + self._after

    def read(self, t: float, tag: str) -> str | None:
        """Take a good read at `t`; return the tag if the card is new, else None."""
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
        """Take a corrupt read at `t`."""
        self._last = max(self._last, t)

    def advance(self, t: float) -> bool:
        """Advance the time to `t`; return True if the card counts as gone since this call."""
        if self.tag is None or t < self._last + self._after:
            return False
        self.tag = None
        return True

    def resume(self, t: float) -> None:
        """Continue after an outage of the reader: from `t` on the card has the usual time to be read
        again.
        """
        self._last = t
