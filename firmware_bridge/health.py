"""The health of a link: how many frames are damaged in each direction, and how late the board scans.

The host counts the frames that it receives; the board counts the frames that it receives and the late scans,
and reports both in HEALTH. Every ten seconds the latest counts are judged. A trouble is reported when it
begins, and again only after it has ended.
"""

from __future__ import annotations

from firmware_bridge.codec import FrameCounts
from firmware_bridge.diagnosis import late_text, noise_text
from firmware_bridge.events import Problem, Trouble
from firmware_bridge.facts import BoardHealth

NOISY = 0.05
"""The line counts as noisy if more than this share of the frames is damaged."""

LATE = 0.20
"""The board counts as too slow if more than this share of its scans is late.

A scan is late 2 ms after the previous one. A marble that slides over a hole stays there 25 ms or more.
"""

SCANS_A_SECOND = 1000

FROM_BOARD, TO_BOARD = "from the board", "to the board"


class HealthWatch:
    """Judges the health of one link at a time; returns each trouble when it begins."""

    def __init__(self) -> None:
        self._counts = (0, 0)
        self._health: BoardHealth | None = None
        self._told: set[str] = set()

    def begin(self, counts: FrameCounts) -> None:
        """Start watching a new link; `counts` has the frames received before it."""
        self._counts = (counts.good, counts.bad)
        self._health = None

    def received(self, counts: FrameCounts, now: float) -> list[Trouble]:
        """Judge the frames received from the board since the previous call; return a new trouble, if any."""
        good, bad = counts.good - self._counts[0], counts.bad - self._counts[1]
        self._counts = (counts.good, counts.bad)
        return self._noise(good, bad, FROM_BOARD, now)

    def answered(self, health: BoardHealth, now: float) -> list[Trouble]:
        """Judge the change of the board's counters since its previous answer; return new troubles."""
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
