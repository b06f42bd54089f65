"""The LED chain: styles animated here, painted onto LEDs by number, current capped by sum.

A frame is made in slices of a few LEDs a step, so that the scan between two slices is never late.
"""

from array import array

STYLES = 64
FRAME_MS = 40
SLICE = 16
IDLE_MA = 1  # of each LED, dark
FULL_MA = 20  # of each colour of an LED, full on
QUIET_EVERY = 8
QUIET = (8, 5, 2)  # red, green, blue of the safe pattern

STEADY, BLINK, PULSE, CHASE, DOUBLE, FLASH, DIP = 0, 1, 2, 3, 4, 5, 6


class Lights:
    """`pixels` holds four bytes an LED: 0, blue, red, green, as a little-endian word for the PIO."""

    def __init__(self, leds, cap_ma, pixels, show, busy):
        self.leds = leds
        self.cap_ma = cap_ma
        self.hard_cap_ma = cap_ma
        self.brightness = 255
        self._pixels = pixels
        self._show = show
        self._busy = busy
        self._paint = bytearray(leds)
        self._count = array("H", bytearray(2 * STYLES))
        self._count[0] = leds
        self._style = bytearray(6 * STYLES)  # red, green, blue, effect, period (two bytes)
        self._shade = bytearray(3 * STYLES)  # this frame's red, green, blue
        self._phase = bytearray(STYLES)
        self._at = -1
        self._dirty = True
        self._due = 0
        self._quiet = False

    def style(self, number, red, green, blue, effect, period):
        """Defines a style. False when it cannot be."""
        if not 0 < number < STYLES or effect > DIP:
            return False
        at = 6 * number
        style = self._style
        style[at] = red
        style[at + 1] = green
        style[at + 2] = blue
        style[at + 3] = effect
        style[at + 4] = period & 0xFF
        style[at + 5] = period >> 8
        self._dirty = True
        return True

    def paint(self, first, count, number):
        """Gives LEDs first to first + count - 1 a style. False when it cannot be."""
        if number >= STYLES or first + count > self.leds:
            return False
        for led in range(first, first + count):
            self._count[self._paint[led]] -= 1
            self._paint[led] = number
        self._count[number] += count
        self._dirty = True
        return True

    def limit(self, brightness, cap_ma):
        """Sets the brightness and lowers the cap; never above what the board was built for."""
        self.brightness = brightness
        self.cap_ma = min(cap_ma, self.hard_cap_ma) if cap_ma else self.hard_cap_ma
        self._dirty = True

    def step(self, now, quiet):
        """A slice of a frame, or nothing to do. `quiet`: show the safe, dim pattern."""
        if quiet != self._quiet:
            self._quiet = quiet
            self._dirty = True
            self._at = -1
        if self._at >= 0:
            self._slice()
        elif self._busy():
            pass  # The chain still reads the pixels of the frame before.
        elif self._dirty or (not quiet and (now - self._due) & 0x3FFFFFFF < 0x20000000 and self._moving()):
            self._due = (now + FRAME_MS) & 0x3FFFFFFF
            self._dirty = False
            self._mix(now)
            self._at = 0

    def _moving(self):
        style = self._style
        for number in range(1, STYLES):
            if self._count[number] and style[6 * number + 3]:
                return True
        return False

    def _mix(self, now):
        """The colour of each style in this frame, and the whole kept under the cap."""
        style = self._style
        shade = self._shade
        lit = 0
        for number in range(1, STYLES):
            if self._count[number]:
                at = 6 * number
                period = style[at + 4] | style[at + 5] << 8 or 1000
                phase = now % period * 256 // period
                self._phase[number] = phase
                level = self.brightness * effect_level(style[at + 3], phase) // 255
                for colour in range(3):
                    value = style[at + colour] * level // 255
                    shade[3 * number + colour] = value
                    lit += value * self._count[number]
        self._cap(lit)

    def _cap(self, lit):
        room = (self.cap_ma - self.leds * IDLE_MA) * 255
        if lit * FULL_MA <= room:
            return
        share = room * 256 // (lit * FULL_MA) if room > 0 else 0
        shade = self._shade
        for i in range(3, 3 * STYLES):
            shade[i] = shade[i] * share >> 8

    def _slice(self):
        end = min(self._at + SLICE, self.leds)
        pixels = self._pixels
        shade = self._shade
        for led in range(self._at, end):
            at = 4 * led
            if self._quiet:
                on = led % QUIET_EVERY == 0
                pixels[at + 1] = QUIET[2] if on else 0
                pixels[at + 2] = QUIET[0] if on else 0
                pixels[at + 3] = QUIET[1] if on else 0
                continue
            number = self._paint[led]
            colour = 3 * number
            dim = 0
            if self._style[6 * number + 3] == CHASE and (self._phase[number] - 32 * led) & 0xFF >= 64:
                dim = 3
            pixels[at + 1] = shade[colour + 2] >> dim
            pixels[at + 2] = shade[colour] >> dim
            pixels[at + 3] = shade[colour + 1] >> dim
        self._at = end
        if end == self.leds:
            self._at = -1
            self._show()


def effect_level(effect, phase):
    """How bright an effect is, 0 to 255, at phase 0 to 255 of its period."""
    if effect == BLINK:
        return 255 if phase < 128 else 0
    if effect == PULSE:
        return 2 * phase if phase < 128 else 510 - 2 * phase
    if effect == DOUBLE:
        return 255 if phase < 36 or 72 <= phase < 108 else 0
    if effect == FLASH:
        return 255 if phase < 26 else 0
    if effect == DIP:
        return 255 if phase < 128 else 64
    return 255
