"""Tournaments for tests, built from events."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from jokerboard.tournament.event import actions
from jokerboard.tournament.event.distance import by_counts
from jokerboard.tournament.event.events import Created, Event, Stamped, apply
from jokerboard.tournament.event.model import (
    Count,
    Entry,
    How,
    Match,
    Result,
    Settings,
    System,
    Tournament,
)
from jokerboard.tournament.event.round_events import RoundStarted
from jokerboard.tournament.event.team_events import Registered

Luck = Callable[[Match], Result]


def settings(system: System = System.SWISS, teams: int = 2, rounds: int = 5) -> Settings:
    return Settings("Spring Cup", system=system, teams=teams, players=2 * teams, rounds=rounds)


def entries(count: int, first: int = 1) -> tuple[Entry, ...]:
    return tuple(Entry(f"Team {k}", (f"Ann {k}", f"Bo {k}")) for k in range(first, first + count))


def make(count: int, system: System = System.SWISS, teams: int = 2, rounds: int = 5) -> Tournament:
    now = apply(None, Stamped(1, 0.0, "test", Created(settings(system, teams, rounds))))
    return then(now, Registered(entries(count))) if count else now


def then(now: Tournament, *events: Event, at: float = 0.0) -> Tournament:
    for event in events:
        now = apply(now, Stamped(now.version + 1, at, "test", event))
    return now


def paired(now: Tournament) -> Tournament:
    return then(now, *actions.pair(now))


def played(now: Tournament, luck: Luck) -> Tournament:
    """The tournament after its newest round was started and every table got a random result."""
    here = actions.current(now)
    now = then(now, RoundStarted(here.number))
    for match in here.matches:
        now = then(now, *actions.enter(now, match.table, luck(match)))
    return now


def by_chance(seed: int) -> Luck:
    """A function that makes random results with places and marbles; teams are sometimes equal or absent."""
    chance = random.Random(seed)

    def result(match: Match) -> Result:
        if chance.random() < 0.03:
            return actions.forfeit(match, [chance.choice(match.teams)])
        counts = [Count(team, chance.randint(0, 4), chance.randint(1, 3) * 100) for team in match.teams]
        if chance.random() < 0.7:
            k = chance.randrange(len(counts))
            counts[k] = replace(counts[k], home=10, to_go=0)
            return by_counts(counts, match.teams[k], How.PLAYED)
        return by_counts(counts)

    return result


def run(now: Tournament, rounds: int, seed: int) -> Tournament:
    luck = by_chance(seed)
    for _ in range(rounds):
        now = played(paired(now), luck)
    return now


def ranking(match: Match, order: Sequence[int]) -> Result:
    return actions.by_order(match, [(team,) for team in order])
