"""A simulated board whose wires run anywhere: each sensor on some channel, each LED in some hole.

The wood and the contacts are the usual ones, by hole; what the computer sees is by channel and by LED.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from hardware.ports import HardwareEvent, SensorBank, SensorEdge, Sink
from hardware.twin.strip import SimulatedSpi


class CrossedSensors:
    """A SensorBank: hole h of `contacts` is on channel `channel_of[h]`."""

    def __init__(self, contacts: SensorBank, channel_of: Sequence[int]) -> None:
        self.contacts, self._channel_of = contacts, tuple(channel_of)

    @property
    def channels(self) -> int:
        """As many as there are holes."""
        return self.contacts.channels

    def start(self, sink: Sink) -> None:
        """Report by channel."""

        def crossed(event: HardwareEvent) -> None:
            if isinstance(event, SensorEdge):
                event = SensorEdge(event.t, self._channel_of[event.channel], event.on)
            sink(event)

        self.contacts.start(crossed)

    def snapshot(self) -> tuple[bool, ...]:
        """The levels by channel."""
        levels = [False] * self.channels
        for hole, on in enumerate(self.contacts.snapshot()):
            levels[self._channel_of[hole]] = on
        return tuple(levels)

    def close(self) -> None:
        """Release the contacts."""
        self.contacts.close()


class CrossedLamps:
    """What shines, by hole: LED k of the chain on `spi` is in hole `hole_of[k]`; `dark` holes never shine."""

    def __init__(self, spi: SimulatedSpi, hole_of: Sequence[int], dark: frozenset[int] = frozenset()) -> None:
        self._spi, self._hole_of, self._dark = spi, tuple(hole_of), dark

    @property
    def pixels(self) -> bytes:
        """Three bytes a hole, red first."""
        return self._by_hole(self._spi.pixels)

    @property
    def frames(self) -> int:
        """How many whole frames came."""
        return self._spi.frames

    def listen(self, shown: Callable[[bytes], None]) -> None:
        """Call `shown` with the pixels of every frame from now on."""
        self._spi.listen(lambda pixels: shown(self._by_hole(pixels)))

    def _by_hole(self, pixels: bytes) -> bytes:
        out = bytearray(len(pixels))
        for led, hole in enumerate(self._hole_of):
            if hole not in self._dark:
                out[3 * hole : 3 * hole + 3] = pixels[3 * led : 3 * led + 3]
        return bytes(out)


def crossing(holes: int, seed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By hole its channel, and by LED its hole, shuffled."""
    chance = Random(seed)
    return tuple(chance.sample(range(holes), holes)), tuple(chance.sample(range(holes), holes))
