"""Readings of a board's analog sensors during its set-up, empty and with marbles, and thresholds from both.

An empty board gives every channel its baseline; a threshold that any marble passes makes first light
possible; each marble that is then put somewhere is measured too, whatever hole it was meant for. In the end a
channel's threshold is half of what its weakest marble moved it by, and its hysteresis a third of that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median_low

from firmware_bridge.calibration import WEAKEST, calibrated
from firmware_bridge.facts import Calibration
from hardware.ports import AnalogBank

ROUNDS = 9
"""Readings of the empty board."""

ABOVE_NOISE = 4
"""A marble is too weak unless it moves a reading by this many times its noise."""

AT_FIRST = Calibration(0, 1000, 330)
"""How far from its baseline a channel goes on, and how much less puts it off, until its marbles are known."""


class Strengths:
    """The analog sensors of one board, measured while nothing lay on it."""

    def __init__(self, bank: AnalogBank) -> None:
        """Measures, and gives the board thresholds to begin with; DeviceLost."""
        self._bank = bank
        rounds = [bank.readings() for _ in range(ROUNDS)]
        by_channel = list(zip(*rounds, strict=True))
        self.baselines: tuple[int, ...] = tuple(median_low(readings) for readings in by_channel)
        self.noise = tuple(max(readings) - min(readings) for readings in by_channel)
        bank.calibrate(tuple(self._at_first(channel) for channel in range(bank.channels)))

    def of(self, channel: int) -> int:
        """The change in a channel's reading by the piece that lies on it now."""
        moved: int = self._bank.readings()[channel] - self.baselines[channel]
        return abs(moved)

    def finish(
        self, channels: Sequence[int | None], strengths: Mapping[int, Sequence[int]]
    ) -> tuple[Calibration | None, ...]:
        """The board's calibration, which it works with from now on; `channels`: holes by channel."""
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
        """The channels whose marbles are hardly more than noise, and what they move the reading by."""
        found = {channel: min(each) for channel, each in sorted(strengths.items()) if each}
        return {
            channel: moved
            for channel, moved in found.items()
            if moved < max(WEAKEST, ABOVE_NOISE * self.noise[channel])
        }

    def _at_first(self, channel: int) -> Calibration:
        threshold = max(AT_FIRST.threshold, ABOVE_NOISE * self.noise[channel])
        return Calibration(self.baselines[channel], threshold, threshold // 3)
