"""PING and PONG: signs of life from the host, and measured round trips."""

from __future__ import annotations

from firmware_bridge import timing
from firmware_bridge.messages import Ping
from firmware_bridge.round_trip import RoundTrip

_KEPT = 64
"""The number of unanswered PINGs that are remembered."""

EAGER = 4
"""PINGs at the start of a link, each sent soon after the answer to the one before.

The very first one waits behind the requests of the opening, so it maps the clocks badly and makes the line
seem slow.
"""


class Pings:
    """The PINGs of one link at a time."""

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
        """Start with a new link: the first PING is due now."""
        self.due = self._last = now
        self._sent.clear()
        self._repeats = 0
        self._eager = EAGER - 1
        self._wanted = None

    @property
    def unanswered(self) -> int:
        """The number of consecutive PINGs without an answer in time."""
        return self._repeats

    def confirm(self, t: float) -> None:
        """Request a PONG to a PING sent at `t` or later, soon."""
        self._wanted = t
        self.due = min(self.due, t if self._last < t else self._last + self._trip.patience())

    def next(self, link: int, now: float, heard_at: float) -> Ping | None:
        """The PING to send now; None if none is due. `heard_at` is when the last good frame came.

        A PING that brought nothing back is repeated sooner: the line is bad, or the device is gone. So is a
        PING whose own PONG was requested.
        """
        if now < self.due:
            return None
        wanted = self._wanted is not None
        lost = heard_at < self._last or (wanted and self._last >= (self._wanted or 0.0))
        self._repeats = self._repeats + 1 if lost else 0
        self.due = now + (self._trip.patience(self._repeats) if lost or wanted else timing.PING)
        self._last = now
        # Token 0 is left for the PONGs that the board sends unasked.
        self._token = self._token % 0xFFFF + 1
        if len(self._sent) >= _KEPT:
            self._sent.clear()
        self._sent[self._token] = now
        return Ping(link, self._token, round((self._trip.expected or 0.0) * 1000))

    def answered(self, token: int, now: float) -> float | None:
        """Measure the round trip of a PONG; return the time at which its PING was sent.

        None for an unexpected PONG.
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
