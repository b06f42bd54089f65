"""The wall clock, for people: the time, and a warning if somebody sets it back.

Nothing is computed from it: turn times and the order of plays come from a clock that only goes forward. But
dates in the record would be wrong, and a Pi without a battery starts in the past.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

TOLERANCE = timedelta(seconds=30)
"""A correction by less does not count as setting the clock back."""

LOOK_EVERY = 10.0
"""Seconds from one look to the next."""


def now() -> datetime:
    """The time by the wall clock, in UTC."""
    return datetime.now(UTC)


class WallClock:
    """The time in ISO form; `set_back` gets a sentence whenever the clock runs backwards."""

    def __init__(
        self,
        set_back: Callable[[str], None],
        read: Callable[[], datetime] = now,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._set_back, self._read, self._steady = set_back, read, steady
        self._then, self._since = read(), steady()

    def __call__(self) -> str:
        """The time in ISO form."""
        return self._read().isoformat(timespec="seconds")

    def look(self) -> None:
        """Compare with the elapsed time."""
        now, passed = self._read(), self._steady()
        expected = self._then + timedelta(seconds=passed - self._since)
        self._then, self._since = now, passed
        if now < expected - TOLERANCE:
            self._set_back(_sentence("the clock was set back", expected, now))

    def compare(self, latest: str | None) -> None:
        """Compare with the latest time in the journal, in ISO form."""
        try:
            then = None if latest is None else datetime.fromisoformat(latest)
        except ValueError:
            return
        now = self._read()
        if then is not None and then.tzinfo is not None and now < then - TOLERANCE:
            self._set_back(_sentence("the clock is behind the journal", then, now))


def _sentence(what: str, then: datetime, now: datetime) -> str:
    return (
        f"{what}: it says {now:%Y-%m-%d %H:%M} UTC, and it was {then:%Y-%m-%d %H:%M} before. Dates in the "
        "record will be wrong; the order of plays and their times are right"
    )
