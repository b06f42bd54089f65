"""The edges not yet acknowledged. Made once; pushing allocates nothing."""

from array import array


class Ring:
    """Keeps the edges `oldest` to `next` - 1. Full, it gives up the oldest and counts it."""

    def __init__(self, capacity):
        self.capacity = capacity
        self.times = array("i", bytearray(4 * capacity))
        self.what = array("H", bytearray(2 * capacity))
        self.oldest = 0
        self.next = 0
        self.high = 0
        self.lost = 0

    def push(self, time, what):
        """Adds an edge: its time (30 bits of ms) and its channel, bit 15 set when on."""
        if self.next - self.oldest == self.capacity:
            self.oldest += 1
            self.lost += 1
        slot = self.next % self.capacity
        self.times[slot] = time
        self.what[slot] = what
        self.next += 1
        if self.next - self.oldest > self.high:
            self.high = self.next - self.oldest

    def acknowledge(self, number):
        """The host has every edge below `number`. An impossible number is ignored."""
        if self.oldest < number <= self.next:
            self.oldest = number
            return True
        return False
