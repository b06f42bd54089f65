"""Refusals of a tournament; every message is one sentence for the director."""

from collections.abc import Sequence

from jokerboard.tournament.errors import TournamentError


class EventError(TournamentError, ValueError):
    """An action is impossible, or impossible now; the message gives the reason and what is possible."""


class RegistrationError(EventError):
    """A fault in a list of teams; `line` is its line, counted from 1."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


class UnknownColumnsError(RegistrationError):
    """The first line of a list has no known names of columns.

    `row` is that line, `guess` the columns by their order.
    """

    def __init__(self, message: str, line: int, row: Sequence[str], guess: Sequence[str]) -> None:
        super().__init__(message, line)
        self.row, self.guess = tuple(row), tuple(guess)


class OvertakenError(EventError):
    """Another director has changed this tournament since it was read; read it and decide again."""


class MissingLibraryError(EventError, ImportError):
    """A needed library is not installed; the message names the command that installs it."""
