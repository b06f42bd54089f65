"""Sensors that lie: found out by what cannot be otherwise, said, and left out from then on.

A hole that still reads occupied after its marble was carried off makes more marbles than there are; one
that reads empty under a marble looks like a marble in a hand that never comes down. So a suspicion is a
play (or none) that explains all that was seen if exactly one hole lies. It is acted on when no hand can
explain it as well: at once for a marble too many, after a good while for one too few.

A sensor that changes faster than any hand is flickering, whatever the marbles do.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.geometry import Hole
from referee.candidates import Candidate
from referee.debounce import Settled
from referee.occupancy import Off, bits
from referee.state import State
from referee.verdicts import Fault, Verdict


@dataclass(frozen=True, slots=True)
class Suspicion:
    """`liar` explains everything, together with `play` (None: nothing was played); not before `ready`."""

    liar: Hole
    play: Candidate | None
    ready: float


def suspect(state: State, hurry: bool) -> Suspicion | None:
    """The one lying hole that would explain the board, if there is just one way to see it."""
    found = [s for c in state.found if (s := _if_played(state, c, hurry)) is not None]
    results = {s.play.position for s in found if s.play is not None}
    if len(results) > 1:
        return None
    if found:
        return min(found, key=lambda s: s.ready)
    return _if_nothing(state)


def accuse_missing(state: State, t: float, play: Candidate) -> list[Verdict]:
    """Holes that miss a marble after `play`, for longer than any hand would keep it."""
    off = play.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    long_gone = t - state.settings.dead_after
    said: list[Verdict] = []
    for hole in bits(off.missing):
        if state.emptied_at.get(hole, 0.0) <= long_gone:
            said += accuse(state, t, hole)
    return said


def accuse(state: State, t: float, hole: Hole) -> list[Verdict]:
    """Say that a hole's sensor cannot be trusted, and leave it out from now on."""
    if state.bad >> hole & 1:
        return []
    state.bad |= 1 << hole
    name, on = state.table.board.name(hole), state.watch.now >> hole & 1
    seen = "sees a marble that is not there" if on else "does not see its marble"
    text = f"The sensor of {name} {seen}; the game goes on without it. Check its magnet and its wire."
    return [Fault(t, text, hole=hole)]


def flickers(state: State, change: Settled) -> bool:
    """Whether this hole has changed more often of late than a hand can."""
    since = change.t - state.settings.flicker_window
    count = 0
    for earlier in reversed(state.watch.log):
        if earlier.t < since:
            break
        count += earlier.hole == change.hole
    return count > state.settings.flicker_changes


def surplus(state: State) -> int:
    """Marbles on the board beyond all there are: above 0, some hole reads occupied and is not."""
    now, bad = state.watch.now & ~state.bad, state.bad
    expect = state.expect
    there_are = (expect.full & ~bad).bit_count()
    for _, mask, _, most in expect.starts:
        there_are += most if not mask & bad else (now & mask).bit_count()
    return now.bit_count() - there_are


def _if_played(state: State, play: Candidate, hurry: bool) -> Suspicion | None:
    """The one hole that lies if this play was made."""
    off = play.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    unseen = play.must_see_empty & ~state.watch.lifted & ~state.bad
    liars = off.missing | off.extra | unseen
    if off.start:
        liar = _in_start(state, off)
        return None if liars or liar is None else _suspicion(state, liar, play, hurry)
    if liars.bit_count() != 1:
        return None
    return _suspicion(state, liars.bit_length() - 1, play, hurry)


def _in_start(state: State, off: Off) -> Hole | None:
    """A START hole too many or too few: which of the five it is makes no difference."""
    if len(off.start) != 1:
        return None
    ((seat, count),) = off.start.items()
    if abs(count) != 1:
        return None
    now = state.watch.now & ~state.bad
    like = [h for h in state.table.board.start(seat) if bool(now >> h & 1) == (count > 0)]
    return like[0] if like else None


def _suspicion(state: State, liar: Hole, play: Candidate, hurry: bool) -> Suspicion | None:
    """When it may be acted on; None while a hand explains it as well."""
    settings, bit = state.settings, 1 << liar
    if state.watch.now & bit:
        elsewhere = state.watch.lifted & state.watch.placed & state.ring_and_lane & ~play.touches
        taken = play.recoloured & bit and not elsewhere
        off = state.expect.off(state.watch.now, state.bad, state.ring_and_lane)
        if surplus(state) > 0 or (taken and any(count > 0 for count in off.start.values())):
            return Suspicion(liar, play, state.last_edge + settings.illegal_after)
        if taken and hurry:  # the mover may still be in a hand, and the bumped one nowhere near
            return Suspicion(liar, play, state.last_edge + settings.dead_after)
        return None
    if play.filled & bit or play.recoloured & bit:
        wait = settings.hidden_after if hurry else settings.dead_after
        return Suspicion(liar, play, state.last_edge + wait)
    since = state.emptied_at.get(liar, 0.0)
    ready = max(state.last_edge + settings.illegal_after, since + settings.dead_after)
    return Suspicion(liar, play, ready)


def _if_nothing(state: State) -> Suspicion | None:
    """A marble too many and nothing else wrong: that hole lies."""
    off = state.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    if surplus(state) <= 0 or off.missing or off.start or off.extra.bit_count() != 1:
        return None
    (liar,) = bits(off.extra)
    return Suspicion(liar, None, state.last_edge + state.settings.illegal_after)
