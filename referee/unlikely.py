"""Plays that show, but that a sleeve or nobody may have made."""

from __future__ import annotations

from referee.candidates import Candidate
from referee.costs import BESIDE
from referee.distances import apart, neighbours
from referee.judge import RATHER_NOTHING
from referee.occupancy import bits, colours
from referee.replies import set_down_after
from referee.state import State


def unlikely_joker(state: State, play: Candidate) -> bool:
    """Whether only an unseen Joker explains the play, and a story in which nobody had one is the better."""
    if not play.rare:
        return False
    stories, after, holes = state.stories, colours(play.position), play.touches & ~state.bad
    if not set_down_after(play, state.watch, state.bad):
        return True
    return stories.cost(after, holes, rare=True) >= stories.otherwise(after, holes) + RATHER_NOTHING


def barely_taken(state: State, winner: Candidate, within: float) -> bool:
    """Whether a sleeve may have emptied the hole for that moment, and the mover can go elsewhere."""
    board, watch = state.table.board, state.watch
    short = any(watch.brushed(hole, neighbours(board, hole), within) for hole in bits(winner.recoloured))
    return short and any(
        c.position != winner.position and (c.emptied & winner.emptied or c.left & winner.left)
        for c in state.found
    )


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
