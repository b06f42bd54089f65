"""Plays that show, but that a sleeve or nobody may have made."""

from __future__ import annotations

from referee.model.occupancy import bits, colours, starts_of
from referee.old.candidates import Candidate
from referee.old.costs import BESIDE
from referee.old.distances import apart, neighbours
from referee.old.judge import RATHER_NOTHING
from referee.old.replies import next_seat_acts, set_down_after
from referee.old.state import State
from referee.old.watch import left_in


def unlikely_joker(state: State, play: Candidate) -> bool:
    """Whether only an unseen Joker explains the play, and a story in which nobody had one is the better."""
    if not play.rare:
        return False
    stories, after, holes = state.stories, colours(play.position), play.touches & ~state.bad
    if not set_down_after(play, state.watch, state.bad):
        return True
    return stories.cost(after, holes, rare=True) >= stories.otherwise(after, holes) + RATHER_NOTHING


def barely_taken(state: State, winner: Candidate, within: float) -> bool:
    """Whether a sleeve may have emptied the hole for that moment, and the mover can go elsewhere.

    Not if another marble of the play was taken up since: that leg was over.
    """
    board, watch = state.table.board, state.watch
    since = watch.log[max(map(watch.filled_at, bits(winner.recoloured)), default=-1) + 1 :]
    if len(winner.play.legs) > 1 and left_in(since) & winner.emptied:
        return False
    short = any(watch.brushed(hole, neighbours(board, hole), within) for hole in bits(winner.recoloured))
    return short and any(
        c.position != winner.position and (c.emptied & winner.emptied or c.left & winner.left)
        for c in state.found
    )


def rather_brought_back(state: State, play: Candidate) -> bool:
    """Whether the bumped marble was home and up again before the hole filled: that one is back, rather.

    Unless the next seat comes out of there.
    """
    watch, taken = state.watch, play.recoloured & ~state.bad
    if play.exchanges or not taken or next_seat_acts(state, play):
        return False
    sent = starts_of(state.table.board, (leg.sent for leg in play.play.legs if leg.sent is not None))
    sent &= ~state.bad
    came, up_again = 0, False
    for change in watch.log[: max(0, max(map(watch.filled_at, bits(taken))))]:
        came |= sent & change.on << change.hole
        up_again = up_again or (not change.on and came >> change.hole & 1 == 1)
    after, holes = colours(play.position), play.touches & ~state.bad
    return up_again and state.stories.cost(after, holes) > state.stories.cost(state.stories.before, holes)


def rather_passed(state: State, play: Candidate) -> bool:
    """Whether what it takes was hardly touched, its own marble leaving the hole beside only then.

    Who took that one up has rather brushed the other, and holds it still.
    """
    watch, own = state.watch, play.emptied & ~state.bad
    board, touch = state.table.board, state.settings.touch
    ends = [h for h in bits(play.recoloured & watch.placed & ~state.bad) if watch.empty_for(h) < touch]
    if play.exchanges or not ends or own & ~watch.levels(max(map(watch.filled_at, ends)) + 1):
        return False
    if not any(apart(board, hole, end) <= BESIDE for hole in bits(own) for end in ends):
        return False
    after, holes = colours(play.position), play.touches & ~state.bad
    return state.stories.cost(after, holes) > state.stories.otherwise(after, holes)
