"""How long the device's passes are: the figures that HEALTH gives."""

from array import array

from .loops import count_pass, forget_passes, pass_quantile

MOST = 60000  # passes in the table, those of a minute: then it is emptied


class Passes:
    """Lengths of the passes since the figures were last taken, at most of the last minute."""

    def __init__(self):
        self._lengths = array("H", bytearray(2 * 256))  # passes by length, in steps of 16 µs
        self._counts = array("i", (0, 0))  # passes, the longest

    def add(self, us):
        """A pass took `us` microseconds."""
        if count_pass(self._lengths, self._counts, us) == MOST:
            forget_passes(self._lengths, self._counts)

    def figures(self):
        """Median, 99.9th percentile and longest in µs, each at most 65535; empties the table."""
        passes, worst = self._counts
        worst = min(worst, 0xFFFF)
        found = []
        for share in (500, 999):
            quantile = pass_quantile(self._lengths, share, passes)
            found.append(worst if quantile < 0 else min(quantile, worst))
        forget_passes(self._lengths, self._counts)
        return found[0], found[1], worst
