"""Which hole is lit, in which role: what people are shown, derived anew from what the referee knows.

One thing at a time is shown for mending; a role that matters more covers one that matters less.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.geometry import Hole, Seat
from referee.model.hypothesis import NOWHERE
from referee.model.occupancy import bits
from referee.model.plays import Made
from referee.model.resting import idle
from referee.model.standing import displaced, dues
from referee.policy.diagnose import steps_back
from referee.policy.followed import followed
from referee.policy.record import Record
from referee.policy.saying import owing


class Light(NamedTuple):
    """A role, and the seat whose colour is shown, where it matters."""

    role: str
    seat: Seat | None = None

    def __str__(self) -> str:
        return self.role if self.seat is None else f"{self.role}:{chr(ord('A') + self.seat)}"


FEW = 2
"""A split has so many parts."""
TARGET, MOVABLE = Light("target"), Light("movable")


def plan(record: Record) -> dict[Hole, Light]:
    """Every lit hole, in hole order."""
    lights: dict[Hole, Light] = {}
    board = record.ground.table.board
    if record.over is not None:
        for seat in record.over:
            for hole in board.lane(seat):
                lights[hole] = Light("win", seat)
    elif record.mode != "referee":
        lights[board.come_out(record.turn.seat)] = Light("turn", record.turn.seat)
    if record.over is None and (record.helping or record.mode == "training"):
        lights.update(_help(record))
    if record.over is None and (record.mode == "training" or (record.mode == "play" and record.paused)):
        lights.update(_rest_of_split(record))
    for hole in bits(record.bad):
        lights[hole] = Light("fault")
    for owed in owing(record, record.beam.best):
        for hole in owed.to:
            lights[hole] = Light("bump", owed.marble)
    lights.update(_mending(record))
    if record.asked is not None:
        for hole in record.asked.touch:
            lights[hole] = Light("choose")
    return dict(sorted(lights.items()))


def _mending(record: Record) -> dict[Hole, Light]:
    """Wrong marbles, and the one place where the next one goes: one in a hand before all others."""
    alarm = record.alarm if record.alarm is not None and record.alarm.on_board else None
    best = record.beam.best
    if (alarm is None and not record.mending) or idle(best):
        return {}
    board = record.ground.table.board
    where = followed(best, record.turn).by_colour()
    wrong = {moved.hole for moved in where.moved}
    lights = {hole: Light("illegal") for hole in (alarm.finding.holes if alarm else ()) if hole in wrong}
    for token in best.hand:
        if token.due != NOWHERE:
            continue
        marble = next((m for m in where.in_hand if m.seat == token.seat and not m.owed), None)
        if marble is not None:
            places = board.start(marble.seat) if marble.home is None else (marble.home,)
            free = [hole for hole in places if hole not in where.standing]
            if free:
                return {**lights, free[0]: Light("put-back", marble.seat)}
    step = next(steps_back(board, where), None)
    if step is not None:
        lights[step.source] = Light("illegal")
        lights[step.target] = Light("put-back", where.standing[step.source].seat)
    return lights


def _help(record: Record) -> dict[Hole, Light]:
    """Every marble the laid card can move and every hole it can bring one to.

    While own marbles are lifted, only what those may do.
    """
    best = record.beam.best
    turn = best.turn
    if turn.number != record.turn.number or not turn.known or (turn.card is None and not record.helping):
        return {}
    if not record.helping and record.readers.gone_idle(best):
        return {}
    missing = out = 0
    for each in displaced(turn, best.colours, dues(best)):
        missing |= each.missing
        out |= (each.start < 0) << each.seat
    touched = [
        made
        for made in turn.plays.all
        if (missing or out)
        and not missing & ~made.result.lifted
        and not out & ~sum(1 << seat for seat in set(made.out))
    ]
    lights: dict[Hole, Light] = {}
    for made in touched or turn.plays.all:
        lights.update(_ends(record, made))
    for hole in bits(missing):
        lights.pop(hole, None)
    return lights


def _rest_of_split(record: Record) -> dict[Hole, Light]:
    """The rest of a split of which one part and nothing else is made."""
    best = record.beam.best
    turn = best.turn
    if turn.number != record.turn.number or turn.card is None:
        return {}
    missing = extra = 0
    for each in displaced(turn, best.colours, dues(best)):
        missing, extra = missing | each.missing, extra | each.extra
    lights: dict[Hole, Light] = {}
    for made in turn.plays.all:
        legs = made.legs if len(made.legs) == FEW else ()
        for part, rest in zip(legs, reversed(legs), strict=True):
            done = part.source is not None and extra == 1 << part.target and missing == 1 << part.source
            if done and rest.source is not None:
                lights |= {rest.source: MOVABLE, rest.target: TARGET}
    return lights


def _ends(record: Record, made: Made) -> dict[Hole, Light]:
    best = record.beam.best
    ends = {leg.target: TARGET for leg in made.legs}
    for leg in made.legs:
        if leg.source is not None:
            ends[leg.source] = MOVABLE
        elif leg.seat is not None:
            for hole in bits(best.colours[leg.seat] & record.ground.starts[leg.seat]):
                ends[hole] = MOVABLE
    return ends
