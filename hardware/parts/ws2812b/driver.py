"""A WS2812 chain on an SPI port.

SPI sends on GPIO 10 or 20, through a level shifter to 5 V. A chain has no clock and no chip select, so it
needs an SPI port of its own: sensors that are read over SPI must be on the other port.
"""

from __future__ import annotations

from hardware.lights import SpiPort, SpiStrip
from hardware.parts.ws2812b import WS2812B
from hardware.parts.ws2812b.waveform import SPI_HERTZ, encode
from hardware.spi_port import open_spi


def open_strip(bus: int, leds: int, *, amperes: float) -> Ws2812Strip:
    """Open the chain on the kernel's SPI port `bus`; raise DeviceMissing with the remedy if this fails."""
    return Ws2812Strip(open_spi(bus, SPI_HERTZ), leds, amperes=amperes)


class Ws2812Strip(SpiStrip):
    """A chain of WS2812B on any SPI port that has `writebytes2`."""

    def __init__(self, spi: SpiPort, leds: int, **settings: float) -> None:
        """`settings` are keyword arguments of DimmedStrip."""
        super().__init__(spi, leds, WS2812B, encode, **settings)
