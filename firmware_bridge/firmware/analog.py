"""Analog hall sensors: their readings become levels."""

from array import array

from .viper import micropython, ptr8, ptr16


class Analog:
    """Analog hall sensors: each level follows from reading, threshold and hysteresis.

    Each scan measures a slice.
    """

    SLICE = 16  # channels a scan, so 112 channels take 7 ms and 224 take 14

    def __init__(self, channels, measure):
        self.channels = channels
        self.reading = array("H", bytearray(2 * channels))
        self.baseline = array("H", bytearray(2 * channels))
        self.threshold = array("H", bytearray(2 * channels))
        self.hysteresis = array("H", bytearray(2 * channels))
        self._measure = measure
        self._next = 0
        for channel in range(channels):
            self.baseline[channel] = 0x8000  # Half the supply is the reading without a field.
            self.threshold[channel] = 0x0C00
            self.hysteresis[channel] = 0x0400
        self._fresh = True

    def fill(self, raw):
        """Measures the next slice of channels and sets their bits; the first time, all channels."""
        first = self._next
        end = self.channels if self._fresh else min(first + self.SLICE, self.channels)
        self._fresh = False
        self._measure(first, end, self.reading)
        judge_readings(self.reading, self.baseline, self.threshold, self.hysteresis, raw, first, end)
        self._next = end % self.channels


@micropython.viper
def judge_readings(reading, baseline, threshold, hysteresis, raw, first: int, end: int):
    """Sets the bits of the channels whose reading is `threshold` off `baseline`, with hysteresis."""
    measured = ptr16(reading)
    base = ptr16(baseline)
    on = ptr16(threshold)
    less = ptr16(hysteresis)
    bits = ptr8(raw)
    channel = first
    while channel < end:
        off = measured[channel] - base[channel]
        if off < 0:
            off = 0 - off
        at = channel >> 3
        mask = 1 << (channel & 7)
        if off >= on[channel]:
            bits[at] = bits[at] | mask
        elif off < on[channel] - less[channel]:
            bits[at] = bits[at] & (0xFF ^ mask)
        channel += 1
