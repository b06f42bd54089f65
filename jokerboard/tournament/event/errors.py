"""The errors of a tournament; each message is one sentence for the director."""

from collections.abc import Sequence

from jokerboard.tournament.errors import TournamentError


class EventError(TournamentError, ValueError):
    """An action is impossible, or impossible now; the message names the reason and a possible action."""


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
