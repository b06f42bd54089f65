"""What the desk gives out: results and incidents as CSV or JSON, a table's log as the lines it wrote.

A spreadsheet runs what begins like a formula, and names are whatever people typed: in CSV such a text gets an
apostrophe before it, as spreadsheets themselves write it. JSON has every text as it is.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response, StreamingResponse

from journal.records import Json
from tournament.collect.lists import RESULTS, all_incidents, result_json
from tournament.collect.store import Store

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
PAGE: Final = 2000


def export(store: Store, what: str, form: str, *, owner: int | None = None) -> Response:
    """The answer with `results` or `incidents` as `csv` or `json`, or the log of `owner` as `jsonl`."""
    if what == "log" and form == "jsonl" and owner is not None:
        return _download(StreamingResponse(_log(store, owner), media_type="application/jsonl"), "log.jsonl")
    if what not in _ROWS or form not in ("csv", "json"):
        raise HTTPException(404)
    rows = _ROWS[what](store)
    if form == "json":
        return _download(JSONResponse(rows), f"{what}.json")
    return _download(Response(as_csv(_COLUMNS[what], map(_flat, rows)), media_type="text/csv"), f"{what}.csv")


def as_csv(columns: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as CSV with a line of titles, safe to open in a spreadsheet."""
    names = list(columns)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(names)
    for row in rows:
        writer.writerow([_cell(row.get(name)) for name in names])
    return out.getvalue()


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    return value


def _results(store: Store) -> list[Json]:
    return [result_json(row) for row in store.rows(RESULTS)]


def _incidents(store: Store) -> list[Json]:
    return list(all_incidents(store).values())


_ROWS: Final[Mapping[str, Callable[[Store], list[Json]]]] = {"results": _results, "incidents": _incidents}
_COLUMNS: Final = {
    "results": (
        "table", "title", "game", "rules", "begun", "ended", "seconds", "n", "winners", "decided by", "why",
        "names", "position",
    ),
    "incidents": (
        "id", "at", "table", "title", "game", "n", "kind", "seat", "text", "settled", "seen_by", "seen_at",
        "notes",
    ),
}  # fmt: skip


def _flat(row: Json) -> Json:
    """A row without anything nested."""
    names = row.get("names") or {}
    flat = dict(row)
    if "over" in row:
        flat["winners"] = " and ".join(names.get(seat) or seat for seat in row["over"] or ())
        flat["names"] = ", ".join(f"{seat}: {name}" for seat, name in names.items())
        decided = row.get("decided") or {}
        flat["decided by"], flat["why"] = decided.get("by"), decided.get("text")
    if "notes" in row:
        flat["notes"] = "; ".join(f"{note['by']}: {note['text']}" for note in row["notes"])
    return flat


async def _log(store: Store, owner: int) -> AsyncIterator[bytes]:
    """The records of a journal with their hashes, one a line, as `jokerboard journal import` takes them."""
    n = 0
    while True:
        query = "SELECT n, text, hash FROM records WHERE owner = ? AND n > ? ORDER BY n LIMIT ?"
        rows = store.rows(query, owner, n, PAGE)
        for row in rows:
            lost = {"n": row["n"], "game": 0, "kind": "lost", "data": {}}
            record = json.loads(row["text"]) if row["text"] else lost
            yield json.dumps(record | {"hash": row["hash"]}, ensure_ascii=False).encode() + b"\n"
        if len(rows) < PAGE:
            return
        n = rows[-1]["n"]


def _download(answer: Response, name: str) -> Response:
    answer.headers["content-disposition"] = f'attachment; filename="{name}"'
    return answer
