"""One table of the hall at the desk: its stored state, its present game, its summary, and the delayed view.

Visitors without a login (spectators) may see each board some minutes or plays late, so that nobody can help a
player by watching the board on a phone. A finished game is shown completely at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.text import sentence
from jokerboard.journal.records import Json, Kind, Record
from jokerboard.tournament import reading
from jokerboard.tournament.collect.fold import GameView, TableView, header_json
from jokerboard.tournament.collect.fold_games import outcome_json
from jokerboard.tournament.collect.presence import Presence


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


_NOT_SHOWN: Final[Json] = {"open": 0, "behind": 0, "address": None}
"""Values that replace a table's own for delayed spectators; at its `address` the board is shown at once."""


@dataclass(slots=True)
class Seat:
    """One table of the hall: its row in the store, its present game, and its newest summary."""

    id: int
    name: str
    journal: str
    title: str
    generation: int
    bad: str | None
    contact_at: str | None
    view: TableView = field(default_factory=TableView)
    here: Presence | None = None
    known: bool = False
    open: int = 0
    skew: int = 0
    rulings: Mapping[int, Json] = field(default_factory=dict)
    summary: Json | None = None
    delayed: DelayedView | None = None

    def shown_to(self, spectator: bool = False) -> Json:
        """The table's summary for the page; it stays the same object until something changes."""
        if spectator and self.delayed is not None:
            if self.delayed.summary is None:
                self.delayed.summary = self._summary(self.delayed.view) | _NOT_SHOWN
            return self.delayed.summary
        if self.summary is None:
            self.summary = self._summary(self.view)
        return self.summary

    def changed(self) -> None:
        """Forget the table's summary, so that it is made again on request."""
        self.summary = None
        if self.delayed is not None:
            self.delayed.summary = None

    def seen_by(self, spectator: bool) -> TableView:
        """The view of the table for a spectator, who may see it with a delay, or for a director."""
        return self.delayed.view if spectator and self.delayed is not None else self.view

    def _summary(self, view: TableView) -> Json:
        return {
            "name": self.name,
            "title": self.title,
            "here": self.here is not None if self.known else None,
            "heard": self.contact_at,
            "address": self.here.address if self.here else None,
            "health": self.here.health if self.here else None,
            "behind": max(0, self.here.last - view.last) if self.here else 0,
            "bad": None if self.bad is None else sentence(self.bad),
            "open": self.open,
            "last": view.last,
            "game": None if view.game is None else self.game_json(view.game),
        }

    def game_json(self, game: GameView) -> Json:
        """A game of this table with its official outcome, as JSON."""
        return game_json(game, self.skew, self.rulings.get(game.row.game))


def game_json(game: GameView, skew: int, ruling: Json | None) -> Json:
    """A game as JSON for the page; the table's clock is `skew` milliseconds behind this machine's."""
    row = game.row
    outcome = outcome_json(row, ruling)
    return header_json(row) | {
        "names": row.names,
        "position": row.position,
        "turn": game.turn,
        "since": reading.epoch(row.at(game.since)) + skew,
        "card": game.card,
        "n": row.plays,
        "said": game.message,
        "paused": game.paused and outcome["over"] is None and not row.abandoned,
        "penalties": game.penalties,
        **outcome,
        "abandoned": row.abandoned,
        "ended": row.ended,
    }
