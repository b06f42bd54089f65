"""Events in the order in which they happened, although a link may deliver the sensors' edges late.

A card, a button or a deadline waits until the sensors have told every edge before it. Sensors without a link
tell every edge at once, and nothing waits.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count
from math import inf

from hardware.ports import LateBank, SensorBank


class EventOrder:
    """The calls that wait for edges of one game's sensors; times are the clock's."""

    def __init__(self, sensors: SensorBank) -> None:
        self._sensors = sensors if isinstance(sensors, LateBank) else None
        self._waiting: list[tuple[float, int, Callable[[], None]]] = []
        self._count = count()

    def complete(self) -> float:
        """The time before which every edge has been told."""
        return inf if self._sensors is None else self._sensors.complete

    def at(self, t: float, do: Callable[[], None]) -> None:
        """Call `do` when every edge before `t` has been told, which may be now."""
        heapq.heappush(self._waiting, (t, next(self._count), do))
        self._go_on()

    def before(self, t: float) -> None:
        """An edge of the time `t` is here: call what waits for earlier ones."""
        while self._waiting and self._waiting[0][0] < t:
            heapq.heappop(self._waiting)[2]()

    def hurry(self) -> None:
        """Call everything that waits."""
        self.before(inf)

    def close(self) -> None:
        """Forget what waits."""
        self._waiting.clear()

    def _go_on(self) -> None:
        while self._waiting and self._waiting[0][0] <= self.complete():
            heapq.heappop(self._waiting)[2]()
        if self._waiting and self._sensors is not None:
            self._sensors.confirm(self._waiting[0][0], self._go_on)
