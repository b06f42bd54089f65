"""Errors of the engine: malformed text, an illegal play and an impossible value are different errors.

An illegal play carries its violation, so its error `IllegalPlay` stands in `engine.violation`.
"""

from __future__ import annotations


class EngineError(ValueError):
    """A value that the engine cannot work with; the message names what and where."""


class NotationError(EngineError):
    """A text is malformed: no hole, card, position or play is written so."""


class RulesError(EngineError):
    """An unknown rule set or switch, a value that is not allowed, or a table that cannot be."""


class RecordError(EngineError):
    """A fault in a game record; `line` is where, counted from 1, or 0 if the record was made by a program."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line
