"""A stopped game: paused by the director, ended with a result, or about to end unless people undo it.

Meanwhile marbles, cards and buttons are not judged, and the game's time stands still. When it continues, the
referee reads the board as it is: a play completed during the pause counts, and misplaced marbles are led back
by the lights.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.referee.verdicts import Decision, Verdict
from jokerboard.journal.orders import What


@dataclass(frozen=True, slots=True)
class Stoppage:
    """A stop: its reason, its author, and their words."""

    why: Literal["paused", "ended", "ending"]
    by: str
    text: str = ""

    def sentence(self) -> str:
        """The sentence for people; empty for an end, which has a verdict or a question of its own."""
        if self.why != "paused":
            return ""
        why = f": {self.text.rstrip('.')}" if self.text else ""
        return f"{self.by} has paused the game{why}. The clock stands, and what is moved now is not judged."


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
