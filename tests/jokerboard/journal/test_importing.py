"""JSON lines are imported as a complete, unchanged journal, or refused with the line and the reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jokerboard.host.errors import UsageError
from jokerboard.journal.checkpoint import Head, head_path, read_head
from jokerboard.journal.errors import JournalError
from jokerboard.journal.file import check, records
from jokerboard.journal.importing import import_lines
from jokerboard.journal.records import FORMAT, GENESIS, LARGEST, Entry, Kind, Line, canonical, chained
from jokerboard.journal.store import FILE
from tests.jokerboard.tournament.logs import entries, lines, log


def line_of(line: Line) -> str:
    """A record as `journal export --format jsonl` writes it."""
    return json.dumps(json.loads(line.text) | {"hash": line.hash})


def lost(n: int, digest: str) -> str:
    return json.dumps({"n": n, "game": 0, "kind": "lost", "data": {}, "hash": digest})


def repaired(*stretches: list[int]) -> Entry:
    return Entry(0, Kind.REPAIRED, {"at": "", "program": "", "why": "", "lost": stretches, "aside": ""})


def refusal(recorded: list[str], where: Path) -> str:
    with pytest.raises(UsageError) as refused:
        import_lines(recorded, "a file", where)
    assert not (where / FILE).exists()
    return str(refused.value)


def test_a_whole_log_is_imported_as_a_journal_with_its_head(tmp_path: Path) -> None:
    recorded = log(9)
    found = import_lines(map(line_of, recorded), "a file", tmp_path)
    assert (found.records, found.last, found.hash) == (9, 9, recorded[-1].hash)
    assert check(tmp_path / FILE) == found
    assert [record.hash for record in records(tmp_path / FILE)] == [line.hash for line in recorded]
    assert read_head(tmp_path / FILE) == Head(9, recorded[-1].hash)


def test_a_record_marked_as_lost_is_imported_only_if_a_repair_names_it(tmp_path: Path) -> None:
    recorded = log(5)
    after = lines([repaired([3, 4])], 5, recorded[-1].hash)
    kept = [
        line_of(recorded[0]),
        line_of(recorded[1]),
        lost(3, ""),
        lost(4, recorded[3].hash),
        line_of(recorded[4]),
    ]
    found = import_lines([*kept, *map(line_of, after)], "a file", tmp_path / "whole")
    assert found.lost == (3, 4)
    less = lines([repaired([3, 3])], 5, recorded[-1].hash)
    reason = refusal([*kept, *map(line_of, less)], tmp_path / "less")
    assert reason == "a file line 4: record 4 is marked as lost, but no repair names it"


def test_an_import_never_replaces_an_existing_journal(tmp_path: Path) -> None:
    recorded = list(map(line_of, log(3)))
    head_path(tmp_path / FILE).write_text("a head alone")
    with pytest.raises(JournalError, match="exists already; import into another --state directory"):
        import_lines(recorded, "a file", tmp_path)
    head_path(tmp_path / FILE).unlink()
    import_lines(recorded, "a file", tmp_path)
    with pytest.raises(JournalError, match="exists already"):
        import_lines(recorded, "a file", tmp_path)


def test_an_import_names_the_first_missing_record(tmp_path: Path) -> None:
    recorded = list(map(line_of, log(4)))
    assert refusal([], tmp_path / "none") == "a file has no records"
    reason = refusal(recorded[1:], tmp_path / "end")
    assert (
        "a file line 1: record 1 is missing: record 2 stands in its place; a whole journal is needed"
        in reason
    )
    reason = refusal([recorded[0], lost(3, "")], tmp_path / "gap")
    assert (
        "a file line 2: record 2 is missing: record 3 stands in its place; a whole journal is needed"
        in reason
    )


def test_an_import_refuses_a_log_of_another_format_and_a_record_that_is_too_large(tmp_path: Path) -> None:
    first = entries(1)[0]
    other = Entry(0, first.kind, dict(first.data) | {"format": FORMAT + 1})
    reason = refusal(list(map(line_of, lines([other]))), tmp_path / "format")
    assert f"a file line 1: the log is of format {FORMAT + 1}, and this version of jokerboard reads" in reason
    text = canonical(1, Entry(0, Kind.JOURNAL, {"x": "y" * LARGEST}))
    reason = refusal([line_of(Line(1, text, chained(GENESIS, text)))], tmp_path / "large")
    assert reason == f"a file line 1: record 1 is larger than {LARGEST} bytes"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"n":1e400,"game":0,"kind":"journal","data":{},"hash":""}', "this is no record of a journal"),
        ('{"n":99999999999999999999999,"game":0,"kind":"journal","data":{},"hash":""}', "this is no record"),
        ('{"n":1,"game":-1,"kind":"journal","data":{},"hash":""}', "this is no record"),
        ('{"n":1,"game":0,"kind":["journal"],"data":{},"hash":""}', "this is no record"),
        ('{"n":1,"game":0,"kind":{},"data":{},"hash":null}', "this is no record"),
        ('{"n":1,"game":0,"kind":"journal","data":[],"hash":""}', "this is no record"),
        ('{"n":1,"game":0,"kind":"lost","data":{},"hash":["x"]}', "this is no record"),
        ('{"n":1,"game":0,"kind":"lost","data":{},"hash":"x"}', "marked as lost, but its hash is malformed"),
        ('{"n":1,"game":0,"kind":"lost","data":{"a":1},"hash":""}', "is not what was written"),
        ('{"n":1,"game":0,"kind":"gossip","data":{},"hash":""}', "'gossip' is not a valid Kind"),
        ('{"n":1,"game":0,"kind":"journal","data":{"a":"\\ud800"},"hash":""}', "half a character"),
        ('{"n":true,"game":0,"kind":"journal","data":{},"hash":""}', "this is no record"),
        ('{"n":1,"game":0,"kind":"journal","data":' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deep"),
        ('{"n":1,"game":0,"kind":"journal","data":{}}', "the field 'hash' is missing"),
        ("[1]", "a JSON object was expected"),
        ("null", "a JSON object was expected"),
        ("\x00", "this is not JSON"),
    ],
)
def test_an_import_refuses_a_malformed_line_with_its_number_and_the_reason(
    line: str, why: str, tmp_path: Path
) -> None:
    reason = refusal([line], tmp_path)
    assert reason.startswith("a file line 1: ")
    assert why in reason
