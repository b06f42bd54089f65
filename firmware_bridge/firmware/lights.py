"""The LED chain: animated styles, painted onto LEDs by number, within a limit on the current.

A frame is the colours of all LEDs at one moment. Each pass computes a slice of it, a few LEDs, so that no
scan is late.
"""

from array import array

from .scan import MASK
from .viper import micropython, ptr8, ptr16

STYLES = 64
FRAME_MS = 40
SLICE = 28  # The number of LEDs computed in a pass.
IDLE_MA = 1  # Milliamperes of a dark LED.
FULL_MA = 20  # Milliamperes of one colour of an LED at full brightness.
QUIET_EVERY = 8
QUIET = (8, 5, 2)  # red, green and blue of every eighth LED while the host is silent

# The brightness (0 to 255) at each of 256 phases of the period, for one effect after another.
LEVELS = (
    b"\xff" * 256  # steady
    + b"\xff" * 128 + bytes(128)  # blink
    + bytes(range(0, 256, 2)) + bytes(range(254, -2, -2))  # pulse
    + b"\xff" * 256  # chase, whose phase differs from LED to LED
    + (b"\xff" * 36 + bytes(36)) * 2 + bytes(112)  # double flash
    + b"\xff" * 26 + bytes(230)  # flash
    + b"\xff" * 128 + b"\x40" * 128  # dip
)  # fmt: skip


