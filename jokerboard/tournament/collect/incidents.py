"""The incidents as JSON for the page: the player, the event, the holes, and directors' notes."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from jokerboard.journal.records import Json, parse
from jokerboard.tournament import reading

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


class Reads(Protocol):
    """A connection to the store that may be read-only."""

    def rows(self, query: str, *values: Any) -> list[sqlite3.Row]:
        """The rows that a query finds."""
        ...


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


def moment_json(data: Json) -> Json:
    """The `holes` of a record, and `put_back`: the marbles to move back, as pairs [from, to]."""
    moves = data.get("put_back")
    pairs = [
        [start, end]
        for move in (moves if isinstance(moves, list) else [])[:20]
        if isinstance(move, dict)
        for start, end in [(reading.hole(move.get("from")), reading.hole(move.get("to")))]
        if start and end
    ]
    return {"holes": reading.holes(data.get("holes")), "put_back": pairs}
