"""Whether a board is as its turn began."""

from __future__ import annotations

from engine.referee.model.board_cost import displaced
from engine.referee.model.hypothesis import GHOST, NOWHERE, Hypothesis


def idle(hypothesis: Hypothesis) -> bool:
    """Whether every marble stands as the turn began, and none is up but those that are owed."""
    if any(token.due == NOWHERE and token.seat != GHOST for token in hypothesis.hand):
        return False
    return not displaced(hypothesis)


def unmoved(hypothesis: Hypothesis) -> bool:
    """Whether no marble was set down elsewhere since the turn began, though some may be up."""
    moved = displaced(hypothesis)
    return not any(each.extra or each.strange or each.start > 0 for each in moved)
