"""Copying an SQLite database that is in use."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from jokerboard.host import sqlite_backup
from jokerboard.host.errors import JokerboardError, UsageError
from jokerboard.host.sqlite_backup import back_up


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A database with a write-ahead log."""
    with closing(sqlite3.connect(tmp_path / "db")) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE t (x)")
        db.executemany("INSERT INTO t VALUES (?)", [("y" * 500,)] * 100)
        db.commit()
    return tmp_path / "db"


def test_a_copy_of_a_database_is_complete_private_and_a_single_file(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "out").mkdir()
    target, flushed = tmp_path / "out" / "copy", list[Path]()
    monkeypatch.setattr(sqlite_backup, "flush_directory", flushed.append)
    with closing(sqlite3.connect(source)) as db:
        db.execute("INSERT INTO t VALUES (7)")
        db.commit()
        back_up(source, target)
    assert [file.name for file in target.parent.iterdir()] == ["copy"]
    assert target.stat().st_mode & 0o777 == 0o600
    assert flushed == [target.parent]
    with closing(sqlite3.connect(target)) as copy:
        assert copy.execute("SELECT count(*) FROM t").fetchone() == (101,)
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_copying_a_missing_database_or_to_an_existing_file_is_refused(source: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is nothing to copy at"):
        back_up(tmp_path / "none", tmp_path / "copy")
    (tmp_path / "copy").write_text("something")
    with pytest.raises(UsageError, match="copy exists already; give the name of a new file"):
        back_up(source, tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "something"


def test_a_failed_database_copy_leaves_no_file(source: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    content = bytearray(source.read_bytes())
    content[8192:8292] = b"\xff" * 100
    source.write_bytes(content)
    with pytest.raises(JokerboardError, match=r"db cannot be copied to .*copy: "):
        back_up(source, tmp_path / "out" / "copy")
    assert list((tmp_path / "out").iterdir()) == []
    (tmp_path / "text").write_text("no database at all" * 100)
    with pytest.raises(JokerboardError, match="cannot be copied"):
        back_up(tmp_path / "text", tmp_path / "out" / "copy")
    with pytest.raises(JokerboardError, match="No such file or directory"):
        back_up(source, tmp_path / "nowhere" / "copy")
