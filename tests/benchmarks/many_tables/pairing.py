"""Processor time of pairing a round of a Swiss tournament and of the standings, by number of teams."""

from __future__ import annotations

import random
from collections.abc import Iterator
from time import process_time

from jokerboard.tournament.event import actions
from jokerboard.tournament.event.events import Created, Event, Stamped, apply
from jokerboard.tournament.event.model import Entry, Settings, Tournament
from jokerboard.tournament.event.round_events import RoundStarted
from jokerboard.tournament.event.standings import standings
from jokerboard.tournament.event.team_events import Registered

SIZES = ((40, 2), (80, 2), (200, 2), (60, 3), (120, 3), (198, 3))
ROUNDS = 7


def run() -> Iterator[str]:
    """A line for each number of teams."""
    for teams, table_of in SIZES:
        yield _measured(teams, table_of)


def _measured(teams: int, table_of: int) -> str:
    now = _begun(teams, table_of)
    chance, spent = random.Random(1), []
    for _ in range(ROUNDS):
        began = process_time()
        paired = actions.pair(now)
        spent.append(process_time() - began)
        now = _played(_then(now, *paired), chance)
    began = process_time()
    standings(now)
    table = process_time() - began
    shown = " ".join(f"{seconds:.2f}" for seconds in spent)
    return f"{teams:3} teams, tables of {table_of}: rounds in {shown} s; standings in {1000 * table:.0f} ms"


def _begun(teams: int, table_of: int) -> Tournament:
    settings = Settings("Bench", teams=table_of, players=2 * table_of, rounds=ROUNDS)
    now = apply(None, Stamped(1, 0.0, "bench", Created(settings)))
    return _then(now, Registered(tuple(Entry(f"T{k}", (f"A{k}", f"B{k}")) for k in range(teams))))


def _played(now: Tournament, chance: random.Random) -> Tournament:
    here = actions.current(now)
    now = _then(now, RoundStarted(here.number))
    for match in here.matches:
        order = [(team,) for team in match.teams]
        chance.shuffle(order)
        now = _then(now, *actions.enter(now, match.table, actions.by_order(match, order)))
    return now


def _then(now: Tournament, *events: Event) -> Tournament:
    for event in events:
        now = apply(now, Stamped(now.version + 1, 0.0, "bench", event))
    return now
