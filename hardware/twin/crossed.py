"""A simulated board with crossed wires: the sensor of a hole on any channel, each LED in any hole.

Inside, marbles, contacts and colours are numbered by hole; the computer sees channels and LEDs of the chain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from hardware.ports import HardwareEvent, SensorBank, SensorEdge, Sink
from hardware.twin.lamps import Lamps


class CrossedSensors:
    """A SensorBank with crossed wires: the sensor of hole h in `contacts` is on channel `channel_of[h]`."""

    def __init__(self, contacts: SensorBank, channel_of: Sequence[int], channels: int | None = None) -> None:
        """`channels`: the number of the bank's channels; None: one for each hole."""
        self.contacts, self._channel_of = contacts, tuple(channel_of)
        self.channels = contacts.channels if channels is None else channels

    def exchange(self, hole: int, other: int) -> None:
        """Exchange the wires of the sensors of two holes."""
        at = list(self._channel_of)
        at[hole], at[other] = at[other], at[hole]
        self._channel_of = tuple(at)

    def start(self, sink: Sink) -> None:
        """Call `sink` with the edges from now on, by channel."""

        def crossed(event: HardwareEvent) -> None:
            if isinstance(event, SensorEdge):
                event = SensorEdge(event.t, self._channel_of[event.channel], event.on)
            sink(event)

        self.contacts.start(crossed)

    def snapshot(self) -> tuple[bool, ...]:
        """The level of each channel."""
        levels = [False] * self.channels
        for hole, on in enumerate(self.contacts.snapshot()):
            levels[self._channel_of[hole]] = on
        return tuple(levels)

    def close(self) -> None:
        """Close the contacts."""
        self.contacts.close()


class CrossedLamps:
    """The colours of a chain by hole: LED k of `chain` is in hole `hole_of[k]`; None: in no hole."""

    def __init__(self, chain: Lamps, hole_of: Sequence[int | None], holes: int) -> None:
        self._chain, self._hole_of, self._holes = chain, tuple(hole_of), holes
        self.dark: set[int] = set()
        """The holes whose LED is dead."""
        self.without_red: set[int] = set()
        """The holes whose LED shows no red."""
        self.broken_before: int | None = None
        """The first LED of the chain that gets no data; None if every LED gets data."""

    def exchange(self, hole: int, other: int) -> None:
        """Exchange the LEDs of two holes."""
        swapped = {hole: other, other: hole}
        self._hole_of = tuple(at if at is None else swapped.get(at, at) for at in self._hole_of)

    @property
    def pixels(self) -> bytes:
        """Three bytes for each hole, red first."""
        return self._by_hole(self._chain.pixels)

    @property
    def frames(self) -> int:
        """The number of complete frames received."""
        return self._chain.frames

    def listen(self, shown: Callable[[bytes], None]) -> None:
        """Call `shown` with the pixels of every later frame."""
        self._chain.listen(lambda pixels: shown(self._by_hole(pixels)))

    def _by_hole(self, pixels: bytes) -> bytes:
        out = bytearray(3 * self._holes)
        for led, hole in enumerate(self._hole_of[: self.broken_before]):
            if hole is not None and hole not in self.dark:
                rgb = pixels[3 * led : 3 * led + 3]
                out[3 * hole : 3 * hole + 3] = b"\0" + rgb[1:] if hole in self.without_red else rgb
        return bytes(out)


def crossing(
    holes: int, seed: int, channels: int | None = None, leds: int | None = None
) -> tuple[tuple[int, ...], tuple[int | None, ...]]:
    """Random wires: the channel of each hole, and the hole of each LED (None: in no hole).

    `channels` and `leds` are the numbers of channels and LEDs; None: as many as `holes`.
    """
    chance = Random(seed)
    channel_of = tuple(chance.sample(range(channels or holes), holes))
    places = [*range(holes), *[None] * ((leds or holes) - holes)]
    return channel_of, tuple(chance.sample(places, len(places)))
