"""The desk's clock: its time advances evenly even if the machine's wall clock jumps or the desk restarts.

Within one boot the time is the kernel's boot clock, which nobody sets, plus an offset that is kept in a small
file beside the store. After another boot the offset is new: the time is then the wall clock's time, or the
last known time if the wall clock is behind it (a Raspberry Pi has no battery clock and gets the time from the
network).

A jump is the difference between the wall clock and this clock. While a round's clock runs, the desk only
reports a jump; otherwise it adopts the wall clock's time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from jokerboard.host.files import read_json, write_json
from jokerboard.host.system import boot_id, since_boot
from jokerboard.tournament import reading
from jokerboard.tournament.errors import StoreError
from jokerboard.words.catalogue import words

FILE: Final = "director.clock"
JUMP: Final = 5.0
"""The least difference from the wall clock, in seconds, that is a jump; slow adjustments stay below."""
KEEP_EVERY: Final = 10.0
"""Seconds between two writes of the clock's file, from which the last known time is read after a boot."""


class SteadyClock:
    """A clock in seconds since 1970 that never goes back by itself; `file` keeps its offset for a restart."""

    def __init__(
        self,
        file: Path,
        wall: Callable[[], float] = time.time,
        boot_clock: Callable[[], float] = since_boot,
        this_boot: Callable[[], str] = boot_id,
    ) -> None:
        self._file, self._wall, self._boot_clock = file, wall, boot_clock
        self._boot = this_boot()
        boot, offset, last = _read(file)
        if boot == self._boot and self._boot:
            self._offset = offset
        else:
            self._offset = max(wall(), last) - boot_clock()
        self._kept = float("-inf")
        self._keep()

    def now(self) -> float:
        """The time, in seconds since 1970."""
        if self._boot_clock() - self._kept >= KEEP_EVERY:
            self._keep()
        return self._boot_clock() + self._offset

    def iso(self) -> str:
        """The time in ISO form, as the store has it."""
        return reading.iso(datetime.fromtimestamp(self.now(), UTC))

    def jump(self) -> float:
        """Seconds by which the wall clock is ahead of this clock, or behind (-); 0 within `JUMP`."""
        ahead = self._wall() - self.now()
        return ahead if abs(ahead) > JUMP else 0.0

    def adopt(self) -> None:
        """Set this clock to the wall clock's time, if the two differ by a jump."""
        ahead = self.jump()
        if ahead:
            self._offset += ahead
            self._keep()

    def _keep(self) -> None:
        self._kept = self._boot_clock()
        data = {"boot": self._boot, "offset": self._offset, "last": self._kept + self._offset}
        try:
            write_json(self._file, data, shared=True)  # every director on this store writes this file
        except OSError as error:
            raise StoreError(words("clock.unwritable", file=self._file, why=error.strerror)) from error


class JumpWatch:
    """Detects jumps of a wall clock, read as ISO text, by comparing it with an even clock in seconds."""

    def __init__(self, wall: Callable[[], str], even: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._even = wall, even
        self._apart = self._difference()

    def jump(self) -> float:
        """Seconds by which the wall clock has jumped since the last call, negative if backwards; 0 if not."""
        apart = self._difference()
        if apart is None or self._apart is None:
            self._apart = apart
            return 0.0
        jump = apart - self._apart
        if abs(jump) <= JUMP:
            return 0.0
        self._apart = apart
        return jump

    def _difference(self) -> float | None:
        when = reading.moment(self._wall())
        return None if when is None else when.timestamp() - self._even()


def _read(file: Path) -> tuple[str, float, float]:
    """The boot id, offset and last time in the file; "" and zeros if the file is missing or invalid."""
    try:
        data = read_json(file)
        return str(data["boot"]), float(data["offset"]), float(data["last"])
    except (OSError, ValueError, KeyError, TypeError):
        return "", 0.0, 0.0


def jump_text(seconds: float) -> str:
    """A jump as text: `+1:00:00`, `-0:12`."""
    whole = round(abs(seconds))
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    text = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return f"{'-' if seconds < 0 else '+'}{text}"
