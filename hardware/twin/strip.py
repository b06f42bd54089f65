"""The far end of the SPI cable: a WS2812 chain that reads its colours out of the bytes it is sent."""

from __future__ import annotations

from collections.abc import Callable

from hardware import ws2812
from hardware.errors import BadFrame, DeviceClosed, DeviceLost


class SimulatedSpi:
    """An SPI port with `leds` WS2812 LEDs on it; whoever drives it may use `Ws2812Strip`."""

    def __init__(self, leds: int) -> None:
        self.leds = leds
        self.pixels = bytes(3 * leds)
        """What the LEDs shine, three bytes each, red first; dark at power-up."""
        self.frames = 0
        """How many whole frames came."""
        self.sent = b""
        """The bytes of the last transfer."""
        self._listeners: list[Callable[[bytes], None]] = []
        self._lost = self._closed = False

    def listen(self, shown: Callable[[bytes], None]) -> None:
        """Call `shown` with the pixels of every frame from now on."""
        self._listeners.append(shown)

    def writebytes2(self, data: bytes, /) -> None:
        """One transfer. BadFrame if it is no waveform for this chain; the pixels stay then."""
        if self._closed:
            raise DeviceClosed("the SPI port is closed")
        if self._lost:
            raise DeviceLost("the SPI port is gone; check /dev/spidev* and the cable to the lights")
        pixels = ws2812.decode(bytes(data))
        if len(pixels) != len(self.pixels):
            raise BadFrame(
                f"the stream of {len(data)} bytes is for {len(pixels) // 3} LEDs, the chain has {self.leds}"
            )
        self.sent, self.pixels = bytes(data), pixels
        self.frames += 1
        for listener in self._listeners:
            listener(pixels)

    def unplug(self) -> None:
        """Take the port away; the LEDs go dark."""
        self._lost, self.pixels = True, bytes(3 * self.leds)

    def replug(self) -> None:
        """Give it back; the LEDs are dark until the next frame."""
        self._lost = False

    def close(self) -> None:
        """Release the port; the LEDs keep what they have."""
        self._closed = True
