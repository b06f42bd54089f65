"""Simulated hole sensors under the virtual board: each movement of a marble makes a burst of raw edges.

The true level of a channel is True if a marble lies in its hole. When the true level changes, the pending
edges of the channel are dropped, and `Bounce` makes new edges from the present level to the true level. So
edges of overlapping actions stay in order of time, and the last level is always right. Faults change what a
channel reports, never the marbles.
"""

from __future__ import annotations

from enum import Enum
from functools import partial
from random import Random
from typing import Protocol

from hardware.clock import Clock, Handle
from hardware.errors import HardwareError
from hardware.outlet import Outlet
from hardware.ports import SensorBank, SensorEdge, Sink
from hardware.scan import ScannedBank
from hardware.twin.wood import VirtualBoard

SILENT = "the sensors do not answer; check the cable between board and computer"


class Fault(Enum):
    """A way in which a sensor fails."""

    STUCK_ON = "stuck_on"
    """The sensor always reports a marble."""
    STUCK_OFF = "stuck_off"
    """The sensor always reports an empty hole."""
    DEAD = "dead"
    """The sensor keeps the level that it reported last."""
    NOISY = "noisy"
    """The sensor flickers all the time, with or without a marble."""
    WEAK = "weak"
    """The sensor flickers while a marble is there, because it hardly senses the magnet."""


class Bounce:
    """Random contact bounce. It uses only `Random.random`, whose values are the same in every Python
    version.
    """

    def __init__(self, seed: int = 0, within: float = 0.006, most: int = 5) -> None:
        """`within`: the most seconds that a bounce takes; `most`: the most edges of one bounce."""
        self._random = Random(seed)
        self.within = within
        self.most = most

    def edges(self, level: bool, final: bool) -> tuple[tuple[float, bool], ...]:
        """The edges from `level` to `final` as (delay in seconds, level), alternating and ending at `final`.

        Most often there is one edge, or none if `level` is already `final`.
        """
        toggles = 1 if level != final else 0
        while toggles + 2 <= self.most and self._random.random() < 0.5:
            toggles += 2
        delays = sorted(self._random.random() * self.within for _ in range(toggles))
        return tuple((delay, final ^ bool((toggles - 1 - i) % 2)) for i, delay in enumerate(delays))


class MakeSensors(Protocol):
    """A function that makes the sensors of a simulated board: plain contacts, or contacts read through
    chips.
    """

    def __call__(self, wood: VirtualBoard, clock: Clock, *, seed: int) -> SensorBank:
        """A bank with one channel for each hole; `seed` is that of the contacts' bounce."""
        ...


