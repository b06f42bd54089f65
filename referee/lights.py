"""Which hole is lit, in which role: what people are shown, derived anew from what the referee knows.

One thing at a time is shown for mending; a role that matters more covers one that matters less.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.geometry import Hole, Seat
from referee.candidates import Candidate
from referee.diagnose import mending_steps
from referee.occupancy import Off, bits
from referee.state import State


class Light(NamedTuple):
    """A role, and the seat whose colour is shown, where it matters."""

    role: str
    seat: Seat | None = None

    def __str__(self) -> str:
        return self.role if self.seat is None else f"{self.role}:{chr(ord('A') + self.seat)}"


def plan(state: State) -> dict[Hole, Light]:
    """Every lit hole, in hole order."""
    lights: dict[Hole, Light] = {}
    board = state.table.board
    if state.over is not None:
        for seat in state.over:
            for hole in board.lane(seat):
                lights[hole] = Light("win", seat)
    elif state.mode != "referee":
        lights[board.come_out(state.seat)] = Light("turn", state.seat)
        if state.helping or state.mode == "training":
            lights.update(_help(state))
    for hole in bits(state.bad):
        lights[hole] = Light("fault")
    for owed in state.owing():
        for hole in owed.to:
            lights[hole] = Light("bump", owed.marble)
    lights.update(_mending(state))
    if state.asked is not None:
        for hole in state.asked.touch:
            lights[hole] = Light("choose")
    return dict(sorted(lights.items()))


def _mending(state: State) -> dict[Hole, Light]:
    """What stands wrong, and the one place where the next marble goes."""
    if not (state.mending or (state.alarm is not None and state.alarm.on_board)):
        return {}
    off = state.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    if state.alarm is not None and not off:
        return {}
    lights: dict[Hole, Light] = {}
    steps = () if state.alarm is None else state.alarm.finding.put_back
    now = state.watch.now
    left = [s for s in steps if now >> s.source & 1 and not now >> s.target & 1]
    if state.alarm is not None:
        for hole in state.alarm.finding.holes:
            if now >> hole & 1 and (off.extra >> hole & 1 or any(s.source == hole for s in left)):
                lights[hole] = Light("illegal")
    for step in left[:1] or mending_steps(state.table.board, off, now)[:1]:
        if off.extra >> step.source & 1:
            lights[step.source] = Light("illegal")
        lights[step.target] = Light("put-back", belongs(state, step.target))
    if not lights or all(light.role == "illegal" for light in lights.values()):
        lights.update(_in_hand(state, off))
    return lights


def _in_hand(state: State, off: Off) -> dict[Hole, Light]:
    """Where a marble that is in somebody's hand belongs: the first such place."""
    for hole in bits(off.missing):
        return {hole: Light("put-back", belongs(state, hole))}
    for seat, count in off.start.items():
        free = [h for h in state.table.board.start(seat) if not state.watch.now >> h & 1]
        if count < 0 and free:
            return {free[0]: Light("put-back", seat)}
    return {}


def belongs(state: State, hole: Hole) -> Seat | None:
    """Whose marble belongs in a hole, by the position in force."""
    board = state.table.board
    return board.side(hole) if board.is_start(hole) else state.position.colour_at(hole)


def _help(state: State) -> dict[Hole, Light]:
    """Every marble the laid card can move and every hole it can bring one to.

    While own marbles are lifted, only what those may do.
    """
    if state.desk.mode != "none" and state.desk.laid is None:
        return {}
    off = state.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    touched = [c for c in state.found if off.missing and not off.missing & ~c.must_see_empty]
    lights: dict[Hole, Light] = {}
    for candidate in touched or state.found:
        lights.update(_ends(state, candidate))
    for hole in bits(off.missing):
        lights.pop(hole, None)
    return lights


def _ends(state: State, candidate: Candidate) -> dict[Hole, Light]:
    board, ends = state.table.board, {}
    for leg in candidate.play.legs:
        ends[leg.target] = Light("target")
    for leg in candidate.play.legs:
        if leg.source is not None:
            ends[leg.source] = Light("movable")
        elif leg.seat is not None:
            for hole in board.start(leg.seat):
                if state.watch.now >> hole & 1:
                    ends[hole] = Light("movable")
    return ends
