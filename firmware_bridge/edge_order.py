"""Deliver the device's edges in the order of their numbers, each once, as events with host times.

Edges may arrive in any order, twice, or not at all. `EdgeOrder` delivers edges that continue the sequence,
stores early ones, and drops duplicates. Lost edges that the device no longer keeps are reported as a gap.

A snapshot numbered n has the levels of all channels after every edge below n. It is delivered right after
those edges, so that it agrees with the edges before and after it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import assert_never

from firmware_bridge.clock import ClockMap
from firmware_bridge.events import Edge, Gap, LinkEvent, Problem, Snapshot, Trouble
from firmware_bridge.facts import RawSnapshot
from firmware_bridge.messages import RawEdge

WINDOW = 4096
"""The most early edges that are stored. A device sends far fewer before it waits for an acknowledgement."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """The edge numbered `seq`, which is the next of the sequence."""

    seq: int
    edge: RawEdge


@dataclass(frozen=True, slots=True)
class Missing:
    """A gap in the sequence of `lost` edges; None: the device restarted, and the number is unknown."""

    lost: int | None


@dataclass(frozen=True, slots=True)
class Levels:
    """A snapshot: the level of each channel after the edges delivered so far.

    `differs` lists the channels whose level here differs from that of earlier edges and snapshots.
    """

    levels: tuple[bool, ...]
    differs: tuple[int, ...]


OrderedItem = Delivered | Missing | Levels


class EdgeOrder:
    """Orders the edges and snapshots of one device; `expected` is the number of the next edge to deliver."""

    def __init__(self) -> None:
        self.boot: int | None = None
        self.expected = 0
        self.wants_snapshot = True
        self._early: dict[int, RawEdge] = {}
        self._levels: dict[int, bool] = {}
        self._held: RawSnapshot | None = None
        self._since_asked: list[Delivered] | None = None

    def is_past(self, boot: int, next_: int) -> bool:
        """Whether a message of the run `boot` with the next edge number `next_` was sent
        before edges that are delivered already.
        """
        return boot == self.boot and next_ < self.expected

    def welcome(self, boot: int, oldest: int, next_: int) -> list[OrderedItem]:
        """Start a link with a device that keeps edges `oldest` to `next_` - 1.

        Return items to deliver now.
        """
        self._forget_snapshot()
        if boot == self.boot and self.expected <= next_:
            return self.keeps(oldest)
        known_before = self.boot is not None
        self.boot, self.expected = boot, oldest
        self._early.clear()
        self._levels.clear()
        return [Missing(None)] if known_before else []

    def keeps(self, oldest: int) -> list[OrderedItem]:
        """Give up edges numbered below `oldest`, which the device has dropped; return items to deliver."""
        items: list[OrderedItem] = []
        for seq in sorted(seq for seq in self._early if seq < oldest):
            items += self._skip_to(seq)
            items += self._advance()
        items += self._skip_to(oldest)
        return items + self._advance()

    def edges(self, seq: int, edges: tuple[RawEdge, ...]) -> list[OrderedItem]:
        """Take the edges `seq`, `seq` + 1, and so on; return the items that can be delivered now."""
        for number, edge in enumerate(edges, seq):
            if self.expected <= number < self.expected + WINDOW:
                self._early.setdefault(number, edge)
        return self._advance()

    def asked(self) -> None:
        """Note that a snapshot is being requested; store later edges, to update it if it arrives late."""
        self.wants_snapshot = False
        self._since_asked = []

    def snapshot(self, snapshot: RawSnapshot) -> list[OrderedItem]:
        """Take a snapshot; return items to deliver. Request another if this one is too old to be updated."""
        if snapshot.seq < self.expected and self._since_asked is None:
            self.wants_snapshot = True
            return []
        self._held = snapshot
        return self._fitting()

    def _skip_to(self, seq: int) -> list[OrderedItem]:
        if seq <= self.expected:
            return []
        lost, self.expected = seq - self.expected, seq
        self._forget_snapshot()
        return [Missing(lost)]

    def _forget_snapshot(self) -> None:
        self.wants_snapshot = True
        self._held = None
        self._since_asked = None

    def _advance(self) -> list[OrderedItem]:
        items: list[OrderedItem] = self._fitting()
        while (edge := self._early.pop(self.expected, None)) is not None:
            delivered = Delivered(self.expected, edge)
            items.append(delivered)
            if self._since_asked is not None:
                self._since_asked.append(delivered)
            self._levels[edge.channel] = edge.on
            self.expected += 1
            items += self._fitting()
        return items

    def _fitting(self) -> list[OrderedItem]:
        if self._held is None or self._held.seq > self.expected:
            return []
        levels = dict(enumerate(self._held.levels))
        for delivered in self._since_asked or ():
            if delivered.seq >= self._held.seq and delivered.edge.channel in levels:
                levels[delivered.edge.channel] = delivered.edge.on
        differs = tuple(c for c, on in levels.items() if self._levels.get(c, on) != on)
        self._levels = levels
        self._held = None
        self._since_asked = None
        return [Levels(tuple(levels.values()), differs)]


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
        """Note that the device's next edge has the number `next_`, as it reported after the time `at`."""
        self._confirmed.append((at, next_))

    def expects(self, seq: int) -> None:
        """Note that every edge below `seq` has been delivered or given up; move `whole_until` accordingly."""
        while self._confirmed and self._confirmed[0][1] <= seq:
            self.whole_until = self._confirmed.popleft()[0]

    def events(self, items: list[OrderedItem], now: float, channels: int | None) -> list[LinkEvent]:
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
