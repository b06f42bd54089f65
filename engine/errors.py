"""Errors of the engine: malformed, illegal and senseless are different errors.

An illegal play carries its violation, so its error `IllegalPlay` stands in `engine.violation`.
"""

from __future__ import annotations


class EngineError(ValueError):
    """Something the engine was handed cannot be; the message says what and where."""


class NotationError(EngineError):
    """A text is malformed: no hole, card, position or play is written so."""


class RulesError(EngineError):
    """An unknown rule set or switch, a value that is not allowed, or a table that cannot be."""


class RecordError(EngineError):
    """A game record says what cannot be; `line` is where, counted from 1, or 0 if it was not read."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line
