"""What is simulated: the rules, the people, the sensors, and who judges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.rules import Rules
from referee.machine import Referee
from simulation.people.habits import Habits
from simulation.world.referees import MakesJudge

Cards = Literal["seat", "table", "none"]
Mode = Literal["play", "referee", "training"]
Deck = Literal["rich", "real"]


@dataclass(frozen=True, slots=True)
class Options:
    """What is simulated."""

    rules: Rules
    players: int = 4
    seed: str = "1"
    cards: Cards = "seat"
    mode: Mode = "play"
    habits: Habits = Habits()  # noqa: RUF009 (a frozen value)
    faults: tuple[tuple[str, int], ...] = ()
    referee: MakesJudge = Referee
    deck: Deck = "rich"
    """`rich`: captures, splits and exchanges are chosen more often; `real`: each card as often as held."""
    shadow: MakesJudge | None = None
    """A second referee that is told the same and compared, but that people do not hear."""
