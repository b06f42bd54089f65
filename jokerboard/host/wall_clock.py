"""The wall clock, for people: the time, whether it is set, and a warning if it is set back.

The program computes nothing from the wall clock: turn times and the order of plays come from a monotonic
clock. Without a set clock the record's dates would be wrong, and a Pi without a battery starts in the past,
often only minutes after it was switched off. Until the network has set the clock, records mark its time as
uncertain.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

TOLERANCE = timedelta(seconds=30)
"""A step back of the clock by less than this is not reported."""

BORN = datetime(2026, 1, 1, tzinfo=UTC)
"""A clock that shows an earlier time is wrong, because this program did not exist before."""

LOOK_EVERY = 10.0
"""Seconds between two comparisons of the wall clock with the steady clock."""


def now() -> datetime:
    """The time by the wall clock, in UTC."""
    return datetime.now(UTC)


def local_time(when: datetime, *, seconds: bool = False) -> str:
    """A moment in this computer's local time: `2026-11-29 14:05 CET`."""
    return f"{when.astimezone():{'%Y-%m-%d %H:%M:%S' if seconds else '%Y-%m-%d %H:%M'} %Z}"


def local_text(iso: str) -> str:
    """A time in ISO form as local time for people; any other text unchanged."""
    try:
        when = datetime.fromisoformat(iso)
        return local_time(when if when.tzinfo else when.replace(tzinfo=UTC))
    except (ValueError, OverflowError, OSError):
        return iso


def is_clock_set(root: Path = Path("/"), read: Callable[[], datetime] = now) -> bool:
    """Whether nothing shows that the wall clock is wrong.

    The clock is not set if it is earlier than this program, or if systemd-timesyncd runs, has not reached a
    time server since the start, and no clock with a battery has kept the time. `root` is the file system's.
    """
    if read() < BORN:
        return False
    timesync = root / "run/systemd/timesync"
    waiting = timesync.is_dir() and not (timesync / "synchronized").exists()
    return not waiting or any(map(_keeps_time, (root / "sys/class/rtc").glob("rtc*")))


def _keeps_time(rtc: Path) -> bool:
    """Whether this hardware clock has a battery; one without begins in 1970 at every start."""
    try:
        return int((rtc / "since_epoch").read_text("ascii")) >= BORN.timestamp()
    except (OSError, ValueError):
        return False


class WallClock:
    """The time in ISO form; `set_back` is called with a sentence whenever the clock runs backwards."""

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
        """Compare the wall clock with the elapsed time; report it if it was set back."""
        now, passed = self._read(), self._steady()
        expected = self._then + timedelta(seconds=passed - self._since)
        self._then, self._since = now, passed
        if now < expected - TOLERANCE:
            self._set_back(_sentence("the clock was set back", expected, now))

    def compare(self, latest: str | None) -> None:
        """Compare the wall clock with the journal's latest time, in ISO form; report it if it is behind."""
        try:
            then = None if latest is None else datetime.fromisoformat(latest)
        except ValueError:
            return
        now = self._read()
        if then is not None and then.tzinfo is not None and now < then - TOLERANCE:
            self._set_back(_sentence("the clock is behind the journal", then, now))


def _sentence(what: str, then: datetime, now: datetime) -> str:
    return (
        f"{what}: it says {local_time(now)}, and it was {local_time(then)} before. Dates in the "
        "record will be wrong; the order of plays and their times are right"
    )
