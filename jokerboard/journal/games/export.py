"""A journal in other forms: JSON lines and back, CSV, the game record of docs/game-record.md, a trace.

| form | contents |
|---|---|
| `jsonl` | every record with its hash, one a line; `import_lines` restores the journal from them |
| `csv` | one line a play, with turn times; amended and undone plays are marked |
| `record` | games as people write them down; undone plays are remarks |
| `trace` | the events of one game, for `jokerboard replay`; complete if the journal keeps edges |
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from jokerboard.host.csv_text import safe_cell
from jokerboard.host.errors import UsageError
from jokerboard.host.state_directory import StateDirectory
from jokerboard.journal.chain import Link, follow
from jokerboard.journal.checkpoint import Head, HeadFile, head_path
from jokerboard.journal.errors import JournalError
from jokerboard.journal.file import Checked, check
from jokerboard.journal.games.game_log import GameLog, Played
from jokerboard.journal.games.header import Header
from jokerboard.journal.games.resumed_game import verdict_of
from jokerboard.journal.games.sentences import Speaker
from jokerboard.journal.records import LARGEST, Entry, Kind, Line, Record, canonical
from jokerboard.journal.repair import write_new
from jokerboard.journal.salvage import Row
from jokerboard.journal.store import FILE

_HASH = re.compile(r"[0-9a-f]{64}")
COLUMNS = ("game", "n", "t", "seconds", "seat", "name", "card", "play", "position", "state")
"""The columns of the CSV: `t` in seconds since the game began, `seconds` since the previous play."""


def json_lines(records: Iterable[Record]) -> Iterator[str]:
    """Each record with its hash, as JSON lines."""
    for record in records:
        whole = {"n": record.n, "game": record.game, "kind": record.kind.value, "data": record.data}
        yield json.dumps({**whole, "hash": record.hash}, ensure_ascii=False)


def csv_lines(games: Iterable[Sequence[Record]]) -> Iterator[str]:
    """The plays of games as lines of CSV without line breaks, after a line of column names."""
    yield _csv_line(COLUMNS)
    for records in games:
        header = Header.from_json(records[0].data)
        names = dict(header.names)
        before = 0.0
        for played, t in _plays(header, records, names):
            seat, board = "ABCDEFGH"[played.seat], header.table().board
            play = "--" if played.play is None else " ".join(leg.text(board) for leg in played.play.legs)
            name = safe_cell(names.get(seat, ""))
            row = (records[0].game, played.n, round(t, 6), round(t - before, 3), seat, name)
            yield _csv_line((*row, played.card, play, played.after.line(), played.state))
            before = t


def trace_lines(records: Sequence[Record]) -> Iterator[str]:
    """The header and the events; raise JournalError for an interrupted game, which is no single trace."""
    if any(record.kind is Kind.RESUMED for record in records):
        raise JournalError(
            f"game {records[0].game} was interrupted and is no single trace; use --format jsonl"
        )
    for record in records:
        if record.kind in (Kind.GAME, Kind.EVENT):
            yield json.dumps(record.data, ensure_ascii=False)
    # A last tick lets a replay reach the deadlines after the last event.
    yield json.dumps({"t": max((float(record.data.get("t", 0)) for record in records), default=0.0)})


def _plays(
    header: Header, records: Sequence[Record], names: dict[str, str]
) -> Iterator[tuple[Played, float]]:
    """Every announced play with its time; `names` is updated by the game's later names."""
    table = header.table()
    log = GameLog(header.first_position(), Speaker(table.board, {}))
    times: dict[int, float] = {}
    for record in records:
        if record.kind is Kind.NAMES:
            names.update(record.data["names"])
        elif record.kind is Kind.VERDICT:
            verdict = verdict_of(record, table)
            log.take(verdict)
            if record.data["kind"] in ("move", "discard"):
                times[record.data["n"]] = verdict.t
    for played in log.plays:
        yield played, times[played.n]


def _csv_line(cells: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(cells)
    return line.getvalue()


def import_lines(lines: Iterable[str], name: str, directory: Path) -> Checked:
    """Make the journal of `directory` from the lines of the file `name`; UsageError names the wrong line.

    Every record gets the same number and hash. Raise JournalError if there is a journal already: existing
    records are never replaced.
    """
    rows = tuple(_rows(lines, name))
    if not rows:
        raise UsageError(f"{name} has no records")
    state = StateDirectory(directory)
    try:
        path = state / FILE
        if path.exists() or head_path(path).exists():
            raise JournalError(f"{path} exists already; import into another --state directory")
        new = write_new(path, rows)
        found = check(new)
        HeadFile(path, Head(found.last, found.hash)).close()
        new.replace(path)
        return found
    finally:
        state.close()


def _rows(lines: Iterable[str], name: str) -> Iterator[Row]:
    link = Link()
    for number, line in enumerate(lines, 1):
        try:
            row = _row(line)
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise UsageError(f"{name} line {number}: {_reason(error)}") from error
        link, bad = follow(link, Line(row.n, row.text, row.hash))
        if bad is not None:
            raise UsageError(
                f"{name} line {number}: {bad.text}; a whole journal is needed, as `jokerboard journal export "
                "--format jsonl` writes it"
            )
        yield row
    for n in link.lost:
        raise UsageError(f"{name} line {n}: record {n} is marked as lost, but no repair names it")


def _row(line: str) -> Row:
    whole = json.loads(line)
    if not isinstance(whole, dict):
        raise ValueError("a JSON object was expected")
    n, game, kind, data, digest = (whole[key] for key in ("n", "game", "kind", "data", "hash"))
    # In Python a bool is an int, so `isinstance` would accept true.
    whole_numbers = all(type(one) is int and 0 <= one < 1 << 53 for one in (n, game))
    if not (whole_numbers and isinstance(data, dict) and isinstance(kind, str) and isinstance(digest, str)):
        raise ValueError("this is no record of a journal")
    if kind == Kind.LOST and not data and game == 0:
        if not (digest == "" or _HASH.fullmatch(digest)):
            raise ValueError(f"record {n} is marked as lost, but its hash is malformed")
        return Row(n, 0, kind, "", digest)
    text = canonical(n, Entry(game, Kind(kind), data))
    if len(text.encode()) > LARGEST:
        raise ValueError(f"record {n} is larger than {LARGEST} bytes")
    return Row(n, game, kind, text, digest)


def _reason(error: Exception) -> str:
    if isinstance(error, UnicodeEncodeError):
        return "a text in it has half a character (a lone surrogate)"
    if isinstance(error, RecursionError):
        return "this is nested too deeply for a record"
    if isinstance(error, KeyError):
        return f"the field {error.args[0]!r} is missing"
    return f"this is not JSON: {error}" if isinstance(error, json.JSONDecodeError) else str(error)
