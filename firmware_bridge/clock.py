"""Map the time of the device to the time of the host.

The device stamps edges with its own clock, in milliseconds modulo 2**32. Each PONG is a sample: the device
read its clock at some moment between the host's sending of the PING and the arrival of the PONG. The shorter
this round trip, the more precise the sample. The map computes host times from the best recent sample and the
device's times alone, so edges that were delayed on the wire keep their true spacing.

Two crystals drift apart by at most `DRIFT`, but an oscillator without a crystal may be some percent fast or
slow. The map therefore fits the ratio of the two clocks' rates by least squares, each sample weighted by its
error. It uses the fitted ratio only if that differs from 1 by more than the errors of the samples explain.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

DRIFT = 100e-6
"""The largest drift of two crystals, in seconds per second: 30 ppm for a Pico's, 70 ppm for the host's."""

KEPT = 64
"""The number of samples kept. At four PINGs a second they span 16 s, in which 100 ppm amount to 1.6 ms."""

CERTAIN = 3.0
"""The fit is used if its rate differs from 1 by more than `DRIFT` and this many standard errors."""

BACK = 1000
"""A sample more than this many milliseconds before the latest one is dropped.

This project's first firmware sent a time of days ago whenever its main loop was late.
"""

_WRAP = 1 << 32


@dataclass(frozen=True, slots=True)
class _Sample:
    at: float  # the likeliest host time at which the device read its clock
    device: float  # seconds of the device's clock, unwrapped
    error: float  # the greatest error in seconds, in either direction


class ClockMap:
    """Maps device times (milliseconds) to host times (seconds) for one run of the device.

    When the device restarts, make a new map.
    """

    def __init__(self) -> None:
        self._samples: deque[_Sample] = deque(maxlen=KEPT)
        self._near = 0  # milliseconds of the latest sample, unwrapped
        self._guessed = False
        self.rate = 1.0
        """Host seconds per device second."""

    def guess(self, at: float, device_ms: int) -> None:
        """Start the map with a guess: the device's clock was `device_ms` at about the host time `at`.

        The first sample replaces the guess. A guess after a sample is ignored.
        """
        if not self._samples:
            self._guessed = True
            self._near = device_ms
            self._samples.append(_Sample(at, device_ms / 1000 + 0.0005, 0.0005))

    def sample(self, sent: float, received: float, device_ms: int) -> None:
        """Add a sample: the device's clock was `device_ms` at some host time from `sent` to `received`."""
        if self._guessed:
            self._guessed = False
            self._samples.clear()
        unwrapped = self._unwrap(device_ms) if self._near else device_ms
        if unwrapped < self._near - BACK:
            return
        self._near = max(self._near, unwrapped)
        half = (received - sent) / 2
        # The device's clock drops fractions of a millisecond, so on average half a millisecond is missing.
        self._samples.append(_Sample(received - half, unwrapped / 1000 + 0.0005, half + 0.0005))
        self.rate = _rate(self._samples)

    def to_host(self, device_ms: int) -> float:
        """The host time, in seconds, of a device time within 24 days of the latest sample.

        Raise LookupError before the first sample.
        """
        if not self._samples:
            raise LookupError("no clock sample yet")
        latest = self._samples[-1].at
        # The older a sample, the further the clocks have drifted apart since, so the drift adds to its error.
        best = min(self._samples, key=lambda s: s.error + DRIFT * (latest - s.at))
        return best.at + (self._unwrap(device_ms) / 1000 + 0.0005 - best.device) * self.rate

    @property
    def error(self) -> float:
        """The error of the best sample in seconds; infinite before the first sample."""
        return min((s.error for s in self._samples), default=float("inf"))

    def _unwrap(self, device_ms: int) -> int:
        step = (device_ms - self._near) % _WRAP
        return self._near + (step - _WRAP if step >= _WRAP // 2 else step)


def _rate(samples: deque[_Sample]) -> float:
    """Host seconds per device second, by weighted least squares; 1 unless the fit clearly differs from 1."""
    weights = [s.error**-2 for s in samples]
    total = sum(weights)
    device = sum(w * s.device for w, s in zip(weights, samples, strict=True)) / total
    host = sum(w * s.at for w, s in zip(weights, samples, strict=True)) / total
    spread = sum(w * (s.device - device) ** 2 for w, s in zip(weights, samples, strict=True))
    if not spread:
        return 1.0
    shared = sum(w * (s.device - device) * (s.at - host) for w, s in zip(weights, samples, strict=True))
    rate = shared / spread
    return rate if abs(rate - 1) > DRIFT + CERTAIN * spread**-0.5 else 1.0