class TwinSensors:
    """A SensorBank with one channel for each hole, and faults to inject."""

    def __init__(
        self, wood: VirtualBoard, clock: Clock, bounce: Bounce | None = None, *, seed: int = 0
    ) -> None:
        """`seed` is that of the noise and, if `bounce` is None, of the bounce."""
        self._wood, self._clock = wood, clock
        self._bounce = bounce or Bounce(seed)
        self._noise = Random(seed + 1)
        self._levels = [wood.occupied(hole) for hole in range(wood.holes)]
        self._coming: dict[int, list[Handle]] = {}
        self._faults: dict[int, Fault] = {}
        self._outlet = Outlet("sensors", clock)
        wood.listen(self._changed)

    @property
    def channels(self) -> int:
        """The number of channels, one for each hole."""
        return len(self._levels)

    @property
    def faults(self) -> dict[int, Fault]:
        """The present fault of each faulty channel."""
        return dict(self._faults)

    def start(self, sink: Sink) -> None:
        """Deliver edges to `sink` from now on."""
        self._outlet.start(sink)

    def snapshot(self) -> tuple[bool, ...]:
        """The present raw level of each channel, also during a bounce."""
        self._outlet.refuse_lost()
        return tuple(self._levels)

    def level(self, channel: int) -> bool:
        """The present raw level of one channel, even if the bank is unplugged."""
        return self._levels[self._checked(channel)]

    def close(self) -> None:
        """Stop delivering edges."""
        self._outlet.close()
        self._drop()

    def brush(self, channel: int, at: float | None = None, seconds: float = 0.004) -> None:
        """Invert the level of a sensor for `seconds` from `at` on (None: now), as a sleeve does that brushes
        it.
        """
        self._checked(channel)
        begin = self._clock.now() if at is None else at
        self._clock.call_at(begin, lambda: self._brushed(channel, seconds))

    def fail(self, channel: int, fault: Fault | str) -> None:
        """Give `channel` a `fault` ("stuck_on", "stuck_off", "dead", "noisy" or "weak") from now on."""
        self._faults[self._checked(channel)] = Fault(fault)
        self._drop(channel)
        if self._outlet.lost:
            return
        if self._flickers(channel):
            self._flicker(channel)
        elif self._levels[channel] != (shown := self._truth(channel)):
            self._expect(channel, ((0.0, shown),))

    def heal(self, channel: int) -> None:
        """Repair `channel`, which then reports the true level."""
        self._faults.pop(self._checked(channel), None)
        self._drop(channel)
        self._changed(channel)

    def unplug(self, text: str = SILENT) -> None:
        """Pull the bank's cable, which is reported once by DeviceState."""
        if self._outlet.lose(text):
            self._drop()

    def replug(self, text: str = "the sensors answer again") -> None:
        """Connect the bank again; the present levels are taken without edges."""
        if self._outlet.find(text):
            for channel in range(self.channels):
                self._levels[channel] = self._truth(channel)
                if self._flickers(channel):
                    self._flicker(channel)

    def _flickers(self, channel: int) -> bool:
        """Whether `channel` flickers now, because of its fault."""
        fault = self._faults.get(channel)
        return fault is Fault.NOISY or (fault is Fault.WEAK and self._wood.occupied(channel))

    def _truth(self, channel: int) -> bool:
        """The level of `channel` after its contact has come to rest."""
        match self._faults.get(channel):
            case Fault.STUCK_ON:
                return True
            case Fault.STUCK_OFF:
                return False
            case Fault.DEAD:
                return self._levels[channel]
            case _:
                return self._wood.occupied(channel)

    def _changed(self, channel: int) -> None:
        if self._outlet.lost or self._faults.get(channel, Fault.WEAK) is not Fault.WEAK:
            return
        self._drop(channel)
        if self._flickers(channel):
            self._flicker(channel)
            return
        self._expect(channel, self._bounce.edges(self._levels[channel], self._truth(channel)))

    def _brushed(self, channel: int, seconds: float) -> None:
        if self._outlet.lost or channel in self._faults:
            return
        self._drop(channel)
        level = self._levels[channel]
        self._expect(channel, ((0.0, not level), (seconds, level)))
        if level != self._truth(channel):
            self._expect(channel, ((seconds + self._bounce.within, not level),))

    def _flicker(self, channel: int) -> None:
        """Schedule the next edge of a noisy channel, in 2 to 40 ms; each edge schedules the next."""
        when = self._clock.now() + 0.002 + 0.038 * self._noise.random()

        def again() -> None:
            self._coming.pop(channel, None)
            self._edge(channel, not self._levels[channel])
            self._flicker(channel)

        self._coming[channel] = [self._clock.call_at(when, again)]

    def _expect(self, channel: int, edges: tuple[tuple[float, bool], ...]) -> None:
        now = self._clock.now()
        handles = self._coming.setdefault(channel, [])
        for delay, level in edges:
            handles.append(self._clock.call_at(now + delay, partial(self._edge, channel, level)))

    def _edge(self, channel: int, on: bool) -> None:
        self._levels[channel] = on
        self._outlet.deliver(SensorEdge(self._clock.now(), channel, on))

    def _drop(self, channel: int | None = None) -> None:
        for each in [channel] if channel is not None else list(self._coming):
            for handle in self._coming.pop(each, ()):
                handle.cancel()

    def _checked(self, channel: int) -> int:
        if not 0 <= channel < self.channels:
            raise HardwareError(f"this bank has channels 0 to {self.channels - 1}, no {channel}")
        return channel


class SolderedBank:
    """A SensorBank: `contacts` that are wired to simulated chips, which a real driver reads.

    The chips have the faults of real wiring: a broken chain, a pulled cable, a low supply.
    """

    def __init__(self, contacts: TwinSensors, driver: ScannedBank) -> None:
        self.contacts, self.driver = contacts, driver

    @property
    def channels(self) -> int:
        """The number of channels, one for each hole."""
        return self.driver.channels

    def start(self, sink: Sink) -> None:
        """Deliver the driver's edges to `sink` from now on."""
        self.driver.start(sink)

    def snapshot(self) -> tuple[bool, ...]:
        """The level of each channel at the driver's last scan."""
        return self.driver.snapshot()

    def close(self) -> None:
        """Close the driver and the contacts."""
        self.driver.close()
        self.contacts.close()
