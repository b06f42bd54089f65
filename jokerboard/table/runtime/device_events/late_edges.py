"""The game's times of edges that a device hands over late, after an outage. Pure.

The game's time never goes back. Edges that are older than it would all fall into one instant, and a marble
lifted and put back would look like contact bounce. So late edges keep their distances, but no distance above
`STEP`: a long outage must not make the game's time run ahead for long.
"""

from __future__ import annotations

STEP = 0.35
"""Seconds: more than the time for which the referee takes an empty hole for a brushed one."""


class LateEdges:
    """Remembers the edge before."""

    def __init__(self) -> None:
        self._true = self._given = float("-inf")

    def time(self, true: float, earliest: float) -> float:
        """The game's time for an edge that happened at `true`, not before `earliest`. Seconds."""
        since = self._true if true >= self._true else true
        after = self._given + min(true - since, STEP) if since > float("-inf") else earliest
        self._true, self._given = true, max(true, earliest, after)
        return self._given
