"""The base of every error that a command reports; each message is one sentence: what, where, what to do."""

from __future__ import annotations

from pathlib import Path


class JokerboardError(Exception):
    """Something that the person at the keyboard must know; `exit_code` is the command's exit code."""

    exit_code = 1


class UsageError(JokerboardError, ValueError):
    """The command got something impossible: an unknown rule set, a bad number."""

    exit_code = 2


class TableBusyError(JokerboardError, OSError):
    """Another service holds this state directory."""


class StateDamagedError(JokerboardError, ValueError):
    """A file of the state directory other than the journal cannot be read."""


class FileUnwritableError(JokerboardError, OSError):
    """A small file cannot be written; `errno` and `strerror` are those of the cause."""

    def __init__(self, path: Path, cause: OSError) -> None:
        super().__init__(cause.errno, cause.strerror)
        self._path = path

    def __str__(self) -> str:
        return f"{self._path} cannot be written: {self.strerror}"
