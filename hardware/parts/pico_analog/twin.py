"""Simulated analog hall sensors under the virtual board: readings with offsets, random poles, and thresholds.

Every sensor has its own offset, and each time a marble is placed, the pole and the strength of its magnet are
random, as with loose magnets. A channel is on if its reading differs from its baseline by at least the
threshold of its calibration. It is off again at a smaller difference, as in the firmware of an analog board
(`firmware_bridge/PROTOCOL.md`, section 10).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from firmware_bridge.facts import Calibration
from hardware.clock import Clock
from hardware.twin.sensors import Fault, TwinSensors
from hardware.twin.wood import VirtualBoard

MIDDLE, TOP = 0x8000, 0xFFFF
OFFSET = 2_500
"""The most by which a sensor's reading without a magnet differs from `MIDDLE`."""

STRENGTHS = (8_000, 12_000)
"""The least and the greatest change of a sensor's reading by a marble."""

NOISE = 60
"""The greatest random error of a reading."""

WEAKENED = 0.08
"""The share of a marble's change that a weak sensor measures."""

BEFORE = Calibration(MIDDLE, 0x0C00, 0x0400)
"""The calibration of every channel of a board that was never calibrated."""


class HallSensors(TwinSensors):
    """TwinSensors that measure the strength of a field, one channel for each hole."""

    def __init__(self, wood: VirtualBoard, clock: Clock, *, seed: int = 0) -> None:
        self._fields = Random(f"halls:{seed}")
        self._offsets = [MIDDLE + self._fields.randint(-OFFSET, OFFSET) for _ in range(wood.holes)]
        self._magnets = [self._magnet() for _ in range(wood.holes)]
        self._calibration = [BEFORE] * wood.holes
        super().__init__(wood, clock, seed=seed)
        self._levels = [self._truth(channel) for channel in range(wood.holes)]

    def readings(self) -> tuple[int, ...]:
        """The present reading of each channel."""
        self._outlet.refuse_lost()
        return tuple(
            self._field(channel) + self._fields.randint(-NOISE, NOISE) for channel in range(self.channels)
        )

    def calibrate(self, wanted: Sequence[Calibration | None]) -> None:
        """Use the calibrations `wanted`, by channel, from now on; None: the one of a new board."""
        for channel, each in enumerate(wanted):
            self._calibration[channel] = each or BEFORE
            if channel not in self.faults and self._truth(channel) != self._levels[channel]:
                self._expect(channel, ((0.0, self._truth(channel)),))

    def drift(self, channel: int, by: int) -> None:
        """Add `by` to the readings of a channel from now on, as a magnet nearby or a warm day would."""
        self._offsets[channel] += by

    def _changed(self, channel: int) -> None:
        self._magnets[channel] = self._magnet()
        super()._changed(channel)

    def _flickers(self, channel: int) -> bool:
        """Whether the channel flickers. A weak sensor does not: it gives a small reading instead."""
        return self._faults.get(channel) is Fault.NOISY

    def _truth(self, channel: int) -> bool:
        if self._faults.get(channel) not in (None, Fault.WEAK):
            return super()._truth(channel)
        wanted = self._calibration[channel]
        off = abs(self._field(channel) - wanted.baseline)
        if off >= wanted.threshold:
            return True
        return off >= wanted.threshold - wanted.hysteresis and self._levels[channel]

    def _field(self, channel: int) -> int:
        field = self._offsets[channel]
        fault = self._faults.get(channel)
        if self._wood.occupied(channel) and fault in (None, Fault.WEAK):
            field += round(self._magnets[channel] * (1.0 if fault is None else WEAKENED))
        return max(NOISE, min(TOP - NOISE, field))

    def _magnet(self) -> int:
        """A random change of the reading by a marble, positive or negative."""
        return self._fields.choice((-1, 1)) * self._fields.randint(*STRENGTHS)


make = HallSensors
