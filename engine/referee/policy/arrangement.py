"""A hypothesis as single marbles, each with the hole where it belongs: misplaced, or in a hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine import bits
from engine.geometry import Board, Hole, Seat, steps_between
from engine.referee.model.displaced import Displaced
from engine.referee.model.hypothesis import NOWHERE, Hypothesis
from engine.referee.model.plays import OUT
from engine.referee.model.turn import Turn


class Marble(NamedTuple):
    """A marble of `seat` that belongs in the hole `home` (None: in its START)."""

    seat: Seat
    home: Hole | None
    owed: bool = False
    """Whether the marble was bumped by an earlier play and was in a hand when the turn began."""


class Moved(NamedTuple):
    """A marble in `hole`, although it does not belong there."""

    marble: Marble
    hole: Hole


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The places of all marbles, and the marbles in hands."""

    on_board: dict[Hole, Marble]
    in_hand: list[Marble]
    board: Board

    @property
    def moved(self) -> tuple[Moved, ...]:
        """Every misplaced marble, in the order of the holes."""
        return tuple(
            Moved(marble, hole)
            for hole, marble in sorted(self.on_board.items())
            if not self.in_place(marble, hole)
        )

    def in_place(self, marble: Marble, hole: Hole) -> bool:
        """Whether the marble belongs in that hole."""
        if marble.home is None:
            return self.board.is_start(hole) and self.board.side(hole) == marble.seat
        return marble.home == hole

    def by_colour(self) -> Arrangement:
        """This arrangement with equal marbles exchanged so that fewer of them are misplaced."""
        on_board, in_hand = dict(self.on_board), list(self.in_hand)
        for moved in self.moved:
            marble, hole = on_board[moved.hole], moved.hole
            if marble.home == hole:
                continue
            start = self.board.is_start(hole) and self.board.side(hole) == marble.seat
            belongs = marble._replace(home=None if start else hole)
            other = next((h for h, m in on_board.items() if m == belongs and not self.in_place(m, h)), None)
            if other is not None:
                on_board[hole], on_board[other] = belongs, marble
            elif belongs in in_hand:
                in_hand[in_hand.index(belongs)], on_board[hole] = marble, belongs
        return Arrangement(on_board, in_hand, self.board)


def arrangement(hypothesis: Hypothesis, turn: Turn) -> Arrangement:
    """The arrangement by that hypothesis; each marble belongs where it was when `turn` began."""
    board = turn.ground.table.board
    on_board: dict[Hole, Marble] = {}
    hand: list[Marble] = []
    for seat in turn.ground.table.seats:
        moved = Displaced(hypothesis, turn, seat)
        out = moved.extra | moved.strange
        for hole in bits.holes(hypothesis.colours[seat] & ~out):
            on_board[hole] = Marble(seat, None if board.is_start(hole) else hole)
        homes: list[Hole | None] = [*bits.holes(moved.missing), *([None] * max(0, -moved.start))]
        for hole in bits.holes(out):
            home = _home(turn, board, seat, homes, hole)
            on_board[hole] = Marble(seat, home, owed=hypothesis.misplaced_at(seat, hole) is not None)
        up = [token for token in hypothesis.hand if token.seat == seat]
        for token in up:
            if token.due != NOWHERE:
                hand.append(Marble(seat, None if token.due < 0 else token.due, owed=True))
            elif homes:
                hand.append(Marble(seat, homes.pop(0)))
        for hole in (
            bits.holes(hypothesis.colours[seat] & turn.ground.starts[seat]) if moved.start > 0 else ()
        ):
            if moved.start > 0 and homes:
                on_board[hole] = Marble(seat, homes.pop(0))
                moved.start -= 1
    return Arrangement(on_board, hand, board)


def _home(turn: Turn, board: Board, seat: Seat, homes: list[Hole | None], hole: Hole) -> Hole | None:
    """Remove from `homes` and return the likeliest origin of the marble in `hole` (None: START)."""
    if not homes:
        return None
    targets = turn.plays.targets if turn.known else {}

    def dear(home: Hole | None) -> tuple[bool, int]:
        reach, _ = targets.get((seat, OUT if home is None else home), (0, 0))
        brings = reach >> hole & 1
        return not brings, 99 if home is None else steps_between(board, home, hole)

    home = min(homes, key=dear)
    homes.remove(home)
    return home
