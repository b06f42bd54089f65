"""Refusals of a tournament; every message is one sentence for the director."""

from collections.abc import Sequence

from jokerboard.tournament.errors import TournamentError


class EventError(TournamentError, ValueError):
    """This cannot be done, or not now; the message says why and what can be."""


class RegistrationError(EventError):
    """A list of teams is not as it should be; `line` is where, counted from 1."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


class UnknownColumnsError(RegistrationError):
    """The first line of a list names no columns that are known.

    `row` is that line, `guess` the columns by their order.
    """

    def __init__(self, message: str, line: int, row: Sequence[str], guess: Sequence[str]) -> None:
        super().__init__(message, line)
        self.row, self.guess = tuple(row), tuple(guess)


class OvertakenError(EventError):
    """Somebody else wrote to this tournament since it was read; read it again and look."""


class MissingLibraryError(EventError, ImportError):
    """A library that this needs is not installed; the message says how to install it."""
