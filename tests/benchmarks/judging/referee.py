"""Processor time of the referee from a debounced edge to verdict and lights, for 4, 6 and 8 players.

The garbage collector runs between plays, as in the running service
(`jokerboard/table/serving/upkeep.py`). Each game is played three times, and each event counts
with the median of its three times, so that other load on the machine hardly counts.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Iterable
from statistics import median

from engine.cards import RANKS, Card
from engine.geometry import Hole
from engine.legal import legal
from engine.position import Position, holes_when_set_up
from engine.referee.events import CardRead, Edge, Event
from engine.referee.machine import Referee
from engine.rules.rule_sets import RULES
from engine.table import Table, table_for
from jokerboard.table.serving.upkeep import collecting_rarely

TURNS = 300
PASSES = 3


TABLES = (
    ("texas", 4, "seat"),
    ("own-deck", 4, "seat"),
    ("pegs-and-jokers", 4, "seat"),
    ("texas", 4, "none"),
    ("own-deck", 4, "none"),
    ("pegs-and-jokers", 4, "none"),
    ("texas", 6, "seat"),
    ("own-deck", 6, "seat"),
    ("pegs-and-jokers", 6, "none"),
    ("marbles-and-jokers", 8, "seat"),
    ("pegs-and-jokers", 8, "seat"),
    ("pegs-and-jokers", 8, "none"),
)


def run() -> Iterable[str]:
    """A line of figures for each table."""
    for name, players, cards in TABLES:
        edges, cards_read = measure(name, players, cards)
        yield (
            f"referee {name:20} {players} players, cards {cards:4}: edge to verdict and lights "
            f"{_quantiles(edges)} ms; card to legal plays {_quantiles(cards_read)} ms"
        )


def measure(name: str, players: int, cards: str) -> tuple[list[float], list[float]]:
    """The seconds for each edge and for each card; each is the median of several passes."""
    with collecting_rarely():
        passes = [_play(name, players, cards) for _ in range(PASSES)]
    edges = [median(times) for times in zip(*(edges for edges, _ in passes), strict=True)]
    return edges, [median(times) for times in zip(*(reads for _, reads in passes), strict=True)]


def extremes() -> tuple[float, float, float]:
    """The slowest table's milliseconds: 99 % at 4 seats with card readers, 99 % elsewhere, 99.9 % anywhere.

    A share of 99 % means that 99 % of the table's edges take no longer.
    """
    four, other, slowest = 0.0, 0.0, 0.0
    for name, players, cards in TABLES:
        edges, _ = measure(name, players, cards)
        p99 = quantile(edges, 0.99)
        slowest = max(slowest, quantile(edges, 0.999))
        if players == 4 and cards == "seat":
            four = max(four, p99)
        else:
            other = max(other, p99)
    return four, other, slowest


def quantile(times: list[float], share: float) -> float:
    """The time in milliseconds that `share` of the times, given in seconds, do not exceed."""
    ms = sorted(1000 * t for t in times) or [0.0]
    return ms[min(len(ms) - 1, int(len(ms) * share))]


def _quantiles(times: list[float]) -> str:
    ms = sorted(1000 * t for t in times) or [0.0]
    return f"p50 {quantile(times, 0.5):.3f} p99 {quantile(times, 0.99):.3f} max {ms[-1]:.3f}"


def _play(name: str, players: int, cards: str) -> tuple[list[float], list[float]]:
    table = table_for(RULES[name], players)
    position, chance, t = table.initial(), random.Random(7), 0.0
    mode = "none" if cards == "none" else "seat"
    referee = Referee(table, position, mode="training", cards="none" if mode == "none" else "seat")
    edges: list[float] = []
    reads: list[float] = []
    for _ in range(TURNS):
        if table.winner(position):
            break
        ranks = [rank for rank in RANKS if legal(table, position, rank)]
        if not ranks:
            break
        rank = chance.choice(ranks)
        after = chance.choice(legal(table, position, rank)).position
        t += 1.0
        if mode == "seat":
            reads.append(_fed(referee, CardRead(t, Card(rank), position.turn)))
        for hole, on in _moves(table, position, after):
            t += 0.2
            _pass(referee, t - 0.001)
            edges.append(_fed(referee, Edge(t, hole, on)))
        t += 2.0
        _pass(referee, t)
        gc.collect()
        if referee.position.marbles != after.marbles:
            break
        position = after
    return edges, reads


def _pass(referee: Referee, t: float) -> None:
    """Process the referee's deadlines up to the time `t`, as the running service does between edges."""
    referee.advance(t)
    _ = referee.lights


def _moves(table: Table, before: Position, after: Position) -> list[tuple[Hole, bool]]:
    was, now = holes_when_set_up(before, table.board), holes_when_set_up(after, table.board)
    same = [h for h in was & now if before.colour_at(h) != after.colour_at(h)]
    lifts = [(h, False) for h in (*(was - now), *same)]
    return lifts + [(h, True) for h in (*same, *(now - was))]


def _fed(referee: Referee, event: Event) -> float:
    begun = time.process_time()
    referee.feed(event)
    referee.advance(event.t + 0.009)
    _ = referee.lights
    return time.process_time() - begun
