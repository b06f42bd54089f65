"""A stopped game: paused by the director, ended with a result, or about to end unless people undo it.

During a stop, marbles, cards and buttons are not judged, and the game's clock is stopped. When the game goes
on, the referee judges the board as it is: a play completed during the stop counts, and lights show where
misplaced marbles belong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.referee.verdicts import Decision, Verdict
from jokerboard.journal.orders import What


@dataclass(frozen=True, slots=True)
class Stoppage:
    """A stop: why the game is stopped, the name of the person who stopped it, and the given reason."""

    why: Literal["paused", "ended", "ending"]
    by: str
    text: str = ""

    def sentence(self) -> str:
        """The sentence that announces a pause; empty for an end, which a verdict or a question announces."""
        if self.why != "paused":
            return ""
        why = f": {self.text.rstrip('.')}" if self.text else ""
        return f"{self.by} has paused the game{why}. The clock is stopped, and moves are not judged."


def stoppage_after(stoppage: Stoppage | None, order: Mapping[str, Any]) -> Stoppage | None:
    """The stop that is in force after the record of an accepted order; None if the game goes on."""
    match order["order"]:
        case What.PAUSE:
            return Stoppage("paused", order["by"], order.get("text", ""))
        case What.RESULT:
            return Stoppage("ended", order["by"], order.get("text", ""))
        case What.GO_ON:
            return None
        case _:
            return stoppage


def reopened(verdict: Verdict, stoppage: Stoppage | None) -> bool:
    """Whether a decision reopens a game that had ended with a result."""
    ended = stoppage is not None and stoppage.why == "ended"
    return ended and isinstance(verdict, Decision) and verdict.decision != "let-stand"
