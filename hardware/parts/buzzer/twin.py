"""The buzzer of the simulated table."""

from __future__ import annotations

from hardware.clock import Clock
from hardware.errors import DeviceClosed
from hardware.ports import Tune


class TwinSounder:
    """A silent Sounder: `played` has the time and the tune of each call."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._closed = False
        self.played: list[tuple[float, Tune]] = []

    def play(self, tune: Tune) -> None:
        """Record the time and `tune` in `played`."""
        if self._closed:
            raise DeviceClosed("the buzzer is closed")
        self.played.append((self._clock.now(), tune))

    def close(self) -> None:
        """Close the buzzer: later calls of `play` raise DeviceClosed."""
        self._closed = True


make = TwinSounder
