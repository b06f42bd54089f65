"""What was just played and put right before the next card, which takes it nowhere yet; or was it taken?"""

from __future__ import annotations

from referee.model.occupancy import starts_of
from referee.old.candidates import Candidate
from referee.old.state import State


def only_put_right(state: State, play: Candidate) -> bool:
    """Whether its marble was not seen to leave, and what it takes, just played, was up before the card only.

    Hands have rather put that one right, and the card is yet to be played: what it would bump has not come.
    """
    past, laid = state.past, state.desk.laid
    if past is None or laid is None or not play.recoloured or play.recoloured & ~past.chosen.ends:
        return False
    source, ends = play.emptied | play.left, play.filled | play.recoloured
    return (
        bool(_due(state, play))
        and not any(
            ends >> change.hole & 1 and change.edge > laid.t if change.on else source >> change.hole & 1
            for change in state.watch.log
        )
        and not has_come_home(state, play)
    )


def has_come_home(state: State, play: Candidate) -> bool:
    """Whether a marble has come in this turn to where one is due that the play bumps."""
    due = _due(state, play)
    return any(change.on and due >> change.hole & 1 for change in state.watch.log)


def _due(state: State, play: Candidate) -> int:
    """The holes, seen by good sensors, to which the marbles go that the play bumps."""
    sent = starts_of(state.table.board, (leg.sent for leg in play.play.legs if leg.sent is not None))
    return (play.pushed | sent) & ~state.bad