class Lights:
    """Computes frames into `pixels`: four bytes an LED (0, blue, red, green), a little-endian word for the
    PIO.
    """

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
        self._style = bytearray(6 * STYLES)  # For each style: red, green, blue, effect, period (2 bytes).
        self._shade = bytearray(3 * STYLES)  # For each style: red, green, blue in the present frame.
        self._phase = bytearray(STYLES)
        self._at = -1
        self._dirty = True
        self._due = 0
        self._quiet = False
        self._animated = False

    def define(self, frame, first, end):
        """Takes the styles of a STYLES command up to the first invalid one; returns whether all are valid."""
        self._dirty = True
        return define_styles(frame, first, end, self._style)

    def paint(self, frame, first, end):
        """Paints the runs of a PAINT command up to the first invalid one; returns whether all are valid."""
        self._dirty = True
        return paint_runs(frame, first, end, self._paint, self._count, self.leds)

    def limit(self, brightness, cap_ma):
        """Sets the brightness (0 to 255) and the current limit in mA, at most the limit in board.json.

        If `cap_ma` is 0, the limit in board.json applies.
        """
        self.brightness = brightness
        self.cap_ma = min(cap_ma, self.hard_cap_ma) if cap_ma else self.hard_cap_ma
        self._dirty = True

    def step(self, now, quiet):
        """Computes a slice of a frame if one is due: of the dim pattern if `quiet`, else of the styles."""
        if self._at < 0 and quiet == self._quiet and not self._animated and not self._dirty:
            return
        if quiet != self._quiet:
            self._quiet = quiet
            self._dirty = True
        if self._dirty:
            # A frame that mixes old and new styles could exceed the current limit, so the frame starts again.
            self._at = -1
        if self._at >= 0:
            self._slice()
        # Times wrap at 30 bits: a difference of half the range or more means that `_due` is in the future.
        elif not self._dirty and (quiet or not self._animated or (now - self._due) & MASK >= 0x20000000):
            pass
        elif not self._busy():  # Otherwise the chain is still sending the previous frame.
            self._due = (now + FRAME_MS) & MASK
            if self._dirty:
                self._dirty = False
                self._animated = any_animated(self._style, self._count)
            self._mix(now)
            self._at = 0

    def _mix(self, now):
        """Computes the colour of each style in this frame.

        Dims all of them if the current limit requires it.
        """
        lit = mix_styles(self._style, self._count, self._shade, self._phase, LEVELS, now, self.brightness)
        room = (self.cap_ma - self.leds * IDLE_MA) * 255
        if lit * FULL_MA > room:
            dim_styles(self._shade, room * 256 // (lit * FULL_MA) if room > 0 else 0)

    def _slice(self):
        end = min(self._at + SLICE, self.leds)
        pixels = self._pixels
        if self._quiet:
            for led in range(self._at, end):
                at = 4 * led
                on = led % QUIET_EVERY == 0
                pixels[at + 1] = QUIET[2] if on else 0
                pixels[at + 2] = QUIET[0] if on else 0
                pixels[at + 3] = QUIET[1] if on else 0
        else:
            fill_pixels(pixels, self._paint, self._style, self._shade, self._phase, self._at, end)
        self._at = end
        if end == self.leds:
            self._at = -1
            self._show()


@micropython.viper
def mix_styles(styles, counts, shades, phases, levels, now: int, brightness: int) -> int:
    """Computes colour and phase at time `now` of each style that an LED has.

    Returns the sum of red, green and blue over all LEDs. `levels` has 256 brightnesses for each effect.
    """
    table = ptr8(levels)
    style = ptr8(styles)
    count = ptr16(counts)
    shade = ptr8(shades)
    phase_of = ptr8(phases)
    lit = 0
    number = 1
    while number < 64:
        leds = count[number]
        if leds:
            at = 6 * number
            period = style[at + 4] | (style[at + 5] << 8)
            if period == 0:
                period = 1000
            phase = ((now % period) << 8) // period
            phase_of[number] = phase
            level = table[(style[at + 3] << 8) | phase]
            level = brightness * level // 255
            colour = 3 * number
            end = colour + 3
            while colour < end:
                value = style[at] * level // 255
                shade[colour] = value
                lit += value * leds
                at += 1
                colour += 1
        number += 1
    return lit


@micropython.viper
def any_animated(styles, counts) -> bool:
    """Whether any LED has a style that changes with time."""
    style = ptr8(styles)
    count = ptr16(counts)
    number = 1
    while number < 64:
        if count[number] and style[6 * number + 3]:
            return True
        number += 1
    return False


@micropython.viper
def dim_styles(shades, share: int):
    """Multiplies the colour of each style by `share` / 256."""
    shade = ptr8(shades)
    i = 3
    while i < 192:
        shade[i] = (shade[i] * share) >> 8
        i += 1


@micropython.viper
def fill_pixels(pixels, paint, styles, shades, phases, led: int, end: int):
    """Writes the colours of the LEDs `led` to `end` - 1 into `pixels`."""
    into = ptr8(pixels)
    number_of = ptr8(paint)
    style = ptr8(styles)
    shade = ptr8(shades)
    phase = ptr8(phases)
    at = 4 * led
    while led < end:
        number = number_of[led]
        colour = 3 * number
        dim = 0
        if style[6 * number + 3] == 3 and ((phase[number] - 32 * led) & 0xFF) >= 64:
            dim = 3
        into[at + 1] = shade[colour + 2] >> dim
        into[at + 2] = shade[colour] >> dim
        into[at + 3] = shade[colour + 1] >> dim
        at += 4
        led += 1


@micropython.viper
def paint_runs(frame, at: int, end: int, paint, counts, leds: int) -> bool:
    """Paints runs of LEDs, each five bytes: first LED and count (two bytes each), style.

    Stops at the first invalid run; returns whether all are valid.
    """
    source = ptr8(frame)
    number_of = ptr8(paint)
    count = ptr16(counts)
    while at < end:
        led = source[at] | (source[at + 1] << 8)
        last = led + (source[at + 2] | (source[at + 3] << 8))
        number = source[at + 4]
        if number >= 64 or last > leds:
            return False
        while led < last:
            count[number_of[led]] = count[number_of[led]] - 1
            count[number] = count[number] + 1
            number_of[led] = number
            led += 1
        at += 5
    return True


@micropython.viper
def define_styles(frame, at: int, end: int, styles) -> bool:
    """Stores styles, each seven bytes: number, red, green, blue, effect, period (two bytes).

    Stops at the first invalid style; returns whether all are valid.
    """
    source = ptr8(frame)
    style = ptr8(styles)
    while at < end:
        number = source[at]
        if number == 0 or number >= 64 or source[at + 4] > 6:
            return False
        to = 6 * number
        last = at + 7
        at += 1
        while at < last:
            style[to] = source[at]
            to += 1
            at += 1
    return True
