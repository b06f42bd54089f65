"""Turn raw levels into edges, dated to the first scan that saw them; and the ring buffer that stores them.

A channel that was quiet for the debounce time delivers a change at once. A change within that time is
delivered only when the new level has held for it. So a marble is reported without delay, and its bouncing is
not.

A quiet scan is one comparison of two bytearrays. These functions allocate no memory: times are 30-bit
numbers, which are small integers on a 32-bit MicroPython.
"""

from array import array

from .viper import micropython, ptr8, ptr16, ptr32

MASK = 0x3FFFFFFF

# The places of the scanner's numbers in its array.
DATED, PENDING, SLOT, CAPACITY, SIZE, FLIP, LAST_MASK, DEBOUNCE = range(8)


class Ring:
    """The unacknowledged edges `oldest` to `next` - 1; when full, it drops the oldest and counts it."""

    def __init__(self, capacity):
        self.capacity = capacity
        self.times = array("i", bytearray(4 * capacity))  # the time of each edge: 30 bits of milliseconds
        self.what = array("H", bytearray(2 * capacity))  # the channel of each edge; bit 15: it went on
        self.oldest = 0
        self.next = 0
        self.high = 0
        self.lost = 0

    def pushed(self, count):
        """Counts `count` edges that were written behind the newest one, from slot `next` % `capacity` on."""
        self.next += count
        kept = self.next - self.oldest
        if kept > self.capacity:
            self.lost += kept - self.capacity
            self.oldest = self.next - self.capacity
            kept = self.capacity
        if kept > self.high:
            self.high = kept

    def acknowledge(self, number):
        """Drops the edges below `number`, which the host has; ignores an impossible number."""
        if self.oldest < number <= self.next:
            self.oldest = number
            return True
        return False


class Scanner:
    """The debounced levels of `channels` sensors: channel c is bit c & 7 of byte c >> 3."""

    def __init__(self, channels, front, ring, active_low, debounce_ms):
        size = (channels + 7) // 8
        self.level = bytearray(size)
        self._front = front
        self._ring = ring
        self._raw = bytearray(size)
        self._seen = bytearray(size)
        self._bits = bytearray(size)  # the levels now: a 1 is a magnet
        self._since = array("i", bytearray(4 * 8 * size))
        self._at_once = bytearray(size)  # set if the change came after quiet, so that it counts at once
        flip = 0xFF if active_low else 0
        last_mask = 0xFF >> (size * 8 - channels)
        # in the order of their names above
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
        """Scans all sensors at time `now`, and puts the changes that count into the ring."""
        raw = self._raw
        numbers = self._numbers
        self._front(raw)
        if raw == self._seen and not numbers[PENDING] and not self._first:
            return
        bits = self._bits
        note_changes(raw, self._seen, bits, self._at_once, self._since, numbers, now)
        if self._first:
            # Marbles already there at the start cause no edges; the snapshot has them.
            self._first = False
            numbers[DATED] = now
            self.level[:] = bits
        # The four levels are handled one by one, because a tuple of them would allocate memory.
        level = self.level
        at_once = self._at_once
        since = self._since
        ring = self._ring
        # All changes of one scan have the same age, so even a board swept clear takes few passes over the
        # channels.
        age = oldest_change(bits, level, at_once, since, numbers, now, MASK)
        count = 0
        while age >= 0:
            count += deliver_age(bits, level, at_once, since, ring.times, ring.what, numbers, now, age)
            age = oldest_change(bits, level, at_once, since, numbers, now, age)
        if count:
            ring.pushed(count)


@micropython.viper
def note_changes(raw, seen, bits, at_once, since, numbers, now: int):
    """Dates every change since the previous scan and sets `bits` to the present levels.

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
    """The greatest age below `below` of the changes that are due, -1 if none is; counts the pending ones."""
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
    """Puts the due changes of this age into the ring; returns how many."""
    new = ptr8(bits)
    held = ptr8(level)
    quiet = ptr8(at_once)
    date = ptr32(since)
    ring_times = ptr32(times)
    ring_what = ptr16(what)
    number = ptr32(numbers)
    # Dates never go back: a level that was held longer gets the date of the edge before it.
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
