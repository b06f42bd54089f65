"""WS2812 over SPI: colours to the bytes that draw the waveform, and back.

A WS2812 bit is a pulse within 1.25 us: short for 0, long for 1. Four SPI bits at 3.2 MHz draw one:
`1000` is high for 312 ns (0), `1110` for 937 ns (1). An LED takes 24 bits, green first, then red and blue,
the highest bit first; the chain shows what it got when the line stays low, 280 us for newer parts.
A frame is a pause, the pulses and a pause: for 224 LEDs 112 + 2,688 + 112 bytes, within the 4,096 that
spidev takes at once.
"""

from __future__ import annotations

from hardware.errors import BadFrame

SPI_HERTZ = 3_200_000
"""The SPI clock that makes four bits last 1.25 us."""

SHORT, LONG = 1 / SPI_HERTZ, 3 / SPI_HERTZ
"""Seconds that the pulses of a 0 and a 1 last."""

ONE_FROM = 0.5e-6
"""A pulse of this many seconds is a 1: the data sheet of the WS2812B has a 0 at 0.4 us and a 1 at 0.8
us, each within 0.15 us, and measured LEDs turn over in between."""

PAUSE = bytes(SPI_HERTZ * 280 // 1_000_000 // 8)
"""280 us of low line: the chain shows its colours."""

LEAD = PAUSE
"""A low line before the first pulse.

Some controllers rest high, and the step down is a stray bit that this clears.
"""

_NIBBLE = {0b1000: 0, 0b1100: 1, 0b1110: 1}
_PULSES = tuple(
    bytes(
        (0b1110 if value >> high & 1 else 0b1000) << 4 | (0b1110 if value >> high - 1 & 1 else 0b1000)
        for high in (7, 5, 3, 1)
    )
    for value in range(256)
)
_VALUE = {pulses: value for value, pulses in enumerate(_PULSES)}


def encode(rgb: bytes) -> bytes:
    """The SPI bytes for `rgb`, three bytes an LED: lead, 12 bytes an LED, pause.

    Raise BadFrame if `rgb` is not a whole number of LEDs.
    """
    if len(rgb) % 3:
        raise BadFrame(f"an LED takes three bytes; {len(rgb)} bytes are {len(rgb) // 3} LEDs and a rest")
    grb = bytearray(rgb)
    grb[0::3], grb[1::3] = rgb[1::3], rgb[0::3]
    return LEAD + b"".join([_PULSES[value] for value in grb]) + PAUSE


def decode(stream: bytes) -> bytes:
    """The rgb bytes a chain would take from one SPI transfer; long pulses of two bits are taken too.

    BadFrame names the first byte that is no WS2812 waveform, or a pulse train that ends within an LED
    or without a pause.
    """
    # No pulse contains a zero byte, so trailing zeros are the pause.
    train = stream.rstrip(b"\0")
    pause = len(stream) - len(train)
    train = train.lstrip(b"\0")
    lead = len(stream) - pause - len(train)
    if len(train) % 12:
        where = lead + len(train)
        raise BadFrame(f"the pulses end within an LED, at byte {where}: {len(train) // 12} LEDs and a rest")
    if pause < len(PAUSE):
        raise BadFrame(f"no pause of 280 us after the last pulse, from byte {lead + len(train)} on")
    grb = bytearray()
    for at in range(0, len(train), 4):
        pulses = train[at : at + 4]
        value = _VALUE.get(pulses)
        grb.append(_read_pulses(pulses, lead + at) if value is None else value)
    rgb = bytearray(grb)
    rgb[0::3], rgb[1::3] = grb[1::3], grb[0::3]
    return bytes(rgb)


def _read_pulses(pulses: bytes, at: int) -> int:
    value = 0
    for offset, byte in enumerate(pulses):
        for nibble in (byte >> 4, byte & 15):
            if nibble not in _NIBBLE:
                raise BadFrame(
                    f"byte {at + offset} of the stream is {byte:#04x}, which draws no WS2812 pulses"
                )
            value = value << 1 | _NIBBLE[nibble]
    return value
