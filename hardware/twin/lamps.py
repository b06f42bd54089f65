"""Simulated chains of LEDs: the code that the twins of all LED chips share, and the interface for
observers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import Protocol, runtime_checkable

from hardware.errors import BadFrame, DeviceClosed, DeviceLost
from hardware.parts.level_shifter.twin import SimulatedShifter
from hardware.parts.light_part import LedChip
from hardware.ports import LightStrip


class Lamps(Protocol):
    """The colours of a simulated chain, for observers."""

    @property
    def pixels(self) -> bytes:
        """Three bytes for each LED, red first."""
        ...

    @property
    def frames(self) -> int:
        """The number of complete frames received."""
        ...

    def listen(self, shown: Callable[[bytes], None]) -> None:
        """Call `shown` with the pixels of every later frame."""
        ...


@runtime_checkable
class WithLights(Protocol):
    """A simulated sensor bank whose board also drives the lights."""

    @property
    def lamps(self) -> Lamps:
        """The colours of the board's chain of LEDs."""
        ...

    @property
    def strip(self) -> LightStrip:
        """The driver of the board's chain of LEDs."""
        ...


class SimulatedChain(ABC):
    """A simulated SPI port with a chain of LEDs; the LED chip's driver writes to it as to the kernel's
    port.
    """

    def __init__(self, chip: LedChip, leds: int) -> None:
        """A chain of `leds` dark LEDs behind a level shifter, as after power-up."""
        self.chip, self.leds = chip, leds
        self.pixels = bytes(3 * leds)
        """The LEDs' colours, three bytes each, red first."""
        self.frames = 0
        """The number of complete frames received."""
        self.sent = b""
        """The bytes of the last transfer."""
        self.line_volts = SimulatedShifter().output(3.3)
        """The voltage of a 1 on the data line: 5 V behind a level shifter, 3.3 V without one."""
        self._listeners: list[Callable[[bytes], None]] = []
        self._lost = self._closed = False
        self._noise: Random | None = None

    @abstractmethod
    def read(self, data: bytes) -> bytes:
        """The rgb bytes that the chips take from the transfer `data`; raise BadFrame if it is no frame."""

    def listen(self, shown: Callable[[bytes], None]) -> None:
        """Call `shown` with the pixels of every later frame."""
        self._listeners.append(shown)

    def writebytes2(self, data: bytes, /) -> None:
        """Take one transfer; if it is no frame for this chain, raise BadFrame and change no pixel."""
        if self._closed:
            raise DeviceClosed("the SPI port is closed")
        if self._lost:
            raise DeviceLost("the SPI port is gone; check /dev/spidev* and the cable to the lights")
        pixels = self.read(bytes(data))
        if len(pixels) != len(self.pixels):
            raise BadFrame(
                f"the stream of {len(data)} bytes is for {len(pixels) // 3} LEDs, the chain has {self.leds}"
            )
        self.sent = bytes(data)
        if self.line_volts >= self.chip.high_from:  # At a lower voltage the chips never read a 1.
            self.pixels = self._through_the_supply(pixels)
        self.frames += 1
        for listener in self._listeners:
            listener(self.pixels)

    def unplug(self) -> None:
        """Disconnect the port; the LEDs turn off."""
        self._lost, self.pixels = True, bytes(3 * self.leds)

    def replug(self) -> None:
        """Connect the port again; the LEDs are dark until the next frame."""
        self._lost = False

    def sag(self, seed: int = 0) -> None:
        """Lower the supply: all LEDs are dim, and those behind a random LED show garbage."""
        self._noise = Random(seed)
        self.pixels = self._through_the_supply(self.pixels)

    def recover(self) -> None:
        """Restore the supply: the LEDs are dark until the next frame."""
        self._noise, self.pixels = None, bytes(3 * self.leds)

    def close(self) -> None:
        """Release the port; the LEDs keep their colours."""
        self._closed = True

    def _through_the_supply(self, pixels: bytes) -> bytes:
        noise = self._noise
        if noise is None:
            return pixels
        sound = 3 * int(noise.random() * self.leds)
        garbled = bytes(int(noise.random() * 256) for _ in pixels[sound:])
        return bytes(value // 3 for value in pixels[:sound] + garbled)
