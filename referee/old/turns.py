"""One judgement: what the settled board, the laid card and the time together mean.

Called after every settled change, card, button and passed deadline; `judge` says everything that can be
said now and leaves in the state when it wants to be asked again.
"""

from __future__ import annotations

from referee.model.occupancy import colours, mask_of
from referee.old.alarms import examine, restored
from referee.old.asking import answered, ask, rested, ripe
from referee.old.at_rest import (
    exchanged_while_mending,
    rest,
    settled,
    taken_from_the_hand,
    unplayable,
    unplayed,
)
from referee.old.beforehand import made_before_its_turn
from referee.old.beyond import played_beyond, sticks_behind
from referee.old.candidates import Candidate
from referee.old.changes import play_before, undone_since
from referee.old.costs import AS_GOOD
from referee.old.from_the_start import played_all_the_same
from referee.old.in_a_row import plays_in_a_row
from referee.old.judge import ALIKE_CAPTURES, IMPROBABLE
from referee.old.liars import Suspicion, surplus
from referee.old.next_card import bumped_astray, only_the_next_seat_acts, played_on_alone, takes_another
from referee.old.otherwise import perhaps_otherwise, played_otherwise
from referee.old.overlap import and_alike, overlapped
from referee.old.patience import counts_along, patience, putting_right
from referee.old.readings import Hurried
from referee.old.reconsidered import on_another
from referee.old.replies import bumped_instead, next_seat_acts, played_on
from referee.old.said_again import bumped_after_all, exchanged_again, never_undone, played_instead
from referee.old.sayable import (
    is_likely,
    may_count_on,
    one_of,
    only_the_next_seat_since,
    rather_another,
)
from referee.old.saying import say, take_back
from referee.old.state import State
from referee.old.suspects import doubted, suspect
from referee.old.this_turn import left_alone_since, this_turn
from referee.old.told import told
from referee.old.too_late import several_undone
from referee.old.undone import undoing
from referee.old.untenable import out_of_the_question, said_otherwise
from referee.old.watch import PASSING, left_in
from referee.verdicts import Illegal, Restored, Verdict


def judge(state: State, t: float, young: int = 0) -> list[Verdict]:
    """All that is known at `t`; the levels of the holes `young` are still too young to believe."""
    state.due_say = state.due_alarm = None
    state.may_yet_be = state.paused = False
    state.collect()
    if state.past is not None:
        state.past.doubt_the_answer(state.table, state.settings, state.bad)
    _still_the_play_before(state)
    if state.asked is not None:
        said = answered(state, t, state.asked)
        if said or state.asked is not None:
            return said
    waiting = state.desk.waiting(state.position.next_seat())
    hurry = not young and state.desk.laid is not None and waiting not in (None, state.pressed)
    if hurry and (state.hurried is None or state.hurried.card is not waiting):
        state.hurried = Hurried(waiting, t, state.last_edge)
    played = this_turn(state, t, hurry, young)
    if played is None or played:
        return played or []
    if state.agrees():
        disturbed = state.alarm is not None and state.alarm.disturbed
        wrong = 0 if state.alarm is None else mask_of(state.alarm.finding.holes)
        lied = bool(wrong) and not wrong & ~state.bad
        decided = state.mending  # all of that was set up by hands
        exchanged = exchanged_while_mending(state, t)
        if exchanged is None or (not exchanged and (_taken_off_again(state, t) or _rather_played(state))):
            return []
        said = exchanged or restored(state, t) or exchanged_again(state, t)
        said = said or played_otherwise(state, t) or (_bumped_back(state, t) if hurry else [])
        mended = bool(said) and isinstance(said[0], Restored)
        if mended and (decided or state.mode != "referee"):
            state.desk.free_if_gone()
        # Else another marble stands there, or nothing was wrong but a sensor.
        otherwise = mended and not disturbed and perhaps_otherwise(state)
        unfollowed = disturbed or decided or state.jumbled
        if mended and (unfollowed or not (lied or otherwise or state.followed().moved)):
            state.lifted_before |= state.watch.lifted & state.watch.now if disturbed else 0
            state.begin_anew()
            if disturbed and state.past is not None:  # what was up in the jumble tells nothing of it
                state.past = state.past.as_it_stands(state.watch.now)
        elif state.jumbled and not said:
            state.begin_anew()  # it was out of step: however it came there, all stands as it should
        if mended and (lied or otherwise):
            state.come_back(t + state.settings.noise)  # what it hid, or what was made, is told then
        missed = suspect(state, hurry=True) if not said and hurry and state.holds_something() else None
        if missed is not None:  # by the count nothing is off, but one owed came, and another one left
            return doubted(state, t, missed)
        if mended or not said:
            said += settled(state, t, hurry)
        if not said:
            rest(state, t)
    else:
        said = [] if waiting is None else bumped_after_all(state, t, waiting)
        said = said or never_undone(state, t) or played_instead(state, t) or taken_from_the_hand(state, t)
        said = said or play_before(state, t, young)
        said = said or ([] if young else played_all_the_same(state, t, hurry=hurry) or unplayable(state, t))
        if not said and young:
            state.come_back(t + state.settings.noise)  # what is off is known in a moment
        elif not said and (hurry or not undoing(state)):
            said = _hurried(state, t) if hurry else _disagreement(state, t)
    if hurry and (state.alarm is not None or any(isinstance(v, Illegal) for v in said)):
        state.pressed = waiting
    return said


