"""The patterns of LEDs: a role of a hole becomes a colour and a rhythm.

The referee names roles ("illegal", "bump" for C); this module turns them into visible lights. Every role has
a rhythm of its own as well as a colour, so that it can be read in any light and with any eyes.

| role | colour | rhythm |
|---|---|---|
| `turn` | the seat's | steady |
| `movable` | the seat's, dim | slow, between dim and dimmer |
| `target` | the seat's, or white | breathing |
| `illegal` | red | fast blink |
| `put-back` | the marble's seat, or white | slow blink |
| `bump` | the bumped marble's seat | double flash |
| `choose` | white | half on, half dim |
| `fault` | orange | one short flash every two seconds |
| `carry-from` | the marble's seat | long, with short gaps |
| `carry-to` | the marble's seat | rising, again and again |
| `win` | the seat's | long swell |


A rhythm is a list of (seconds, brightness) that repeats. Between two steps the light is constant, so no frame
is computed or sent. Colours are values before the strip's gamma and current limit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from engine.referee.lights import Light
from hardware.ports import Effect, Glow

Rgb: TypeAlias = tuple[int, int, int]

SEAT_COLOURS: tuple[Rgb, ...] = (
    (230, 40, 40),
    (30, 90, 255),
    (20, 190, 60),
    (250, 190, 0),
    (150, 50, 230),
    (255, 215, 170),
    (0, 190, 200),
    (250, 80, 160),
)
"""Red, blue, green, yellow, violet, warm white, teal, and pink for black: the marbles of A to H."""

WHITE: Rgb = (220, 220, 220)
RED: Rgb = (255, 0, 0)
ORANGE: Rgb = (255, 100, 0)

_SOON = 1e-6
"""Two times that differ by fewer seconds count as one."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """A repeated pattern: `steps` are (seconds, brightness 0 to 1).

    `effect`: the most similar pattern that a strip can do by itself.
    """

    steps: tuple[tuple[float, float], ...]
    effect: Effect = "steady"

    @property
    def period(self) -> float:
        """Seconds until the rhythm repeats."""
        return sum(length for length, _ in self.steps)

    def at(self, t: float) -> tuple[float, float | None]:
        """The brightness at `t`, and the time of its next change (None: never)."""
        if len(self.steps) == 1:
            return self.steps[0][1], None
        begun = (t + _SOON) // self.period * self.period
        for length, level in self.steps:
            begun += length
            if begun > t + _SOON:
                return level, begun
        return self.steps[0][1], begun + self.steps[0][0]


STEADY = Rhythm(((1.0, 1.0),))
DIM_WAVE = Rhythm(((0.8, 0.5), (0.8, 0.2)), "dip")
FAST_BLINK = Rhythm(((0.17, 1.0), (0.17, 0.0)), "blink")
SLOW_BLINK = Rhythm(((0.6, 1.0), (0.4, 0.0)), "blink")
DOUBLE_FLASH = Rhythm(((0.15, 1.0), (0.15, 0.0), (0.15, 1.0), (0.55, 0.0)), "double flash")
HALF_AND_HALF = Rhythm(((0.5, 1.0), (0.5, 0.25)), "dip")
SHORT_FLASH = Rhythm(((0.2, 1.0), (1.8, 0.0)), "flash")
BREATHING = Rhythm(tuple((0.2, level) for level in (0.15, 0.4, 0.7, 1.0, 0.7, 0.4)), "pulse")
LONG_BLINK = Rhythm(((1.2, 1.0), (0.25, 0.0)), "blink")
RISING = Rhythm(tuple((0.2, level) for level in (0.1, 0.4, 0.7, 1.0, 1.0)), "pulse")
SWELL = Rhythm(tuple((0.25, level) for level in (0.2, 0.4, 0.7, 1.0, 1.0, 0.7, 0.4, 0.2)), "pulse")

_ROLES: Mapping[str, tuple[Rgb | None, Rhythm]] = {
    "turn": (None, STEADY),
    "movable": (None, DIM_WAVE),
    "target": (None, BREATHING),
    "illegal": (RED, FAST_BLINK),
    "put-back": (None, SLOW_BLINK),
    "bump": (None, DOUBLE_FLASH),
    "choose": (WHITE, HALF_AND_HALF),
    "fault": (ORANGE, SHORT_FLASH),
    "carry-from": (None, LONG_BLINK),
    "carry-to": (None, RISING),
    "win": (None, SWELL),
}
"""The colour of each role (None: the seat's, white without a seat), and its rhythm."""

ROLES = tuple(_ROLES)


def colour(lit: Light) -> Rgb:
    """The colour of a light at its brightest."""
    own = _ROLES[lit.role][0]
    if own is not None:
        return own
    return WHITE if lit.seat is None else SEAT_COLOURS[lit.seat % len(SEAT_COLOURS)]


def frame(lights: Mapping[int, Light], t: float, leds: int) -> bytes:
    """The colours at the time `t`: red, green and blue of each LED, in order; unlit holes are dark."""
    pixels = bytearray(3 * leds)
    for led, lit in lights.items():
        level, _ = _ROLES[lit.role][1].at(t)
        for part, value in enumerate(colour(lit)):
            pixels[3 * led + part] = round(value * level)
    return bytes(pixels)


def glows(lights: Mapping[int, Light]) -> dict[int, Glow]:
    """The lights as glows, for a strip that animates itself."""
    return {led: _glow(lit) for led, lit in lights.items()}


def _glow(lit: Light) -> Glow:
    rhythm = _ROLES[lit.role][1]
    brightest = max(level for _, level in rhythm.steps)
    # A strip that animates itself needs the colour of the rhythm at its brightest.
    red, green, blue = (round(value * brightest) for value in colour(lit))
    return Glow((red, green, blue), rhythm.effect, rhythm.period)


def next_change(lights: Mapping[int, Light], t: float) -> float | None:
    """The time after `t` at which a light changes next; None if every light is steady."""
    rhythms = {_ROLES[lit.role][1] for lit in lights.values()}
    return min((when for rhythm in rhythms if (when := rhythm.at(t)[1]) is not None), default=None)
