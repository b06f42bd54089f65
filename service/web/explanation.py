"""The referee's readings of the board, as the page shows them behind "Why?"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from referee.explain import Explained

Json: TypeAlias = dict[str, Any]


def readings(explained: Iterable[Explained], now: float) -> list[Json]:
    """Each with `play`, `more` and `steps`; `now` is the game's time."""
    return [
        {
            "play": each.last,
            "more": round(each.more, 2),
            "steps": [_sentence(*step, now) for step in each.steps],
        }
        for each in explained
    ]


def _sentence(t: float | None, hole: str, cost: float | None, reason: str, now: float) -> str:
    when = "Now" if t is None else f"{max(0.0, now - t):.1f} s ago"
    where = f", {hole}" if hole else ""
    return f"{when}{where}: {reason}." if cost is None else f"{when}{where}: {reason} ({cost:+.2f})."
