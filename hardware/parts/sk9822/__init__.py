"""SK9822 and APA102 lights. They have a clock line, so the bits need no exact timing.

A frame on SPI, to which `encode` turns colours:

    00 00 00 00   FF B G R   FF B G R   ...   00 00 00 00   00 ...

A frame starts with 32 zero bits. Each LED takes the first four bytes that begin with three ones: five bits of
brightness, here always the maximum because the colours are dimmed already, then blue, green and red. An
SK9822 shows its colour at the next 32 zero bits; an APA102 has shown it already and ignores them. Each LED
passes the data on half a clock late, so the last LED needs half a clock more for every LED before it. These
extra clocks send zeros, because ones would set the colour of another LED.
"""

from __future__ import annotations

from types import MappingProxyType

from hardware.parts.computer import SPI_CLOCK, SPI_FILES, SPIDEV, Take, spi
from hardware.parts.light_part import BUS_OF, LedChip, kernel_spi

SPI_HERTZ = 1_000_000
"""At this clock a frame for 224 LEDs takes 7.3 ms, as on a WS2812 chain; the chips work up to 15 MHz."""

START = RESET = bytes(4)
FULL = 0xFF
"""The first byte of an LED: three ones, then the greatest brightness, 31."""


def encode(rgb: bytes) -> bytes:
    """The bytes to send for `rgb`, which has three bytes an LED. For 224 LEDs 918 bytes; spidev takes
    4,096.
    """
    leds = len(rgb) // 3
    frame = bytearray([FULL]) * (4 * leds)
    frame[1::4], frame[2::4], frame[3::4] = rgb[2::3], rgb[1::3], rgb[0::3]
    return START + bytes(frame) + RESET + bytes(-(-leds // 16))


def _takes(pin: int, _computer: str) -> tuple[Take, ...]:
    port = spi(BUS_OF.get(pin, 0))
    return (Take("pin", "the lights' SPI", port, port.pins),)


SPI = kernel_spi(_takes, MappingProxyType({pin: SPI_CLOCK[bus] for pin, bus in BUS_OF.items()}))

SK9822 = LedChip(
    word="sk9822",
    name="RGB LED with a clock line, on a small round board",
    number="SK9822, 10 mm board",
    alternatives="APA102C",
    sheet="Shiji SK9822 and APA Electronic APA102C: 20 mA a colour, inputs high from 0.7 VDD",
    volts=5.0,
    milliamperes=60.0,
    dark_milliamperes=1.0,
    access=(SPI_FILES,),
    modules=(SPIDEV,),
    pads=(("DI", "DO"), ("CI", "CO")),
    high_from=3.5,
    timing="data and clock at 1 MHz; clocked LEDs need no exact pulse widths",
    shifter="74HCT125 (the same pins), or any other for 1 MHz",
    drivers=MappingProxyType({SPI.word: SPI}),
    spi_hertz=SPI_HERTZ,
    encode=encode,
    folder=__name__,
)
PARTS = (SK9822,)
