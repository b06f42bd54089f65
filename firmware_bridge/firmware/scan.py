"""From raw levels to edges, dated to the scan that first saw them, and the ring that keeps them.

A channel that was quiet for the debounce time delivers a change at once. A change within that time is
delivered only when the new level has held for it. So a marble is reported without delay, and its bouncing
is not.

A quiet scan is one comparison of two bytearrays. Nothing here allocates: times are 30-bit numbers,
which are small integers on a 32-bit MicroPython.
"""

from array import array

from . import loops
from .loops import micropython

MASK = 0x3FFFFFFF


class Ring:
    """The edges `oldest` to `next` - 1, not yet acknowledged. Full, it gives up the oldest and counts it."""

    def __init__(self, capacity):
        self.capacity = capacity
        self.times = array("i", bytearray(4 * capacity))  # 30 bits of ms
        self.what = array("H", bytearray(2 * capacity))  # the channel; bit 15 set when on
        self.oldest = 0
        self.next = 0
        self.high = 0
        self.lost = 0

    def pushed(self, count):
        """Counts edges that were written behind the newest one, from slot `next` % `capacity` on."""
        self.next += count
        kept = self.next - self.oldest
        if kept > self.capacity:
            self.lost += kept - self.capacity
            self.oldest = self.next - self.capacity
            kept = self.capacity
        if kept > self.high:
            self.high = kept

    def acknowledge(self, number):
        """The host has every edge below `number`. An impossible number is ignored."""
        if self.oldest < number <= self.next:
            self.oldest = number
            return True
        return False


class Scanner:
    """Levels of `channels` sensors, bit c & 7 of byte c >> 3 for channel c."""

    def __init__(self, channels, front, ring, active_low, debounce_ms):
        size = (channels + 7) // 8
        self.level = bytearray(size)
        self._front = front
        self._ring = ring
        self._raw = bytearray(size)
        self._seen = bytearray(size)
        self._bits = bytearray(size)  # the levels now: 1 is a magnet
        self._since = array("i", bytearray(4 * 8 * size))
        self._at_once = bytearray(size)  # this change came after quiet
        flip = 0xFF if active_low else 0
        last_mask = 0xFF >> (size * 8 - channels)
        # In the order of the names in loops.py.
        self._numbers = array("i", (0, 0, 0, ring.capacity, size, flip, last_mask, debounce_ms))
        self._first = True

    @property
    def debounce_ms(self):
        """The time for which a level must hold, in milliseconds."""
        return self._numbers[loops.DEBOUNCE]

    @debounce_ms.setter
    def debounce_ms(self, ms):
        self._numbers[loops.DEBOUNCE] = ms

    @micropython.native
    def scan(self, now):
        """One look at all sensors at time `now`."""
        raw = self._raw
        numbers = self._numbers
        self._front(raw)
        if raw == self._seen and not numbers[loops.PENDING] and not self._first:
            return
        bits = self._bits
        loops.note_changes(raw, self._seen, bits, self._at_once, self._since, numbers, now)
        if self._first:
            # Marbles on the board at the start are no events; the snapshot reports them.
            self._first = False
            numbers[loops.DATED] = now
            self.level[:] = bits
        # One by one: a tuple of four would be allocated.
        level = self.level
        at_once = self._at_once
        since = self._since
        ring = self._ring
        # Changes of one scan have one age: even a board swept clear takes few walks.
        age = loops.oldest_change(bits, level, at_once, since, numbers, now, MASK)
        count = 0
        while age >= 0:
            count += loops.deliver_age(bits, level, at_once, since, ring.times, ring.what, numbers, now, age)
            age = loops.oldest_change(bits, level, at_once, since, numbers, now, age)
        if count:
            ring.pushed(count)


class Analog:
    """Hall sensors with a voltage: strength against a threshold, with hysteresis, a slice a scan."""

    SLICE = 16  # so 112 channels are measured in 7 ms, 224 in 14

    def __init__(self, channels, measure):
        self.channels = channels
        self.reading = array("H", bytearray(2 * channels))
        self.baseline = array("H", bytearray(2 * channels))
        self.threshold = array("H", bytearray(2 * channels))
        self.hysteresis = array("H", bytearray(2 * channels))
        self._measure = measure
        self._next = 0
        for channel in range(channels):
            self.baseline[channel] = 0x8000  # Half the supply: no field.
            self.threshold[channel] = 0x0C00
            self.hysteresis[channel] = 0x0400
        self._fresh = True

    def fill(self, raw):
        """Measures the next few channels and sets their bits; the first time, all of them."""
        first = self._next
        end = self.channels if self._fresh else min(first + self.SLICE, self.channels)
        self._fresh = False
        self._measure(first, end, self.reading)
        loops.judge_readings(self.reading, self.baseline, self.threshold, self.hysteresis, raw, first, end)
        self._next = end % self.channels
