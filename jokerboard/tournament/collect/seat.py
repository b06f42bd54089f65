"""One table of the hall at the desk: its stored state, its present game, and its summary for the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.words import sentence
from jokerboard.journal.records import Json
from jokerboard.tournament import reading
from jokerboard.tournament.collect.fold import GameView, TableView, header_json
from jokerboard.tournament.collect.fold_games import outcome_json
from jokerboard.tournament.collect.presence import Presence
from jokerboard.tournament.collect.spectators import DelayedView

_NOT_SHOWN: Final[Json] = {"open": 0, "behind": 0, "address": None}
"""The values shown to delayed spectators: the table's own page would show its board at once."""


@dataclass(slots=True)
class Seat:
    """One table of the hall: its row in the store, its present game, and its newest summary."""

    id: int
    name: str
    journal: str
    title: str
    generation: int
    last: int
    bad: str | None
    heard: str | None
    view: TableView = field(default_factory=TableView)
    here: Presence | None = None
    known: bool = False
    open: int = 0
    skew: int = 0
    rulings: Mapping[int, Json] = field(default_factory=dict)
    summary: Json | None = None
    delayed: DelayedView | None = None

    def told(self, spectator: bool = False) -> Json:
        """The summary for the page; it stays the same object until something changes."""
        if spectator and self.delayed is not None:
            if self.delayed.summary is None:
                self.delayed.summary = self._summary(self.delayed.view) | _NOT_SHOWN
            return self.delayed.summary
        if self.summary is None:
            self.summary = self._summary(self.view)
        return self.summary

    def changed(self) -> None:
        """Forget the summary, so that it is made again on request."""
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
            "heard": self.heard,
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
        "said": game.said,
        "paused": game.paused and outcome["over"] is None and not row.abandoned,
        "penalties": game.penalties,
        **outcome,
        "abandoned": row.abandoned,
        "ended": row.ended,
    }
