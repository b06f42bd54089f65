"""A sensor bank that is scanned regularly: shift registers, expanders, chips without an interrupt.

Every period, one scan of all channels is compared with the previous scan; differences become edges with the
time of the scan. A scan that raises is discarded. Only several bad scans in a row count as a lost bank, so
one disturbed transfer costs one period. When a lost bank answers again, its levels are taken without edges. A
lost bank, and a board at rest, are scanned less often: most of an evening is thinking time, and each scan
takes processor time.
"""

from __future__ import annotations

from collections.abc import Callable

from hardware.clock import Clock
from hardware.errors import HardwareError
from hardware.outlet import Outlet
from hardware.ports import SensorEdge, Sink

PERIOD = 0.005
"""Seconds between two scans: 200 scans a second are enough to recognise noise that lasts 8 ms."""

AT_REST = 0.025
"""Seconds between two scans of a board at rest; nobody lifts a marble and puts it back in less time."""

QUIET = 1.0
"""Seconds without an edge after which a board is at rest, until the next edge."""

PATIENCE = 3
"""The number of bad scans in a row after which a bank counts as lost."""

RETRY = 0.25
"""Seconds between two scans of a lost bank."""

BREATH = 0.001
"""The fewest seconds between two scans, so that the event loop can do other work."""


class ScannedBank:
    """A SensorBank that calls `scan`, which returns the level of every channel or raises OSError."""

    def __init__(
        self,
        clock: Clock,
        channels: int,
        scan: Callable[[], tuple[bool, ...]],
        release: Callable[[], None] = lambda: None,
    ) -> None:
        """`release` is called once by `close`."""
        self._clock, self.channels = clock, channels
        self._scan, self._release = scan, release
        self._outlet = Outlet("sensors", clock)
        self._levels: tuple[bool, ...] = (False,) * channels
        self.bad_scans = 0
        """The number of bad scans since the last good one."""
        self._changed = clock.now()

    def start(self, sink: Sink) -> None:
        """Read all levels, then report changes to `sink`; if the first scan fails, report the bank as
        lost.
        """
        self._outlet.start(sink)
        try:
            self._levels = self._scan()
        except OSError as error:
            self._outlet.lose(self._complaint(error))
        self._outlet.look_at(self._clock.now() + self._pause(), self._read)

    def snapshot(self) -> tuple[bool, ...]:
        """The level of each channel at the last scan; before `start`, the levels of a new scan."""
        self._outlet.refuse_lost()
        if not self._outlet.open:
            # Before `start` nothing scans regularly, so the last levels may be old.
            self._levels = self._scan()
        return self._levels

    def close(self) -> None:
        """Stop scanning and release the device."""
        if self._outlet.close():
            self._release()

    def _read(self) -> None:
        """Scan once, and schedule the next scan."""
        begun = self._clock.now()
        try:
            levels = self._scan()
        except OSError as error:
            self.bad_scans += 1
            if self.bad_scans >= PATIENCE:
                self._outlet.lose(self._complaint(error))
        else:
            self.bad_scans = 0
            before, self._levels = self._levels, levels
            # After an outage the times of changes are unknown, so no edges are reported.
            if not self._outlet.find("sensors: answers again") and levels != before:
                self._changed = begun
                for channel in range(self.channels):
                    if levels[channel] != before[channel]:
                        self._outlet.deliver(SensorEdge(begun, channel, levels[channel]))
        soonest = self._clock.now() + BREATH
        # The period is measured from the beginning of a scan, so that a slow scan does not extend it.
        self._outlet.look_at(max(begun + self._pause(), soonest), self._read)

    def _pause(self) -> float:
        if self._outlet.lost:
            return RETRY
        return AT_REST if self._clock.now() - self._changed > QUIET else PERIOD

    def _complaint(self, error: OSError) -> str:
        return str(error) or "sensors: does not answer"


def channel_levels(raw: bytes, channels: int) -> tuple[bool, ...]:
    """The level of each channel, given the chips' inputs, which a hall switch pulls low at a marble.

    Bit 0 of the first byte is channel 0, bit 7 channel 7, and so on; raise HardwareError if `raw` is short.
    """
    if len(raw) * 8 < channels:
        raise HardwareError(f"{channels} channels need {(channels + 7) // 8} bytes, not {len(raw)}")
    return tuple(not raw[i >> 3] >> (i & 7) & 1 for i in range(channels))
