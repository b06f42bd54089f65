"""What was told of the turn before by its first changes: how likely a play was when it was said."""

from __future__ import annotations

from referee.model.occupancy import colours
from referee.old.candidates import Candidate
from referee.old.costs import AS_GOOD
from referee.old.past import Past
from referee.old.state import State
from referee.old.stories import Stories
from referee.old.watch import Watch
from referee.verdicts import Move

NEARLY = 1.0
"""What looks illegal changes the play before only if that was dearer by less than this when it was said."""


def up_to(past: Past, done: int) -> Watch:
    """What was seen of that turn in its first `done` changes.

    Cut there, since another marble may have come to the hole that its own had left.
    """
    return past.watch.with_log(past.watch.log[:done])


def as_likely_then(state: State, past: Past, play: Candidate, done: int) -> bool:
    """Whether that play was nearly as likely when the other one was said, or as it was `done`.

    When it was done tells nothing if people changed it to the one said.
    """
    log, since = past.watch.log, len(state.watch.log)
    own, both = colours(play.position), (play.touches | past.chosen.touches) & ~state.bad
    then = told_then(state, past, len(log) - since)
    if then.cost(own, both) < then.cost(colours(past.chosen.position), both) + NEARLY:
        return True
    said = past.played.said
    if isinstance(said, Move) and said.amends is not None:
        return False
    first = told_then(state, past, done)
    return first.cost(own, play.touches & ~state.bad) < first.least + AS_GOOD


def told_then(state: State, past: Past, seen: int) -> Stories:
    """What may have happened in that turn by its first changes."""
    watch = up_to(past, seen)
    return Past(past.played, past.found, watch, past.chosen).stories(state.table, state.settings, state.bad)


def as_said(state: State, past: Past) -> float:
    """What the play cost to tell when it was said; all that came after may be the next seat's turn."""
    then = told_then(state, past, len(past.watch.log) - len(state.watch.log))
    return then.cost(colours(past.chosen.position), past.chosen.touches & ~state.bad)
