"""Whether it is the disk that refuses: then waiting helps, and nothing is wrong with what was asked of it."""

from __future__ import annotations

import errno
import sqlite3

_ERRNOS = (errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
_CODES = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)


def by_the_disk(error: BaseException) -> bool:
    """Whether the error, or what it came from, is a disk that is full, read-only or failing."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, OSError) and cause.errno in _ERRNOS:
            return True
        if isinstance(cause, sqlite3.Error) and getattr(cause, "sqlite_errorcode", 0) & 0xFF in _CODES:
            return True
        cause = cause.__cause__
    return False
