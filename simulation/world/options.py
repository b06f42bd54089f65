"""The options of a simulation: rules, people, sensors and referee."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.rules.rule_sets import Rules
from referee.old.machine import Referee
from simulation.people.habits import Habits
from simulation.world.referees import MakesJudge

Cards = Literal["seat", "table", "none"]
Mode = Literal["play", "referee", "training"]
Deck = Literal["rich", "real"]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a simulation."""

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
    """A second referee that gets the same events. Its verdicts are compared, but people do not hear them."""
