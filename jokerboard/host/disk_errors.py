"""Errors of a full, read-only or failing disk: the request was sound, and succeeds once the disk works."""

from __future__ import annotations

import errno
import sqlite3

_ERRNOS = (errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
_CODES = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)


def by_the_disk(error: BaseException) -> bool:
    """Whether the error, or its cause, is a full, read-only or failing disk."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, OSError) and cause.errno in _ERRNOS:
            return True
        if isinstance(cause, sqlite3.Error) and getattr(cause, "sqlite_errorcode", 0) & 0xFF in _CODES:
            return True
        cause = cause.__cause__
    return False
