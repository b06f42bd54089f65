"""A strip whose last picture the page can see, and the strip of a board that is not there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hardware.ports import AnimatedStrip, Glow, LightStrip
from jokerboard.table.runtime.board_source import OpenLights


class MirroredStrip:
    """A LightStrip that remembers its last picture, for the page."""

    def __init__(self, strip: LightStrip) -> None:
        self._strip = strip
        self.leds = strip.leds
        self.pixels = bytes(3 * strip.leds)
        self.frames = 0
        self._listeners: list[Callable[[bytes], None]] = []

    def listen(self, shown: Callable[[bytes], None]) -> None:
        """Call `shown` with every picture from now on."""
        self._listeners.append(shown)

    def show(self, rgb: bytes) -> None:
        """Three bytes a hole; see LightStrip."""
        self._strip.show(rgb)
        self.preview(rgb)

    def animate(self, glows: Mapping[int, Glow]) -> bool:
        """Let the strip animate its LEDs, if it can; see AnimatedStrip."""
        return isinstance(self._strip, AnimatedStrip) and self._strip.animate(glows)

    def preview(self, rgb: bytes) -> None:
        """Remember what the LEDs show at this moment."""
        self.pixels = rgb
        self.frames += 1
        for listener in self._listeners:
            listener(rgb)

    def close(self) -> None:
        """Release the strip."""
        self._strip.close()


class NoStrip:
    """A LightStrip of a board that is not there."""

    def __init__(self, leds: int) -> None:
        self.leds = leds

    def show(self, rgb: bytes) -> None:
        """Nothing shines."""

    def close(self) -> None:
        """Nothing to release."""


def no_lights(leds: int) -> OpenLights:
    """Lights that hold no device."""
    lamps = MirroredStrip(NoStrip(leds))
    return OpenLights(lamps, lamps, lamps.close)
