"""Errors about descriptions of boards, documents and setup."""

from __future__ import annotations

from jokerboard.host.errors import JokerboardError


class BoardError(JokerboardError, ValueError):
    """A description has faults; `problems` has a sentence for each, with file and line."""

    exit_code = 2

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems
        more = len(problems) - 1
        super().__init__(problems[0] + (f" (and {more} more; see jokerboard wiring check)" if more else ""))


class BuildError(JokerboardError, OSError):
    """The builder's documents cannot be made: a library is missing, or a file cannot be written."""


class SetupError(JokerboardError, ValueError):
    """Setup or doctor cannot continue: an answer does not fit, or a file is damaged or of another board."""

    exit_code = 2


class ModuleError(JokerboardError, ValueError):
    """Ready modules cannot form this board; the message has the reason."""

    exit_code = 2
