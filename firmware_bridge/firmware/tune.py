"""Play a tune, which the command TUNE gives, on the buzzer while the device scans."""

from array import array

from .codec import u16_at
from .scan import MASK

TONES = 29  # the most tones in a tune: as many as a command holds


class Tune:
    """Plays tones one after another.

    `sound(hertz)` starts a tone that lasts until the next call; `sound(0)` is silence.
    """

    def __init__(self, sound):
        self._sound = sound
        self._hertz = array("H", bytearray(2 * TONES))
        self._ms = array("H", bytearray(2 * TONES))
        self.count = 0  # The number of tones in the present tune; 0: none is played.
        self._at = -1  # The index of the present tone; -1: the next step starts the tune.
        self._until = 0

    def play(self, frame, first, end):
        """Takes a new tune from a TUNE command, four bytes a tone: hertz, milliseconds.

        A tune without tones stops the present tune.
        """
        self.count = 0
        for at in range(first, end, 4):
            self._hertz[self.count] = u16_at(frame, at)
            self._ms[self.count] = u16_at(frame, at + 2)
            self.count += 1
        self._at = -1
        if not self.count:
            self._sound(0)

    def step(self, now):
        """Starts the next tone if it is due at time `now`."""
        # Times wrap at 30 bits: a difference of half the range or more means that `_until` is in the future.
        if not self.count or (self._at >= 0 and (now - self._until) & MASK >= 0x20000000):
            return
        self._at += 1
        if self._at == self.count:
            self.count = 0
            self._sound(0)
            return
        self._until = (now + self._ms[self._at]) & MASK
        self._sound(self._hertz[self._at])
