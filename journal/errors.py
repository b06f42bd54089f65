"""What can be wrong with a journal; each message is one sentence: what, where, what to do."""

from __future__ import annotations

from host.errors import JokerboardError


class JournalError(JokerboardError, OSError):
    """The journal cannot be read or written."""


class JournalVersionError(JournalError):
    """This version does not read the journal's format."""


class JournalDamagedError(JournalError):
    """SQLite or the chain of hashes shows that the journal's bytes have changed."""
