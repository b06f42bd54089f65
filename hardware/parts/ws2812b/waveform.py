"""WS2812 over SPI: encode colours as the bytes that produce the waveform, and decode such bytes.

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

SHORT, LONG = 1 / SPI_HERTZ, 3 / SPI_HERTZ
"""The length of the pulse of a 0 and of a 1 in seconds."""

ONE_FROM = 0.5e-6
"""Seconds from which a pulse counts as a 1. In the data sheet of the WS2812B a 0 takes 0.4 us and a 1 takes
0.8 us, each within 0.15 us; the limit of measured LEDs is between these values."""

PAUSE = bytes(SPI_HERTZ * 280 // 1_000_000 // 8)
"""The bytes that keep the line low for 280 us, so that the chain shows its colours."""

LEAD = PAUSE
"""The bytes that keep the line low before the first pulse.

The line of some controllers rests high. The LEDs take its first fall for a bit; the pause discards this bit.
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
    """The bytes to send for `rgb`, which has three bytes an LED: a pause, 12 bytes an LED, a pause.

    Raise BadFrame if `rgb` is not a whole number of LEDs.
    """
    if len(rgb) % 3:
        raise BadFrame(f"an LED takes three bytes; {len(rgb)} bytes are {len(rgb) // 3} LEDs and a rest")
    grb = bytearray(rgb)
    grb[0::3], grb[1::3] = rgb[1::3], rgb[0::3]
    return LEAD + b"".join([_PULSES[value] for value in grb]) + PAUSE


def decode(stream: bytes) -> bytes:
    """The rgb bytes that a chain takes from the SPI transfer `stream`; `1100` is accepted as a 1 as well.

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
