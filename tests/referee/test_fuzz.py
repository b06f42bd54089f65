"""Whatever happens at a table, the referee keeps its head; when the board is put right the game goes on."""

from __future__ import annotations

import random

import pytest

from engine.cards import RANKS, Card
from engine.geometry import Hole, Seat
from engine.legal import legal
from engine.rules import RULES
from engine.table import Table, table_for
from referee.cards import CardsMode
from referee.errors import RefereeError
from referee.events import (
    Button,
    ButtonName,
    CardRead,
    Dealt,
    DecisionName,
    Device,
    Edge,
    Event,
    Reshuffled,
    Ruling,
    Tick,
)
from referee.machine import Referee
from referee.occupancy import standing
from referee.state import Mode
from referee.verdicts import Ambiguous, Move
from tests.referee.hands import Hands, do_plainly, positions_of_play

CARDS = [Card.parse(text) for text in ("AH", "2S", "5H", "7H", "7H#1", "8C", "9D", "KS", "X", "X#1")]
BUTTONS: list[ButtonName] = ["ok", "back", "help"]
DECISIONS: list[DecisionName] = ["let-stand", "take-back", "correct"]
MODES: list[Mode] = ["play", "referee", "training"]
DESKS: list[CardsMode] = ["seat", "table", "none"]
GAPS = [(0.01,), (0.5,), (3.0,), (0.02, 2.0)]
"""How long things take at most, in seconds; one of several at a time."""


class Storm:
    """Random events at one table."""

    def __init__(self, table: Table, referee: Referee, full: set[Hole], seed: int) -> None:
        self.table, self.referee, self.full = table, referee, full
        self.rng = random.Random(seed)
        self.gaps = GAPS[seed % len(GAPS)]
        self.t = 0.0

    def rage(self, steps: int, *, rulings: bool = True) -> None:
        for _ in range(steps):
            self.t = round(self.t + self.rng.random() * self.rng.choice(self.gaps), 4)
            event = self.event()
            if isinstance(event, Ruling) and not rulings:
                continue
            try:
                self.referee.feed(event)
            except RefereeError:
                assert isinstance(event, Ruling)
            assert all(0 <= hole < self.table.board.holes for hole in self.referee.lights)
            assert len(self.referee.marbles) <= 5 * len(self.table.seats)
            deadline = self.referee.deadline
            assert deadline is None or deadline > event.t - 1e-9

    def event(self) -> Event:
        rng, t = self.rng, self.t
        at: Seat | None = rng.choice([*self.table.seats, None])
        kind = rng.random()
        if kind < 0.75:
            hole = rng.randrange(self.table.board.holes)
            self.full ^= {hole}
            return Edge(t, hole, hole in self.full)
        if kind < 0.83:
            return CardRead(t, rng.choice(CARDS), at)
        if kind < 0.86:
            return CardRead(t, None, at, rng.choice([None, None, "04A2F1"]))
        if kind < 0.90:
            return Button(t, rng.choice(BUTTONS), at)
        if kind < 0.93:
            return Dealt(t, rng.choice(CARDS), rng.choice(self.table.seats))
        if kind < 0.94:
            return Reshuffled(t)
        if kind < 0.96:
            return Device(t, "reader A", rng.random() < 0.5)
        if kind < 0.98:
            decision = rng.choice(DECISIONS)
            position = self.referee.position if decision == "correct" else None
            return Ruling(t, decision, "referee", rng.choice([None, 1, 2, 5]), position)
        return Tick(t)


def a_table(seed: int) -> tuple[Table, Referee, set[Hole]]:
    table = table_for(RULES[list(RULES)[seed % len(RULES)]], 4)
    (position,) = positions_of_play(table, seed, 1, every=5 + seed)
    referee = Referee(
        table, position, mode=MODES[seed % len(MODES)], cards=DESKS[seed // 7 % 3 if seed % 2 else 0]
    )
    return table, referee, set(standing(position, table.board))


@pytest.mark.parametrize("seed", range(40))
def test_after_a_storm_the_board_is_put_right_and_the_game_goes_on(seed: int) -> None:
    table, referee, full = a_table(seed)
    storm = Storm(table, referee, full, seed)
    storm.rage(500)
    hands = Hands(referee, full, storm.t)
    hands.wait(3)
    for _ in range(8):
        hands.set_up(referee.position, table)
        hands.wait(12)
        for at in (*table.seats, None):
            hands.feed(CardRead(hands.t, None, at))
        hands.wait(1)
    before = referee.position
    assert hands.full == standing(before, table.board)
    lost = any(light.role == "fault" for light in referee.lights.values())
    if lost or referee.over is not None:
        return  # a sensor was found to lie, as some did, or the game is won
    hands.said.clear()
    rank, play = storm.rng.choice([(r, o) for r in RANKS for o in legal(table, before, r)])
    hands.lay(str(rank), before.turn)
    do_plainly(hands, table, before, play.position)
    hands.wait(2)
    for asked in [verdict for verdict in hands.said if isinstance(verdict, Ambiguous)]:
        plays = [table_play.text(table.board) for table_play in asked.candidates]
        touch = asked.touch[plays.index(play.play.text(table.board))]
        hands.lift(touch)
        hands.wait(0.3)
        hands.place(touch)
        hands.wait(1)
    assert [v.position for v in hands.said if isinstance(v, Move)][-1:] == [play.position], hands.said
