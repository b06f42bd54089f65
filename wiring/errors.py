"""Errors of a board's description; each problem is one sentence with file and line."""

from __future__ import annotations

from jokerboard.host.errors import JokerboardError


class BoardError(JokerboardError, ValueError):
    """A description that no board can have; `problems` has a sentence for each thing wrong."""

    exit_code = 2

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems
        more = len(problems) - 1
        super().__init__(problems[0] + (f" (and {more} more; see jokerboard wiring check)" if more else ""))


class BuildError(JokerboardError, OSError):
    """The documents cannot be made: a library is missing, a file cannot be written."""


class SetupError(JokerboardError, ValueError):
    """First light cannot go on: an answer that is none, a file of another board."""

    exit_code = 2


class ModuleError(JokerboardError, ValueError):
    """A board that cannot be built of the ready modules; the sentence says why."""

    exit_code = 2
