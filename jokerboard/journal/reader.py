"""Read a journal while its table writes it, for the thread that publishes it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jokerboard.journal.errors import JournalError
from jokerboard.journal.file import sqlite_errors
from jokerboard.journal.records import Json, Kind, Line

_RECALLED = 50
"""The number of newest orders that are read to restore the page after a restart."""


class JournalReader:
    """Reads committed records; each call is a transaction of its own and never delays the writer."""

    def __init__(self, path: Path) -> None:
        """Remember the path; the first call opens the file."""
        self._path = path
        self._db: sqlite3.Connection | None = None

    def lines(self, first: int, most: int) -> Sequence[Line]:
        """Up to `most` records from number `first` on."""
        query = "SELECT n, text, hash FROM records WHERE n >= ? ORDER BY n LIMIT ?"
        return [Line(n, text, digest) for n, text, digest in self._all(query, first, most)]

    def last(self) -> int:
        """The number of the newest record; 0 in an empty journal."""
        return int(self._all("SELECT coalesce(max(n), 0) FROM records")[0][0])

    def orders(self) -> set[str]:
        """The ids of all orders that have a record."""
        texts = self._all("SELECT text FROM records WHERE kind = 'order'")
        return {json.loads(text)["data"]["id"] for (text,) in texts}

    def newest_orders(self) -> list[Json]:
        """The data of the newest orders' records, the oldest first."""
        query = "SELECT text FROM records WHERE kind = ? ORDER BY n DESC LIMIT ?"
        texts = self._all(query, Kind.ORDER.value, _RECALLED)
        return [json.loads(text)["data"] for (text,) in reversed(texts)]

    def close(self) -> None:
        """Close the connection; the next call opens another."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def _all(self, query: str, *values: object) -> list[Any]:
        try:
            with sqlite_errors(self._path):
                if self._db is None:
                    uri = f"{self._path.absolute().as_uri()}?mode=ro"
                    # A read-only connection neither delays nor changes the table's writes.
                    self._db = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=5.0)
                return self._db.execute(query, values).fetchall()
        except JournalError:
            self.close()
            raise
