"""The desk's lists of incidents, orders and results.

While an entry does not change, it is the same object, so a page that has a list gets only the changed
entries.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from jokerboard.journal.records import Json
from jokerboard.tournament.collect.fold import header_json
from jokerboard.tournament.collect.fold_games import GameRow, outcome_json, row_of
from jokerboard.tournament.collect.incidents import OPEN, SHOWN, IncidentList
from jokerboard.tournament.collect.store import Store

Rulings: TypeAlias = Mapping[str, Mapping[int, Json]]
"""The tournament's outcomes of games, by journal and game number: `team`, `by`, `text`."""

GAMES: Final = (
    "SELECT games.*, name, title, journal FROM games JOIN tables ON tables.id = owner"
    " WHERE winners IS NOT NULL OR decided IS NOT NULL"
    " OR journal || ' ' || game IN (SELECT value FROM json_each(?)) ORDER BY ended DESC, owner, game"
)
"""The SQL of all games with an outcome; its parameter is `ruled(rulings)`."""


@dataclass(slots=True)
class Lists:
    """The lists, each by its entries' keys; and in `open` the number of open incidents at each table.

    Illegal boards are not counted in `open`: the table's own state shows them.
    """

    incidents: dict[str, Json] = field(default_factory=dict)
    orders: dict[str, Json] = field(default_factory=dict)
    results: dict[str, Json] = field(default_factory=dict)
    open: dict[int, int] = field(default_factory=dict)
    to_look_at: int = 0
    rulings: Rulings = field(default_factory=dict)
    _incidents: IncidentList = field(default_factory=IncidentList)

    def look(self, store: Store) -> set[str]:
        """Read the lists again; return the topics that changed."""
        before = (self.incidents, self.orders, self.results)
        self.incidents = _unless_same(before[0], self._incidents.recent(store))
        self.orders = _unless_same(before[1], _orders(store))
        self.results = _unless_same(before[2], _results(store, self.rulings))
        counts = store.rows(
            f"SELECT owner, sum(kind != 'illegal'), count(*) FROM incidents WHERE {OPEN} GROUP BY owner"
        )
        to_look_at = sum(row[2] for row in counts)
        changed = {"status"} if to_look_at != self.to_look_at else set()
        self.open, self.to_look_at = {row[0]: row[1] for row in counts if row[1]}, to_look_at
        now = (self.incidents, self.orders, self.results)
        topics = ("incidents", "orders", "results")
        return changed | {
            topic for topic, had, has in zip(topics, before, now, strict=True) if had is not has
        }


def _orders(store: Store) -> dict[str, Json]:
    rows = store.rows(
        "SELECT orders.*, name, title FROM orders JOIN tables ON tables.id = owner"
        f" ORDER BY orders.rowid DESC LIMIT {SHOWN}"
    )
    return {
        row["id"]: {name: row[name] for name in ("id", "at", "state", "sent", "answered", "said")}
        | {"table": row["name"], "title": row["title"], "body": json.loads(row["body"])}
        for row in rows
    }


def _results(store: Store, rulings: Rulings) -> dict[str, Json]:
    return {
        f"{row['owner']} {row['game']}": named_game_json(row, rulings)
        for row in store.rows(f"{GAMES} LIMIT {SHOWN}", ruled(rulings))
    }


def ruled(rulings: Rulings) -> str:
    """The games that the tournament has an outcome for, as JSON for the parameter of `GAMES`."""
    return json.dumps([f"{journal} {game}" for journal, games in rulings.items() for game in games])


def named_game_json(row: sqlite3.Row, rulings: Rulings) -> Json:
    """A game as a result, with its table's name and title; `row` is a row of `GAMES`."""
    ruling = rulings.get(row["journal"], {}).get(row["game"])
    return {"table": row["name"], "title": row["title"], **result_json(row_of(row), ruling)}


def result_json(game: GameRow, ruling: Json | None) -> Json:
    """A game as a result in JSON; if the tournament has a `ruling`, it takes precedence over the log."""
    return {
        **header_json(game),
        "names": game.names,
        "position": game.position,
        "n": game.plays,
        "seconds": round(game.t),
        **outcome_json(game, ruling),
        "abandoned": game.abandoned,
        "ended": game.ended,
    }


def _unless_same(before: dict[str, Json], now: Mapping[str, Json]) -> dict[str, Json]:
    """The list `now` with old objects for unchanged entries; `before` itself if nothing has changed."""
    if before == now:
        return before
    return {key: (had if (had := before.get(key)) == one else one) for key, one in now.items()}
