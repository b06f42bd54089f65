"""Calibrate a board's analog sensors during setup, from their readings without and with marbles.

The baseline of a channel is its reading on the empty board. Setup begins with a low threshold that every
marble exceeds, and measures each marble that is placed. At the end, the threshold of a channel is half of the
change by its weakest marble, and the hysteresis a third of the threshold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median_low

from firmware_bridge.calibration import WEAKEST, calibrated
from firmware_bridge.facts import Calibration
from hardware.ports import AnalogBank

ROUNDS = 9
"""The number of times that every channel of the empty board is read."""

ABOVE_NOISE = 4
"""A marble is too weak if its change of a reading is less than this multiple of the noise."""

AT_FIRST = Calibration(0, 1000, 330)
"""Before marbles are measured, no channel gets a lower threshold than the one in this calibration."""


class Strengths:
    """The calibration of one board; `baselines` and `noise` are those of each channel of the empty board."""

    def __init__(self, bank: AnalogBank) -> None:
        """Measure the empty board and set the first thresholds; raise DeviceLost if it does not answer."""
        self._bank = bank
        rounds = [bank.readings() for _ in range(ROUNDS)]
        by_channel = list(zip(*rounds, strict=True))
        self.baselines: tuple[int, ...] = tuple(median_low(readings) for readings in by_channel)
        self.noise = tuple(max(readings) - min(readings) for readings in by_channel)
        bank.calibrate(tuple(self._at_first(channel) for channel in range(bank.channels)))

    def of(self, channel: int) -> int:
        """The present difference of a channel's reading from its baseline, without sign."""
        moved: int = self._bank.readings()[channel] - self.baselines[channel]
        return abs(moved)

    def finish(
        self, channels: Sequence[int | None], strengths: Mapping[int, Sequence[int]]
    ) -> tuple[Calibration | None, ...]:
        """Calibrate the board, and return the calibration of each channel; None for one without a hole.

        `channels` has the hole of each channel; `strengths` the changes by the marbles on each channel.
        """
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
        """The channels whose weakest marble hardly exceeds the noise, with the change by this marble."""
        found = {channel: min(each) for channel, each in sorted(strengths.items()) if each}
        return {
            channel: moved
            for channel, moved in found.items()
            if moved < max(WEAKEST, ABOVE_NOISE * self.noise[channel])
        }

    def _at_first(self, channel: int) -> Calibration:
        threshold = max(AT_FIRST.threshold, ABOVE_NOISE * self.noise[channel])
        return Calibration(self.baselines[channel], threshold, threshold // 3)
