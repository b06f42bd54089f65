"""Readings of a board's analog sensors during its set-up, empty and with marbles, and thresholds from both.

The empty board gives every channel its baseline. Then every channel gets a low threshold that any marble
exceeds, so that first light can begin, and each marble put down is measured. In the end a channel's threshold
is half of the change by its weakest marble, and its hysteresis a third of the threshold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median_low

from firmware_bridge.calibration import WEAKEST, calibrated
from firmware_bridge.facts import Calibration
from hardware.ports import AnalogBank

ROUNDS = 9
"""The number of readings of the empty board."""

ABOVE_NOISE = 4
"""A marble is too weak if its change is less than this multiple of the noise."""

AT_FIRST = Calibration(0, 1000, 330)
"""The first threshold and hysteresis of every channel, until its marbles have been measured."""


class Strengths:
    """The analog sensors of one board, with their readings on the empty board."""

    def __init__(self, bank: AnalogBank) -> None:
        """Measure the empty board and give it first thresholds; raise DeviceLost if it does not answer."""
        self._bank = bank
        rounds = [bank.readings() for _ in range(ROUNDS)]
        by_channel = list(zip(*rounds, strict=True))
        self.baselines: tuple[int, ...] = tuple(median_low(readings) for readings in by_channel)
        self.noise = tuple(max(readings) - min(readings) for readings in by_channel)
        bank.calibrate(tuple(self._at_first(channel) for channel in range(bank.channels)))

    def of(self, channel: int) -> int:
        """The change of a channel's reading by the piece that is on it now."""
        moved: int = self._bank.readings()[channel] - self.baselines[channel]
        return abs(moved)

    def finish(
        self, channels: Sequence[int | None], strengths: Mapping[int, Sequence[int]]
    ) -> tuple[Calibration | None, ...]:
        """Calibrate the board and return the calibration by channel; `channels` has the hole of each."""
        made = tuple(
            None
            if hole is None
            else calibrated(self.baselines[channel], min(strengths[channel]))
            if strengths.get(channel)
            else self._at_first(channel)
            for channel, hole in enumerate(channels)
        )
        self._bank.calibrate(made)
        return made

    def weak(self, strengths: Mapping[int, Sequence[int]]) -> dict[int, int]:
        """The channels whose marbles hardly exceed the noise, each with the change of its reading."""
        found = {channel: min(each) for channel, each in sorted(strengths.items()) if each}
        return {
            channel: moved
            for channel, moved in found.items()
            if moved < max(WEAKEST, ABOVE_NOISE * self.noise[channel])
        }

    def _at_first(self, channel: int) -> Calibration:
        threshold = max(AT_FIRST.threshold, ABOVE_NOISE * self.noise[channel])
        return Calibration(self.baselines[channel], threshold, threshold // 3)
