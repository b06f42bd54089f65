"""The inputs of the prompt: the game as announced, and the full holes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.cards import Card
from engine.errors import EngineError
from engine.geometry import Board, Hole, Seat, seat_letter
from engine.legal import Outcome, legal
from engine.position import Position
from engine.referee.lights import Light
from engine.referee.verdicts import Ambiguous, Illegal, Owed
from engine.table import Table


@dataclass(frozen=True, slots=True)
class Scene:
    """The inputs of the prompt."""

    table: Table
    position: Position
    marbles: Mapping[Hole, Seat]
    """The owners of the announced marbles, by hole; a bumped marble is missing until it is in START."""
    standing: Mapping[Hole, Seat | None]
    """The full holes, each with its marble's owner; None where unknown, as at a real board."""
    owing: tuple[Owed, ...]
    card: str | None
    lights: Mapping[Hole, Light]
    wrong: Illegal | None
    question: Ambiguous | None
    cards: bool
    """Whether the game is played with cards."""
    training: bool
    machine: Mapping[str, Any] | None = None
    """The request of a machine player; None if there is none."""
    held: Collection[Seat] = ()
    """The owners of the marbles in hands, where they are known: at a simulated board."""
    mends: Mapping[Hole, Hole] = field(default_factory=dict)
    """For each hole that misses a marble, the hole to which the marble was carried."""
    mover: Seat | None = None
    """The seat that made the last play; None before any."""

    @property
    def board(self) -> Board:
        """The board's geometry."""
        return self.table.board

    @property
    def occupied(self) -> Collection[Hole]:
        """The full holes."""
        return self.standing.keys()

    @property
    def seat(self) -> str:
        """The seat in turn."""
        return seat_letter(self.position.turn)

    @property
    def missing(self) -> set[Hole]:
        """Holes of ring and lanes that should have a marble and are empty."""
        return {hole for hole in self.marbles if hole not in self.occupied and not self.board.is_start(hole)}

    @property
    def extra(self) -> set[Hole]:
        """Holes of ring and lanes that have a marble and should be empty."""
        return {hole for hole in self.occupied if hole not in self.marbles and not self.board.is_start(hole)}

    def shows(self, position: Position) -> bool:
        """Whether every marble is in its hole of the position, START included.

        If the marbles' colours are unknown, only full and empty holes are compared. They cannot distinguish
        an exchange from an unchanged board, so the result is then False for an exchange.
        """
        out, in_start = _full(position)
        full, board = set(self.occupied), self.board
        if {hole for hole in full if not board.is_start(hole)} != out.keys():
            return False
        if any(len(full.intersection(board.start(seat))) != count for seat, count in in_start.items()):
            return False
        if None in self.standing.values():
            before, in_start_before = _full(self.position)
            return (out.keys(), in_start) != (before.keys(), in_start_before)
        return all(self.standing[hole] == seat for hole, seat in out.items())

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The possible plays of the laid card."""
        try:
            return () if self.card is None else legal(self.table, self.position, Card.parse(self.card).rank)
        except EngineError:
            return ()


def _full(position: Position) -> tuple[dict[Hole, Seat], dict[Seat, int]]:
    """The marbles of ring and lanes by hole, and the number of each seat's marbles in START."""
    out = {hole: seat for seat in position.seats for hole in position.marbles[seat] or ()}
    return out, {seat: position.start_count(seat) for seat in position.seats}
