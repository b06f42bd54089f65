"""A hypothesis as marbles with places: who stands out of place, and who is in a hand."""

from __future__ import annotations

from engine.geometry import Board, Hole, Seat
from referee.decode.motion import apart
from referee.model.hypothesis import NOWHERE, Hypothesis
from referee.model.occupancy import bits
from referee.model.plays import OUT
from referee.model.standing import Displaced
from referee.model.turn import Turn
from referee.policy.hands import Followed, Marble


def followed(hypothesis: Hypothesis, turn: Turn) -> Followed:
    """Where every marble stands by that hypothesis, each with its place by the position before `turn`."""
    board = turn.ground.table.board
    standing: dict[Hole, Marble] = {}
    hand: list[Marble] = []
    for seat in turn.ground.table.seats:
        moved = Displaced(hypothesis, turn, seat)
        out = moved.extra | moved.strange
        for hole in bits(hypothesis.colours[seat] & ~out):
            standing[hole] = Marble(seat, None if board.is_start(hole) else hole)
        homes: list[Hole | None] = [*bits(moved.missing), *([None] * max(0, -moved.start))]
        for hole in bits(out):
            home = _home(turn, board, seat, homes, hole)
            astray = _was_owed(hypothesis, hole)
            standing[hole] = Marble(seat, home, astray)
        up = [token for token in hypothesis.hand if token.seat == seat]
        for token in up:
            if token.due != NOWHERE:
                hand.append(Marble(seat, None if token.due < 0 else token.due, owed=True))
            elif homes:
                hand.append(Marble(seat, homes.pop(0)))
        for hole in bits(hypothesis.colours[seat] & turn.ground.starts[seat]) if moved.start > 0 else ():
            if moved.start > 0 and homes:
                standing[hole] = Marble(seat, homes.pop(0))
                moved.start -= 1
    return Followed(standing, hand, board)


def _home(turn: Turn, board: Board, seat: Seat, homes: list[Hole | None], hole: Hole) -> Hole | None:
    """Where the marble in that hole rather came from; that place is used up."""
    if not homes:
        return None
    reach = turn.plays.reach if turn.known else {}

    def dear(home: Hole | None) -> tuple[bool, int]:
        brings = reach.get((seat, OUT if home is None else home), 0) >> hole & 1
        return not brings, 99 if home is None else apart(board, home, hole)

    home = min(homes, key=dear)
    homes.remove(home)
    return home


def _was_owed(hypothesis: Hypothesis, hole: Hole) -> bool:
    trail = hypothesis.trail
    while trail is not None:
        if trail[1] == "owed_astray" and trail[3] == hole:
            return True
        trail = trail[0]
    return False
