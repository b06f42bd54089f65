"""The options of a simulation: rules, people, sensors and referee."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from engine.referee.machine import Referee
from engine.referee.settings import CardsMode, Mode
from engine.rules.rule_sets import Rules
from jokerboard.simulation.people.habits import Habits

Deck = Literal["rich", "real"]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a simulation."""

    rules: Rules
    players: int = 4
    seed: str = "1"
    cards: CardsMode = "seat"
    mode: Mode = "play"
    habits: Habits = Habits()  # noqa: RUF009 (a frozen value)
    faults: tuple[tuple[str, int], ...] = ()
    referee: Callable[..., Referee] = Referee
    deck: Deck = "rich"
    """`rich`: captures, splits and exchanges are chosen more often; `real`: each card as often as held."""
