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
