"""Errors of the engine: malformed text, an illegal play and an impossible value are different errors.

An illegal play carries its violation, so its error `IllegalPlay` is in `engine.violation`. Mistakes of people
at a table are verdicts of the referee, not errors.
"""

from __future__ import annotations


class EngineError(ValueError):
    """A value that the engine cannot work with; the message names the value and its place."""


class NotationError(EngineError):
    """A malformed text: it is not the notation of any hole, card, position or play."""


class RulesError(EngineError):
    """An unknown rule set or switch, a value that is not allowed, or an impossible table."""


class RecordError(EngineError):
    """A fault in a game record; `line` is its line counted from 1, or 0 if a program made the record."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


class StrategyError(ValueError):
    """A level, a weights file or a view that a machine player cannot work with."""


class RefereeError(ValueError):
    """Input that the referee cannot accept; the message names the fault and its place."""


class TraceError(RefereeError):
    """A trace is malformed; the message begins with the line's number."""


class OutOfOrderError(RefereeError):
    """An event is older than the previous one; times must not decrease."""
