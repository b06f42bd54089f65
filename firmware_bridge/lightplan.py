"""Compute the commands that make the device show the wanted lights.

A device stores up to 64 numbered styles (a colour, an effect, a period) and the number of a style for each
LED. The plan stores the wanted styles and the state that the device last confirmed, and turns the difference
into STYLES and PAINT commands. In a new link the device's state is unknown, and everything is sent again.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from firmware_bridge.errors import FieldError
from firmware_bridge.messages import Op, Status

STYLES = 64
"""The number of styles that a device stores. Style 0 is always dark."""

STYLES_A_COMMAND = 6
RUNS_A_COMMAND = 10
"""The most runs of LEDs in a PAINT command. On a bad line a short frame is damaged less often."""


class Effect(IntEnum):
    """The numbers of the effects by which a LED's brightness changes over a period."""

    STEADY = 0
    BLINK = 1
    PULSE = 2
    CHASE = 3
    DOUBLE = 4
    FLASH = 5
    DIP = 6


@dataclass(frozen=True, slots=True)
class Style:
    """A colour (red, green and blue, 0 to 255), an effect, and the effect's period in milliseconds."""

    red: int
    green: int
    blue: int
    effect: Effect = Effect.STEADY
    period_ms: int = 1000

    def pack(self, number: int) -> bytes:
        """The seven bytes that define this style as `number` in STYLES.

        Raise FieldError if a field of the style does not fit.
        """
        try:
            return struct.pack(
                "<BBBBBH", number, self.red, self.green, self.blue, self.effect, self.period_ms
            )
        except struct.error as error:
            raise FieldError(f"{self} does not fit: {error}") from error


DARK = Style(0, 0, 0)

Step: TypeAlias = tuple[dict[int, Style], list[tuple[int, int, int]]]
"""A command as (styles by number, runs): STYLES has styles and no runs, PAINT has runs and no styles.

A run is (first LED, number of LEDs, style number).
"""


class LightPlan:
    """The wanted lights, compared with the lights that the device has confirmed."""

    def __init__(self) -> None:
        self._leds: tuple[Style, ...] | None = None
        self._numbers: dict[Style, int] = {DARK: 0}
        self._known_styles: dict[int, Style] = {}
        self._known_leds: bytes | None = None
        self._flying: Step | None = None
        self.refused: int | None = None

    def show(self, leds: tuple[Style, ...]) -> None:
        """Set the wanted style of each LED; raise FieldError for more than 63 different styles."""
        wanted = set(leds) | {DARK}
        if len(wanted) > STYLES:
            raise FieldError(f"{len(wanted) - 1} different styles are wanted; a device stores {STYLES - 1}")
        for style in wanted:
            style.pack(0)
        self._leds = leds
        self._number(wanted)

    def relink(self) -> None:
        """Start a new link, in which the device's lights are unknown and no command has been refused."""
        self._known_styles = {}
        self._known_leds = None
        self._flying = None
        self.refused = None

    def next_command(self, count: int) -> tuple[Op, bytes] | None:
        """The next command (op and arguments) towards the wanted lights, for a device with `count` LEDs.

        None if the wanted lights are confirmed or none were set, while a command is unanswered, and after a
        refused command.
        """
        step = None if self._flying is not None else self._step(count)
        if step is None:
            return None
        styles, runs = self._flying = step
        if styles:
            return Op.STYLES, b"".join(style.pack(number) for number, style in styles.items())
        return Op.PAINT, b"".join(struct.pack("<HHB", *run) for run in runs)

    def settled(self, count: int) -> bool:
        """Whether a device with `count` LEDs has answered every command that the wanted lights need."""
        return self._flying is None and self._step(count) is None

    def _step(self, count: int) -> Step | None:
        if self._leds is None or self.refused is not None or not count:
            return None
        styles = {n: s for s, n in self._numbers.items() if n and self._known_styles.get(n) != s}
        if styles:
            return dict(list(styles.items())[:STYLES_A_COMMAND]), []
        runs = self._runs(self._leds, count)[:RUNS_A_COMMAND]
        return ({}, runs) if runs else None

    def answered(self, status: int, count: int) -> None:
        """Take the answer to the command under way. After a refusal no command follows in this link."""
        if self._flying is None:
            return
        (styles, runs), self._flying = self._flying, None
        if status != Status.OK:
            self.refused = status
            return
        self._known_styles |= styles
        known = bytearray(self._known_leds if self._known_leds is not None else bytes(count))
        for first, length, number in runs:
            known[first : first + length] = bytes([number]) * length
        if runs:
            self._known_leds = bytes(known)

    def _number(self, wanted: set[Style]) -> None:
        """Give each wanted style a number.

        Unused styles keep their numbers while there is room, so that showing one again needs no STYLES.
        """
        missing = [style for style in sorted(wanted, key=_order) if style not in self._numbers]
        if len(self._numbers) + len(missing) > STYLES:
            self._numbers = {style: n for style, n in self._numbers.items() if style in wanted}
        free = (n for n in range(1, STYLES) if n not in set(self._numbers.values()))
        for style in missing:
            self._numbers[style] = next(free)

    def _runs(self, leds: tuple[Style, ...], count: int) -> list[tuple[int, int, int]]:
        """The runs (first LED, number of LEDs, style number) that cover every LED that must change."""
        wanted = bytes(self._numbers[style] for style in leds[:count]).ljust(count, b"\0")
        known = self._known_leds
        if known is None:
            return [(0, count, 0)] + [r for r in _runs_of(wanted, bytes(count)) if r[2]]
        return _runs_of(wanted, known)


def _order(style: Style) -> tuple[int, ...]:
    return (style.red, style.green, style.blue, style.effect, style.period_ms)


def _runs_of(wanted: bytes, known: bytes) -> list[tuple[int, int, int]]:
    runs = []
    start = 0
    for end in range(1, len(wanted) + 1):
        if end < len(wanted) and wanted[end] == wanted[start]:
            continue
        changed = [i for i in range(start, end) if wanted[i] != known[i]]
        if changed:
            runs.append((changed[0], changed[-1] + 1 - changed[0], wanted[start]))
        start = end
    return runs


def steady(rgb: bytes) -> tuple[Style, ...]:
    """The steady style of each LED, from three bytes of colour each (red, green, blue).

    More than 63 different colours are rounded until at most 63 are left. Raise FieldError if the length is no
    multiple of three.
    """
    if len(rgb) % 3:
        raise FieldError(f"{len(rgb)} bytes of colour are no multiple of three, which each LED takes")
    lost_bits = 0
    while len({DARK, *(leds := _coarse(rgb, lost_bits))}) > STYLES:
        lost_bits += 1
    return leds


def _coarse(rgb: bytes, lost_bits: int) -> tuple[Style, ...]:
    mask = 0xFF << lost_bits & 0xFF
    return tuple(Style(rgb[i] & mask, rgb[i + 1] & mask, rgb[i + 2] & mask) for i in range(0, len(rgb), 3))
