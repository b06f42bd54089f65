"""The time of one game: seconds since it began, to the microsecond, never running backwards.

It continues after a restart where the journal ends, and stands still while the game is stopped. If a link
delivers edges late, it stands where the sensors have told every edge.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from hardware.clock import Clock
from jokerboard.table.runtime.device_events.late_edges import LateEdges


class GameClock:
    """Tells the game's time by the clock of the machine."""

    def __init__(
        self,
        clock: Clock,
        t: float,
        *,
        stopped: bool,
        complete: Callable[[], float] = lambda: float("inf"),
    ) -> None:
        """`t` is the game's time now; `complete`: before which moment the sensors have told every edge."""
        self._clock, self._complete = clock, complete
        self._zero = clock.now() - t
        self._last = t
        self._late = LateEdges()
        self.stopped = stopped
        """Whether the time stands."""

    def now(self) -> float:
        """The game's time."""
        return self.of(min(self._clock.now(), self._complete()))

    def of(self, moment: float) -> float:
        """The game's time at the machine's time `moment`."""
        if not self.stopped:
            self._last = max(round(moment - self._zero, 6), self._last)
        return self._last

    def of_edge(self, moment: float) -> float:
        """The same for a sensor edge: edges that arrive late keep their distances."""
        if not self.stopped:
            self._last = self._late.time(round(moment - self._zero, 6), self._last)
        return self.of(moment)

    def moment(self, due: float) -> float:
        """The machine's time at which the game's time is `due`."""
        return due + self._zero

    def reach(self, due: float) -> float:
        """Let the time reach the deadline `due`, and return it: an event of that instant comes later."""
        self._last = max(self.now(), due, ceil(due * 1e6) / 1e6)
        return self._last

    def go_on(self) -> None:
        """Let the time run again from where it stands."""
        self.stopped = False
        self._zero = self._clock.now() - self._last
