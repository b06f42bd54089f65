"""The desk's downloads: games and incidents as CSV or JSON, and a table's log as its lines.

Each download is made in a thread with its own connection to the store and is sent in parts, so it never
blocks the page's loop and is never in memory as a whole.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from starlette.concurrency import iterate_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response, StreamingResponse

from jokerboard.host.outside_text import csv_line
from jokerboard.journal.records import Json
from jokerboard.tournament.collect.lists import GAMES, IncidentList, Rulings, named_game_json, ruled
from jokerboard.tournament.collect.store import StoreReader
from jokerboard.words.catalogue import listed

Rows: TypeAlias = Callable[[StoreReader, Rulings], Iterator[Json]]

PART: Final = 200
"""The number of rows in one part of a download."""
LARGEST_PART: Final = 65_536


def log_export(reader: Callable[[], StoreReader], owner: int) -> Response:
    """The response with the log of the table `owner` as JSON lines."""
    return _download(lambda store: _log(store, owner), reader, "log.jsonl", "application/jsonl")


def export(reader: Callable[[], StoreReader], what: str, form: str, rulings: Rulings) -> Response:
    """The response with all `games` or `incidents` as `csv` or `json`; `rulings` are official outcomes."""
    if what not in _ROWS or form not in ("csv", "json"):
        raise HTTPException(404)
    rows = _ROWS[what]
    if form == "json":
        return _download(
            lambda store: _json(rows(store, rulings)), reader, f"{what}.json", "application/json"
        )
    columns = _COLUMNS[what]
    return _download(lambda store: _csv(columns, rows(store, rulings)), reader, f"{what}.csv", "text/csv")


def _download(
    lines: Callable[[StoreReader], Iterator[str]], reader: Callable[[], StoreReader], name: str, kind: str
) -> Response:
    def parts() -> Iterator[bytes]:
        """Yield the download's lines in parts; this runs in the thread that sends them."""
        with reader() as store:
            held: list[str] = []
            size = 0
            for line in lines(store):
                held.append(line)
                size += len(line)
                if len(held) >= PART or size >= LARGEST_PART:
                    yield "".join(held).encode(errors="replace")
                    held, size = [], 0
            yield "".join(held).encode(errors="replace")

    disposition = {"content-disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(iterate_in_threadpool(parts()), headers=disposition, media_type=kind)


def _csv(columns: tuple[str, ...], rows: Iterator[Json]) -> Iterator[str]:
    yield csv_line(columns)
    for row in rows:
        flat = _flat(row)
        yield csv_line([flat.get(name) for name in columns])


def _json(rows: Iterator[Json]) -> Iterator[str]:
    """Yield the rows as a JSON list, one row on each line."""
    before = "["
    for row in rows:
        yield before + json.dumps(row, ensure_ascii=False)
        before = ",\n"
    yield "[]" if before == "[" else "]"


def _games(store: StoreReader, rulings: Rulings) -> Iterator[Json]:
    for row in store.each(GAMES, ruled(rulings)):
        yield named_game_json(row, rulings)


def _incidents(store: StoreReader, _: Rulings) -> Iterator[Json]:
    last = 0
    while rows := IncidentList().after(store, last, PART):
        yield from rows.values()
        last = max(row["id"] for row in rows.values())


_ROWS: Final[Mapping[str, Rows]] = {"games": _games, "incidents": _incidents}
_COLUMNS: Final = {
    "games": (
        "table", "title", "game", "rules", "begun", "ended", "seconds", "n", "winners", "decided by", "why",
        "names", "position",
    ),
    "incidents": (
        "id", "at", "table", "title", "game", "n", "kind", "seat", "who", "text", "holes", "settled",
        "seen_by", "seen_at", "notes",
    ),
}  # fmt: skip


def _flat(row: Json) -> Json:
    """A row in which each nested value has a column of its own."""
    names = row.get("names") or {}
    flat = dict(row)
    if "over" in row:
        flat["winners"] = listed([names.get(seat) or seat for seat in row["over"] or ()], "and")
        flat["names"] = ", ".join(f"{seat}: {name}" for seat, name in names.items())
        decided = row.get("decided") or {}
        flat["decided by"], flat["why"] = decided.get("by"), decided.get("text")
    if "notes" in row:
        flat["holes"] = " ".join(row["holes"])
        flat["notes"] = "; ".join(f"{note['by']}: {note['text']}" for note in row["notes"])
    return flat


def _log(store: StoreReader, owner: int) -> Iterator[str]:
    """A journal's records with their hashes, one on each line, in the form of `jokerboard journal import`."""
    query = "SELECT n, text, hash FROM records WHERE owner = ? ORDER BY n"
    for n, text, digest in store.each(query, owner):
        record = text or json.dumps({"n": n, "game": 0, "kind": "lost", "data": {}})
        yield f'{record[:-1]},"hash":{json.dumps(digest)}}}\n'
