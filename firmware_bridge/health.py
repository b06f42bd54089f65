"""The health of a link: how many frames are damaged in each direction, and how late the board scans.

The host counts the frames that it receives; the board counts its own and answers HEALTH. Every ten seconds
the two are compared. A trouble is reported when it begins, and again only after it has ended.
"""

from __future__ import annotations

from firmware_bridge.codec import FrameCounts
from firmware_bridge.diagnosis import late_text, noise_text
from firmware_bridge.events import Problem, Trouble
from firmware_bridge.facts import BoardHealth

NOISY = 0.05
"""The share of damaged frames from which on the line counts as noisy."""

LATE = 0.20
"""The share of overdue scans from which on a board counts as overworked.

A scan is late after 2 ms; a slide over a hole takes 25 ms or more.
"""

SCANS_A_SECOND = 1000

FROM_BOARD, TO_BOARD = "from the board", "to the board"


class HealthWatch:
    """Watches one link at a time; each method returns the troubles that begin."""

    def __init__(self) -> None:
        self._counts = (0, 0)
        self._health: BoardHealth | None = None
        self._told: set[str] = set()

    def begin(self, counts: FrameCounts) -> None:
        """Start with a new link: earlier counts no longer matter."""
        self._counts = (counts.good, counts.bad)
        self._health = None

    def received(self, counts: FrameCounts, now: float) -> list[Trouble]:
        """Judge the frames from the board since the last time."""
        good, bad = counts.good - self._counts[0], counts.bad - self._counts[1]
        self._counts = (counts.good, counts.bad)
        return self._noise(good, bad, FROM_BOARD, now)

    def answered(self, health: BoardHealth, now: float) -> list[Trouble]:
        """Judge the board's own counts since its last answer."""
        before, self._health = self._health, health
        if before is None or health.uptime_s <= before.uptime_s:
            return []
        good, bad = health.frames_good - before.frames_good, health.frames_bad - before.frames_bad
        seconds, late = health.uptime_s - before.uptime_s, health.overruns - before.overruns
        said = self._noise(good, bad, TO_BOARD, now)
        if self._begins("late", late > LATE * SCANS_A_SECOND * seconds):
            said.append(Trouble(now, Problem.LATE, late_text(late, seconds)))
        return said

    def _noise(self, good: int, bad: int, way: str, now: float) -> list[Trouble]:
        if not self._begins(way, bad > NOISY * (good + bad)):
            return []
        return [Trouble(now, Problem.NOISY, noise_text(good, bad, way))]

    def _begins(self, what: str, is_so: bool) -> bool:
        begins = is_so and what not in self._told
        (self._told.add if is_so else self._told.discard)(what)
        return begins
