"""The simulated board with a microcontroller under it: the real firmware, at the other end of a pty.

The contacts bounce onto the firmware's simulated pins; it scans, numbers and tells; what it shines is read
back from its LED chain. Between it and the table runs the very link that a Pico has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from firmware_bridge.transport import Line, SerialLine
from firmware_bridge.twin.pty_board import PtyBoard
from hardware.clock import Clock, Handle
from hardware.pico import PicoBoard, PicoStrip
from hardware.ports import Glow, HardwareEvent, SensorEdge, Sink
from hardware.twin.sensors import TwinSensors
from hardware.twin.wood import VirtualBoard

GLANCE = 0.01
"""Seconds between two looks at what the chain shines."""


class PtyChain:
    """The firmware's LED chain: `pixels` are what it shines."""

    def __init__(self, board: PtyBoard, clock: Clock, leds: int) -> None:
        self._board, self._clock = board, clock
        self.pixels = bytes(3 * leds)
        self.frames = 0
        self._listeners: list[Callable[[bytes], None]] = []
        self._next: Handle = clock.call_at(clock.now() + GLANCE, self._glance)

    def listen(self, shown: Callable[[bytes], None]) -> None:
        """Call `shown` with the pixels of every change from now on."""
        self._listeners.append(shown)

    def close(self) -> None:
        """Look no more."""
        self._next.cancel()

    def _glance(self) -> None:
        frames = self._board.led_frames()
        if frames != self.frames:
            self.frames = frames
            self.pixels = self._board.leds() or self.pixels
            for listener in self._listeners:
                listener(self.pixels)
        self._next = self._clock.call_at(self._clock.now() + GLANCE, self._glance)


class PtyStrip:
    """A LightStrip: the link's, and with it goes the firmware."""

    def __init__(self, strip: PicoStrip, firmware: PtyBoard) -> None:
        self._strip, self._firmware = strip, firmware

    @property
    def leds(self) -> int:
        """As many as holes."""
        return self._strip.leds

    def show(self, rgb: bytes) -> None:
        """Send one frame over the link."""
        self._strip.show(rgb)

    def animate(self, glows: Mapping[int, Glow]) -> bool:
        """Have the firmware animate its LEDs."""
        return self._strip.animate(glows)

    def preview(self, rgb: bytes) -> None:
        """Do nothing: what the firmware's LEDs show is read from its chain."""

    def close(self) -> None:
        """Dark, and unplugged."""
        self._strip.close()
        self._firmware.close()


class LinkedBank:
    """A LateBank: whatever is behind the link of a `driver`."""

    driver: PicoBoard

    @property
    def channels(self) -> int:
        """One a hole."""
        return self.driver.sensors.channels

    def start(self, sink: Sink) -> None:
        """Begin to report what the link tells."""
        self.driver.sensors.start(sink)

    def snapshot(self) -> tuple[bool, ...]:
        """The link's last event."""
        return self.driver.sensors.snapshot()

    @property
    def complete(self) -> float:
        """See LateBank."""
        return self.driver.sensors.complete

    def confirm(self, t: float, then: Callable[[], None]) -> None:
        """See LateBank."""
        self.driver.sensors.confirm(t, then)


class PtySensors(LinkedBank):
    """A SensorBank: contacts on the firmware's pins, read over the link; and the lights it drives."""

    def __init__(
        self,
        wood: VirtualBoard,
        clock: Clock,
        *,
        seed: int = 0,
        open_line: Callable[[str], Line] = SerialLine,
        interpreter: Sequence[str] | None = None,
    ) -> None:
        """`open_line`: the line between firmware and driver; `interpreter`: what runs the firmware."""
        self.contacts = TwinSensors(wood, clock, seed=seed)
        self.firmware = PtyBoard(interpreter=interpreter, channels=wood.holes, leds=wood.holes)
        for channel, on in enumerate(self.contacts.snapshot()):
            self.firmware.set_level(channel, on)
        self.contacts.start(self._soldered)
        self.driver = PicoBoard(clock, self.firmware.path, wood.holes, wood.holes, open_line=open_line)
        self.lamps = PtyChain(self.firmware, clock, wood.holes)

    @property
    def strip(self) -> PtyStrip:
        """The lights of the same board; the firmware ends when they are closed."""
        return PtyStrip(self.driver.strip, self.firmware)

    def close(self) -> None:
        """No more edges."""
        self.lamps.close()
        self.contacts.close()
        self.driver.sensors.close()

    def _soldered(self, event: HardwareEvent) -> None:
        if isinstance(event, SensorEdge):
            self.firmware.set_level(event.channel, event.on)
