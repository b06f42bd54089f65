"""Open the devices of a description with the drivers of their parts, and map channels and LEDs to holes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from hardware.clock import Clock
from hardware.outlet import LateSounder, LateStrip
from hardware.parts.catalogue import BUZZER
from hardware.ports import (
    AnimatedStrip,
    Glow,
    HardwareEvent,
    LateBank,
    LightStrip,
    SensorBank,
    SensorEdge,
    Sink,
    Sounder,
)
from jokerboard.host.errors import UsageError
from wiring.description import Chain, Description


class Devices(NamedTuple):
    """The open devices of a board."""

    sensors: SensorBank
    lights: LightStrip
    sounder: Sounder | None


def open_devices(board: Description, clock: Clock, *, late_lights: bool = False) -> Devices:
    """Open the sensors, the LED chain and the buzzer; raise DeviceMissing with the device and the remedy.

    `late_lights`: lights on a pin of the Pi may be missing at first; see LateStrip.
    """
    opened, leds = board.bank.open(board, clock), len(board.lights.holes)
    strip = opened.lights
    if strip is None:
        try:
            strip = LateStrip(lambda: open_lights(board), leds) if late_lights else open_lights(board)
        except OSError:
            opened.sensors.close()
            raise
    return Devices(opened.sensors, strip, _sounder(board, clock) or opened.sounder)


def open_lights(board: Description) -> LightStrip:
    """Open the LED chain on a pin of the Raspberry Pi."""
    lights, drive = board.lights, board.lights.drive
    assert drive.open is not None
    return drive.open(lights.part, len(lights.holes), lights.pin, lights.amperes)


def _sounder(board: Description, clock: Clock) -> Sounder | None:
    """The buzzer on a pin of the Pi, which is opened at its first tune; None without a buzzer."""
    pin = board.buzzer
    return None if pin is None else LateSounder(lambda: BUZZER.open(clock, pin))


class RenumberedBank:
    """A SensorBank that gives the channels of another bank other numbers."""

    def __init__(self, bank: SensorBank, numbers: Sequence[int | None], channels: int) -> None:
        """`numbers[k]`: the new number of the bank's channel k, None to leave the channel out.

        `channels`: how many numbers there are.
        """
        self._bank, self._numbers, self.channels = bank, tuple(numbers), channels

    def start(self, sink: Sink) -> None:
        """Call `sink` with edges that have the new numbers; see SensorBank."""

        def renumbered(event: HardwareEvent) -> None:
            if isinstance(event, SensorEdge):
                number = self._numbers[event.channel]
                if number is None:
                    return
                event = SensorEdge(event.t, number, event.on)
            sink(event)

        self._bank.start(renumbered)

    def snapshot(self) -> tuple[bool, ...]:
        """The level of each new number."""
        levels = [False] * self.channels
        for number, on in zip(self._numbers, self._bank.snapshot(), strict=True):
            if number is not None:
                levels[number] = on
        return tuple(levels)

    def close(self) -> None:
        """Close the bank."""
        self._bank.close()


class HoleSensors(RenumberedBank):
    """A SensorBank whose channels are the holes; `numbers` are the holes of the bank's channels."""

    def __init__(self, bank: SensorBank, numbers: Sequence[int | None], channels: int) -> None:
        super().__init__(bank, numbers, channels)
        # Determined once: isinstance with a Protocol is slow, and `complete` is read often.
        self._late = bank if isinstance(bank, LateBank) else None

    @property
    def complete(self) -> float:
        """The time before which all edges have been delivered; see LateBank. Infinite for any other bank."""
        return float("inf") if self._late is None else self._late.complete

    def confirm(self, t: float, then: Callable[[], None]) -> None:
        """Call `then` when `complete` is `t` or later; see LateBank. Do nothing if the bank is no
        LateBank.
        """
        if self._late is not None:
            self._late.confirm(t, then)


class HoleOrder:
    """A LightStrip whose LEDs are the holes; it maps holes to the LEDs of `chain`."""

    def __init__(self, chain: LightStrip, holes: Chain, count: int) -> None:
        """`holes[k]`: the hole of the chain's LED k, None if it stays dark; `count`: the number of holes."""
        self._chain, self._holes, self.leds = chain, holes, count

    def show(self, rgb: bytes) -> None:
        """Show three bytes for each hole; see LightStrip."""
        parts = (rgb[3 * hole : 3 * hole + 3] if hole is not None else bytes(3) for hole in self._holes)
        self._chain.show(b"".join(parts))

    def animate(self, glows: Mapping[int, Glow]) -> bool:
        """Animate LEDs, with holes as the keys of `glows`; see AnimatedStrip."""
        if not isinstance(self._chain, AnimatedStrip):
            return False
        lit = {led: glows[hole] for led, hole in enumerate(self._holes) if hole is not None and hole in glows}
        return self._chain.animate(lit)

    def preview(self, rgb: bytes) -> None:
        """Do nothing, because the device animates the LEDs."""

    def close(self) -> None:
        """Close the chain, which turns the LEDs off."""
        self._chain.close()


def refuse_gaps(board: Description) -> None:
    """Raise UsageError if a hole has no working sensor."""
    if board.bad_sensors:
        names = ", ".join(map(board.names.name, board.bad_sensors))
        raise UsageError(
            f"these holes have no working sensor: {names}; repair them, then jokerboard setup --redo HOLE"
        )
