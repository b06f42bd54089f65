"""A sensor that lies is said and left out from then on: one that misses its marble for long, or flickers."""

from __future__ import annotations

from engine.geometry import Hole
from referee.model.occupancy import bits
from referee.observe.debounce import Settled
from referee.old.candidates import Candidate
from referee.old.state import State
from referee.verdicts import Fault, Verdict


def accuse_missing(state: State, t: float, play: Candidate) -> list[Verdict]:
    """Holes that miss a marble after `play`, for longer than any hand would keep it.

    But for as many as were set down elsewhere since: those the next player has carried on.
    """
    off = play.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    long_gone = t - state.settings.dead_after
    said: list[Verdict] = []
    missing = list(bits(off.missing))
    for seat, count in off.start.items():
        if count < 0:
            empty = [hole for hole in state.table.board.start(seat) if not state.watch.now >> hole & 1]
            missing += sorted(empty, key=lambda hole: state.emptied_at.get(hole, 0.0))[count:]
    missing.sort(key=lambda hole: state.emptied_at.get(hole, 0.0))
    for hole in missing[: max(0, -off.surplus)]:
        if state.emptied_at.get(hole, 0.0) <= long_gone:
            said += accuse(state, t, hole)
    return said


def accuse(state: State, t: float, hole: Hole, *, flickers: bool = False) -> list[Verdict]:
    """Say that a hole's sensor cannot be trusted, and leave it out from now on."""
    if state.bad >> hole & 1:
        return []
    state.bad |= 1 << hole
    name, on = state.table.board.name(hole), state.watch.now >> hole & 1
    seen = "sees a marble that is not there" if on else "does not see its marble"
    seen = "flickers" if flickers else seen
    text = f"The sensor of {name} {seen}; the game goes on without it. Check its magnet and its wire."
    return [Fault(t, text, hole=hole)]


def flickers(state: State, change: Settled) -> bool:
    """Whether this hole has changed more often of late than a hand can, or would for so long."""
    settings, times = state.settings, state.changed_at.setdefault(change.hole, [])
    times.append(change.t)
    del times[: -1 - int(max(settings.flicker_changes, settings.restless_changes))]
    return any(
        sum(t >= change.t - within for t in times) > most
        for most, within in (
            (settings.flicker_changes, settings.flicker_window),
            (settings.restless_changes, settings.restless_window),
        )
    )


def restless(state: State, hole: Hole, t: float) -> bool:
    """Whether the hole has changed so often before that one change more tells nothing of hands."""
    times = state.changed_at.get(hole, [])
    since = t - state.settings.restless_window / 2
    return sum(since <= each < t for each in times) > state.settings.restless_changes / 2 - 1
