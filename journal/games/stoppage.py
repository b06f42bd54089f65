"""A game that stands still because the director said so: paused, or ended with a result.

While it stands, nobody's marbles, cards or buttons are judged, and the game's time does not pass. What was
done meanwhile is heard when it goes on, as the board then shows it: who finished his move during a pause has
played it, who pushed marbles about is led back by the lights.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from journal.orders import What
from referee.verdicts import Decision, Verdict


class StopReason(StrEnum):
    """Why a game stands still."""

    PAUSED = "paused"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Stoppage:
    """A game stands still: why, by whom, and what he said about it."""

    why: StopReason
    by: str
    text: str = ""

    def sentence(self) -> str:
        """For people; empty for a game that has ended, which says so itself."""
        if self.why is StopReason.ENDED:
            return ""
        why = f": {self.text.rstrip('.')}" if self.text else ""
        return f"{self.by} has paused the game{why}. The clock stands, and what is moved now is not judged."


def stoppage_after(stoppage: Stoppage | None, order: Mapping[str, Any]) -> Stoppage | None:
    """How a game stands after an order that was taken, by its record."""
    match order["order"]:
        case What.PAUSE:
            return Stoppage(StopReason.PAUSED, order["by"], order.get("text", ""))
        case What.RESULT:
            return Stoppage(StopReason.ENDED, order["by"], order.get("text", ""))
        case What.GO_ON:
            return None
        case _:
            return stoppage


def reopened(verdict: Verdict, stoppage: Stoppage | None) -> bool:
    """Whether a decision opens a game again that had ended with a result."""
    ended = stoppage is not None and stoppage.why is StopReason.ENDED
    return ended and isinstance(verdict, Decision) and verdict.decision != "let-stand"
