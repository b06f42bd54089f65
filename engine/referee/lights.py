"""Compute the role of every lit hole from the record and the likeliest hypothesis alone.

Corrections are shown one at a time; a more important role covers a less important one.
"""

from __future__ import annotations

from typing import NamedTuple

from engine import bits
from engine.geometry import Hole, Seat
from engine.play import Leg
from engine.referee.model.displaced import Displaced, displaced, idle
from engine.referee.model.hypothesis import NOWHERE
from engine.referee.model.plays import Made
from engine.referee.model.turn import Turn
from engine.referee.policy.announcements import owing
from engine.referee.policy.arrangement import arrangement
from engine.referee.policy.diagnose import steps_back
from engine.referee.policy.record import Record


class Light(NamedTuple):
    """A role, and the seat whose colour is shown; None for a role without a colour."""

    role: str
    seat: Seat | None = None

    def __str__(self) -> str:
        return self.role if self.seat is None else f"{self.role}:{chr(ord('A') + self.seat)}"


TARGET, MOVABLE = Light("target"), Light("movable")


def plan(record: Record, t: float) -> dict[Hole, Light]:
    """Every lit hole at time `t`, in the order of the holes."""
    lights = _whose(record)
    # At its deadline the pause must count as over, although a floating-point time may fall short of it.
    paused = t - record.last_edge >= record.settings.open_after - 1e-9
    if record.winners is None and (record.helping or record.mode == "training"):
        lights.update(_help(record))
    elif record.winners is None and record.mode == "play" and paused:
        lights.update(_rest_of_split(record))
    for hole in bits.holes(record.faulty):
        lights[hole] = Light("fault")
    for owed in owing(record, record.turn):
        seen = [hole for hole in owed.to if not record.faulty >> hole & 1]
        for hole in seen or owed.to:
            lights[hole] = Light("bump", owed.marble)
    lights.update(_mending(record))
    if record.asked is not None:
        for hole in record.asked.touch:
            lights[hole] = Light("choose")
    return dict(sorted(lights.items()))


def _whose(record: Record) -> dict[Hole, Light]:
    """The winners' lanes, or else the come-out of the seat in turn; in referee mode no come-out is lit."""
    board = record.ground.table.board
    if record.winners is not None:
        return {hole: Light("win", seat) for seat in record.winners for hole in board.lane(seat)}
    if record.mode == "referee":
        return {}
    return {board.come_out(record.turn.seat): Light("turn", record.turn.seat)}


def _mending(record: Record) -> dict[Hole, Light]:
    """The lights of misplaced marbles and of the next marble's target; a lifted marble comes first."""
    alarm = record.alarm_on_board
    best = record.beam.best
    if (alarm is None and not record.mending) or idle(best):
        return {}
    board = record.ground.table.board
    where = arrangement(best, record.turn).by_colour()
    wrong = {moved.hole for moved in where.moved}
    lights = {hole: Light("illegal") for hole in (alarm.holes if alarm else ()) if hole in wrong}
    for token in best.hand:
        if token.due != NOWHERE:
            continue
        marble = next((m for m in where.in_hand if m.seat == token.seat and not m.owed), None)
        if marble is not None:
            places = board.start(marble.seat) if marble.home is None else (marble.home,)
            free = [hole for hole in places if hole not in where.on_board]
            if free:
                return {**lights, free[0]: Light("put-back", marble.seat)}
    step = next(steps_back(board, where), None)
    if step is not None:
        lights[step.source] = Light("illegal")
        lights[step.target] = Light("put-back", where.on_board[step.source].seat)
    return lights


def _help(record: Record) -> dict[Hole, Light]:
    """The lights of every marble that the laid card can move, and of every target.

    While marbles of the mover are lifted, only their targets are lit; after a part of a play, only the
    holes of the missing leg.
    """
    best = record.beam.best
    turn = best.turn
    if not _may_help(record, turn) or (turn.card is None and not record.helping):
        return {}
    parts = _rest_of_split(record)
    if parts:
        return parts
    moved = displaced(best)
    missing = out = 0
    for each in moved:
        missing |= each.missing
        out |= (each.start < 0) << each.seat
    touched = [
        made
        for made in turn.plays.all
        if (missing or out)
        and not missing & ~made.lifted
        and not out & ~sum(1 << seat for seat in set(made.out))
    ]
    lights = _ends(record, [leg for made in touched or turn.plays.all for leg in made.legs])
    for hole in bits.holes(missing):
        lights.pop(hole, None)
    return lights


def _may_help(record: Record, turn: Turn) -> bool:
    """Whether `turn` is the turn in force, its plays are known, and its card still lies on the reader."""
    return turn.number == record.turn.number and turn.known and not record.readers.gone_idle(record.beam.best)


def _rest_of_split(record: Record) -> dict[Hole, Light]:
    """The lights of the last part of a play, if the board shows all other parts."""
    best = record.beam.best
    if not _may_help(record, best.turn) or best.turn.card is None:
        return {}
    moved = displaced(best)
    return _ends(record, [leg for made in best.turn.plays.all for leg in _left(made, moved)])


def _left(made: Made, moved: list[Displaced]) -> list[Leg]:
    """The only missing leg, if the board shows all other legs of the play; else empty."""
    left = [leg for leg in made.legs if not any(_shows(each, leg) for each in moved)]
    return left if len(made.legs) > 1 and len(left) == 1 else []


def _shows(each: Displaced, leg: Leg) -> bool:
    """Whether a marble of that seat left the leg's source and is in the leg's target."""
    gone = each.start < 0 if leg.source is None else each.missing >> leg.source & 1
    return bool(gone and each.extra >> leg.target & 1)


def _ends(record: Record, legs: list[Leg]) -> dict[Hole, Light]:
    """The lights of these legs' sources and targets."""
    best = record.beam.best
    ends = {leg.target: TARGET for leg in legs}
    for leg in legs:
        if leg.source is not None:
            ends[leg.source] = MOVABLE
        elif leg.seat is not None:
            for hole in bits.holes(best.colours[leg.seat] & record.ground.starts[leg.seat]):
                ends[hole] = MOVABLE
    return ends
