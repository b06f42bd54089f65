"""A simulated board whose sensors are read by the real firmware, which runs at the other end of a pty.

The simulated contacts set the firmware's simulated pins. The firmware scans them, numbers and reports the
edges, and drives a simulated LED chain, whose colours are read back. The link to the table is the same as
with a Pico.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from firmware_bridge.transport import Line, SerialLine
from firmware_bridge.twin import PtyBoard
from hardware.clock import Clock, Handle
from hardware.parts.pico.driver import PicoBoard
from hardware.ports import HardwareEvent, SensorEdge
from hardware.twin.sensors import TwinSensors
from hardware.twin.wood import VirtualBoard

GLANCE = 0.01
"""Seconds of virtual time between two reads of the LED chain's colours."""


class PtyChain:
    """The LED chain of the firmware; `pixels` are its colours, three bytes an LED, red first."""

    def __init__(self, board: PtyBoard, clock: Clock, leds: int) -> None:
        self._board, self._clock = board, clock
        self.pixels = bytes(3 * leds)
        self.frames = 0
        self._listeners: list[Callable[[bytes], None]] = []
        self._next: Handle = clock.call_at(clock.now() + GLANCE, self._glance)

    def listen(self, shown: Callable[[bytes], None]) -> None:
        """Call `shown` with the pixels of later frames; of several frames within `GLANCE`, only the last."""
        self._listeners.append(shown)

    def close(self) -> None:
        """Stop reading the colours."""
        self._next.cancel()

    def _glance(self) -> None:
        frames = self._board.led_frames()
        if frames != self.frames:
            self.frames = frames
            self.pixels = self._board.leds() or self.pixels
            for listener in self._listeners:
                listener(self.pixels)
        self._next = self._clock.call_at(self._clock.now() + GLANCE, self._glance)


class PtySensors(PicoBoard):
    """Contacts on the firmware's pins, read over the link; closing the link ends the firmware."""

    def __init__(
        self,
        wood: VirtualBoard,
        clock: Clock,
        *,
        seed: int = 0,
        open_line: Callable[[str], Line] = SerialLine,
        interpreter: Sequence[str] | None = None,
    ) -> None:
        """`open_line` makes the line between firmware and driver; `interpreter` runs the firmware."""
        self.contacts = TwinSensors(wood, clock, seed=seed)
        self.firmware = PtyBoard(interpreter=interpreter, channels=wood.holes, leds=wood.holes)
        for channel, on in enumerate(self.contacts.snapshot()):
            self.firmware.set_level(channel, on)
        self.contacts.start(self._soldered)
        super().__init__(clock, self.firmware.path, wood.holes, wood.holes, open_line=open_line)
        self.lamps = PtyChain(self.firmware, clock, wood.holes)

    def close(self) -> None:
        """Stop delivering edges; the firmware ends when the lights are closed as well."""
        self.lamps.close()
        self.contacts.close()
        super().close()

    def _close(self) -> None:
        super()._close()
        self.firmware.close()

    def _soldered(self, event: HardwareEvent) -> None:
        if isinstance(event, SensorEdge):
            self.firmware.set_level(event.channel, event.on)


make = PtySensors
