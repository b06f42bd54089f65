"""The lengths of the device's passes, which HEALTH reports."""

from array import array

from .viper import micropython, ptr16, ptr32

MOST = 60000  # passes in the table, as many as in a minute; then it is emptied


class Passes:
    """Counts passes by length since the last report, at most those of the last minute."""

    def __init__(self):
        # number of passes by length, in steps of 16 microseconds
        self._lengths = array("H", bytearray(2 * 256))
        self._counts = array("i", (0, 0))  # number of passes, and the longest

    def add(self, us):
        """Counts a pass that took `us` microseconds."""
        if count_pass(self._lengths, self._counts, us) == MOST:
            forget_passes(self._lengths, self._counts)

    def figures(self):
        """Median, 99.9th percentile and longest in microseconds, each at most 65535; empties the table."""
        passes, worst = self._counts
        # The answer has 16 bits for it.
        worst = min(worst, 0xFFFF)
        found = []
        for share in (500, 999):
            quantile = pass_quantile(self._lengths, share, passes)
            found.append(worst if quantile < 0 else min(quantile, worst))
        forget_passes(self._lengths, self._counts)
        return found[0], found[1], worst


@micropython.viper
def count_pass(lengths, counts, us: int) -> int:
    """Counts a pass of `us` microseconds in `lengths` and `counts`. Returns the number of passes."""
    length = ptr16(lengths)
    number = ptr32(counts)
    step = us >> 4
    if step > 255:
        step = 255
    length[step] = length[step] + 1
    if us > number[1]:
        number[1] = us
    number[0] = number[0] + 1
    return number[0]


@micropython.viper
def pass_quantile(lengths, thousandths: int, passes: int) -> int:
    """The microseconds below which this share (in thousandths) of the passes lies; -1 beyond the table."""
    length = ptr16(lengths)
    wanted = passes * thousandths
    below = 0
    step = 0
    while step < 255:
        below += length[step]
        if below * 1000 > wanted:
            return (step << 4) + 8
        step += 1
    return -1


@micropython.viper
def forget_passes(lengths, counts):
    """Empties the table of passes."""
    length = ptr16(lengths)
    number = ptr32(counts)
    number[0] = 0
    number[1] = 0
    step = 0
    while step < 256:
        length[step] = 0
        step += 1
