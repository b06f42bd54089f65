"""Errors of a board's description; each problem is one sentence with file and line."""

from __future__ import annotations

from jokerboard.host.errors import JokerboardError


class BoardError(JokerboardError, ValueError):
    """A description of an impossible board; `problems` has a sentence for each fault."""

    exit_code = 2

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems
        more = len(problems) - 1
        super().__init__(problems[0] + (f" (and {more} more; see jokerboard wiring check)" if more else ""))


class BuildError(JokerboardError, OSError):
    """The documents cannot be made: a library is missing, or a file cannot be written."""


class SetupError(JokerboardError, ValueError):
    """First light cannot continue: an answer that does not fit, or a file of another board."""

    exit_code = 2


class ModuleError(JokerboardError, ValueError):
    """A board that cannot be built of the ready modules; the sentence gives the reason."""

    exit_code = 2
