"""Map the time of the device to the time of the host.

The device stamps edges with its own clock, in milliseconds modulo 2**32. Each PONG is a sample: the device
read its clock between the moment the PING left and the moment the PONG arrived. The shorter that time, the
better the sample. The best recent sample is the anchor of the map, so a burst that waited on the wire keeps
its own spacing.

Two crystals drift apart by at most `DRIFT`. An oscillator without a crystal may be some percent off. The map
therefore fits the rate of the two clocks (least squares, each sample weighted by its error), and uses the fit
only where it differs from 1 by more than the samples leave open.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

DRIFT = 100e-6
"""Seconds per second that two crystals may drift apart: 30 ppm for a Pico's, the rest for the host's."""

KEPT = 64
"""The number of samples kept. At four PINGs a second they span 16 s, in which 100 ppm make 1.6 ms."""

CERTAIN = 3.0
"""Standard errors by which a fitted rate must differ from 1 to be used."""

BACK = 1000
"""Milliseconds by which a sample may go back before it is taken for a clock that was set back.

A device's clock never goes back, but this project's first firmware sent a time of days ago whenever a pass
took longer than a millisecond.
"""

_WRAP = 1 << 32


@dataclass(frozen=True, slots=True)
class _Sample:
    at: float  # the likeliest host time at which the device read its clock
    device: float  # seconds of the device's clock, unwrapped
    error: float  # the greatest error in seconds, in either direction


class ClockMap:
    """Maps the device's milliseconds to the host's seconds. Make a new one when the device restarts."""

    def __init__(self) -> None:
        self._samples: deque[_Sample] = deque(maxlen=KEPT)
        self._near = 0  # milliseconds of the latest sample, unwrapped
        self._guessed = False
        self.rate = 1.0
        """Host seconds per device second."""

    def guess(self, at: float, device_ms: int) -> None:
        """Take a first guess: the device read `device_ms` at about `at`.

        It counts only until the first sample.
        """
        if not self._samples:
            self._guessed = True
            self._near = device_ms
            self._samples.append(_Sample(at, device_ms / 1000 + 0.0005, 0.0005))

    def sample(self, sent: float, received: float, device_ms: int) -> None:
        """Take a sample: the device read `device_ms` between host times `sent` and `received` (seconds)."""
        if self._guessed:
            self._guessed = False
            self._samples.clear()
        unwrapped = self._unwrap(device_ms) if self._near else device_ms
        if unwrapped < self._near - BACK:
            return
        self._near = max(self._near, unwrapped)
        half = (received - sent) / 2
        # The device's clock counts whole milliseconds, so on average the true time is half a millisecond
        # later.
        self._samples.append(_Sample(received - half, unwrapped / 1000 + 0.0005, half + 0.0005))
        self.rate = _rate(self._samples)

    def to_host(self, device_ms: int) -> float:
        """The host time, in seconds, of a device time within 24 days of the latest sample.

        Raise LookupError before the first sample.
        """
        if not self._samples:
            raise LookupError("no clock sample yet")
        latest = self._samples[-1].at
        # A short round trip is precise, but the clocks have drifted apart since then; both count.
        best = min(self._samples, key=lambda s: s.error + DRIFT * (latest - s.at))
        return best.at + (self._unwrap(device_ms) / 1000 + 0.0005 - best.device) * self.rate

    @property
    def error(self) -> float:
        """The greatest error of the map in seconds; infinite before the first sample."""
        return min((s.error for s in self._samples), default=float("inf"))

    def _unwrap(self, device_ms: int) -> int:
        step = (device_ms - self._near) % _WRAP
        return self._near + (step - _WRAP if step >= _WRAP // 2 else step)


def _rate(samples: deque[_Sample]) -> float:
    """Host seconds per device second, by weighted least squares; 1 if the samples allow 1."""
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
