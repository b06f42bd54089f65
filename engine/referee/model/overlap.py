"""Overlapping turns: a seat carries a marble by its card while an earlier turn is not over.

Such a carry is a part of the later turn. Until that turn begins, the hypothesis keeps it aside as an `Early`:
its `colours` still have the marble in its old hole. So the present turn is judged as if nobody had played
ahead.
"""

from __future__ import annotations

from engine import bits
from engine.cards import Card
from engine.geometry import Hole, Seat
from engine.position import Position
from engine.referee.model.displaced import Displaced, displaced
from engine.referee.model.hypothesis import Early, Hypothesis, Waiting
from engine.referee.model.plays import OUT
from engine.referee.model.turn import Turn
from engine.table import Table


def carried_early(hypothesis: Hypothesis, seat: Seat, source: Hole, hole: Hole) -> Early | None:
    """The carry from `source` to `hole` as a part of a later turn; None if no later turn explains it.

    This requires that a card of the later turn is already laid, and that a marble of the turn in force has
    left its place: as long as the turn in force has not begun, another seat's play is a play out of turn.
    """
    turn = hypothesis.turn
    stands = sum(hypothesis.colours) | hypothesis.ghosts
    if stands >> source & 1 or (hypothesis.full | stands) >> hole & 1:
        return None  # Another marble has moved into one of the two holes.
    if not under_way(hypothesis):
        return None
    for at, card in hypothesis.waiting:
        later = None if card is None else _later(turn, at, card)
        if later is not None and _explains(later, seat, source, hole):
            return Early(later.seat, seat, source, hole)
    return None


def under_way(hypothesis: Hypothesis) -> bool:
    """Whether a marble that the seat in turn may move is lifted or in a new hole."""
    turn = hypothesis.turn
    return any(each.seat in turn.movers for each in displaced(hypothesis))


def set_aside(hypothesis: Hypothesis) -> None:
    """Store each carry on the board that a waiting card explains as an `Early`."""
    for each in displaced(hypothesis):
        if each.seat not in hypothesis.turn.movers:
            for target in bits.holes(each.extra):
                _keep_aside(hypothesis, each, target)


def _keep_aside(hypothesis: Hypothesis, moved: Displaced, target: Hole) -> None:
    turn, seat = hypothesis.turn, moved.seat
    sources = list(bits.holes(moved.missing))
    if moved.start < 0:
        sources += turn.ground.table.board.start(seat)
    taken = hypothesis.ghosts | hypothesis.suspected | sum(hypothesis.colours)
    for token in hypothesis.hand:
        taken |= 1 << token.origin
    for at, card in hypothesis.waiting:
        later = None if card is None else _later(turn, at, card)
        if later is None:
            continue
        for source in sources:
            if not taken >> source & 1 and _explains(later, seat, source, target):
                hypothesis.take(seat, target)
                hypothesis.put(seat, source)
                hypothesis.early = (*hypothesis.early, Early(later.seat, seat, source, target))
                return


def out_of_turn(table: Table, before: Position, after: Position) -> Seat | None:
    """The seat that played out of turn between `before` and `after`, in which the same seat is to play.

    None if the seat in turn has moved a marble, or if more than one other seat has.
    """
    moved = [seat for seat in before.seats if after.mask(seat) & ~before.mask(seat)]
    if after.turn != before.turn or len(moved) != 1 or moved[0] in table.may_move(before):
        return None
    return moved[0]


def passed_over(waiting: Waiting, seat: Seat) -> Waiting:
    """The waiting cards after that seat has played out of turn: its next turn brings no play."""
    return (*[each for each in waiting if each[0] != seat], (seat, None))


def _later(turn: Turn, at: Seat | None, card: Card) -> Turn | None:
    """The next turn of seat `at` (None: the next seat) with `card` laid; None for the seat in turn."""
    seat = turn.position.next_seat() if at is None else at
    later = turn.discarded()
    while later.seat != seat:
        if later.seat == turn.seat:
            return None
        later = later.discarded()
    return None if seat == turn.seat else later.laid(card)


def _explains(later: Turn, seat: Seat, source: Hole, hole: Hole) -> bool:
    """Whether a play of that turn brings the marble there, or sends it to its START."""
    starts = later.ground.starts
    reach, _ = later.plays.targets.get((seat, OUT if starts[seat] >> source & 1 else source), (0, 0))
    if reach >> hole & 1:
        return True
    return bool(later.plays.takes >> source & 1 and starts[seat] >> hole & 1)
