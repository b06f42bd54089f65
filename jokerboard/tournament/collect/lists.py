"""The desk's lists of incidents, orders and results.

While an entry does not change, it is the same object, so a page that has a list gets only the changed
entries.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from jokerboard.journal.records import Json, parse
from jokerboard.tournament import reading
from jokerboard.tournament.collect.fold import header_json, moment_json
from jokerboard.tournament.collect.fold_games import GameRow, outcome_json, row_of
from jokerboard.tournament.collect.store import Store, StoreReader

SHOWN: Final = 300
"""The most settled incidents that the page lists; an exported file has all incidents."""
OPEN: Final = "seen_by IS NULL AND settled IS NULL"
"""The SQL condition for open incidents: neither acknowledged by a director nor settled."""

_INCIDENTS: Final = (
    "SELECT incidents.*, name, title, records.text AS record, records.hash AS hash, names FROM incidents"
    " JOIN tables ON tables.id = incidents.owner"
    " LEFT JOIN records ON records.owner = incidents.owner AND records.n = incidents.n"
    " LEFT JOIN games ON games.owner = incidents.owner AND games.game = incidents.game"
)
_FIELDS: Final = ("id", "kind", "game", "n", "seat", "at", "text", "settled", "seen_by", "seen_at")


Reads: TypeAlias = Store | StoreReader


@dataclass(slots=True)
class IncidentList:
    """Incidents as JSON by number; the details of listed ones are kept, because they never change."""

    _details: dict[int, Json] = field(default_factory=dict)

    def recent(self, store: Reads) -> dict[str, Json]:
        """The newest incidents and the open ones, newest first."""
        newest = f"SELECT id FROM incidents ORDER BY id DESC LIMIT {SHOWN}"
        opened = f"SELECT id FROM incidents WHERE {OPEN} ORDER BY id DESC LIMIT {3 * SHOWN}"
        either = f"SELECT * FROM ({newest}) UNION SELECT * FROM ({opened})"
        found = self.of(
            store, store.rows(f"{_INCIDENTS} WHERE incidents.id IN ({either}) ORDER BY incidents.id DESC")
        )
        self._details = {one["id"]: self._details[one["id"]] for one in found.values()}
        return found

    def after(self, store: Reads, after: int, most: int) -> dict[str, Json]:
        """The incidents with larger numbers than `after`, oldest first, `most` at most."""
        query = f"{_INCIDENTS} WHERE incidents.id > ? ORDER BY incidents.id LIMIT ?"
        return self.of(store, store.rows(query, after, most))

    def of(self, store: Reads, rows: list[sqlite3.Row]) -> dict[str, Json]:
        """The incidents of the given rows, by number, with their details and notes."""
        numbers = [row["id"] for row in rows]
        notes: dict[int, list[Json]] = {}
        between = "SELECT * FROM notes WHERE incident BETWEEN ? AND ? ORDER BY id"
        for row in store.rows(between, min(numbers, default=0), max(numbers, default=0)):
            notes.setdefault(row["incident"], []).append({name: row[name] for name in ("at", "by", "text")})
        return {
            str(row["id"]): {name: row[name] for name in _FIELDS}
            | {"table": row["name"], "title": row["title"], "notes": notes.get(row["id"], [])}
            | self._detail(row)
            for row in rows
        }

    def _detail(self, row: sqlite3.Row) -> Json:
        if row["id"] not in self._details:
            self._details[row["id"]] = detail_json(row)
        return self._details[row["id"]]


def detail_json(row: sqlite3.Row) -> Json:
    """The details of an incident as JSON.

    `who` is the player's name (empty without one), `holes` the holes involved, and `put_back` the marbles to
    move back, as pairs [from, to].
    """
    names = reading.names(reading.json_object(row["names"]))
    try:
        data = parse(row["record"], row["hash"]).data if row["record"] else {}
    except ValueError:
        data = {}
    return {"who": names.get(row["seat"] or "", "")} | moment_json(data)


Rulings: TypeAlias = Mapping[str, Mapping[int, Json]]
"""The tournament's outcomes of games, by journal and game number.

Each has the winner's seats in `team`, none if several teams share the first place; `by` and `text`.
"""

GAMES: Final = (
    "SELECT games.*, name, title, journal FROM games JOIN tables ON tables.id = owner"
    " WHERE winners IS NOT NULL OR decided IS NOT NULL"
    " OR journal || ' ' || game IN (SELECT value FROM json_each(?)) ORDER BY ended DESC, owner, game"
)
"""The SQL of all games with an outcome; its parameter is `ruled(rulings)`."""


@dataclass(slots=True)
class Lists:
    """The desk's lists, each entry by its key; `open` has the number of open incidents at each table.

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
        """Read the lists from the store; return the names of the changed lists.

        The name `status` is added if the number of open incidents has changed.
        """
        before = (self.incidents, self.orders, self.results)
        self.incidents = unless_same(before[0], self._incidents.recent(store))
        self.orders = unless_same(before[1], _orders(store))
        self.results = unless_same(before[2], _results(store, self.rulings))
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


def unless_same(before: dict[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """The entries `now` with old objects for unchanged ones; `before` itself if nothing has changed."""
    if before == now:
        return before
    return {key: (had if (had := before.get(key)) == one else one) for key, one in now.items()}
