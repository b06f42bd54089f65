"""Turn ordered edges, gaps and snapshots into events, with host times instead of device times."""

from __future__ import annotations

from collections import deque
from typing import assert_never

from firmware_bridge.clock import ClockMap
from firmware_bridge.edge_order import Delivered, Levels, Missing, OrderedItem
from firmware_bridge.events import Edge, Gap, LinkEvent, Problem, Snapshot, Trouble


class HostEvents:
    """Makes events of one device; the times of edges never decrease and are never in the future."""

    def __init__(self) -> None:
        self.clock = ClockMap()
        self._last = float("-inf")
        self._confirmed: deque[tuple[float, int]] = deque()
        self.whole_until: float | None = None
        """The time before which every edge has been delivered; None while it is unknown."""

    def restarted(self) -> None:
        """Forget the clock and the edge numbers of the device's previous run."""
        self.clock = ClockMap()
        self._confirmed.clear()

    def confirmed(self, at: float, next_: int) -> None:
        """Note the device's message, sent after the time `at`, that its next edge will be `next_`."""
        self._confirmed.append((at, next_))

    def expects(self, seq: int) -> None:
        """Note that every edge below `seq` has been delivered or given up; move `whole_until` accordingly."""
        while self._confirmed and self._confirmed[0][1] <= seq:
            self.whole_until = self._confirmed.popleft()[0]

    def tell(self, items: list[OrderedItem], now: float, channels: int | None) -> list[LinkEvent]:
        """One event for each item.

        `channels` is the device's number of channels, None while it is unknown.
        """
        return [self._event(item, now, channels) for item in items]

    def _event(self, item: OrderedItem, now: float, channels: int | None) -> LinkEvent:
        match item:
            case Delivered(seq, edge):
                # A mapped time may be off by milliseconds, but it must neither lie in the future nor go back.
                self._last = max(min(self.clock.to_host(edge.time), now), self._last)
                if channels is not None and edge.channel >= channels:
                    text = f"The board reports channel {edge.channel}, but it has {channels} channels."
                    return Trouble(now, Problem.REFUSED, text)
                return Edge(self._last, seq, edge.channel, edge.on)
            case Missing(lost):
                return Gap(now, lost, self.whole_until, self._gap_text(lost, now))
            case Levels(levels, differs):
                return Snapshot(now, levels, differs)
            case _ as never:  # pragma: no cover
                assert_never(never)

    def _gap_text(self, lost: int | None, now: float) -> str:
        until = self.whole_until
        span = "" if until is None else f" of the last {max(1, round(now - until))} s"
        if lost is None:
            return f"The board has restarted; changes{span} may be lost."
        changes = f"1 change{span} is" if lost == 1 else f"{lost} changes{span} are"
        return f"The board's memory was full; {changes} lost."
