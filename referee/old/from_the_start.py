"""Sensors bad from the beginning: what stood wrong when the game began, and nobody has touched since."""

from __future__ import annotations

from referee.model.occupancy import bits, mask_of
from referee.old.asking import ripe
from referee.old.faults import accuse
from referee.old.hidden import is_hidden
from referee.old.judge import borne_out
from referee.old.saying import say
from referee.old.state import State
from referee.verdicts import Verdict


def played_all_the_same(state: State, t: float, *, hurry: bool) -> list[Verdict]:
    """The laid card was played although what was said to stand wrong stands so: the sensors are.

    Only of holes that have never changed, and where that play shows plainly without them: who has set a
    marble wrongly before the game is told so once, and puts it back.
    """
    alarm = state.alarm
    if alarm is None or not alarm.on_board or alarm.disturbed or not state.watch.log:
        return []
    liars = _never_changed(state)
    if not liars or mask_of(alarm.finding.holes) & ~liars:
        return []
    bad, watch = state.bad | liars, state.watch
    where = (watch.now, bad, state.ring_and_lane)
    made = borne_out(state.found, watch, *where, lambda: state.stories_without(bad))
    if (
        len(made) != 1
        or is_hidden(made[0], bad)
        or not made[0].touches & ~bad & (watch.lifted | watch.placed)
    ):
        return []
    if not hurry and not ripe(state, t):
        return []
    fault = [said for hole in bits(liars) for said in accuse(state, t, hole)]
    return fault + say(state, t, made[0])


def _never_changed(state: State) -> int:
    """The holes that are off, and have been so ever since the game began; of a START any that may be."""
    off = state.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    holes = list(bits(off.missing | off.extra))
    for seat, n in off.start.items():
        there = state.table.board.start(seat)
        holes += [hole for hole in there if (state.watch.now >> hole & 1) == (n > 0)][: abs(n)]
    return mask_of(hole for hole in holes if hole not in state.changed_at)
