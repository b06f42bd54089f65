"""Device time to host time.

The device stamps edges with its own clock, in milliseconds modulo 2**32. Each PONG gives a sample: the
device's clock was read somewhere between the moment the ping left and the moment the pong came. The
narrower that gap, the better the sample; of the samples of the last seconds the best one is used, aged
by what two crystals may drift apart. So a burst that was held up on the wire keeps its own spacing.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

DRIFT = 100e-6
"""Seconds a second two clocks may drift apart: 30 ppm for a Pico's crystal, the rest for the host's."""

KEPT = 64
"""Samples kept. At four pings a second: 16 s, in which 100 ppm make 1.6 ms."""

_WRAP = 1 << 32


@dataclass(frozen=True, slots=True)
class _Sample:
    at: float  # host time at which the device's clock was read, best guess
    device: float  # seconds, unwrapped
    error: float  # seconds either way


class ClockMap:
    """Maps the device's milliseconds to the host's seconds. Forget it when the device restarts."""

    def __init__(self) -> None:
        self._samples: deque[_Sample] = deque(maxlen=KEPT)
        self._near = 0  # unwrapped milliseconds of the latest sample

    def sample(self, sent: float, received: float, device_ms: int) -> None:
        """The device read `device_ms` between host times `sent` and `received` (seconds)."""
        unwrapped = self._unwrap(device_ms) if self._samples else device_ms
        self._near = max(self._near, unwrapped)
        half = (received - sent) / 2
        # The device's clock ticks in whole milliseconds: it was read half a tick after, on average.
        self._samples.append(_Sample(received - half, unwrapped / 1000 + 0.0005, half + 0.0005))

    def to_host(self, device_ms: int) -> float:
        """Host seconds of a device time within 24 days of the latest sample.

        Raises LookupError before the first sample.
        """
        if not self._samples:
            raise LookupError("no clock sample yet")
        latest = self._samples[-1].at
        best = min(self._samples, key=lambda s: s.error + DRIFT * (latest - s.at))
        return best.at + self._unwrap(device_ms) / 1000 + 0.0005 - best.device

    @property
    def error(self) -> float:
        """How far off the mapping may be, seconds; infinite before the first sample."""
        return min((s.error for s in self._samples), default=float("inf"))

    def _unwrap(self, device_ms: int) -> int:
        step = (device_ms - self._near) % _WRAP
        return self._near + (step - _WRAP if step >= _WRAP // 2 else step)
