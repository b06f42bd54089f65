"""Compute the timeout after which a frame is sent again, from the round trips of PINGs as in RFC 6298.

Each PING has a token of its own, so every PONG measures one round trip unambiguously, even if PINGs were
repeated. The host uses the timeout for commands. Each PING carries the expected round trip to the device,
which uses it for edges.
"""

from __future__ import annotations

SHORTEST = 0.020
"""The shortest timeout in seconds.

A round trip over USB takes about 2 ms, and the device passes once a millisecond.
"""

LONGEST = 1.0
"""The longest timeout in seconds. A link that is silent for this time is ended anyway."""

DOUBLINGS = 1
"""How often the timeout doubles while a frame is repeated.

More is not needed: PINGs measure the line four times a second, and on a bad line quick repetitions help.
"""

STRANGE = 3
"""An unusually long round trip counts only if this many follow each other.

If the zero that ends a frame is lost, the frame is only complete with the next one. So on a bad line a single
round trip may seem very long.
"""

_SMOOTH, _VARY = 1 / 8, 1 / 4


class RoundTrip:
    """An estimate of the round trip of one line."""

    def __init__(self) -> None:
        self._mean: float | None = None
        self._deviation = 0.0
        self._strange = 0
        self._count = 0

    def measured(self, seconds: float) -> None:
        """Add a measured round trip, in seconds, to the estimate.

        The first PING of a link waits behind the opening requests, so a shorter second measurement replaces
        the first.
        """
        self._count += 1
        if self._count == 2 and self._mean is not None and seconds < self._mean:
            self._mean = None
        if self._mean is not None:
            strange = seconds > max(4 * self._mean, self._mean + 8 * self._deviation)
            self._strange = self._strange + 1 if strange else 0
            if 0 < self._strange < STRANGE:
                return
        if self._mean is None or self._strange:
            self._strange = 0
            self._mean, self._deviation = seconds, seconds / 2
        else:
            self._deviation += _VARY * (abs(self._mean - seconds) - self._deviation)
            self._mean += _SMOOTH * (seconds - self._mean)

    @property
    def expected(self) -> float | None:
        """Seconds within which nearly every answer arrives; None before the first measurement."""
        return None if self._mean is None else min(self._mean + 4 * self._deviation, LONGEST)

    def patience(self, repeats: int = 0) -> float:
        """The timeout in seconds for the answer to a frame that has been repeated `repeats` times."""
        first = max(self.expected or 0.0, SHORTEST)
        return float(min(first * 2 ** min(repeats, DOUBLINGS), LONGEST))
