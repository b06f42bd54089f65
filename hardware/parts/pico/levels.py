"""Turn the edges, gaps and snapshots of a Pico's link into edges of the channels. Pure: events in, edges out.

While the board is lost, and from a new link until its first snapshot, edges wait. If the link continues the
sequence without a gap, the waiting edges are reported in order, with the board's times. After a gap, changes
are missing, so the snapshot replaces the waiting edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from firmware_bridge.events import Edge, LinkEvent, Snapshot
from hardware.parts.chain_watch import Watch
from hardware.ports import SensorEdge


class WatchedChain:
    """The inputs of every chip as the link reports them; detects a broken chain by its tied inputs."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._inputs = bytearray(watch.chips)
        """A byte for each chip, bit 0 is input A; a bit is 1 if the input is high, so without a magnet."""
        self._known = False

    def fault(self, events: Iterable[LinkEvent]) -> str | None:
        """Apply `events`; return a sentence about the chain's fault.

        Return None if there is no fault, or if no snapshot has come yet.
        """
        for event in events:
            if isinstance(event, Edge) and event.channel < 8 * len(self._inputs):
                self._take(event.channel, event.on)
            elif isinstance(event, Snapshot) and len(event.levels) >= 8 * len(self._inputs):
                self._known = True
                for channel in range(8 * len(self._inputs)):
                    self._take(channel, event.levels[channel])
        return self._watch.fault(bytes(self._inputs)) if self._known else None

    def _take(self, channel: int, on: bool) -> None:
        bit = 1 << (channel & 7)
        self._inputs[channel >> 3] = self._inputs[channel >> 3] & ~bit | (0 if on else bit)


class PicoLevels:
    """The levels that were reported for channels 0 to `channels` - 1; empty before the first snapshot."""

    def __init__(self, channels: int) -> None:
        self._channels = channels
        self.levels: list[bool] = []
        self._waiting: list[Edge] = []
        self._gap = False
        self._t = 0.0

    def edge(self, edge: Edge, *, wait: bool) -> list[SensorEdge]:
        """The edges to report after `edge` arrived: none or one.

        With `wait`, the edge is kept for `catch_up` instead.
        """
        if edge.channel >= self._channels:
            return []
        if wait or not self.levels:
            self._waiting.append(edge)
            return []
        return self._changes(edge.t, edge.channel, edge.on)

    def gap(self) -> None:
        """Drop the waiting edges, because edges are missing after them."""
        self._waiting.clear()
        self._gap = True

    def stand_in(self, snapshot: Snapshot, *, lost: bool) -> None:
        """Take the levels of `snapshot` without reporting edges if the changes before it are unknown.

        They are unknown before the first snapshot, and after a gap while the board was `lost`.
        """
        if not self.levels or (lost and self._gap):
            self.levels = list(snapshot.levels[: self._channels])
            self._waiting.clear()
        self._gap = False

    def adopt(self) -> None:
        """Apply the waiting edges without reporting them, because other edges are missing."""
        for edge in self._waiting:
            self.levels[edge.channel] = edge.on
        self._waiting.clear()

    def catch_up(self, snapshot: Snapshot) -> Iterator[SensorEdge]:
        """The edges to report at `snapshot`: the waiting edges, then one for each level that still differs.

        `levels` is updated with each edge.
        """
        waiting, self._waiting = self._waiting, []
        for edge in waiting:
            yield from self._changes(edge.t, edge.channel, edge.on)
        for channel, on in enumerate(snapshot.levels[: self._channels]):
            yield from self._changes(snapshot.t, channel, on)

    def _changes(self, t: float, channel: int, on: bool) -> list[SensorEdge]:
        if self.levels[channel] == on:
            return []
        self.levels[channel] = on
        # A new session maps the board's clock to ours again, so times could go back, which `hardware.ports`
        # forbids.
        self._t = max(self._t, t)
        return [SensorEdge(self._t, channel, on)]
