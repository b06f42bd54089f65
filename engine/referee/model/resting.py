"""Whether a board is as its turn began."""

from __future__ import annotations

from engine.referee.model.board_cost import displaced
from engine.referee.model.hypothesis import GHOST, NOWHERE, Hypothesis


def idle(hypothesis: Hypothesis) -> bool:
    """Whether every marble stands as the turn began, and none is up but those that are owed."""
    return not _up(hypothesis) and not displaced(hypothesis)


def _up(hypothesis: Hypothesis) -> bool:
    return any(token.due == NOWHERE and token.seat != GHOST for token in hypothesis.hand)


def out_of_place(hypothesis: Hypothesis) -> int:
    """The mask of holes that differ from the turn's beginning, and of any START with a wrong number."""
    holes, starts = 0, hypothesis.turn.ground.starts
    for each in displaced(hypothesis):
        holes |= each.extra | each.strange | each.missing | (starts[each.seat] if each.start else 0)
    return holes


def unfinished(hypothesis: Hypothesis) -> bool:
    """Whether a marble is up, or has moved since the turn began or a person decided about the board."""
    return not idle(hypothesis) and (_up(hypothesis) or bool(out_of_place(hypothesis) & ~hypothesis.barred))


def unmoved(hypothesis: Hypothesis) -> bool:
    """Whether no marble was set down elsewhere since the turn began or a person decided; some may be up."""
    free, starts = ~hypothesis.barred, hypothesis.turn.ground.starts
    return not any(
        (each.extra | each.strange | (starts[each.seat] if each.start > 0 else 0)) & free
        for each in displaced(hypothesis)
    )
