"""Whether what looks like a change of the play just said may as well be the next player's doing."""

from __future__ import annotations

from referee.model.occupancy import colours, holes_of
from referee.old.amending import LIKELIEST, is_told
from referee.old.asking import rested, ripe
from referee.old.candidates import Candidate
from referee.old.costs import AS_GOOD
from referee.old.gone import taken_first
from referee.old.judge import ALIKE_CAPTURES
from referee.old.liars import surplus
from referee.old.on_board import stands
from referee.old.past import Past
from referee.old.replies import answers_made, next_seat_acts, next_seat_may_act
from referee.old.since_said import was_undone
from referee.old.state import State

HARDLY = 2.0
"""Nobody waits for the card of an answer that is dearer by so much than a change of the play before."""


def rather_answered(state: State, t: float, past: Past, play: Candidate) -> bool:
    """Whether the next seat is at it, and what looks like that play may as well be its doing."""
    if past.chosen.exchanges and play.exchanges:
        return False
    as_well = state.next_card is None and _never_put_back(state, past, play)
    if as_well and not hardly_answered(state, past, [play]):
        return True
    sure = LIKELIEST if past.chosen.exchanges else AS_GOOD
    if next_seat_acts(state, play) and not is_told(state, past, play, sure):
        return True
    answered = next_seat_acts(state, past.chosen) and stands(state, past, past.chosen)
    if not answered or past.chosen.exchanges or is_told(state, past, play, ALIKE_CAPTURES):
        return False
    return not rested(state, t)


def hardly_answered(state: State, past: Past, others: list[Candidate]) -> bool:
    """Whether one change of the play before is by far the likelier story than any answer to it."""
    if len(others) != 1 or others[0] is past.chosen:
        return False
    stories, bad, change = past.stories(state.table, state.settings, state.bad), state.bad, others[0]
    touches = (past.chosen.touches | change.touches) & ~bad
    least = stories.cost(colours(change.position), touches) + HARDLY
    return all(
        stories.cost(colours(c.position), touches | c.touches & ~bad) > least
        for c in answers_made(state, past.chosen)
    )


def _never_put_back(state: State, past: Past, play: Candidate) -> bool:
    """Whether the marble of that play is one just exchanged, and not both were up again before it went."""
    watch = state.watch
    lifts = [i for i, c in enumerate(watch.log) if not c.on and play.emptied >> c.hole & 1]
    own = [pair for pair in past.chosen.exchanges if pair & play.emptied]
    return bool(own and lifts) and not any(watch.together(pair, lifts[-1]) for pair in own)


def may_be_the_next_seats(state: State, past: Past) -> bool:
    """Whether nothing placed has been touched since, or it was taken: the next player may be bumping it."""
    placed = past.chosen.placed
    if state.desk.mode != "none" and was_undone(state, past) and not _next_seat_touched(state, past):
        return False  # it was taken back, and this made instead
    one_up = surplus(state) < 0 or state.desk.mode == "none"  # without a card it may have been played already
    if one_up and placed and not placed & (state.watch.lifted | state.bad):
        return True
    return state.desk.laid is None and taken_first(state, past)


def _next_seat_touched(state: State, past: Past) -> bool:
    """Whether a marble of the next seat's, not bumped by the play, was taken up since, be it put back.

    Not out of START: there all are alike, and the one bumped may go back.
    """
    seats = state.table.may_move(past.chosen.position)
    theirs = holes_of(past.played.base, seats) & ~past.chosen.touches
    return any(not change.on and theirs >> change.hole & 1 for change in state.watch.log)


def stays_so(state: State, t: float, past: Past) -> bool:
    """Whether it looks so for long enough; not so long if the next player has taken up nothing of his own."""
    if state.desk.mode == "none" and surplus(state) >= 0 and not next_seat_may_act(state, past.chosen):
        return ripe(state, t)
    return rested(state, t)
