"""A WS2812 chain on an SPI port.

SPI sends on GPIO 10 or 20, through a level shifter to 5 V. A chain has no clock and no chip select, so it
takes a whole port: sensors that are read over SPI need the other one.
"""

from __future__ import annotations

from hardware.lights import SpiPort, SpiStrip
from hardware.parts.ws2812b import WS2812B
from hardware.parts.ws2812b.waveform import SPI_HERTZ, encode
from hardware.spi_port import open_spi


def open_strip(bus: int, leds: int, *, amperes: float) -> Ws2812Strip:
    """The chain on the kernel's port; DeviceMissing names the remedy."""
    return Ws2812Strip(open_spi(bus, SPI_HERTZ), leds, amperes=amperes)


class Ws2812Strip(SpiStrip):
    """A chain of WS2812B on any SPI port that has `writebytes2`."""

    def __init__(self, spi: SpiPort, leds: int, **settings: float) -> None:
        """`settings` are the keywords of DimmedStrip."""
        super().__init__(spi, leds, WS2812B, encode, **settings)
