"""Errors that a command reports: exit codes, and remedies for errors of the operating system."""

from __future__ import annotations

import errno
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from jokerboard.host.errors import (
    FileUnwritableError,
    JokerboardError,
    UsageError,
    access_refused,
    by_the_disk,
)


def test_a_failed_command_exits_with_code_1_and_bad_input_with_code_2() -> None:
    assert (JokerboardError.exit_code, UsageError.exit_code) == (1, 2)


def test_an_unwritable_file_is_reported_by_name_with_the_reason() -> None:
    error = FileUnwritableError(Path("state/board.json"), OSError(errno.ENOSPC, "No space left on device"))
    assert str(error) == "state/board.json cannot be written: No space left on device"
    assert (error.errno, error.strerror) == (errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("number", [errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO])
def test_an_error_of_a_full_or_failing_disk_counts_as_a_disk_fault(number: int) -> None:
    cause = OSError(number, "no")
    assert by_the_disk(cause)
    error = JokerboardError("it was not kept")
    error.__cause__ = JokerboardError("the journal refused")
    error.__cause__.__cause__ = cause
    assert by_the_disk(error)


@pytest.mark.parametrize(
    "error", [OSError(errno.ENOENT, "no"), PermissionError(errno.EACCES, "no"), ValueError("x"), OSError()]
)
def test_an_error_such_as_a_missing_file_does_not_count_as_a_disk_fault(error: Exception) -> None:
    assert not by_the_disk(error)


def test_a_database_error_counts_as_a_disk_fault_unless_the_database_is_damaged(
    tmp_path: Path,
) -> None:
    (tmp_path / "db").touch()
    with (
        closing(sqlite3.connect(f"{(tmp_path / 'db').as_uri()}?mode=ro", uri=True)) as db,
        pytest.raises(sqlite3.OperationalError) as refused,
    ):
        db.execute("CREATE TABLE t (x)")
    assert by_the_disk(refused.value)
    (tmp_path / "other").write_bytes(b"no database at all " * 100)
    with (
        closing(sqlite3.connect(tmp_path / "other")) as db,
        pytest.raises(sqlite3.DatabaseError) as damaged,
    ):
        db.execute("SELECT * FROM t")
    assert not by_the_disk(damaged.value)
    assert not by_the_disk(sqlite3.OperationalError("made by hand"))


def test_eacces_and_eperm_on_a_device_have_different_remedies() -> None:
    group = access_refused(errno.EACCES, "dialout")
    assert group is not None
    assert "sudo usermod -aG dialout $USER" in group
    sandbox = access_refused(errno.EPERM, "dialout")
    assert sandbox is not None
    assert "DeviceAllow= in jokerboard.service" in sandbox
    assert access_refused(errno.EBUSY, "dialout") is None
    assert access_refused(None, "dialout") is None
