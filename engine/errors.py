"""What the engine refuses: malformed, illegal, ambiguous and senseless are four different errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.violation import Violation


class EngineError(ValueError):
    """Something the engine was handed cannot be; the message says what and where."""


class NotationError(EngineError):
    """A text is malformed: no hole, card, position or play is written so."""


class RulesError(EngineError):
    """An unknown rule set or switch, a value that is not allowed, or a table that cannot be."""


class AmbiguousPlay(EngineError):
    """What is written fits several plays with different results; the message names them."""


class IllegalPlay(EngineError):
    """The play is well written but breaks a rule; `violation` says which, and where."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(violation.text)
        self.violation = violation


class RecordError(EngineError):
    """A game record says what cannot be; `line` is where, counted from 1, or 0 if it was not read."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line
