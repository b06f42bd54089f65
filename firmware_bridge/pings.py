"""Schedule the host's PINGs, and compute from their round trips when a frame is sent again (RFC 6298).

Each PING has a token of its own, so every PONG measures one round trip unambiguously, even if PINGs were
repeated. The host uses the timeout for commands. Each PING carries the expected round trip to the device,
which uses it for edges.
"""

from __future__ import annotations

from firmware_bridge.messages import Ping

PING, PING_EAGER = 0.250, 0.030
"""Seconds between two PINGs: usually, and at the start of a link."""

_KEPT = 64
"""The most unanswered PINGs whose sending times are kept."""

EAGER = 4
"""The number of PINGs at the start of a link that follow each other quickly.

The first PING of a link waits behind the opening requests, so its round trip is too long to map clocks well.
"""

SHORTEST = 0.020
"""The shortest timeout in seconds.

A round trip over USB takes about 2 ms, and the device's main loop runs once a millisecond.
"""

LONGEST = 1.0
"""The longest timeout in seconds. A link that is silent for this time is ended anyway."""

DOUBLINGS = 1
"""How often the timeout doubles while a frame is repeated.

More doublings are not needed: PINGs measure the line four times a second. On a bad line quick repetitions
help.
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


class Pings:
    """The PINGs of one link at a time; `due` is when to send the next."""

    def __init__(self, trip: RoundTrip) -> None:
        self._trip = trip
        self._sent: dict[int, float] = {}
        self._token = 0
        self._last = 0.0
        self._repeats = 0
        self._eager = 0
        self._wanted: float | None = None
        self.due = 0.0

    def begin(self, now: float) -> None:
        """Start a new link, whose first PING is due now."""
        self.due = self._last = now
        self._sent.clear()
        self._repeats = 0
        self._eager = EAGER - 1
        self._wanted = None

    @property
    def unanswered(self) -> int:
        """The number of consecutive PINGs that were not answered in time."""
        return self._repeats

    def confirm(self, t: float) -> None:
        """Send a PING at `t`, or soon if `t` is past, and repeat it until it is answered."""
        self._wanted = t
        self.due = min(self.due, t if self._last < t else self._last + self._trip.patience())

    def next(self, link: int, now: float, received_at: float) -> Ping | None:
        """The PING to send now; None if none is due. `received_at`: when the last good frame arrived.

        After an unanswered PING the next one is due sooner than usual.
        """
        if now < self.due:
            return None
        wanted = self._wanted is not None
        lost = received_at < self._last or (wanted and self._last >= (self._wanted or 0.0))
        self._repeats = self._repeats + 1 if lost else 0
        self.due = now + (self._trip.patience(self._repeats) if lost or wanted else PING)
        self._last = now
        # The tokens run from 1 to 65535; a PONG that the board sends unasked has token 0.
        self._token = self._token % 0xFFFF + 1
        if len(self._sent) >= _KEPT:
            self._sent.clear()
        self._sent[self._token] = now
        return Ping(link, self._token, round((self._trip.expected or 0.0) * 1000))

    def answered(self, token: int, now: float) -> float | None:
        """Take a PONG: measure the round trip; return when the PING with its token was sent.

        Return None if no PING with that token is unanswered.
        """
        sent = self._sent.pop(token, None)
        if sent is not None:
            self._trip.measured(now - sent)
            if self._wanted is not None and sent >= self._wanted:
                self._wanted, self.due = None, self._last + PING
            if self._eager:
                self._eager -= 1
                self.due = min(self.due, self._last + PING_EAGER)
        return sent
