"""Storms of random edges, cards, buttons and decisions, after which people correct the board."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from engine.cards import RANKS, Card
from engine.errors import RefereeError
from engine.geometry import Hole, Seat
from engine.legal import Outcome, legal
from engine.position import holes_when_set_up
from engine.referee import events as ev
from engine.referee.machine import Referee
from engine.referee.settings import CardsMode, Mode
from engine.referee.verdicts import Ambiguous, Move
from engine.rules.rule_sets import RULES
from engine.table import Table, table_for
from tests.engine.referee.consistent import inconsistent
from tests.engine.referee.hands import Hands, do_plainly, positions_of_play

CARDS = [Card.parse(text) for text in ("AH", "2S", "5H", "7H", "7H#1", "8C", "9D", "KS", "X", "X#1")]
BUTTONS: list[ev.ButtonName] = ["ok", "back", "help"]
DECISIONS: list[ev.DecisionName] = ["let-stand", "take-back", "correct"]
MODES: list[Mode] = ["play", "referee", "training"]
DESKS: list[CardsMode] = ["seat", "table", "none"]
FORGOTTEN = 31.0
"""Seconds without events after which the referee has no open deadline."""
GAPS = [(0.01,), (0.5,), (3.0,), (0.02, 2.0)]
"""Choices of the longest gaps between events, in seconds; each storm uses one tuple."""


class Storm:
    """Random events at one table, as a test of robustness."""

    def __init__(self, table: Table, referee: Referee, full: set[Hole], seed: int) -> None:
        self.table, self.referee, self.full = table, referee, full
        self.rng = random.Random(seed)
        self.gaps = GAPS[seed % len(GAPS)]
        self.t = 0.0
        self.slowest = 0.0
        """The longest that one event took, in seconds."""

    def rage(self, steps: int, *, rulings: bool = True) -> None:
        for _ in range(steps):
            self.t = round(self.t + self.rng.random() * self.rng.choice(self.gaps), 4)
            event = self.event()
            if isinstance(event, ev.Ruling) and not rulings:
                continue
            begun = time.perf_counter()
            try:
                self.referee.feed(event)
            except RefereeError:
                assert isinstance(event, ev.Ruling)
            lights = self.referee.lights
            self.slowest = max(self.slowest, time.perf_counter() - begun)
            assert all(0 <= hole < self.table.board.holes for hole in lights)
            assert not inconsistent(self.referee), inconsistent(self.referee)
            assert not (isinstance(event, ev.Ruling) and list(self.referee.position.faults()))
            assert len(self.referee.marbles) <= 5 * len(self.table.seats)
            deadline = self.referee.deadline
            assert deadline is None or deadline > event.t - 1e-9

    def event(self) -> ev.Event:
        rng, t = self.rng, self.t
        at: Seat | None = rng.choice([*self.table.seats, None])
        kind = rng.random()
        if kind < 0.75:
            hole = rng.randrange(self.table.board.holes)
            self.full ^= {hole}
            return ev.Edge(t, hole, hole in self.full)
        if kind < 0.83:
            return ev.CardRead(t, rng.choice(CARDS), at)
        if kind < 0.86:
            return ev.CardRead(t, None, at, rng.choice([None, None, "04A2F1"]))
        if kind < 0.90:
            return ev.Button(t, rng.choice(BUTTONS), at)
        if kind < 0.93:
            return ev.Dealt(t, rng.choice(CARDS), rng.choice(self.table.seats))
        if kind < 0.94:
            return ev.Reshuffled(t)
        if kind < 0.96:
            return ev.Device(t, "reader A", rng.random() < 0.5)
        if kind < 0.98:
            decision = rng.choice(DECISIONS)
            position = self.referee.position if decision == "correct" else None
            return ev.Ruling(t, decision, "referee", rng.choice([None, 1, 2, 5]), position)
        return ev.Tick(t)


def a_table(
    seed: int, players: int = 4, make: Callable[..., Any] = Referee
) -> tuple[Table, Referee, set[Hole]]:
    table = table_for(RULES[list(RULES)[seed % len(RULES)]], players)
    (position,) = positions_of_play(table, seed, 1, every=5 + seed)
    referee = make(
        table, position, mode=MODES[seed % len(MODES)], cards=DESKS[seed // 7 % 3 if seed % 2 else 0]
    )
    return table, referee, set(holes_when_set_up(position, table.board))


def goes_on(storm: Storm) -> bool:
    """Correct the board and make a play; False if its sensors were announced as faulty, or the game is won.

    Raise AssertionError if a clean play after the storm is not recorded correctly.
    """
    table, referee = storm.table, storm.referee
    hands = Hands(referee, storm.full, storm.t)
    hands.wait(3)
    for _ in range(8):
        hands.set_up(referee.position, table)
        hands.wait(12)
        for at in (*table.seats, None):
            hands.feed(ev.CardRead(hands.t, None, at))
        hands.wait(1)
    if any(light.role == "choose" for light in referee.lights.values()):
        # By then, no touch before it can belong to a play.
        hands.feed(ev.Ruling(hands.t, "correct", "referee", None, referee.position))
    hands.wait(FORGOTTEN)
    before = referee.position
    assert hands.full == holes_when_set_up(before, table.board)
    lost = set(referee.faulty)  # Another role may cover the light.
    if referee.over is not None:
        return False
    laid = referee.card  # In referee mode a laid card counts as played.
    ranks = RANKS if laid is None else (laid.rank,)
    plays = [(r, o) for r in ranks for o in legal(table, before, r) if not lost & _holes(table, o)]
    if not plays:
        return False
    hands.verdicts.clear()
    rank, play = storm.rng.choice(plays)
    if laid is None:
        hands.lay(str(rank), before.turn)
    do_plainly(hands, table, before, play.position)
    hands.wait(2 if not lost else 12)
    for asked in hands.announced(Ambiguous):
        ways = [candidate.legs for candidate in asked.candidates]
        touch = asked.touch[ways.index(play.play.legs)]
        hands.lift(touch)
        hands.wait(0.3)
        hands.place(touch)
        hands.wait(1)
    moves = [verdict.position for verdict in hands.announced(Move)]
    assert moves[-1:] == [play.position], (play, hands.verdicts)
    return True


def _holes(table: Table, outcome: Outcome) -> set[Hole]:
    """Every hole of a play, with all START holes of each seat whose START it changes."""
    holes: set[Hole] = set()
    for leg in outcome.play.legs:
        seats = {seat for seat in (leg.seat, leg.sent) if seat is not None}
        holes |= {hole for seat in seats for hole in table.board.start(seat)}
        holes |= {hole for hole in (leg.source, leg.target) if hole is not None}
        holes |= {table.board.in_spot(seat) for seat in leg.pushes}
    return holes
