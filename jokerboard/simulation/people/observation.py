"""The table as people can see it: the board's lights, its sentences, and the marbles.

Simulated people never ask the referee. Everything here is on the page, on the strip or on the board, where
anybody can look.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.cards import Card
from engine.geometry import Hole, Seat
from engine.position import Position
from engine.referee.verdicts import Ambiguous
from jokerboard.journal.games.game_log import Played
from jokerboard.simulation.board.simulated_board import SimulatedBoard, standing
from jokerboard.simulation.people.hand import Lift, Place
from jokerboard.table.runtime.announcing import Announced
from jokerboard.table.runtime.running_game import RunningGame

WRONG = ("illegal", "put-back")
ANNOUNCED_WITHIN = 3.0
"""Seconds within which a play is normally announced; then people look at the board again."""
BLIND_WITHIN = 10.0
"""Seconds to wait at a sensor that is reported as faulty; a play that it hides takes eight."""


class Observation:
    """One table as its people see it."""

    def __init__(self, game: RunningGame, sim: SimulatedBoard) -> None:
        self._game = game
        self._sim = sim
        self.question: Ambiguous | None = None
        """The last question of the table; None once a later verdict has come."""
        self.corrected = 0
        """The number of announcements of something illegal."""
        game.listen(self._hear)

    @property
    def position(self) -> Position:
        """The position, as last announced."""
        return self._game.log.position

    @property
    def n(self) -> int:
        """The number of the last announced play."""
        return self._game.log.n

    @property
    def plays(self) -> Sequence[Played]:
        """The plays in force, in order."""
        return self._game.log.in_force

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return self._game.log.over is not None

    @property
    def card(self) -> Card | None:
        """The card that is shown as laid in this turn; None if there is none."""
        text = self._game.shown.card
        return None if text is None else Card.parse(text)

    @property
    def marbles(self) -> Mapping[Hole, Seat]:
        """The marbles on the board, by hole, with their colours."""
        return self._sim.wood.marbles

    def lit(self, *roles: str) -> list[tuple[Hole, Seat | None]]:
        """The holes lit in one of these roles, with the seat whose colour they show."""
        return [(h, light.seat) for h, light in self._game.shown.lights.items() if light.role in roles]

    @property
    def something_wrong(self) -> bool:
        """Whether a light shows a wrong marble or a hole that misses one."""
        return bool(self.lit(*WRONG))

    @property
    def announced_within(self) -> float:
        """Seconds within which a play is announced: `BLIND_WITHIN` beside a faulty sensor."""
        return BLIND_WITHIN if self.lit("fault") else ANNOUNCED_WITHIN

    @property
    def machine_asks(self) -> Mapping[str, Any]:
        """The request of a machine player, as the page's prompt has it; empty if there is none."""
        return self._game.asked or {}

    @property
    def asked(self) -> bool:
        """Whether the table waits for an answer."""
        return self.question is not None and bool(self.lit("choose"))

    def next_mend(self, held: Sequence[tuple[Seat, Hole]]) -> Lift | Place | None:
        """The next movement that the lights ask for, if people hold the marbles `held` (colour, source)."""
        marbles = self.marbles
        free = [(hole, seat) for hole, seat in self.lit("bump", "put-back") if hole not in marbles]
        for colour, _ in held:
            for hole, seat in free:
                if seat in (colour, None):
                    return Place(colour, hole)
        wanted = [seat for _, seat in free]
        lit = [hole for hole, _ in self.lit("illegal") if hole in marbles]
        lit.sort(key=lambda hole: marbles[hole] not in wanted)
        for hole in lit:
            return Lift(marbles[hole], hole)
        for hole, seat in self.lit("put-back"):
            if marbles.get(hole, seat) != seat:
                return Lift(marbles[hole], hole)
        return None

    def from_memory(self, held: Sequence[tuple[Seat, Hole]]) -> Lift | Place | None:
        """A movement towards the announced position, for when no light helps; None if all is in place."""
        marbles, right = self.marbles, standing(self.position)
        board = self._game.table.board
        ring = {hole: seat for hole, seat in right.items() if not board.is_start(hole)}
        for colour, _ in held:
            places = [h for h, seat in ring.items() if seat == colour and marbles.get(h) != seat]
            for hole in places:
                if hole not in marbles:
                    return Place(colour, hole)
            for hole in places:
                return Lift(marbles[hole], hole)
            return Place(colour, None)
        for hole, seat in marbles.items():
            if ring.get(hole) != seat and not (board.is_start(hole) and board.side(hole) == seat):
                return Lift(seat, hole)
        for hole, seat in ring.items():
            if hole not in marbles:
                return Lift(seat, None)
        return None

    def _hear(self, said: Announced) -> None:
        self.question = said.verdict if isinstance(said.verdict, Ambiguous) else None
        self.corrected += said.said.kind == "illegal"
