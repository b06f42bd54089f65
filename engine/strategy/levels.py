"""The levels of machine players, by name; this module loads no player."""

from __future__ import annotations

from enum import StrEnum

from engine.errors import StrategyError


class Level(StrEnum):
    """The levels of machine players, the easiest one first."""

    EASY = "easy"
    STEADY = "steady"
    STRONG = "strong"
    EXPERT = "expert"


LEVELS: tuple[str, ...] = tuple(Level)


def level_named(name: str) -> Level:
    """The level with that name; StrategyError lists the levels."""
    try:
        return Level(name)
    except ValueError:
        raise StrategyError(f"no level is called {name!r}; there are {', '.join(LEVELS)}") from None
