"""Debounce the sensors: turn raw levels into edges, and store these in a ring buffer until acknowledged.

An edge has the time of the first scan with the new level. If a channel had not changed for the debounce time,
a change is delivered at once; a later change is delivered once the new level has lasted for the debounce
time. So a marble is reported without delay, and its bouncing is not.

A scan without a change is one comparison of two bytearrays. No function allocates memory: times are 30-bit
numbers, which are small integers on a 32-bit MicroPython.
"""

from array import array

from .viper import micropython, ptr8, ptr16, ptr32

MASK = 0x3FFFFFFF

# The indices of the scanner's numbers in its array `_numbers`.
DATED, PENDING, SLOT, CAPACITY, SIZE, FLIP, LAST_MASK, DEBOUNCE = range(8)


class Ring:
    """The unacknowledged edges, numbered `oldest` to `next` - 1.

    When it is full, a new edge replaces the oldest one; `lost` counts the replaced edges.
    """

    def __init__(self, capacity):
        self.capacity = capacity
        self.times = array("i", bytearray(4 * capacity))  # The time of each edge: 30 bits of milliseconds.
        self.what = array("H", bytearray(2 * capacity))  # The channel of each edge; bit 15 is the new level.
        self.oldest = 0
        self.next = 0
        self.high = 0
        self.lost = 0

    def pushed(self, count):
        """Adds `count` edges that were already written into the slots from `next` % `capacity` on."""
        self.next += count
        kept = self.next - self.oldest
        if kept > self.capacity:
            self.lost += kept - self.capacity
            self.oldest = self.next - self.capacity
            kept = self.capacity
        if kept > self.high:
            self.high = kept

    def acknowledge(self, number):
        """Drops the edges below `number`, which the host has; returns False if that changes nothing."""
        if self.oldest < number <= self.next:
            self.oldest = number
            return True
        return False


class Scanner:
    """Debounces `channels` sensors; `level` has their levels: channel c is bit c & 7 of byte c >> 3."""

    def __init__(self, channels, front, ring, active_low, debounce_ms):
        size = (channels + 7) // 8
        self.level = bytearray(size)
        self._front = front
        self._ring = ring
        self._raw = bytearray(size)
        self._seen = bytearray(size)
        self._bits = bytearray(size)  # the levels of the last scan: 1 is a magnet
        self._since = array("i", bytearray(4 * 8 * size))
        self._at_once = bytearray(size)  # 1 if the channel's last change is to be delivered at once
        flip = 0xFF if active_low else 0
        last_mask = 0xFF >> (size * 8 - channels)
        # The order is that of the indices at the top of this module.
        self._numbers = array("i", (0, 0, 0, ring.capacity, size, flip, last_mask, debounce_ms))
        self._first = True

    @property
    def debounce_ms(self):
        """The debounce time in milliseconds."""
        return self._numbers[DEBOUNCE]

    @debounce_ms.setter
    def debounce_ms(self, ms):
        self._numbers[DEBOUNCE] = ms

    @micropython.native
    def scan(self, now):
        """Scans all sensors at time `now`, and puts the edges that are to be delivered into the ring."""
        raw = self._raw
        numbers = self._numbers
        self._front(raw)
        if raw == self._seen and not numbers[PENDING] and not self._first:
            return
        bits = self._bits
        note_changes(raw, self._seen, bits, self._at_once, self._since, numbers, now)
        if self._first:
            # The levels at the start are no edges; the host gets them by the snapshot.
            self._first = False
            numbers[DATED] = now
            self.level[:] = bits
        # The arrays are passed one by one, because a tuple of them would allocate memory.
        level = self.level
        at_once = self._at_once
        since = self._since
        ring = self._ring
        # Each call delivers all changes of one age. All changes of one scan have the same age, so even a
        # board that is swept clear takes few calls.
        age = oldest_change(bits, level, at_once, since, numbers, now, MASK)
        count = 0
        while age >= 0:
            count += deliver_age(bits, level, at_once, since, ring.times, ring.what, numbers, now, age)
            age = oldest_change(bits, level, at_once, since, numbers, now, age)
        if count:
            ring.pushed(count)


@micropython.viper
def note_changes(raw, seen, bits, at_once, since, numbers, now: int):
    """Stores the time of every change since the previous scan, and the present levels in `bits`.

    A change is marked in `at_once` if the channel had not changed before for the debounce time.
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
    """The greatest age below `below` of the changes that are to be delivered; -1 if there is none.

    Counts the changes that are not to be delivered yet.
    """
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
    """Writes the due changes of exactly this age into the ring, as edges; returns their number."""
    new = ptr8(bits)
    held = ptr8(level)
    quiet = ptr8(at_once)
    date = ptr32(since)
    ring_times = ptr32(times)
    ring_what = ptr16(what)
    number = ptr32(numbers)
    # Times in the ring never decrease: an edge older than the previous one gets the time of that one.
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
