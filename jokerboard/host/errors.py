"""The errors that a command reports in one sentence, and remedies for errors of the operating system.

The sentence of an error says what happened, where, and what to do.
"""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Final


class JokerboardError(Exception):
    """An error to report to the person who runs the command; `exit_code` is the command's exit code."""

    exit_code = 1


class UsageError(JokerboardError, ValueError):
    """The input of a command is impossible, such as an unknown rule set or a bad number."""

    exit_code = 2


class TableBusyError(JokerboardError, OSError):
    """The state directory is locked by another running service."""


class StateDamagedError(JokerboardError, ValueError):
    """A file of the state directory is unreadable; for the journal there is JournalError."""


class FileUnwritableError(JokerboardError, OSError):
    """The file at `path` cannot be written; `errno` and `strerror` are copied from the cause."""

    def __init__(self, path: Path, cause: OSError) -> None:
        super().__init__(cause.errno, cause.strerror)
        self._path = path

    def __str__(self) -> str:
        return f"{self._path} cannot be written: {self.strerror}"


_DISK: Final = (errno.EROFS, errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG, errno.EIO)


def by_the_disk(error: BaseException) -> bool:
    """Whether the error or one of its causes is a full, read-only or failing disk.

    If so, the failed request can be repeated once the disk works.
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
    """The rest of a sentence that explains EACCES or EPERM and its remedy; None for another error number.

    EACCES comes from the permissions of the device's file: the user is not in its group. EPERM comes from the
    systemd unit, whose DeviceAllow= lacks the device's class; membership in a group does not help.
    """
    if error_number == errno.EACCES:
        return f"may not be used; add yourself to its group (sudo usermod -aG {group} $USER) and log in again"
    if error_number == errno.EPERM:
        return (
            "is refused by the service's sandbox (DeviceAllow= in jokerboard.service): restart the service"
            " (sudo systemctl restart jokerboard), since it detects new kinds of devices only at its start;"
            " if that does not help, install the unit again (sudo make install)"
        )
    return None