def _taken_off_again(state: State, t: float) -> bool:
    """Whether plays that look alike were made amid the mending, and a partner they bumped is up again.

    The next player may be bumping that one: else the board would be as before.
    """
    if state.alike is None or state.alike[2] or state.alarm is None or not state.alarm.on_board:
        return False
    plays, seen, _ = state.alike
    up = left_in(state.watch.log[seen:]) & ~state.watch.now
    taken = bool(up) and all(up & play.pushed and not up & ~play.pushed for play in plays)
    return taken and not rested(state, t, state.settings.hidden_after)


def _rather_played(state: State) -> bool:
    """Whether a play was made amid the mending of a knocked board: hardly was all of that only put back.

    It shows, but for whom it bumped; by the count he may be the one whose START is short.
    """
    if state.alarm is None or not state.alarm.disturbed or state.borne is None:
        return False
    play, seen = state.borne
    stories, holes = state.stories, play.touches & ~state.bad
    nothing = stories.cost(stories.before, holes)
    return seen == len(state.watch.log) and stories.cost(colours(play.position), holes) + IMPROBABLE < nothing


def _still_the_play_before(state: State) -> None:
    """Begin the turn anew if all that was seen in it is plainly of the play before: who made it went on."""
    past = state.past
    if past is None or not state.watch.log or state.asked is not None or not state.agrees():
        return
    if past.before_answer is not None:  # what was followed before the answer counts no more
        return
    if not state.found:  # before the card is laid nobody knows what of it is the next seat's play
        return
    if not state.watch.log[-1].on:  # somebody has just taken a marble up
        return
    dear = state.stories.least - ALIKE_CAPTURES
    if dear > 0:
        stories = past.stories(state.table, state.settings, state.bad)
        if stories.least < dear and stories.is_plain(colours(state.position), state.ring_and_lane, AS_GOOD):
            state.begin_anew()


def _bumped_back(state: State, t: float) -> list[Verdict]:
    """The board shows the position since the next seat has bumped what was just played: its card tells so."""
    both = overlapped(state, hurry=True)
    if state.borne is not None:
        both = [each for each in both if each[0].position == state.borne[0].position]
    return one_of(state, t, both) if both else []


def _hurried(state: State, t: float) -> list[Verdict]:
    """The next seat has laid its card while the board shows neither position nor play."""
    alarm = state.alarm
    if alarm is not None and alarm.on_board and state.last_edge < alarm.t:
        return []  # what was illegal is no play now: the card waits
    both = overlapped(state, hurry=True)
    if len(both) == 1 and takes_another(state, both[0][0]):
        return []  # that one is up, and its captor comes where it stood
    borne = None if state.borne is None else state.borne[0]
    alike = len(both) > 1 and borne is not None and borne.position in [play.position for play, _ in both]
    instead = both and borne is not None and bumped_instead(borne, state.watch, state.bad)
    alone = state.borne is not None and left_alone_since(state, *state.borne) and not alike and not instead
    alone = alone and borne is not None and not made_before_its_turn(state, borne)
    alone = alone and borne is not None and not bumped_astray(state, borne)
    if state.borne is not None and alone and told(state.stories, state.watch, *state.borne, state.bad):
        return say(state, t, *state.borne)
    if both:
        return one_of(state, t, played_on_alone(state, _as_alike(state, and_alike(state, both))))
    if state.alike is not None and not state.alike[2]:
        plays, seen, _ = state.alike
        if all(played_on(state, play, state.watch.since(seen)) for play in plays):
            return ask(state, t, list(plays), seen=seen)  # whichever it was, the next seat has answered it
    stuck = sticks_behind(state, t)
    if stuck is not None:
        return stuck
    if only_the_next_seat_acts(state):
        return unplayed(state, t, state.watch)
    doubt = suspect(state, hurry=True)
    if doubt is not None and (surplus(state) > 0 or _soon_known(state, t, doubt)):
        return doubted(state, t, doubt)  # no hand explains it
    beyond = played_beyond(state, t)
    if beyond is not None:
        return beyond
    if state.hurried is not None and state.last_edge > state.hurried.last_edge:
        return _disagreement(state, t)  # people were not done when it was laid: they have time again
    wrong = patience(state, hurry=True) is not None
    soonest = state.last_edge + (state.settings.brush if wrong and counts_along(state) else PASSING)
    if wrong and t < soonest:
        state.come_back(soonest)  # a hand may only be passing there, or be about to go on
        return []
    return examine(state, t, hurry=True) if wrong else _disagreement(state, t, hurry=True)


