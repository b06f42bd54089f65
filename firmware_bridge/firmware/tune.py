"""A tune on the buzzer: tones one after another, begun by TUNE and played while the device scans."""

from array import array

from .codec import u16_at
from .scan import MASK

TONES = 29  # as many tones as one command holds


class Tune:
    """`sound(hertz)` sounds a tone until the next call; 0 is silence."""

    def __init__(self, sound):
        self._sound = sound
        self._hertz = array("H", bytearray(2 * TONES))
        self._ms = array("H", bytearray(2 * TONES))
        self.count = 0  # the number of tones in the present tune; 0: silence
        self._at = -1  # the tone that sounds now; -1: the next step begins the tune
        self._until = 0

    def play(self, frame, first, end):
        """Takes the tones of a frame, four bytes each: hertz, milliseconds. No tones are silence."""
        self.count = 0
        for at in range(first, end, 4):
            self._hertz[self.count] = u16_at(frame, at)
            self._ms[self.count] = u16_at(frame, at + 2)
            self.count += 1
        self._at = -1
        if not self.count:
            self._sound(0)

    def step(self, now):
        """Begins the next tone when it is due."""
        # Times have 30 bits; a difference of half the range or more means that the moment is still to come.
        if not self.count or (self._at >= 0 and (now - self._until) & MASK >= 0x20000000):
            return
        self._at += 1
        if self._at == self.count:
            self.count = 0
            self._sound(0)
            return
        self._until = (now + self._ms[self._at]) & MASK
        self._sound(self._hertz[self._at])
