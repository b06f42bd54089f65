"""Make a hypothesis from the occupancy alone: after a restart, a decision or a knock."""

from __future__ import annotations

from engine import bits
from engine.geometry import Hole, Seat
from engine.referee.model.hypothesis import START, Hypothesis, Token
from engine.referee.model.turn import Turn
from engine.referee.verdicts import Owed


def from_levels(turn: Turn, levels: int, owing: tuple[Owed, ...], t: float, faulty: int = 0) -> Hypothesis:
    """A hypothesis in which the marbles expected by `turn` are in the full holes, as far as possible.

    Owed marbles are in hands; in `faulty` holes the expected marbles count as present.
    """
    levels &= ~faulty
    ground = turn.ground
    board = ground.table.board
    colours, hand, ghosts = [0] * ground.table.sides, list[Token](), 0
    missing: list[tuple[Seat, Hole]] = []
    for seat in ground.table.seats:
        colours[seat] = turn.base[seat] & (levels | faulty)
        missing += [(seat, hole) for hole in bits.holes(turn.base[seat] & ~(levels | faulty))]
        start = ground.starts[seat]
        due_there = sum(each.marble == seat and board.is_start(each.to[0]) for each in owing)
        there = [*bits.holes(start & levels)][: turn.in_start[seat]]
        there += [*bits.holes(start & faulty)][: max(0, turn.in_start[seat] - due_there - len(there))]
        for hole in there:
            colours[seat] |= 1 << hole
        free = [hole for hole in board.start(seat) if not levels >> hole & 1 and hole not in there]
        missing += [(seat, hole) for hole in free[: turn.in_start[seat] - len(there)]]
    for owed in owing:
        due = owed.to[0] if len(owed.to) == 1 and not board.is_start(owed.to[0]) else START
        lost = next((m for m in missing if m[0] == owed.marble and (m[1] == due or due == START)), None)
        if lost is not None:
            missing.remove(lost)
            hand.append(Token(owed.marble, lost[1], t, due, turn.number - 1))
    known = 0
    for mask in colours:
        known |= mask
    for hole in bits.holes(levels & ~known):
        if missing:
            seat, _ = missing.pop(0)
            colours[seat] |= 1 << hole
        else:
            ghosts |= 1 << hole
    hand += [Token(seat, hole, t) for seat, hole in missing]
    return Hypothesis(turn, tuple(colours), tuple(hand), ghosts, suspected=faulty)
