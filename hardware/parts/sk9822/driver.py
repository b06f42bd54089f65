"""The bytes that SK9822 and APA102 take over SPI: encodes colours as a frame.

    00 00 00 00   FF B G R   FF B G R   ...   00 00 00 00   00 ...

A frame starts with 32 zero bits. Each LED takes the first four bytes that begin with three ones: five bits of
brightness, here always the maximum because the colours are dimmed already, then blue, green and red. An
SK9822 shows its colour at the next 32 zero bits; an APA102 has shown it already and ignores them. Each LED
passes the data on half a clock late, so the last LED needs half a clock more for every LED before it. These
extra clocks send zeros, because ones would set the colour of another LED.
"""

from __future__ import annotations

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
