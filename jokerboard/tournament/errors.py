"""The errors of tournaments, between tables and the director's desk; each message is one sentence."""

from __future__ import annotations

from collections.abc import Sequence

from jokerboard.host.errors import JokerboardError


class TournamentError(JokerboardError):
    """A failure that must be reported to the people who run the tournament."""


class AddressError(TournamentError, ValueError):
    """The address of a Redis is impossible: its URL, its password file, or its certificates."""

    exit_code = 2


class AwayError(TournamentError, ConnectionError):
    """The Redis cannot be reached, or it refuses a command; the caller tries again."""


class ReplyTooLargeError(TournamentError):
    """An answer of the Redis is larger than any table may write; it was not read to its end."""


class StoreError(TournamentError, OSError):
    """The director's store cannot be used: no store, another version, damaged, or the disk refuses."""


class Refused(TournamentError, ValueError):
    """The desk refuses a request: for example an unknown table, or a game that is over."""


class EventError(TournamentError, ValueError):
    """An action on a tournament is impossible, always or now; the message names the reason and a remedy."""

    exit_code = 2


class RegistrationError(EventError):
    """A list of teams has a fault; `line` is the faulty line, counted from 1, or 0."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


class UnknownColumnsError(RegistrationError):
    """The column names in the first line of a list are unknown.

    `row` has the cells of that line, `guess` the names that its columns have by their order.
    """

    def __init__(self, message: str, line: int, row: Sequence[str], guess: Sequence[str]) -> None:
        super().__init__(message, line)
        self.row, self.guess = tuple(row), tuple(guess)


class OvertakenError(EventError):
    """Another director kept changing the tournament; read the new state and decide again."""


class MissingLibraryError(EventError, ImportError):
    """A library is not installed; the message contains the command that installs it."""
