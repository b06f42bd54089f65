"""WS2812 over SPI: encodes colours as the bytes that produce the waveform.

A WS2812 bit is a pulse within 1.25 us: short for 0, long for 1. Four SPI bits at 3.2 MHz produce one pulse:
`1000` is high for 312 ns (a 0), `1110` for 937 ns (a 1). An LED takes 24 bits, green first, then red and
blue, the highest bit first. The chain shows the colours when the line stays low, 280 us for newer parts. A
frame is a pause, the pulses and a pause: for 224 LEDs 112 + 2,688 + 112 bytes; spidev takes at most 4,096 at
once.
"""

from __future__ import annotations

from hardware.errors import BadFrame

SPI_HERTZ = 3_200_000
"""The SPI clock at which four bits take 1.25 us."""

PAUSE = bytes(SPI_HERTZ * 280 // 1_000_000 // 8)
"""The bytes that keep the line low for 280 us, so that the chain shows its colours."""

LEAD = PAUSE
"""The bytes that keep the line low before the first pulse.

The line of some controllers rests high. The LEDs take its first fall for a bit; the pause discards this bit.
"""

_PULSES = tuple(
    bytes(
        (0b1110 if value >> high & 1 else 0b1000) << 4 | (0b1110 if value >> high - 1 & 1 else 0b1000)
        for high in (7, 5, 3, 1)
    )
    for value in range(256)
)


def encode(rgb: bytes) -> bytes:
    """The bytes to send for `rgb`, which has three bytes an LED: a pause, 12 bytes an LED, a pause.

    Raise BadFrame if `rgb` is not a whole number of LEDs.
    """
    if len(rgb) % 3:
        raise BadFrame(f"an LED takes three bytes; {len(rgb)} bytes are {len(rgb) // 3} LEDs and a rest")
    grb = bytearray(rgb)
    grb[0::3], grb[1::3] = rgb[1::3], rgb[0::3]
    return LEAD + b"".join([_PULSES[value] for value in grb]) + PAUSE
