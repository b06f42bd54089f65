"""The wall clock: the time for people, whether the clock is set, and a warning if it is set back.

Only dates in records come from the wall clock; turn times and the order of plays come from a monotonic clock.
A Raspberry Pi without a battery starts with a time of the past, often only minutes after it was switched off.
Until the network has set the clock, records mark their dates as uncertain.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

TOLERANCE = timedelta(seconds=30)
"""The clock may step back by this much without a report."""

BORN = datetime(2026, 1, 1, tzinfo=UTC)
"""The earliest date of a correct clock: before it, this program did not exist."""

LOOK_EVERY = 10.0
"""Seconds between two comparisons of the wall clock with the monotonic clock."""


def now() -> datetime:
    """The present time of the wall clock, in UTC."""
    return datetime.now(UTC)


def local_time(when: datetime, *, seconds: bool = False) -> str:
    """The time `when` as text in local time, such as `2026-11-29 14:05 CET`, also with `seconds`."""
    return f"{when.astimezone():{'%Y-%m-%d %H:%M:%S' if seconds else '%Y-%m-%d %H:%M'} %Z}"


def local_text(iso: str) -> str:
    """A time in ISO form as text in local time; any other text is returned unchanged."""
    try:
        when = datetime.fromisoformat(iso)
        return local_time(when if when.tzinfo else when.replace(tzinfo=UTC))
    except (ValueError, OverflowError, OSError):
        return iso


def is_clock_set(root: Path = Path("/"), read: Callable[[], datetime] = now) -> bool:
    """Whether the wall clock counts as set.

    It does not if it shows a time before this program existed, or if systemd-timesyncd runs but has not
    reached a time server since the start and no hardware clock with a battery kept the time. System files
    are read below `root`.
    """
    if read() < BORN:
        return False
    timesync = root / "run/systemd/timesync"
    waiting = timesync.is_dir() and not (timesync / "synchronized").exists()
    return not waiting or any(map(_keeps_time, (root / "sys/class/rtc").glob("rtc*")))


def _keeps_time(rtc: Path) -> bool:
    """Whether the hardware clock at `rtc` has a battery; without one it starts in 1970 at every start."""
    try:
        return int((rtc / "since_epoch").read_text("ascii")) >= BORN.timestamp()
    except (OSError, ValueError):
        return False


class WallClock:
    """A callable that returns the time in ISO form; `set_back` is called with a warning if it is set back."""

    def __init__(
        self,
        set_back: Callable[[str], None],
        read: Callable[[], datetime] = now,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._set_back, self._read, self._steady = set_back, read, steady
        self._then, self._since = read(), steady()

    def __call__(self) -> str:
        """The present time in UTC, in ISO form."""
        return self._read().isoformat(timespec="seconds")

    def look(self) -> None:
        """Compare the wall clock with the monotonic clock, and report a step back."""
        now, passed = self._read(), self._steady()
        expected = self._then + timedelta(seconds=passed - self._since)
        self._then, self._since = now, passed
        if now < expected - TOLERANCE:
            self._set_back(_sentence("the clock was set back", expected, now))

    def compare(self, latest: str | None) -> None:
        """Report the wall clock if it is behind `latest`, the journal's last time in ISO form."""
        try:
            then = None if latest is None else datetime.fromisoformat(latest)
        except ValueError:
            return
        now = self._read()
        if then is not None and then.tzinfo is not None and now < then - TOLERANCE:
            self._set_back(_sentence("the clock is behind the journal", then, now))


def _sentence(what: str, then: datetime, now: datetime) -> str:
    return (
        f"{what}: it shows {local_time(now)} after {local_time(then)}. Dates in the "
        "record will be wrong; the order of plays and their times are right"
    )
