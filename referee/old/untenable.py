"""No card is seen, and what was said of the play before can no longer be: it is told anew.

The card that would close it never comes. So before the next play is said it is looked at once more: if no
likely story leaves its marbles as they were said, be it that the next seat has taken them, another play of
that turn was made. Only one that the board shows is said, and none that came to be under the next seat's
hands: those are somebody's mistake.
"""

from __future__ import annotations

from referee.model.occupancy import bits, colours, holes_of, mask_of
from referee.old.asking import rested
from referee.old.candidates import Candidate
from referee.old.costs import PLAYED
from referee.old.judge import IMPROBABLE
from referee.old.past import MISLED, Past
from referee.old.reconsidered import just_amended, rather, said_anew
from referee.old.replies import theirs_after
from referee.old.since_said import begun_before, goes_round
from referee.old.state import State
from referee.old.story import Story
from referee.verdicts import Verdict


def out_of_the_question(state: State) -> bool:
    """Whether, no card seen, nothing that may have happened leaves the play before as it was said.

    Its marbles stand elsewhere, then, or were last seen elsewhere; or one was carried on.
    """
    past, watch = state.past, state.watch
    mending = state.alarm is not None and state.alarm.on_board
    if past is None or state.desk.mode != "none" or mending:
        return False
    chosen, theirs = past.chosen, state.table.may_move(past.chosen.position)
    movers = holes_of(chosen.position, state.table.may_move(past.played.base))
    others = holes_of(chosen.position, theirs) | chosen.expect.optional | state.bad
    own = (chosen.placed | movers) & ~others
    if not own & (watch.lifted | ~watch.now):
        return False  # nobody has touched them
    stories, steps = past.stories(state.table, state.settings, state.bad), sum(c.on for c in past.watch.log)
    if stories.least - PLAYED * steps >= MISLED:
        return False  # nobody can follow the marbles
    leaves = any(_leaves(story, chosen, own, state) for story in stories.within(IMPROBABLE))
    return (not leaves or bool(_carried_on(state, past, own))) and not goes_round(state, past)


def said_otherwise(state: State, t: float) -> list[Verdict]:
    """The play before said anew if it is out of the question."""
    past = state.past
    if past is None or just_amended(state, past) or not out_of_the_question(state):
        return []
    plays, movers = rather(state, past, may_stand=False), state.table.may_move(past.played.base)
    story = past.stories(state.table, state.settings, state.bad).likely[0]
    held = mask_of(up.hole for up in story.hand if up.hole is not None and up.marble.seat in movers)
    rare = held and any(play.rare for play, _ in plays)
    up = held & ~state.watch.now  # where another one has come, that one was rather bumped
    unlikely = up and any(not story.shows(colours(p.position), p.touches & ~state.bad) for p, _ in plays)
    if (rare or unlikely) and not rested(state, t, state.settings.hidden_after):
        return []  # that marble is rather on its way still
    for play, _ in plays:
        there = play.ends | play.expect.optional | state.watch.now | state.bad
        back = mask_of(colours(play.position)) & past.chosen.touches  # whom that took, too
        up = (holes_of(play.position, movers) | back) & ~there
        if up or begun_before(state, past, play):
            return []  # it is still under way, or it is too late to change it
    return said_anew(state, t, past, plays)


def _carried_on(state: State, past: Past, own: int) -> int:
    """Of these ends of the play before, those left for another hole before the next seat took up anything."""
    back = state.watch.began & state.watch.now  # adjusted, if they are taken up at all
    theirs, ought = theirs_after(state, past.chosen) & ~(own | back), past.chosen.full
    gone, carried = 0, 0
    for change in state.watch.log:
        bit = 1 << change.hole
        if not change.on and theirs & bit:
            break
        if change.on:
            gone, carried = gone & ~bit, carried & ~bit
            carried |= gone if state.ring_and_lane & ~ought & bit else 0
        else:
            gone |= own & bit
    return carried


def _leaves(story: Story, play: Candidate, holes: int, state: State) -> bool:
    """Whether the marbles of these holes stand there still, or the next seat has taken them up, or off."""
    board, places = state.table.board, colours(play.position)
    came_from = {leg.target: leg.source for leg in play.play.legs}
    taken = {(hole, up.marble.seat) for up in story.hand for hole in (up.hole, up.marble.home)}
    taken |= {(source, board.side(hole)) for hole, (source, _) in story.came.items() if board.is_start(hole)}
    instead = (None, *state.table.may_move(play.position))
    return all(
        story.seat_at(hole) == places[hole]
        or (
            story.seat_at(hole) in instead
            and not taken.isdisjoint({(hole, places[hole]), (came_from.get(hole, hole), places[hole])})
        )
        for hole in bits(holes)
    )
