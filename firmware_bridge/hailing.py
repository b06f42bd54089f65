"""Hailing: requesting a link with HELLO until WELCOME comes, and diagnosing why it does not come.

Each request for a link has a nonce of its own. HELLO goes out every 10 ms at first and while bytes arrive,
else every 100 ms. After two seconds without a WELCOME the host reports the likely fault once: nothing
arrives, its own bytes come back, the device uses another protocol, or the board receives nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from firmware_bridge import messages
from firmware_bridge.codec import FrameCounts
from firmware_bridge.diagnosis import DEAF, ECHO, SILENT, foreign_text, noise_text
from firmware_bridge.events import Problem, Trouble
from firmware_bridge.messages import Message

HAIL_ACTIVE, HAIL_SILENT = 0.010, 0.100
"""Seconds between two HELLOs: while bytes arrive, and while none do; section 9 of PROTOCOL.md."""
HAIL_EAGER, ACTIVE_FOR = 0.5, 0.250
"""Seconds for which HELLO is sent often: after a new request, and after bytes arrived."""
DIAGNOSE, RETRY_REFUSED = 2.0, 2.0
"""Seconds until the diagnosis, and between two HELLOs to a board of another major version."""
_SAMPLE = 400
"""The most received bytes that are kept, to identify a foreign device."""

_NEVER = float("inf")


class Hailing:
    """One request for a link at a time: `due` is when to send HELLO with `nonce`.

    `begin` starts a new request.
    """

    def __init__(self, new_nonce: Callable[[], int]) -> None:
        self._new_nonce = new_nonce
        self.nonce = 0
        self.since = self.due = 0.0
        self._diagnose_at = self._received_at = 0.0
        self._sample = bytearray()
        self._evidence: Problem | None = None
        self._reported: Problem | None = None
        self._good = self._bad = 0

    def begin(self, now: float, counts: FrameCounts) -> None:
        """Start a new request for a link, whose first HELLO is due at once; `counts`: the frames so far."""
        self.nonce = self._new_nonce()
        self.since = self.due = now
        self._diagnose_at = now + DIAGNOSE
        self._sample.clear()
        self._evidence = self._reported = None
        self._good, self._bad = counts.good, counts.bad

    def received(self, data: bytes, now: float) -> None:
        """Take note of received bytes: send HELLO sooner, and keep the first bytes for the diagnosis."""
        self._received_at = now
        if self._reported is None:
            self.due = min(self.due, now + HAIL_ACTIVE)
        self._sample += data[: _SAMPLE - len(self._sample)]

    def received_frame(self, message: Message, now: float) -> None:
        """Take note of an undamaged frame other than WELCOME: from a board, or an echo of a host's frame."""
        own = isinstance(message, messages.Hello | messages.Ack | messages.Ping | messages.Command)
        evidence = Problem.ECHO if own else Problem.DEAF
        if evidence is not self._evidence:
            self._evidence = evidence
            self._diagnose_at = now + DIAGNOSE
        if not own:
            self.due = min(self.due, now + HAIL_ACTIVE)

    def sent(self, now: float, *, refused: bool) -> None:
        """Schedule the next HELLO after one was sent; `refused`: the board has another major version."""
        eager = now < self.since + HAIL_EAGER
        active = now < self._received_at + ACTIVE_FOR and self._reported is None
        if refused:
            self.due = now + RETRY_REFUSED
        else:
            self.due = now + (HAIL_ACTIVE if eager or active else HAIL_SILENT)

    def diagnose(self, now: float, counts: FrameCounts) -> list[Trouble]:
        """The likely fault of the line, from two seconds after `begin` on; each fault is returned once."""
        if now < self._diagnose_at:
            return []
        self._diagnose_at = _NEVER
        problem, text = self._finding(counts.good - self._good, counts.bad - self._bad)
        if problem is self._reported:
            return []
        self._reported = problem
        return [Trouble(now, problem, text)]

    def _finding(self, good: int, bad: int) -> tuple[Problem, str]:
        if self._evidence is Problem.ECHO:
            return Problem.ECHO, ECHO
        # Above 5 % damaged frames, noise explains the missing answer better than a broken wire.
        if self._evidence is Problem.DEAF and bad * 20 > good + bad:
            return Problem.NOISY, noise_text(good, bad, "from the board")
        if self._evidence is Problem.DEAF:
            return Problem.DEAF, DEAF
        if self._sample:
            return Problem.FOREIGN, foreign_text(bytes(self._sample), bad)
        return Problem.SILENT, SILENT
