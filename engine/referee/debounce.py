"""Debounce: from raw, bouncing levels to accepted ones; time is an argument.

A level is accepted once it has lasted `noise` seconds without a break; a shorter one is ignored. So a clean
edge is accepted after `noise` seconds, and a bouncing edge `noise` seconds after its last bounce.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.geometry import Hole


class Settled(NamedTuple):
    """An accepted change: the hole's level is `on` since the time `edge`; the change was accepted at `t`."""

    t: float
    edge: float
    hole: Hole
    on: bool


class Debouncer:
    """The accepted levels of all holes as a mask, and the *young* changes, which are not accepted yet."""

    __slots__ = ("_due", "_noise", "_raw", "levels")

    def __init__(self, levels: int, noise: float) -> None:
        self.levels = levels
        self._raw = levels
        self._noise = noise
        self._due: dict[Hole, tuple[float, float]] = {}

    def edge(self, t: float, hole: Hole, on: bool) -> None:
        """Take a raw level at `t`; a repeated level is ignored."""
        bit = 1 << hole
        if bool(self._raw & bit) == on:
            return
        self._raw ^= bit
        if (self._raw ^ self.levels) & bit:
            self._due[hole] = (t + self._noise, t)
        else:
            self._due.pop(hole, None)

    @property
    def deadline(self) -> float | None:
        """The time at which the next young change is accepted; None if there is none."""
        return min(self._due.values())[0] if self._due else None

    @property
    def young(self) -> int:
        """The mask of holes with a change that is not accepted yet."""
        mask = 0
        for hole in self._due:
            mask |= 1 << hole
        return mask

    def settle(self, t: float) -> list[Settled]:
        """The changes that are accepted by `t`, in the order of their acceptance."""
        ripe = sorted((due, edge, hole) for hole, (due, edge) in self._due.items() if due <= t)
        changes = []
        for due, edge, hole in ripe:
            del self._due[hole]
            self.levels ^= 1 << hole
            changes.append(Settled(due, edge, hole, bool(self.levels >> hole & 1)))
        return changes
