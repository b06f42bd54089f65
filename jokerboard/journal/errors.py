"""Errors of a journal; each message is one sentence: what, where, what to do."""

from __future__ import annotations

from jokerboard.host.errors import JokerboardError


class JournalError(JokerboardError, OSError):
    """The journal cannot be read or written."""


class JournalVersionError(JournalError):
    """This version does not read the journal's format."""


class JournalDamagedError(JournalError):
    """SQLite or the chain of hashes shows that the journal's bytes have changed."""


class OrderError(JokerboardError, ValueError):
    """A malformed order: `id` is its id ("" if unreadable), `by` the person who gave it."""

    def __init__(self, message: str, id: str = "", by: str = "") -> None:
        super().__init__(message)
        self.id, self.by = id, by
