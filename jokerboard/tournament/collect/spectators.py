"""The spectators' delay: visitors without a login see each board some minutes or plays late.

With the delay, nobody can help a player by watching the board on a phone. A finished game is shown completely
at once.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from jokerboard.journal.records import Json, Kind, Record
from jokerboard.tournament.collect.fold import TableView


@dataclass(frozen=True, slots=True)
class Delay:
    """How late spectators see a record: after `seconds`, and after this many later `plays`; 0 is no delay."""

    seconds: float = 0.0
    plays: int = 0

    def __bool__(self) -> bool:
        return self.seconds > 0 or self.plays > 0


@dataclass(slots=True)
class DelayedView:
    """The spectators' view of one table, and the records that are still `waiting` to be shown."""

    owner: int
    view: TableView = field(default_factory=TableView)
    waiting: deque[tuple[Record, float]] = field(default_factory=deque)
    summary: Json | None = None
    _plays: int = 0

    def take(self, record: Record, arrived: float) -> None:
        """Add a record that arrived at this time, in seconds of a monotonic clock."""
        self.waiting.append((record, arrived))
        self._plays += _is_play(record)

    def release(self, delay: Delay, now: float, wall: str) -> bool:
        """Show the records that spectators may see now; return whether there were any."""
        ended = next((k for k in range(len(self.waiting) - 1, -1, -1) if _ends(self.waiting[k][0])), -1)
        released = 0
        while self.waiting:
            record, arrived = self.waiting[0]
            soon = arrived + delay.seconds > now or (self._plays > 0 and self._plays <= delay.plays)
            if released > ended and delay and soon:
                break
            self.waiting.popleft()
            self._plays -= _is_play(record)
            self.view.take(record, self.owner, wall)
            released += 1
        if released:
            self.summary = None
        return released > 0


def _is_play(record: Record) -> bool:
    return record.kind is Kind.VERDICT and record.data.get("kind") in ("move", "discard")


def _ends(record: Record) -> bool:
    """Whether the record ends the game: won, decided by the director, or abandoned."""
    if record.kind is Kind.ABANDONED:
        return True
    if record.kind is Kind.ORDER:
        return record.data.get("taken") is True and record.data.get("order") == "result"
    return record.kind is Kind.VERDICT and record.data.get("kind") == "over"
