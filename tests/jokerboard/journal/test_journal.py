"""The journal is append-only and on the disk; its records can be read game by game."""

from __future__ import annotations

import contextlib
import sqlite3
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jokerboard.host.files import is_read_only
from jokerboard.journal.checkpoint import Head, read_head
from jokerboard.journal.errors import JournalError
from jokerboard.journal.file import check, games, is_fresh, records
from jokerboard.journal.records import FORMAT, GENESIS, LARGEST, Entry, Kind, canonical, chained, parse
from jokerboard.journal.store import FILE
from tests.jokerboard.journal.damage.tampering import HEADER, filled, opened

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def test_appended_records_are_in_the_journal_after_reopening(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    journal.append([Entry(1, Kind.GAME, HEADER), Entry(1, Kind.VERDICT, {"t": 1.25, "kind": "restored"})])
    last, digest = journal.last, journal.hash
    journal.close()

    again = opened(tmp_path)
    assert (again.last, again.hash) == (last, digest)
    assert [record.data for record in again.newest_game()] == [HEADER, {"t": 1.25, "kind": "restored"}]
    again.append([Entry(1, Kind.VERDICT, {"t": 2.0, "kind": "restored"})])
    again.close()
    assert check(tmp_path / FILE).records == 4


def test_the_first_record_of_a_journal_contains_the_format_and_the_name_of_the_table(tmp_path: Path) -> None:
    opened(tmp_path).close()
    (first,) = records(tmp_path / FILE)
    assert (first.n, first.game, first.kind) == (1, 0, Kind.JOURNAL)
    assert (first.data["format"], first.data["table"]) == (FORMAT, "t")


def test_the_records_of_a_journal_can_be_read_game_by_game(tmp_path: Path) -> None:
    path = filled(tmp_path, turns=3)
    assert [record.n for record in records(path, 1)] == [2, 3, 4]
    assert [record.n for record in records(path, 2)] == [5, 6, 7, 8]
    with pytest.raises(JournalError, match="no game 3"):
        list(records(path, 3))


def test_the_list_of_games_shows_how_each_game_ended(tmp_path: Path) -> None:
    first, second = games(filled(tmp_path))
    assert (first.plays, first.ended, first.winner) == (1, "won", ("A", "C"))
    assert (second.plays, second.ended) == (0, None)


def test_an_abandoned_game_is_listed_as_abandoned(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    journal.append([Entry(1, Kind.GAME, HEADER), Entry(1, Kind.ABANDONED, {"t": 3.0, "at": "now"})])
    journal.close()
    assert [game.ended for game in games(tmp_path / FILE)] == ["abandoned"]


def test_records_of_a_journal_can_be_neither_changed_nor_deleted(tmp_path: Path) -> None:
    path = filled(tmp_path)
    with sqlite3.connect(path) as db:
        for statement in ("UPDATE records SET text = '{}' WHERE n = 3", "DELETE FROM records WHERE n = 3"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                db.execute(statement)
    db.close()
    assert check(path).last == 35


def test_a_failed_append_adds_no_record_to_the_journal(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    before = (journal.last, journal.hash)
    journal.append([Entry(1, Kind.GAME, HEADER)])
    with pytest.raises(JournalError, match=r"journal\.sqlite"):
        # The database's index allows only one header for each game.
        journal.append([Entry(1, Kind.VERDICT, {"t": 1, "kind": "restored"}), Entry(1, Kind.GAME, HEADER)])
    assert journal.last == before[0] + 1
    journal.append([Entry(1, Kind.VERDICT, {"t": 2, "kind": "restored"})])
    journal.close()
    assert check(tmp_path / FILE).last == 3


def test_an_empty_file_counts_as_a_journal_that_was_never_begun(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.touch()
    assert is_fresh(path)
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 1")
        db.commit()
    assert path.stat().st_size > 0
    assert is_fresh(path)
    opened(tmp_path).close()
    assert not is_fresh(path)
    assert check(path).records == 1


def test_a_journal_is_read_while_another_connection_writes_it(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    journal.append([Entry(1, Kind.GAME, HEADER)])
    assert check(tmp_path / FILE).last == 2
    journal.append([Entry(1, Kind.VERDICT, {"t": 1, "kind": "restored"})])
    assert check(tmp_path / FILE).last == 3
    journal.close()


NUMBERS = st.integers(1, 1 << 53)


@given(n=NUMBERS, game=NUMBERS, data=st.dictionaries(st.text(max_size=8), JSON, max_size=4))
def test_a_record_is_parsed_back_unchanged_from_its_canonical_text(
    n: int, game: int, data: dict[str, object]
) -> None:
    text = canonical(n, Entry(game, Kind.EVENT, data))
    digest = chained(GENESIS, text)
    record = parse(text, digest)
    assert (record.n, record.game, record.kind, record.data) == (n, game, Kind.EVENT, data)
    assert canonical(record.n, Entry(record.game, record.kind, record.data)) == text


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"n":1,"game":0,"kind":"gossip","data":{}}', "nonsense"])
def test_a_text_that_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse(text, GENESIS)


def test_a_record_with_the_value_not_a_number_has_no_canonical_text() -> None:
    with pytest.raises(ValueError):
        canonical(1, Entry(1, Kind.EVENT, {"t": float("nan")}))


def test_no_record_is_stored_while_the_file_system_is_read_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On Linux, writes to open files and their flushes then still succeed.
    journal = opened(tmp_path)
    entry, before = Entry(1, Kind.GAME, HEADER), journal.last
    with monkeypatch.context() as patch:
        patch.setattr("jokerboard.journal.store.is_read_only", lambda directory: directory == tmp_path)
        with pytest.raises(JournalError, match="readonly"):
            journal.append([entry])
    assert (journal.last, check(tmp_path / FILE).records) == (before, before)
    journal.append([entry])
    journal.close()
    assert check(tmp_path / FILE).records == before + 1


def test_a_directory_that_can_be_written_does_not_count_as_read_only(tmp_path: Path) -> None:
    assert not is_read_only(tmp_path)


def test_a_too_large_record_is_refused_and_leaves_the_journal_unchanged(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    fitting = LARGEST - len(canonical(2, Entry(1, Kind.EVENT, {"x": ""})))
    with pytest.raises(ValueError, match=f"record 2 is larger than {LARGEST} bytes"):
        journal.append([Entry(1, Kind.EVENT, {"x": "y" * (fitting + 1)})])
    journal.append([Entry(1, Kind.EVENT, {"x": "y" * fitting})])
    assert journal.last == 2
    journal.close()


def test_a_journal_returns_the_records_of_its_newest_game_also_after_a_restart(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    assert (journal.game, journal.newest_game()) == (0, ())
    for game in (1, 2):
        journal.append([Entry(game, Kind.GAME, HEADER), Entry(0, Kind.REPAIRED, {"lost": []})])
    journal.append([Entry(2, Kind.EVENT, {"t": 1, "card": None})])
    assert journal.game == 2
    assert [record.n for record in journal.newest_game()] == [4, 6]
    journal.close()
    again = opened(tmp_path)
    assert again.game == 2
    assert [record.kind for record in again.newest_game()] == [Kind.GAME, Kind.EVENT]
    again.close()


def test_every_append_to_a_journal_calls_the_listener_and_writes_the_head_file(tmp_path: Path) -> None:
    journal, appended = opened(tmp_path), list[int]()
    journal.appended = lambda: appended.append(journal.last)
    journal.append([Entry(1, Kind.GAME, HEADER)])
    journal.append([Entry(1, Kind.EVENT, {"t": 1}), Entry(1, Kind.EVENT, {"t": 2})])
    assert appended == [2, 4]
    assert read_head(tmp_path / FILE) == Head(4, journal.hash)
    journal.close()


def test_a_file_system_without_a_write_ahead_log_is_reported_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class WithoutWal(sqlite3.Connection):
        def execute(self, sql: str, *values: object) -> sqlite3.Cursor:
            return super().execute(sql.replace("= WAL", "= DELETE"), *values)  # type: ignore[arg-type]

    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", partial(connect, factory=WithoutWal))
    with pytest.raises(JournalError, match="this file system does not support SQLite's WAL mode"):
        opened(tmp_path)


def test_a_missing_game_a_missing_journal_and_a_folder_in_its_place_are_reported_in_a_sentence(
    tmp_path: Path,
) -> None:
    path = filled(tmp_path)
    with pytest.raises(JournalError, match=r"has no game 9; `jokerboard journal list` names those it has"):
        list(records(path, 9))
    with pytest.raises(JournalError, match="there is no journal at"):
        check(tmp_path / "none.sqlite")
    (tmp_path / "folder").mkdir()
    with pytest.raises(JournalError, match=r"folder cannot be read: Is a directory; move it aside"):
        is_fresh(tmp_path / "folder")


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_a_record_with_an_infinite_value_or_with_the_value_not_a_number_is_refused(number: float) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        canonical(1, Entry(1, Kind.VERDICT, {"t": number}))
