"""Two turns at once: the next player takes up a marble, or even plays, before this play is complete.

Occupancy then agrees with no candidate of this turn. But a candidate that was complete at some change, and
after which everything that is off is a marble in a hand or the next seat's own doing, was made. Its doing
must be what its card (any card, while none is laid) brings about, or, once that card is laid, at least no
more than its own marbles can account for: whether that is legal is judged in its own turn.
"""

from __future__ import annotations

from referee.old.beforehand import made_before_its_turn
from referee.old.candidates import Candidate
from referee.old.explained import explained, has_answered
from referee.old.judge import ALIKE_CAPTURES, IMPROBABLE, same_marble
from referee.old.made import completed
from referee.old.past import Past
from referee.old.replies import next_seat_may_act, replies, theirs_after
from referee.old.state import State
from referee.old.stories import Stories
from referee.old.told import TOLD, Begun, told, told_before
from referee.old.under_hands import complete_under_hands

AS_WELL = 1.6
"""Of two captures by the same marble the dearer one may as well be true if it costs so much more, at most."""
PERHAPS = 2.0
"""By less than this it may be true, where any marble of the next player's may move: nothing is wrong."""

PLAYED_ON = 1
"""What explains it worse than this is no play of the next seat's, but its marbles anywhere."""


def turn_of(state: State, past: Past) -> Begun:
    """The turn of the play just said, up to now."""
    stories = past.stories
    return Begun(
        past.found,
        past.before(state.table.board),
        past.watch,
        lambda: stories(state.table, state.settings, state.bad),
    )


def _this_turn(state: State, *, rests: bool = False) -> Begun:
    return Begun(state.found, state.expect, state.watch, lambda: stories_of_both(state), rests)


def overlapped(state: State, *, hurry: bool = False, rests: bool = False) -> list[tuple[Candidate, int]]:
    """The plays of this turn that are complete under other hands, and where the next turn began in the watch.

    With `hurry` the next seat has laid its card; where it `rests` nobody corrects anything any more.
    """
    turn = _this_turn(state, rests=rests)
    plays = complete_under_hands(state, turn, hurry)
    if hurry:
        return plays
    plays = [each for each in plays if not made_before_its_turn(state, each[0])]
    alone = rests and len(plays) == 1 and plays[0][0].rare and has_answered(state, plays[0][0])
    plays = [each for each in plays if told_before(state, turn, *each, IMPROBABLE if alone else TOLD)]
    return plays + _alike(state, turn, plays[0][0], ALIKE_CAPTURES) if len(plays) == 1 else plays


def _alike(state: State, turn: Begun, taken: Candidate, more: float) -> list[tuple[Candidate, int]]:
    """Other captures by the same marble, dearer by less than that: which one it took, times hardly say."""
    alike = []
    for play in turn.found if taken.recoloured else ():
        if play.rare and not taken.rare:
            continue  # a card that anybody may have tells of it
        if play.recoloured and play.position != taken.position and same_marble(play, taken):
            done = completed(play, turn.watch, state.bad)
            seen = None if done is None else explained(state, turn.watch, play, done, hurry=False)
            if seen is not None and told_before(state, turn, play, seen[1], more):
                alike.append((play, seen[1]))
    return alike


def and_alike(state: State, plays: list[tuple[Candidate, int]]) -> list[tuple[Candidate, int]]:
    """The play that is complete as the next card lies there, and others that it may as well have been."""
    if len(plays) != 1:
        return plays
    return plays + _alike(state, _this_turn(state), plays[0][0], AS_WELL)


def stories_of_both(state: State) -> Stories:
    """What may have happened in this turn, and in the next one if its card lies there."""
    if state.desk.mode != "none" and state.desk.waiting(state.position.next_seat()) is None:
        return state.stories
    return state.stories_with_next


def perhaps_answered(state: State) -> bool:
    """Whether a play of this turn was made, and all that looks wrong may be a play of the next seat's."""
    turn = Begun(state.found, state.expect, state.watch, lambda: state.stories_with_next)
    return any(
        not made_before_its_turn(state, play)
        and (next_seat_may_act(state, play) or _taken_up_first(state, play))
        and _by_some_card(state, play)
        and told(
            state.stories_with_next,
            state.watch,
            play,
            seen,
            state.bad,
            PERHAPS,
        )
        for play, seen in complete_under_hands(state, turn, hurry=True)
    )


def _taken_up_first(state: State, play: Candidate) -> bool:
    """Whether a marble is up that the next seat may bump or push, its own yet to come."""
    up = play.expect.off(state.watch.now, state.bad, state.ring_and_lane).missing
    return bool(up) and any(reply.recoloured & up for reply in replies(state, play))


def _by_some_card(state: State, play: Candidate) -> bool:
    """Whether some card of the next seat may bring about what is off after the play, be it under way."""
    seen = explained(state, state.watch, play, completed(play, state.watch, state.bad) or 0, hurry=True)
    return seen is not None and seen[0] <= PLAYED_ON


def made_by(state: State, past: Past, play: Candidate) -> int | None:
    """After how many changes since the play was said the other one was made, if the next seat has gone on.

    It may have exchanged two without a card that anybody sees, or hold what was bumped. Where cards are read,
    two that were up together once more were exchanged then: before they were only put right.
    """
    done = completed(play, past.watch, state.bad)
    if done is None:
        return None
    since = past.watch.since(done)
    again = (
        bool(play.exchanges) and not play.touches & ~since.now and all(map(since.together, play.exchanges))
    )
    if state.desk.mode != "none" and again:
        done += max(i for i, c in enumerate(since.log, 1) if c.on and play.touches >> c.hole & 1)
    taken_up = past.watch.since(done).left(theirs_after(state, play))
    gone_on = state.desk.mode == "none" or taken_up or next_seat_may_act(state, play)
    return max(0, done - len(past.watch.log) + len(state.watch.log)) if gone_on else None
