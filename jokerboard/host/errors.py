"""The base of every error that a command reports, and the system's own errors in words.

Each message is one sentence: what, where, what to do.
"""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Final


class JokerboardError(Exception):
    """An error to report to the person who runs the command; `exit_code` is the command's exit code."""

    exit_code = 1


class UsageError(JokerboardError, ValueError):
    """The command was given something impossible: an unknown rule set, a bad number."""

    exit_code = 2


class TableBusyError(JokerboardError, OSError):
    """Another service has locked this state directory."""


class StateDamagedError(JokerboardError, ValueError):
    """A file of the state directory other than the journal cannot be read."""


class FileUnwritableError(JokerboardError, OSError):
    """A small file cannot be written; `errno` and `strerror` are those of the cause."""

    def __init__(self, path: Path, cause: OSError) -> None:
        super().__init__(cause.errno, cause.strerror)
        self._path = path

    def __str__(self) -> str:
        return f"{self._path} cannot be written: {self.strerror}"


_DISK: Final = (errno.EROFS, errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG, errno.EIO)


def by_the_disk(error: BaseException) -> bool:
    """Whether the error, or its cause, is a full, read-only or failing disk.

    The same request then succeeds once the disk works.
    """
    import sqlite3

    codes = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, OSError) and cause.errno in _DISK:
            return True
        if isinstance(cause, sqlite3.Error) and getattr(cause, "sqlite_errorcode", 0) & 0xFF in codes:
            return True
        cause = cause.__cause__
    return False


def access_refused(error_number: int | None, group: str) -> str | None:
    """The remedy for EACCES or EPERM, which are two different things; None for any other error.

    EACCES is the file's own permission: the user is not in its group. EPERM is a rule above the file: a
    systemd unit whose DeviceAllow= does not have the device's class. No group helps against that.
    """
    if error_number == errno.EACCES:
        return f"may not be used; add yourself to its group (sudo usermod -aG {group} $USER) and log in again"
    if error_number == errno.EPERM:
        return (
            "is refused by the service's sandbox (DeviceAllow= in jokerboard.service): restart the service"
            " (sudo systemctl restart jokerboard), since it learns of new kinds of devices only at its start;"
            " if that does not help, install the unit again (sudo make install)"
        )
    return None
