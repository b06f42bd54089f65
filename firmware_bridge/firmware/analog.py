"""Turn the readings of analog hall sensors into levels."""

from array import array

from .viper import micropython, ptr8, ptr16


class Analog:
    """Readings and calibration of analog hall sensors, and the levels that follow.

    Each scan measures the next `SLICE` channels.
    """

    SLICE = 16  # channels measured in a scan of 1 ms, so 112 channels take 7 ms and 224 take 14 ms

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
        """Measures the next slice of channels (at first, all channels) and sets their bits in `raw`."""
        first = self._next
        end = self.channels if self._fresh else min(first + self.SLICE, self.channels)
        self._fresh = False
        self._measure(first, end, self.reading)
        judge_readings(self.reading, self.baseline, self.threshold, self.hysteresis, raw, first, end)
        self._next = end % self.channels


@micropython.viper
def judge_readings(reading, baseline, threshold, hysteresis, raw, first: int, end: int):
    """Updates the bits of the channels `first` to `end` - 1 in `raw`.

    A bit is set if the reading is `threshold` or more away from `baseline`, and cleared if it is less than
    `threshold` - `hysteresis` away.
    """
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
