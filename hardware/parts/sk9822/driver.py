"""SK9822 and APA102 over SPI: colours to the bytes of a frame.

    00 00 00 00   FF B G R   FF B G R   ...   00 00 00 00   00 ...

A frame starts with 32 zero bits. Each LED takes the first four bytes that begin with three ones: five bits of
brightness, here always at full since the colours come dimmed, then blue, green and red. An SK9822 shows them
at the next 32 zero bits; an APA102 has shown them already and takes no harm. Each LED passes the data on half
a clock later than it comes, so the last one needs half a clock more for every LED before it. Those extra
clocks send zeros, because ones would set the colour of a further LED.
"""

from __future__ import annotations

from hardware.lights import SpiPort, SpiStrip
from hardware.parts.sk9822 import SK9822
from hardware.spi_port import open_spi

SPI_HERTZ = 1_000_000
"""A frame for 224 LEDs takes 7.3 ms, as long as on a WS2812 chain; the chips take up to 15 MHz."""

START = RESET = bytes(4)
FULL = 0xFF
"""The first byte of an LED: three ones, and all of 31 steps of brightness."""


def encode(rgb: bytes) -> bytes:
    """The SPI bytes for `rgb`, three bytes an LED; for 224 LEDs 918, within the 4,096 of spidev."""
    leds = len(rgb) // 3
    frame = bytearray([FULL]) * (4 * leds)
    frame[1::4], frame[2::4], frame[3::4] = rgb[2::3], rgb[1::3], rgb[0::3]
    return START + bytes(frame) + RESET + bytes(-(-leds // 16))


def open_strip(bus: int, leds: int, *, amperes: float) -> Sk9822Strip:
    """The chain on the kernel's port; DeviceMissing names the remedy."""
    return Sk9822Strip(open_spi(bus, SPI_HERTZ), leds, amperes=amperes)


class Sk9822Strip(SpiStrip):
    """A chain of SK9822 on any SPI port that has `writebytes2`."""

    def __init__(self, spi: SpiPort, leds: int, **settings: float) -> None:
        """`settings` are the keywords of DimmedStrip."""
        super().__init__(spi, leds, SK9822, encode, **settings)
