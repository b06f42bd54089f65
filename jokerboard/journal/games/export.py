"""A journal in other forms: JSON lines, CSV, the game record of docs/game-record.md, a trace.

| form | contents |
|---|---|
| `jsonl` | every record with its hash, one a line; `jokerboard/journal/importing.py` reads them |
| `csv` | one line a play, with turn times; amended and undone plays are marked |
| `record` | games as people write them down; undone plays are remarks |
| `trace` | the events of one game, for `jokerboard replay`; complete if the journal keeps edges |
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence

from jokerboard.host.outside_text import safe_cell
from jokerboard.journal.errors import JournalError
from jokerboard.journal.games.game_log import GameLog, Played
from jokerboard.journal.games.header import Header
from jokerboard.journal.games.resumed_game import verdict_of
from jokerboard.journal.games.sentences import Speaker
from jokerboard.journal.records import Kind, Record

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
