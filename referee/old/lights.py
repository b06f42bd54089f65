"""Which hole is lit, in which role: what people are shown, derived anew from what the referee knows.

One thing at a time is shown for mending; a role that matters more covers one that matters less.
"""

from __future__ import annotations

from engine.geometry import Hole, Seat
from referee.lights import MOVABLE, TARGET, Light
from referee.model.occupancy import bits
from referee.old.candidates import Candidate
from referee.old.state import State
from referee.policy.diagnose import steps_back
from referee.policy.hands import Followed
from referee.verdicts import PutBack


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
    if state.over is None and (state.helping or state.mode == "training"):
        lights.update(_help(state))
    if state.over is None and (state.mode == "training" or (state.mode == "play" and state.paused)):
        lights.update(_rest_of_split(state))
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
    """What stands wrong, and the one place where the next marble goes: one in a hand before all others."""
    alarm = state.alarm if state.alarm is not None and state.alarm.on_board else None
    crossed = bool(state.watch.crossed)  # an exchange was taken back: occupancy does not show it
    if ((alarm is None and not state.mending) or state.agrees()) and not crossed:
        return {}
    followed = state.followed().by_colour()
    if state.agrees() and not followed.moved:
        return {}
    wrong = {moved.hole for moved in followed.moved}
    lights: dict[Hole, Light] = {}
    for hole in alarm.finding.holes if alarm is not None else ():
        if hole in wrong:
            lights[hole] = Light("illegal")
    step = _next_step(state, followed)
    if step is not None:
        source, target, seat = step
        if source is not None:
            lights[source] = Light("illegal")
        lights[target] = Light("put-back", seat)
    return lights


def _next_step(state: State, followed: Followed) -> tuple[Hole | None, Hole, Seat] | None:
    """From where (None: a hand) to where the next marble goes, and whose it is."""
    board, now = state.table.board, state.watch.now
    if state.alarm is not None:
        left = [step for step in state.alarm.finding.put_back if not now >> step.target & 1]
        step = min(left, key=lambda step: now >> step.source & 1, default=None)
        if step is not None:
            source = step.source if now >> step.source & 1 else None
            return source, step.target, _whose(state, followed, step)
    owed = {hole for debt in state.owing() for hole in debt.to}
    for marble in followed.in_hand:
        holes = board.start(marble.seat) if marble.home is None else (marble.home,)
        free = [hole for hole in holes if not now >> hole & 1 and hole not in owed]
        if free and not marble.owed:
            return None, free[0], marble.seat
    first = next(steps_back(board, followed), None)
    return None if first is None else (first.source, first.target, followed.standing[first.source].seat)


def _whose(state: State, followed: Followed, step: PutBack) -> Seat:
    """Whose marble goes there: all of a START are its side's."""
    board, standing = state.table.board, followed.standing.get(step.source)
    owner = state.position.colour_at(step.target) if standing is None else standing.seat
    return board.side(step.target) if owner is None or board.is_start(step.target) else owner


def _help(state: State) -> dict[Hole, Light]:
    """Every marble the laid card can move and every hole it can bring one to.

    While own marbles are lifted, only what those may do.
    """
    laid = state.desk.laid
    if (laid is None or laid.free) and (state.desk.mode != "none" or not (state.helping or state.reckoned)):
        return {}
    off = state.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    out = {seat for seat, count in off.start.items() if count < 0}
    touched = [
        c
        for c in state.found
        if (off.missing or out) and not off.missing & ~c.must_see_empty and out <= _brought_out(c)
    ]
    lights: dict[Hole, Light] = {}
    for candidate in touched or state.found:
        lights.update(_ends(state, candidate))
    for hole in bits(off.missing):
        lights.pop(hole, None)
    return lights


def _brought_out(candidate: Candidate) -> set[Seat]:
    """Whose marble the play takes out of START."""
    return {leg.seat for leg in candidate.play.legs if leg.source is None and leg.seat is not None}


def _rest_of_split(state: State) -> dict[Hole, Light]:
    """What is still missing of a split, one part of which has been made and nothing else."""
    off, lights = state.expect.off(state.watch.now, state.bad, state.ring_and_lane), dict[Hole, Light]()
    if state.desk.laid is None or not off.missing:
        return lights
    for candidate in state.found:
        legs = candidate.play.legs
        for made, rest in zip(legs, reversed(legs), strict=True) if len(legs) == 2 else ():
            taken = candidate.recoloured & state.watch.lifted & state.watch.now
            there = off.extra == 1 << made.target or (not off.extra and taken == 1 << made.target)
            if there and made.source is not None and off.missing == 1 << made.source:
                lights[rest.target] = TARGET
                if rest.source is not None:
                    lights[rest.source] = MOVABLE
    return lights


def _ends(state: State, candidate: Candidate) -> dict[Hole, Light]:
    board, ends = state.table.board, {}
    for leg in candidate.play.legs:
        ends[leg.target] = TARGET
    for leg in candidate.play.legs:
        if leg.source is not None:
            ends[leg.source] = MOVABLE
        elif leg.seat is not None:
            for hole in board.start(leg.seat):
                if state.watch.now >> hole & 1:
                    ends[hole] = MOVABLE
    return ends
