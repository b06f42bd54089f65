"""The referee's readings of the board, as the page shows them behind "Why?"."""

from __future__ import annotations

from collections.abc import Iterable

from engine.referee.explain import Explained
from jokerboard.journal.games.sentences import Speaker
from jokerboard.journal.records import Json
from jokerboard.table.english import words


def readings(explained: Iterable[Explained], now: float, speaker: Speaker) -> list[Json]:
    """The readings as JSON: `play`, `more` and `steps` of each.

    `now` is the game's time; `speaker` words plays.
    """
    return [
        {
            "play": _last_play(each, speaker),
            "more": round(each.more, 2),
            "steps": [_sentence(*step, now) for step in each.steps],
        }
        for each in explained
    ]


def _last_play(reading: Explained, speaker: Speaker) -> str:
    before, play = reading.before, reading.play
    if before is None:
        return words("explain.nothing")
    if play is None:
        return words("explain.no-play", who=speaker.name(before.turn))
    return f"{speaker.play(before.turn, str(play.card), play, before)}."


def _sentence(t: float | None, hole: str, cost: float | None, reason: str, now: float) -> str:
    ago = None if t is None else max(0.0, now - t)
    return words("explain.step", ago=ago, hole=hole, why=reason, cost=cost)
