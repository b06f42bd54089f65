"""The director's store in SQL: its tables, the triggers against changes, and the checksums of rows."""

from __future__ import annotations

import sqlite3
from binascii import crc32
from collections.abc import Iterator
from functools import cache
from typing import Final

from jokerboard.journal.records import GENESIS

APPLICATION_ID: Final = 0x4A4D4244
VERSION: Final = 2
"""The version of the schema; every change of `SCHEMA` needs a new number. Version 1 had no checksums."""

SCHEMA: Final = f"""
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {VERSION};
CREATE TABLE store (id TEXT NOT NULL);
CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    journal TEXT NOT NULL,
    title TEXT NOT NULL,
    generation INTEGER NOT NULL DEFAULT 0,
    last INTEGER NOT NULL DEFAULT 0,
    hash TEXT NOT NULL DEFAULT '{GENESIS}',
    lost TEXT NOT NULL DEFAULT '[]',
    bad_n INTEGER,
    bad TEXT,
    bad_generation INTEGER,
    here INTEGER NOT NULL DEFAULT 1,
    heard TEXT,
    first_heard TEXT NOT NULL,
    UNIQUE (name, journal)
);
CREATE TABLE records (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    owner INTEGER NOT NULL REFERENCES tables (id),
    n INTEGER NOT NULL,
    game INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    hash TEXT NOT NULL,
    UNIQUE (owner, n)
);
CREATE TABLE aside (
    owner INTEGER NOT NULL REFERENCES tables (id),
    generation INTEGER NOT NULL,
    place INTEGER NOT NULL,
    text TEXT NOT NULL,
    hash TEXT NOT NULL,
    why TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (owner, generation, place)
);
CREATE TABLE games (
    owner INTEGER NOT NULL REFERENCES tables (id),
    game INTEGER NOT NULL,
    n INTEGER NOT NULL,
    header TEXT NOT NULL,
    names TEXT NOT NULL,
    position TEXT NOT NULL,
    plays INTEGER NOT NULL DEFAULT 0,
    winners TEXT,
    decided TEXT,
    abandoned INTEGER NOT NULL DEFAULT 0,
    anchor TEXT NOT NULL,
    anchor_t REAL NOT NULL DEFAULT 0,
    t REAL NOT NULL DEFAULT 0,
    ended TEXT,
    PRIMARY KEY (owner, game)
);
CREATE TABLE incidents (
    id INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL REFERENCES tables (id),
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    game INTEGER NOT NULL,
    n INTEGER,
    seat TEXT,
    at TEXT NOT NULL,
    text TEXT NOT NULL,
    settled TEXT,
    seen_by TEXT,
    seen_at TEXT,
    UNIQUE (owner, key)
);
CREATE INDEX open_incidents ON incidents (owner, kind) WHERE settled IS NULL;
CREATE TABLE notes (
    id INTEGER PRIMARY KEY,
    incident INTEGER NOT NULL REFERENCES incidents (id),
    at TEXT NOT NULL,
    by TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX notes_of ON notes (incident);
CREATE TABLE orders (
    id TEXT PRIMARY KEY,
    owner INTEGER NOT NULL REFERENCES tables (id),
    at TEXT NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    sent TEXT,
    answered TEXT,
    said TEXT
);
CREATE INDEX open_orders ON orders (state) WHERE state IN ('waiting', 'sent');
CREATE TABLE event_log (n INTEGER PRIMARY KEY, text TEXT NOT NULL, hash TEXT NOT NULL);
""" + "".join(
    f"""
CREATE TRIGGER {name}_stay BEFORE UPDATE ON {name}
BEGIN SELECT raise(ABORT, 'it is append-only'); END;
CREATE TRIGGER {name}_remain BEFORE DELETE ON {name}
BEGIN SELECT raise(ABORT, 'it is append-only'); END;
"""
    for name in ("records", "notes", "event_log")
)
SUMMED: Final = {
    "store": ("id",),
    "tables": (
        "id", "name", "journal", "title", "generation", "last", "hash", "lost", "bad_n", "bad",
        "bad_generation", "here", "heard", "first_heard",
    ),
    "aside": ("owner", "generation", "place", "text", "hash", "why", "at"),
    "games": (
        "owner", "game", "n", "header", "names", "position", "plays", "winners", "decided", "abandoned",
        "anchor", "anchor_t", "t", "ended",
    ),
    "incidents": (
        "id", "owner", "key", "kind", "game", "n", "seat", "at", "text", "settled", "seen_by", "seen_at",
    ),
    "notes": ("id", "incident", "at", "by", "text"),
    "orders": ("id", "owner", "at", "body", "state", "sent", "answered", "said"),
}  # fmt: skip
"""The tables whose rows have a checksum, with the columns that it covers."""


def _summing(table: str) -> str:
    """The SQL of the triggers that write the checksums of a table's rows."""
    row = ", ".join(f"NEW.{name}" for name in SUMMED[table])
    # Not INSERT OR REPLACE: the conflict clause of the statement that fires the trigger would take its place.
    keep = (
        f"DELETE FROM sums WHERE of = '{table}' AND row = NEW.rowid;"
        f" INSERT INTO sums VALUES ('{table}', NEW.rowid, row_sum({row}))"
    )
    return f"""
CREATE TRIGGER {table}_inserted AFTER INSERT ON {table} BEGIN {keep}; END;
CREATE TRIGGER {table}_updated AFTER UPDATE ON {table} BEGIN {keep}; END;
"""


SUMS: Final = (
    """
CREATE TABLE sums (of TEXT NOT NULL, row INTEGER NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (of, row))
WITHOUT ROWID;
CREATE TABLE progress (commits INTEGER NOT NULL);
INSERT INTO progress VALUES (0);
"""
    + "".join(map(_summing, SUMMED))
    + """
CREATE INDEX IF NOT EXISTS to_look_at ON incidents (id) WHERE seen_by IS NULL AND settled IS NULL;
"""
)


def row_sum(*values: object) -> int:
    """The checksum of a row: CRC-32 over its values and their types."""
    # repr distinguishes 1, '1' and 1.0.
    return crc32(repr(values).encode(errors="surrogatepass"))


def statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one: `executescript` would end the present transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


@cache
def expected_schema() -> dict[str, str]:
    """The SQL definition of each table, index and trigger of this version, by name."""
    db = sqlite3.connect(":memory:")
    try:
        for statement in statements(SCHEMA + SUMS):
            db.execute(statement)
        return dict(db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
    finally:
        db.close()
