"""Schedule the host's PINGs, and measure round trips by the PONGs that answer them."""

from __future__ import annotations

from firmware_bridge import timing
from firmware_bridge.messages import Ping
from firmware_bridge.round_trip import RoundTrip

_KEPT = 64
"""The most unanswered PINGs whose sending times are kept."""

EAGER = 4
"""The number of PINGs at the start of a link that follow each other quickly.

The first PING of a link waits behind the opening requests, so its round trip is too long to map clocks well.
"""


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

    def next(self, link: int, now: float, heard_at: float) -> Ping | None:
        """The PING to send now; None if none is due. `heard_at`: when the last good frame arrived.

        After an unanswered PING the next one is due sooner than usual.
        """
        if now < self.due:
            return None
        wanted = self._wanted is not None
        lost = heard_at < self._last or (wanted and self._last >= (self._wanted or 0.0))
        self._repeats = self._repeats + 1 if lost else 0
        self.due = now + (self._trip.patience(self._repeats) if lost or wanted else timing.PING)
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
                self._wanted, self.due = None, self._last + timing.PING
            if self._eager:
                self._eager -= 1
                self.due = min(self.due, self._last + timing.PING_EAGER)
        return sent
