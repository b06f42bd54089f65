"""A simulated WS2812 chain that decodes its colours from the pulses on its data line.

The port sends the bits of each byte from the highest, each 1 as a high level. Four of them are a pulse: one
high bit is a 0, two or three are a 1.
"""

from __future__ import annotations

from hardware.errors import BadFrame
from hardware.parts.ws2812b import WS2812B
from hardware.twin.lamps import SimulatedChain

SHORT, LONG = 1 / WS2812B.spi_hertz, 3 / WS2812B.spi_hertz
"""The length of the pulse of a 0 and of a 1 in seconds."""

ONE_FROM = 0.5e-6
"""Seconds from which a pulse counts as a 1. In the data sheet of the WS2812B a 0 takes 0.4 us and a 1 takes
0.8 us, each within 0.15 us; the limit of measured LEDs is between these values."""

PAUSE = WS2812B.spi_hertz * 280 // 1_000_000 // 8
"""The number of zero bytes that keep the line low for 280 us, so that the chain shows its colours."""

_PULSES = {0b1000: 0, 0b1100: 1, 0b1110: 1}
_PAIRS = {
    first << 4 | second: high << 1 | low for first, high in _PULSES.items() for second, low in _PULSES.items()
}
_NO_PULSES = 0xFF
_BITS = bytes(_PAIRS.get(byte, _NO_PULSES) for byte in range(256))
"""For each byte of a transfer the two bits that its pulses are, or `_NO_PULSES`."""


def decode(stream: bytes) -> bytes:
    """The rgb bytes that a chain takes from the SPI transfer `stream`.

    Raise BadFrame if a byte is no WS2812 waveform, or the pulses end within an LED or without a pause.
    """
    # Pulses contain no zero byte, so the zeros at the end are the pause.
    train = stream.rstrip(b"\0")
    pause = len(stream) - len(train)
    train = train.lstrip(b"\0")
    lead = len(stream) - pause - len(train)
    if len(train) % 12:
        where = lead + len(train)
        raise BadFrame(f"the pulses end within an LED, at byte {where}: {len(train) // 12} LEDs and a rest")
    if pause < PAUSE:
        raise BadFrame(f"no pause of 280 us after the last pulse, from byte {lead + len(train)} on")
    bits = train.translate(_BITS)
    at = bits.find(_NO_PULSES)
    if at >= 0:
        raise BadFrame(f"byte {lead + at} of the stream is {train[at]:#04x}, which is no WS2812 pulse")
    quarters = (bits[first::4] for first in range(4))
    rgb = bytearray(a << 6 | b << 4 | c << 2 | d for a, b, c, d in zip(*quarters, strict=True))
    # An LED takes its green first, then red and blue.
    rgb[0::3], rgb[1::3] = rgb[1::3], rgb[0::3]
    return bytes(rgb)


class Ws2812Chain(SimulatedChain):
    """Simulated chips that distinguish 0 and 1 by the length of a pulse; at a wrong speed all bits read
    alike.
    """

    def __init__(self, leds: int) -> None:
        super().__init__(WS2812B, leds)
        self.core_clock = 1.0
        """The speed of the port divided by the requested speed.

        On models before the Pi 5, SPI follows the core clock, which falls to about a half on an idle computer
        unless config.txt fixes it.
        """

    def read(self, data: bytes) -> bytes:
        """The rgb bytes that the chips take from the transfer `data`; raise BadFrame if it is no waveform."""
        pixels = decode(data)
        short, long = (width / self.core_clock for width in (SHORT, LONG))
        if short >= ONE_FROM:
            return b"\xff" * len(pixels)
        return pixels if long >= ONE_FROM else bytes(len(pixels))


make = Ws2812Chain