def _soon_known(state: State, t: float, doubt: Suspicion) -> bool:
    """Whether it is to be asked now, or a hole sticks and that, or which it is, is as good as known."""
    if doubt.among and t >= doubt.ready:
        return True
    soon = state.last_edge + state.settings.illegal_after
    return not doubt.liars & ~state.watch.now and doubt.ready <= max(t, soon)


def _as_alike(state: State, both: list[tuple[Candidate, int]]) -> list[tuple[Candidate, int]]:
    """With those that looked just like one of them before the next seat went on, and still may be it."""
    alike = () if state.alike is None or state.alike[2] else state.alike[0]
    positions, shown = {play.position for play in alike}, {play.position for play, _ in both}
    if not positions & shown:
        return both
    return both + [each for each in overlapped(state) if each[0].position in positions - shown]


def _disagreement(state: State, t: float, *, hurry: bool = False) -> list[Verdict]:
    """The board shows something else: a play under way, a quick reply, a lying sensor, or a mistake."""
    if state.over is not None:
        return []
    wait = patience(state)
    if wait == 0:
        return examine(state, t)
    plain = state.borne is not None and only_the_next_seat_since(state, state.borne[1])
    plain = plain and not out_of_the_question(state)
    if not ripe(state, t):
        return []
    state.paused = True
    if state.borne is not None and plain and not rather_another(state, state.borne[0]):
        return say(state, t, *state.borne)
    anew = said_otherwise(state, t)
    if not anew and not state.may_yet_be:  # else this turn's play explains it, hidden by a bad hole
        anew = on_another(state, t, plainly=True)
    if anew:
        return anew
    asks = state.alike is not None and state.alike[1] == len(state.watch.log)
    knocked = state.alarm is not None and state.alarm.disturbed  # it is put right hole by hole
    next_card = state.desk.waiting(state.position.next_seat())
    mending, no_cards = putting_right(state, next_card), state.desk.mode == "none"
    both = [] if asks or knocked or mending else overlapped(state)
    ended = no_cards or next_card is not None
    if ended and not (both or asks or mending) and rested(state, t):
        both = overlapped(state, rests=True)
        both = [each for each in both if no_cards or next_seat_acts(state, each[0])]
        both = both or (plays_in_a_row(state) if no_cards else [])
    unhurried = state.desk.mode == "none" and len(both) == 1 and may_count_on(state, both[0][0])
    if unhurried and not rested(state, t):
        return []  # who has gone too far corrects it within a second
    if (len(both) == 1 and is_likely(state, both[0][0])) or (both and rested(state, t)):
        return one_of(state, t, both)
    ended = next_card is not None and not (both or asks or mending or knocked)
    if ended and rested(state, t, state.settings.hidden_after):
        both = overlapped(state, hurry=True)  # rather one told less well than a sensor that fails
        if both:
            return one_of(state, t, both)
    soonest = state.last_edge + state.settings.illegal_after
    if t < soonest:
        state.due_alarm = soonest
        return []
    beyond = played_beyond(state, t)
    if beyond is not None:
        return beyond
    doubt = None if state.may_yet_be else suspect(state, hurry)
    if doubt is not None and (t >= doubt.ready or surplus(state) > 0):
        return doubted(state, t, doubt)
    if doubt is not None and not doubt.liars and not doubt.among:
        state.due_alarm = doubt.ready  # nothing need be wrong: it was made before all was put right
        return []
    due = None if wait is None or state.may_yet_be else state.last_edge + wait
    if due is None or t < due:
        dues = [d for d in (due, None if doubt is None else doubt.ready) if d is not None]
        state.due_alarm = min(dues, default=None)
        return []
    if undone_since(state):
        return take_back(state, t, undone=True)
    said = bumped_after_all(state, t, None) or several_undone(state, t) or examine(state, t)
    if not said and doubt is not None:
        state.due_alarm = min(d for d in (state.due_alarm, doubt.ready) if d is not None)
    return said
