"""From raw levels to edges, dated to the first scan that saw them, and the ring buffer that stores them.

A channel that was quiet for the debounce time delivers a change at once. A change within that time is
delivered only when the new level has held for it. So a marble is reported without delay, and its bouncing
is not.

A quiet scan is one comparison of two bytearrays. These functions allocate no memory: times are 30-bit
numbers, which are small integers on a 32-bit MicroPython.
"""

from array import array

from .viper import micropython, ptr8, ptr16, ptr32

MASK = 0x3FFFFFFF

# The scanner's numbers stand in an array "i", by these names.
DATED, PENDING, SLOT, CAPACITY, SIZE, FLIP, LAST_MASK, DEBOUNCE = range(8)


class Ring:
    """The edges `oldest` to `next` - 1, not yet acknowledged. Full, it gives up the oldest and counts it."""

    def __init__(self, capacity):
        self.capacity = capacity
        # the channel of each edge; bit 15 is set if it went on
        self.times = array("i", bytearray(4 * capacity))
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
        # In the order of their names above.
        self._numbers = array("i", (0, 0, 0, ring.capacity, size, flip, last_mask, debounce_ms))
        self._first = True

    @property
    def debounce_ms(self):
        """The time for which a level must hold, in milliseconds."""
        return self._numbers[DEBOUNCE]

    @debounce_ms.setter
    def debounce_ms(self, ms):
        self._numbers[DEBOUNCE] = ms

    @micropython.native
    def scan(self, now):
        """One look at all sensors at time `now`."""
        raw = self._raw
        numbers = self._numbers
        self._front(raw)
        if raw == self._seen and not numbers[PENDING] and not self._first:
            return
        bits = self._bits
        note_changes(raw, self._seen, bits, self._at_once, self._since, numbers, now)
        if self._first:
            # Marbles on the board at the start are no events; the snapshot reports them.
            self._first = False
            numbers[DATED] = now
            self.level[:] = bits
        # The four levels are handled one by one, because a tuple of four would be allocated.
        level = self.level
        at_once = self._at_once
        since = self._since
        ring = self._ring
        # Changes of one scan have one age: even a board swept clear takes few walks.
        age = oldest_change(bits, level, at_once, since, numbers, now, MASK)
        count = 0
        while age >= 0:
            count += deliver_age(bits, level, at_once, since, ring.times, ring.what, numbers, now, age)
            age = oldest_change(bits, level, at_once, since, numbers, now, age)
        if count:
            ring.pushed(count)


@micropython.viper
def note_changes(raw, seen, bits, at_once, since, numbers, now: int):
    """Dates every change since the scan before and sets `bits`, the levels now.

    `at_once` marks the changes that come after quiet.
    """
    new = ptr8(raw)
    old = ptr8(seen)
    level = ptr8(bits)
    quiet = ptr8(at_once)
    date = ptr32(since)
    number = ptr32(numbers)
    size = number[4]
    i = 0
    while i < size:
        changed = new[i] ^ old[i]
        old[i] = new[i]
        level[i] = new[i] ^ number[5]
        channel = i << 3
        mask = 1
        while changed:
            if changed & 1:
                if ((now - date[channel]) & 0x3FFFFFFF) >= number[7]:
                    quiet[i] = quiet[i] | mask
                else:
                    quiet[i] = quiet[i] & (0xFF ^ mask)
                date[channel] = now
            changed >>= 1
            mask <<= 1
            channel += 1
        i += 1
    level[size - 1] = level[size - 1] & number[6]


@micropython.viper
def oldest_change(bits, level, at_once, since, numbers, now: int, below: int) -> int:
    """The greatest age less than `below` of the changes that are due, -1 without any; counts pending ones."""
    new = ptr8(bits)
    held = ptr8(level)
    quiet = ptr8(at_once)
    date = ptr32(since)
    number = ptr32(numbers)
    oldest = -1
    pending = 0
    i = 0
    while i < number[4]:
        differs = new[i] ^ held[i]
        due = quiet[i]
        channel = i << 3
        while differs:
            if differs & 1:
                age = (now - date[channel]) & 0x3FFFFFFF
                if age < number[7] and not due & 1:
                    pending += 1
                elif age > oldest and age < below:
                    oldest = age
            differs >>= 1
            due >>= 1
            channel += 1
        i += 1
    number[1] = pending
    return oldest


@micropython.viper
def deliver_age(bits, level, at_once, since, times, what, numbers, now: int, age: int) -> int:
    """Puts the changes that are due and have this age into the ring, and returns how many."""
    new = ptr8(bits)
    held = ptr8(level)
    quiet = ptr8(at_once)
    date = ptr32(since)
    ring_times = ptr32(times)
    ring_what = ptr16(what)
    number = ptr32(numbers)
    # Dates never go back: a level that held late is dated to the edge before it.
    dated = number[0]
    if age < ((now - dated) & 0x3FFFFFFF):
        dated = (now - age) & 0x3FFFFFFF
    slot = number[2]
    count = 0
    i = 0
    while i < number[4]:
        differs = new[i] ^ held[i]
        channel = i << 3
        mask = 1
        while differs:
            due = age >= number[7] or quiet[i] & mask
            if differs & 1 and due and ((now - date[channel]) & 0x3FFFFFFF) == age:
                held[i] = held[i] ^ mask
                ring_times[slot] = dated
                ring_what[slot] = channel | (0x8000 if held[i] & mask else 0)
                slot += 1
                if slot == number[3]:
                    slot = 0
                count += 1
            differs >>= 1
            mask <<= 1
            channel += 1
        i += 1
    number[0] = dated
    number[2] = slot
    return count
