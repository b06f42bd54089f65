"""From raw levels to edges, dated to the scan that first saw them.

A channel that was quiet for the debounce time tells a change at once; what follows within that time,
only when the new level has held for it. So a marble is told without delay and its bouncing is not.

A quiet scan is one comparison of two bytearrays. Nothing here allocates: times are 30-bit numbers,
which are small integers on a 32-bit MicroPython.
"""

from array import array

MASK = 0x3FFFFFFF


class Scanner:
    """Levels of `channels` sensors, bit c of byte c >> 3 for channel c."""

    def __init__(self, channels, front, ring, active_low, debounce_ms):
        size = (channels + 7) // 8
        self.channels = channels
        self.debounce_ms = debounce_ms
        self.level = bytearray(size)
        self._front = front
        self._ring = ring
        self._flip = 0xFF if active_low else 0
        self._last_mask = 0xFF >> (size * 8 - channels)
        self._raw = bytearray(size)
        self._seen = bytearray(size)
        self._since = array("i", bytearray(4 * channels))
        self._at_once = bytearray(size)  # this change came after quiet
        self._pending = 0
        self._told = 0
        self._first = True

    def scan(self, now):
        """One look at all sensors at time `now`."""
        raw = self._raw
        self._front(raw)
        if raw == self._seen and not self._pending and not self._first:
            return
        self._note(now)
        if self._first:
            # Marbles on the board at the start are no events; the snapshot reports them.
            self._first = False
            self._told = now
            for i in range(len(raw)):
                self.level[i] = self._bits(i)
        self._report(now)

    def _bits(self, i):
        bits = self._raw[i] ^ self._flip
        return bits & self._last_mask if i == len(self._raw) - 1 else bits

    def _note(self, now):
        """Dates every change since the scan before."""
        raw = self._raw
        seen = self._seen
        for i in range(len(raw)):
            changed = raw[i] ^ seen[i]
            if changed:
                seen[i] = raw[i]
                channel = i << 3
                while changed and channel < self.channels:
                    if changed & 1:
                        mask = 1 << (channel & 7)
                        if (now - self._since[channel]) & MASK >= self.debounce_ms:
                            self._at_once[i] |= mask
                        else:
                            self._at_once[i] &= ~mask & 0xFF
                        self._since[channel] = now
                    changed >>= 1
                    channel += 1

    def _report(self, now):
        """Tells what may be told, the oldest change first."""
        more = True
        while more:
            more = False
            best = -1
            best_age = -1
            pending = 0
            for i in range(len(self._raw)):
                differs = self._bits(i) ^ self.level[i]
                at_once = self._at_once[i]
                channel = i << 3
                while differs:
                    if differs & 1:
                        pending += 1
                        age = (now - self._since[channel]) & MASK
                        if age >= self.debounce_ms or at_once & 1:
                            more = best >= 0
                            if age > best_age:
                                best = channel
                                best_age = age
                    differs >>= 1
                    at_once >>= 1
                    channel += 1
            if best >= 0:
                self._tell(best, best_age, now)
                pending -= 1
            self._pending = pending

    def _tell(self, channel, age, now):
        i = channel >> 3
        self.level[i] ^= 1 << (channel & 7)
        # Dates never go back: one that held its level late is dated to the edge told before it.
        if age > (now - self._told) & MASK:
            age = (now - self._told) & MASK
        self._told = (now - age) & MASK
        self._ring.push(self._told, channel | (self.level[i] >> (channel & 7) & 1) << 15)


class Analog:
    """Hall sensors with a voltage: strength against a threshold, with hysteresis, a slice a scan."""

    SLICE = 16

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
        self._fresh = channels

    def fill(self, raw):
        """Measures the next few channels and sets their bits; the first time, all of them."""
        count = self._fresh or min(self.SLICE, self.channels)
        self._fresh = 0
        channel = self._next
        while count:
            reading = self._measure(channel)
            self.reading[channel] = reading
            off = abs(reading - self.baseline[channel])
            mask = 1 << (channel & 7)
            if off >= self.threshold[channel]:
                raw[channel >> 3] |= mask
            elif off < self.threshold[channel] - self.hysteresis[channel]:
                raw[channel >> 3] &= ~mask & 0xFF
            channel += 1
            if channel == self.channels:
                channel = 0
            count -= 1
        self._next = channel
