"""One table of the hall as the desk has it, and as the page gets it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.words import sentence
from journal.records import Json
from tournament import reading
from tournament.collect.fold import GameView, TableView, header_json
from tournament.collect.fold_games import outcome_json
from tournament.collect.presence import Presence

CLOCKS_AGREE: Final = 20_000
"""Milliseconds within which a table's clock and ours are taken for the same."""


@dataclass(slots=True)
class Seat:
    """One table of the hall: its row in the store, what it plays, and the summary last made of it."""

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

    def told(self) -> Json:
        """Its summary for the page; the same object as long as `summary` is not taken away."""
        if self.summary is None:
            self.summary = {
                "name": self.name,
                "title": self.title,
                "here": self.here is not None if self.known else None,
                "heard": self.heard,
                "address": self.here.address if self.here else None,
                "health": self.here.health if self.here else None,
                "behind": max(0, self.here.last - self.view.last) if self.here else 0,
                "bad": None if self.bad is None else sentence(self.bad),
                "open": self.open,
                "last": self.view.last,
                "game": None if self.view.game is None else self.game_json(self.view.game),
            }
        return self.summary

    def game_json(self, game: GameView) -> Json:
        """A game of this table as it stands, with its official outcome."""
        return game_json(game, self.skew, self.rulings.get(game.row.game))


def game_json(game: GameView, skew: int, ruling: Json | None) -> Json:
    """A game as it stands, as the page is sent it; `skew` is how far the table's clock is behind ours."""
    row = game.row
    outcome = outcome_json(row, ruling)
    return header_json(row) | {
        "names": row.names,
        "position": row.position,
        "turn": game.turn,
        "since": epoch(row.at(game.since)) + skew,
        "card": game.card,
        "n": row.plays,
        "said": game.said,
        "paused": game.paused and outcome["over"] is None and not row.abandoned,
        "penalties": game.penalties,
        **outcome,
        "abandoned": row.abandoned,
        "ended": row.ended,
    }


def skew(theirs: str, ours: str) -> int:
    """Milliseconds that a table's clock is behind ours; 0 where the age of what it said may explain it."""
    if reading.moment(theirs) is None:
        return 0
    behind = epoch(ours) - epoch(theirs)
    return behind if abs(behind) > CLOCKS_AGREE else 0


def epoch(iso: str) -> int:
    """Milliseconds since 1970; 0 for what is no time."""
    when = reading.moment(iso)
    return 0 if when is None else int(when.timestamp() * 1000)
