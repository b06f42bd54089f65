"""Statistics of how long the passes of the main loop take, which HEALTH reports."""

from array import array

from .viper import micropython, ptr16, ptr32

MOST = 60000  # After this number of passes, which take a minute, the statistics start again.


class Passes:
    """Counts passes by duration since the last report, or since the last `MOST` passes."""

    def __init__(self):
        # The number of passes of each duration, in steps of 16 microseconds.
        self._lengths = array("H", bytearray(2 * 256))
        self._counts = array("i", (0, 0))  # The number of passes, and the microseconds of the longest pass.

    def add(self, us):
        """Counts a pass that took `us` microseconds."""
        if count_pass(self._lengths, self._counts, us) == MOST:
            forget_passes(self._lengths, self._counts)

    def figures(self):
        """Median, 99.9th percentile and longest duration in microseconds, each at most 65535.

        The statistics then start again.
        """
        passes, worst = self._counts
        # HEALTH has 16 bits for each number.
        worst = min(worst, 0xFFFF)
        found = []
        for share in (500, 999):
            quantile = pass_quantile(self._lengths, share, passes)
            found.append(worst if quantile < 0 else min(quantile, worst))
        forget_passes(self._lengths, self._counts)
        return found[0], found[1], worst


@micropython.viper
def count_pass(lengths, counts, us: int) -> int:
    """Counts a pass that took `us` microseconds; returns the number of passes counted."""
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
    """The microseconds that `thousandths` of the passes do not exceed; -1 if longer than the table holds."""
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
    """Set all counts of passes, and the longest duration, to 0."""
    length = ptr16(lengths)
    number = ptr32(counts)
    number[0] = 0
    number[1] = 0
    step = 0
    while step < 256:
        length[step] = 0
        step += 1
