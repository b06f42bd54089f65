"""A chain of RGB LEDs with brightness, gamma, and a limit on the current.

The strip's current is computed from the current of one LED when dark and at full white; each of the three
colours takes a third of the difference. A frame above the limit is dimmed as a whole, with integer
arithmetic, so the same frame always gives the same bytes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from hardware.errors import BadFrame, DeviceClosed, DeviceLost, HardwareError


class LedCurrents(Protocol):
    """The currents of one LED; see hardware.parts.light_part.LedChip."""

    @property
    def dark_milliamperes(self) -> float:
        """The current of a dark LED in milliamperes."""
        ...

    @property
    def milliamperes(self) -> float:
        """The current at full white in milliamperes."""
        ...


class SpiPort(Protocol):
    """The methods of spidev's SpiDev that the strips use; the simulated port has them as well."""

    def writebytes2(self, data: bytes, /) -> None:
        """Send `data` in one transfer."""
        ...

    def close(self) -> None:
        """Release the port."""
        ...


def check_frame(rgb: bytes, leds: int) -> None:
    """Raise BadFrame unless `rgb` has exactly three bytes for each LED."""
    if len(rgb) != 3 * leds:
        raise BadFrame(f"a frame for {leds} LEDs has {3 * leds} bytes, not {len(rgb)}")


class DimmedStrip:
    """A LightStrip that applies brightness, gamma and the current limit, and passes frames to a function."""

    def __init__(
        self,
        send: Callable[[bytes], None],
        release: Callable[[], None],
        leds: int,
        led: LedCurrents,
        *,
        brightness: float = 0.6,
        gamma: float = 1.8,
        amperes: float = 2.0,
    ) -> None:
        """`send` sends one frame, three bytes an LED, red first; `release` closes the device.

        `led`: the currents of one LED; `brightness` 0 to 1, `gamma` 0.1 to 10 (1: none), `amperes`: the limit
        for the whole strip. Raise HardwareError if a value is impossible, or the limit too small for dark
        LEDs.
        """
        if not 0 <= brightness <= 1:
            raise HardwareError(f"brightness must be from 0 to 1, not {brightness}")
        if not 0.1 <= gamma <= 10:
            raise HardwareError(f"gamma must be from 0.1 to 10, not {gamma}")
        self._dark = leds * led.dark_milliamperes
        self._full = led.milliamperes - led.dark_milliamperes
        # The allowance is a sum of colour values: full white of one LED is 3 * 255.
        self._allowance = int((amperes * 1000 - self._dark) * 3 * 255 / self._full)
        if self._allowance < 0:
            least = self._dark / 1000
            raise HardwareError(
                f"{leds} LEDs take {least:g} A when dark; a limit of {amperes:g} A is too small"
            )
        self._send, self._release, self.leds = send, release, leds
        self._curve = bytes(_curve(value, brightness, gamma) for value in range(256))
        self.milliamperes = math.ceil(self._dark)
        """The computed current of the last frame in milliamperes, rounded up."""
        self._closed = False

    def show(self, rgb: bytes) -> None:
        """Send one frame; see LightStrip."""
        if self._closed:
            raise DeviceClosed("the lights are closed")
        check_frame(rgb, self.leds)
        self._send(self.dimmed(rgb))

    def dimmed(self, rgb: bytes) -> bytes:
        """The bytes for the LEDs: brightness and gamma applied, the current limited."""
        out = rgb.translate(self._curve)
        total = sum(out)
        if total > self._allowance:
            out = bytes(value * self._allowance // total for value in out)
            total = sum(out)
        self.milliamperes = math.ceil(self._dark + total * self._full / (3 * 255))
        return out

    def close(self) -> None:
        """Turn the LEDs off if the device answers, and release it."""
        if not self._closed:
            self._closed = True
            try:
                # If the device does not answer, the LEDs stay lit, but the device is released in any case.
                with suppress(DeviceLost):
                    self._send(bytes(3 * self.leds))
            finally:
                self._release()


def _curve(value: int, brightness: float, gamma: float) -> int:
    """The colour `value` after gamma and brightness; at least 1 unless `value` or the brightness is 0."""
    shone = round(255 * brightness * (value / 255) ** gamma)
    # Gamma alone would turn a faint colour off, and an LED that is off has another meaning for players.
    return max(shone, 1) if value and brightness else 0
