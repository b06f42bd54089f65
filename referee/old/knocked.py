"""A board that was knocked over: more marbles lie off it than any play takes up.

A marble in a hand is nobody's mistake. But hands take up what a play needs and hardly more: where three or
more are off their holes beside those of the play that explains most, no play is under way.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.whynot import Code
from referee.model.occupancy import Off, bits
from referee.old.candidates import Candidate, on_its_way
from referee.old.made import completed
from referee.old.replies import replies
from referee.old.state import State
from referee.old.watch import Watch
from referee.policy.diagnose import DISTURBED, Finding, put_back

HANDS = 4
"""So many marbles, at most, do hands take up within `KNOCKED`; of more the board was knocked over."""
KNOCKED = 1.0
"""Within so many seconds, in which none of them is back."""
AT_ONE_BLOW = 0.3
"""So it was if that many are gone within so many seconds."""


def knocked_over(state: State) -> Finding | None:
    """What is said of it; None if some play of this turn, or one instead of that before, may be under way."""
    off = state.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    if off.missing.bit_count() < DISTURBED or off.surplus >= 0:
        return None
    if _needless(off, state.found if state.ranks else state.any_card()) < DISTURBED:
        return None
    past = state.past
    if past is not None:
        since = past.before(state.table.board).off(state.watch.now, state.bad, state.ring_and_lane)
        if _needless(since, past.found) < DISTURBED:
            return None
        for play in past.found:  # made instead of that before, and being answered already
            if completed(play, past.watch, state.bad) is None:
                continue
            beside = play.expect.off(state.watch.now, state.bad, state.ring_and_lane)
            if _needless(beside, replies(state, play)) < DISTURBED:
                return None
    text = "Several marbles are off their holes; follow the lights and put them back one by one."
    steps = put_back(state.table.board, state.followed())
    return Finding(Code.BOARD_DISTURBED, text, tuple(bits(state.off_holes())), steps, ())


def swept_off(watch: Watch) -> bool:
    """Whether so many marbles were up at one moment, all taken up at once, that it tells of no play."""
    return watch.most_up(KNOCKED) > HANDS or watch.most_up(AT_ONE_BLOW) >= HANDS


def _needless(off: Off, plays: Sequence[Candidate]) -> int:
    """How many holes are off beside those of the play that explains most of them.

    The marbles of a START are alike and stand in nobody's way: they may be taken out and sorted anew.
    """
    fewest = off.missing.bit_count() + off.extra.bit_count()
    for play in plays:
        beside = (off.missing & ~play.must_see_empty).bit_count()
        fewest = min(fewest, beside if on_its_way(play, off.extra) else beside + 1)
    return fewest
