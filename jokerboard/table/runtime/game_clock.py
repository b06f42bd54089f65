"""The time of one game, its timers, and the order of its events.

The game's time is in seconds since the game began, to the microsecond, and never runs backwards. The game
clock continues after a restart from the journal's end, and is paused while the game is stopped.

A link may deliver the sensors' edges late. The game's time then waits for them, and so do cards, buttons and
deadlines (`EventOrder`). Sensors without a link deliver every edge at once, and nothing waits.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count
from math import ceil, inf

from hardware.clock import Clock, Handle
from hardware.ports import LateBank, SensorBank

STEP = 0.35
"""The most seconds between two late edges: a hole that is empty so long does not count as brushed."""


class LateEdges:
    """The game's times of edges that a device delivers late, after an outage.

    The game's time never goes back, so late edges cannot get their true times. If they all got the same time,
    a marble lifted and put back would look like contact bounce. So they keep their distances, up to `STEP`: a
    long outage must not make the game's time run ahead for long.
    """

    def __init__(self) -> None:
        self._true = self._given = float("-inf")

    def time(self, true: float, earliest: float) -> float:
        """The game's time in seconds for an edge that happened at `true`; it is not before `earliest`."""
        since = self._true if true >= self._true else true
        after = self._given + min(true - since, STEP) if since > float("-inf") else earliest
        self._true, self._given = true, max(true, earliest, after)
        return self._given


class GameClock:
    """Converts the machine's time to the game's time."""

    def __init__(
        self,
        clock: Clock,
        t: float,
        *,
        stopped: bool,
        complete: Callable[[], float] = lambda: float("inf"),
    ) -> None:
        """`t`: the game's time now; `complete()`: the machine's time up to which all edges are delivered."""
        self._clock, self._complete = clock, complete
        self._zero = clock.now() - t
        self._last = t
        self._late = LateEdges()
        self.stopped = stopped
        """Whether the game's time is stopped."""

    def now(self) -> float:
        """The game's time now, in seconds since the game began."""
        return self.of(min(self._clock.now(), self._complete()))

    def of(self, moment: float) -> float:
        """The game's time for the machine's time `moment`."""
        if not self.stopped:
            self._last = max(round(moment - self._zero, 6), self._last)
        return self._last

    def of_edge(self, moment: float) -> float:
        """The game's time for a sensor edge at the machine's time `moment`, even a late one."""
        if not self.stopped:
            self._last = self._late.time(round(moment - self._zero, 6), self._last)
        return self.of(moment)

    def moment(self, due: float) -> float:
        """The machine's time for the game's time `due`."""
        return due + self._zero

    def reach(self, due: float) -> float:
        """Let the time reach the deadline `due`, and return it; later events get later times."""
        # Times are kept in whole microseconds; rounding down would end just before the deadline.
        self._last = max(self.now(), due, ceil(due * 1e6) / 1e6)
        return self._last

    def go_on(self) -> None:
        """Let the time continue from where it stopped."""
        self.stopped = False
        self._zero = self._clock.now() - self._last


class EventOrder:
    """Holds back calls until all earlier edges have been delivered; times are the machine clock's."""

    def __init__(self, sensors: SensorBank) -> None:
        self._sensors = sensors if isinstance(sensors, LateBank) else None
        self._waiting: list[tuple[float, int, Callable[[], None]]] = []
        self._count = count()

    def complete(self) -> float:
        """The time before which all edges have been delivered."""
        return inf if self._sensors is None else self._sensors.complete

    def at(self, t: float, do: Callable[[], None]) -> None:
        """Call `do` once all edges before `t` have been delivered, possibly at once."""
        # The count keeps the order of equal times; functions themselves cannot be compared.
        heapq.heappush(self._waiting, (t, next(self._count), do))
        self._go_on()

    def before(self, t: float) -> None:
        """Make the calls that wait for edges before `t`, because an edge of the time `t` has come."""
        while self._waiting and self._waiting[0][0] < t:
            heapq.heappop(self._waiting)[2]()

    def hurry(self) -> None:
        """Make all waiting calls now."""
        self.before(inf)

    def close(self) -> None:
        """Drop all waiting calls."""
        self._waiting.clear()

    def _go_on(self) -> None:
        while self._waiting and self._waiting[0][0] <= self.complete():
            heapq.heappop(self._waiting)[2]()
        if self._waiting and self._sensors is not None:
            self._sensors.confirm(self._waiting[0][0], self._go_on)


class Timers:
    """Named timers of one game; each has at most one deadline, and `close` ends them all."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._set: dict[str, Handle] = {}
        self._closed = False

    def wake(self, name: str, at: float | None, then: Callable[[], None]) -> None:
        """Set a timer: call `then` at clock time `at`, or never (None); its previous deadline is dropped."""
        before = self._set.pop(name, None)
        if before is not None:
            before.cancel()
        if at is not None and not self._closed:
            self._set[name] = self._clock.call_at(at, then)

    def close(self) -> None:
        """Cancel every deadline; later ones are ignored."""
        self._closed = True
        for handle in self._set.values():
            handle.cancel()
