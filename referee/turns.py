"""One judgement: what the settled board, the laid card and the time together mean.

Called after every settled change, card, button and passed deadline; `judge` says everything that can be
said now and leaves in the state when it wants to be asked again.
"""

from __future__ import annotations

from collections import Counter

from engine.legal import legal
from engine.mustplay import must_play
from engine.whynot import Code
from referee.alarms import examine, patience, restored, sound, wrongly_exchanged
from referee.asking import answered, ask, rested, ripe
from referee.candidates import Candidate
from referee.changes import (
    play_before,
    played_otherwise,
    undoing,
)
from referee.costs import AS_GOOD
from referee.diagnose import Finding
from referee.going_on import barely_taken, completes_another, next_seat_lifted
from referee.judge import (
    ALIKE_CAPTURES,
    borne_out,
    but_for_hands,
    carried_over,
    hand_completes,
    is_hidden,
    is_open,
    under_way,
)
from referee.occupancy import bits, colours, mask_of
from referee.overlap import next_seat_acts, overlapped, told
from referee.saying import discard, say
from referee.state import State
from referee.suspects import Suspicion, accuse, accuse_missing, surplus, suspect
from referee.verdicts import Illegal, Restored, Verdict

HASTY = 0.45
"""An exchange that costs more by this than that nothing was played is not said at once."""
LETS_GO = 0.045
"""So many seconds after a hole was brushed it is known whether a marble came down beside it."""
PERHAPS = 0.5
"""While people mend, a play is believed at once if it is not dearer by so much than that they put back."""


def judge(state: State, t: float, young: int = 0) -> list[Verdict]:
    """All that is known at `t`; the levels of the holes `young` are still too young to believe."""
    state.due_say = state.due_alarm = None
    state.may_yet_be = False
    state.collect()
    _still_the_play_before(state)
    if state.asked is not None:
        said = answered(state, t, state.asked)
        if said or state.asked is not None:
            return said
    waiting = state.desk.waiting(state.position.next_seat())
    hurry = not young and state.desk.laid is not None and waiting not in (None, state.pressed)
    played = _this_turn(state, t, hurry, young)
    if played is None or played:
        return played or []
    if state.agrees():
        said = restored(state, t) or played_otherwise(state, t)
        mended = bool(said) and isinstance(said[0], Restored)
        if mended and state.mode != "referee" and state.desk.withdraw_if_gone():
            state.forget()
        if mended and not state.followed().moved:  # else it only looks so: another marble stands there
            state.begin_anew()
        if mended or not said:
            said += _settled(state, t, hurry)
        if not said:
            _rest(state, t)
    else:
        said = play_before(state, t) or _unplayable(state, t)
        if not said and (hurry or not undoing(state)):
            said = _hurried(state, t) if hurry else _disagreement(state, t)
    if hurry and any(isinstance(v, Illegal) for v in said):
        state.pressed = waiting
    return said


def _still_the_play_before(state: State) -> None:
    """Begin the turn anew if all that was seen in it is plainly of the play before: who made it went on."""
    past = state.past
    if past is None or not state.watch.log or state.asked is not None or not state.agrees():
        return
    if not state.found:  # before the card is laid nobody knows what of it is the next seat's play
        return
    dear = state.stories.least - ALIKE_CAPTURES
    if dear > 0:
        stories = past.stories(state.table, state.settings, state.bad)
        if stories.least < dear and stories.is_plain(colours(state.position), state.ring_and_lane, 0.01):
            state.begin_anew()


def _this_turn(state: State, t: float, hurry: bool, young: int) -> list[Verdict] | None:
    """The play of the turn, if it is borne out; None if that is known in a moment."""
    lifted = any(not change.on for change in state.watch.log)
    if not lifted and not state.bad and not state.watch.stale and state.agrees():
        return []  # nothing has been taken up: at most an owed marble has come
    now, bad = state.watch.now, state.bad
    winners = borne_out(state.found, state.watch, now, bad, state.ring_and_lane, lambda: state.stories)
    if state.borne is not None:
        before, both = state.borne[0], state.settings.touch
        winners = [w for w in winners if carried_over(before, w, state.watch, both, state.bad)]
    mending = state.mending or (state.alarm is not None and state.alarm.on_board)
    if mending:
        winners = [w for w in winners if not w.exchanges or _rather_than_put_back(state, w)]
    if not winners:
        _borne_under_hands(state)
        return []
    if _rather_changed(state, winners):
        return []
    made = _made_before(state, winners[0]) if len(winners) == 1 else []
    winners += made
    hidden = any(is_hidden(w, state.bad) or _left_unseen(state, w) for w in winners)
    seen = len(state.watch.log)
    if not made:
        state.borne = (winners[0], seen) if len(winners) == 1 and not hidden else None
    state.alike = (tuple(winners), seen, False) if len(winners) > 1 else None
    if young & winners[0].filled and t < state.last_edge + state.settings.unsettled:
        state.due_say = state.last_edge + state.settings.unsettled  # carried on this very moment, it seems
        return []
    if not hurry and t < (due := _lets_go(state, winners)):
        state.due_say = due
        return None
    if mending and not hurry and not any(_rather_than_put_back(state, w, PERHAPS) for w in winners):
        state.may_yet_be = True  # a marble brushed before, and now what stood wrong is on its way back
        if not rested(state, t, state.settings.counting_after):
            return []
    if not hurry and all(_rather_paid(state, w) for w in winners):
        state.may_yet_be = True
        if not rested(state, t, state.settings.hidden_after):
            return []
    doubtful = len(winners) > 1 or _may_go_on(state, winners[0]) or _rather_adjusted(state, winners[0])
    state.may_yet_be = hidden
    if hidden and not hurry and t < (due := _hidden_until(state, winners)):
        state.due_say = due
        return []
    if doubtful and not hurry and not ripe(state, t):
        return []
    unsure = len(winners) > 1 or _debt_paid(state, winners[0])
    if unsure and not hurry and surplus(state) < 0 and not rested(state, t):
        return []
    return say(state, t, winners[0]) if len(winners) == 1 else ask(state, t, winners)


def _lets_go(state: State, winners: list[Candidate]) -> float:
    """When a hole that was empty only for so long as a sleeve takes tells of a capture.

    Who brushed it sets his own marble down beside it at once after.
    """
    short = any(
        state.watch.empty_for(hole) < state.settings.brush for w in winners for hole in bits(w.recoloured)
    )
    return state.last_edge + (LETS_GO if short else 0.0)


def _rather_than_put_back(state: State, play: Candidate, more: float = 0.0) -> bool:
    """Whether that is likelier than that what stood wrong was put back, or not dearer by so much `more`."""
    stories, holes = state.stories, play.touches & ~state.bad
    return stories.cost(colours(play.position), holes) < stories.cost(stories.before, holes) + more


def _rather_changed(state: State, winners: list[Candidate]) -> bool:
    """Whether it is likelier that the play before was changed, as it seemed, than each of these."""
    if state.past is None or state.changing is None:
        return False
    change, bad = state.changing[0], state.bad
    stories = state.past.stories(state.table, state.settings, bad)
    cost = stories.cost(colours(change.position), change.touches & ~bad)
    return all(cost < stories.cost(colours(w.position), (w.touches | change.touches) & ~bad) for w in winners)


def _made_before(state: State, play: Candidate) -> list[Candidate]:
    """The play made before that one, if the next seat has gone on since: the rest may be its doing."""
    if state.borne is None or state.borne[0].position == play.position:
        return []
    made, seen = state.borne
    return [made] if next_seat_lifted(state, made, seen) and _left_alone_since(state, made, seen) else []


def _rather_adjusted(state: State, play: Candidate) -> bool:
    """Whether it is likelier that all is as it was than that exchange: the true one may yet come."""
    if not play.exchanges:
        return False
    stories, holes = state.stories, play.touches & ~state.bad
    return stories.cost(colours(play.position), holes) > stories.cost(stories.before, holes) + HASTY


def _borne_under_hands(state: State) -> None:
    """Remember a play that is complete but for marbles in hands that it has nothing to do with.

    Nor has another play of this turn that may be on its way. Such a play is said when the next seat goes on.
    """
    watch, log = state.watch, state.watch.log
    if not log or not log[-1].on or surplus(state) >= 0:
        return
    found, bad = state.found, state.bad
    made = but_for_hands(found, watch, None, bad, state.ring_and_lane, lambda: state.stories)
    if len(made) != 1 or is_open(made[0], found) or is_hidden(made[0], bad):
        return
    off = state.expect.off(watch.now, bad, state.ring_and_lane)
    if made[0].exchanges and any(
        off.missing & ~made[0].touches & c.must_see_empty for c in found if c.exchanges
    ):
        return  # another two are being exchanged
    if not off.extra or not under_way([c for c in found if c is not made[0]], off.missing, off.extra, 0):
        state.borne = (made[0], len(log))


def _left_unseen(state: State, play: Candidate) -> bool:
    """Whether a marble is taken by one out of a START with a bad sensor, of which none was seen to leave."""
    seen = state.watch.began & state.watch.lifted & ~state.bad
    return bool(play.recoloured and play.left & state.bad and not play.left & seen)


def _come_home(state: State, play: Candidate) -> bool:
    """Whether everybody whom the play sends to START has come there: so it is being made."""
    placed, debts = state.watch.placed & ~state.bad, state.debts_then
    sent = Counter(leg.sent for leg in play.play.legs if leg.sent is not None)
    return bool(sent) and all(
        (placed & state.watch.now & mask).bit_count() >= sent[seat] and seat not in dict(debts.start)
        for seat, mask, _, _ in play.expect.starts
        if seat in sent
    )


def _hidden_until(state: State, winners: list[Candidate]) -> float:
    """When a play is said whose end no sensor shows: later if its marble can go elsewhere.

    And later still if no sensor has shown anything of it: perhaps nobody has touched a marble yet. Where
    those that it bumps have come home, it is the mover's marble alone that needs time.
    """
    first, laid, settings = winners[0], state.desk.laid, state.settings
    if len(winners) == 1 and _come_home(state, first):
        own = [change.edge for change in state.watch.log if state.ring_and_lane >> change.hole & 1]
        return max(own, default=state.last_edge) + settings.hidden_after
    elsewhere = any(
        c.position != first.position and (c.emptied, c.left) == (first.emptied, first.left)
        for c in state.found
    )
    changed = mask_of(tuple(change.hole for change in state.watch.log))
    if laid is not None and not all((w.touches | w.left) & changed & ~state.bad for w in winners):
        return max(state.last_edge, laid.t) + settings.dead_after
    return state.last_edge + (settings.dead_after if elsewhere else settings.hidden_after)


def _may_go_on(state: State, winner: Candidate) -> bool:
    """Whether the play is open: by a marble carried on, or by one still in a hand."""
    in_hand = -surplus(state)
    if in_hand > 0 and (barely_taken(state, winner, state.settings.touch) or _debt_paid(state, winner)):
        return True
    return is_open(winner, state.found) or hand_completes(
        state.found, winner, state.watch, state.bad, state.ring_and_lane, in_hand
    )


def _debt_paid(state: State, winner: Candidate) -> bool:
    """Whether a hole that seems taken may only have been filled by the marble that was due there."""
    return any(winner.recoloured >> hole & 1 for hole, _ in state.debts_then.spots)


def _rather_paid(state: State, winner: Candidate) -> bool:
    """Whether it is likelier that such a hole has its own marble, and the mover's is still in a hand."""
    return surplus(state) < 0 and _debt_paid(state, winner) and not _rather_than_put_back(state, winner)


def _settled(state: State, t: float, hurry: bool) -> list[Verdict]:
    """The board shows the position: a card that has no play is discarded, one that has waits."""
    laid = state.desk.laid
    if laid is None:
        return []
    if not state.found and not laid.kept and not _another_card_plays(state):
        return discard(state, t)
    return unplayed(state, t) if hurry else wrongly_exchanged(state, t)


def _unplayable(state: State, t: float) -> list[Verdict]:
    """A card that has no play is discarded although somebody has a marble in a hand."""
    if state.desk.laid is None or state.found or state.alarm is not None or state.mending:
        return []
    off = state.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    if off.extra or any(n > 0 for n in off.start.values()) or _another_card_plays(state):
        return []
    return discard(state, t)


def _rest(state: State, t: float) -> None:
    """The board has shown the position for a while: what was lifted before is as it was.

    It takes longer where the card may come after the marbles, and where other marbles may stand there.
    """
    watch, past, settings = state.watch, state.past, state.settings
    if not watch.log:
        return
    soonest = state.last_edge + settings.rest_after
    if t < soonest:
        _come_back(state, soonest)
        return
    exchanged = past is not None and bool(past.chosen.exchanges)
    card_to_come = state.desk.laid is None and state.desk.mode != "none"
    unsure = exchanged or card_to_come or _may_stand_otherwise(state)
    due = state.last_edge + settings.forget_after if unsure else soonest
    if state.debts and state.holds_something():
        return  # somebody has taken one up, though by the count it may be one still owed
    if t >= due:
        state.begin_anew()
    else:
        _come_back(state, due)


def _may_stand_otherwise(state: State) -> bool:
    """Whether by a likely story another marble stands where the board shows the right one."""
    return any(state.followed_in(story).moved for story in state.stories.within(AS_GOOD))


def _come_back(state: State, due: float) -> None:
    if state.due_say is None and state.due_alarm is None:
        state.due_say = due


def unplayed(state: State, t: float) -> list[Verdict]:
    """The laid card was not played, and somebody goes on or presses ok: forbidden, or a discard."""
    laid = state.desk.laid
    if laid is None:
        return discard(state, t) if state.desk.mode == "none" else []
    hand = (laid.card, *state.desk.hand(state.seat))
    forced = must_play(state.table, state.position, tuple(card.rank for card in hand))
    if not forced:
        return discard(state, t)
    if state.alarm is not None and state.alarm.finding.code is Code.MUST_PLAY:
        return []
    which = laid.card if laid.card.rank in forced else next(c for c in hand if c.rank in forced)
    text = f"The {which} can be played, so it must be; press help to see where."
    return sound(state, t, Finding(Code.MUST_PLAY, text, (), (), ()), on_board=False)


def _another_card_plays(state: State) -> bool:
    """Whether a known card of that hand has a play, forced or not: then the discard is a choice."""
    ranks = {card.rank for card in state.desk.hand(state.seat)}
    return any(legal(state.table, state.position, rank) for rank in ranks)


def _hurried(state: State, t: float) -> list[Verdict]:
    """The next seat has laid its card while the board shows neither position nor play."""
    both = overlapped(state, hurry=True)
    alike = len(both) > 1 and state.borne is not None and state.borne[0] in [play for play, _ in both]
    if state.borne is not None and _left_alone_since(state, *state.borne) and not alike:
        return say(state, t, state.borne[0])
    if both:
        return _one_of(state, t, both)
    doubt = suspect(state, hurry=True) if surplus(state) > 0 else None
    if doubt is not None:  # no hand explains it
        return _doubted(state, t, doubt)
    wrong = patience(state, hurry=True) is not None
    return examine(state, t, hurry=True) if wrong else _disagreement(state, t, hurry=True)


def _disagreement(state: State, t: float, *, hurry: bool = False) -> list[Verdict]:
    """The board shows something else: a play under way, a quick reply, a lying sensor, or a mistake."""
    if state.over is not None:
        return []
    wait = patience(state)
    if state.borne is not None and _only_the_next_seat_since(state, state.borne[1]):
        return say(state, t, *state.borne) if ripe(state, t) else []
    if not ripe(state, t):
        return []
    asks = state.alike is not None and state.alike[1] == len(state.watch.log)
    both = [] if asks or _mending(state) else overlapped(state)
    if not both and state.desk.mode == "none" and not asks and not _mending(state) and rested(state, t):
        both = overlapped(state, rests=True)
    unhurried = state.desk.mode == "none" and len(both) == 1 and not next_seat_acts(state, both[0][0])
    if unhurried and not rested(state, t):
        return []  # who has gone too far corrects it within a second
    if len(both) == 1:
        dead = accuse_missing(state, t, both[0][0]) if state.alarm is None else []
        return dead + say(state, t, *both[0], overlap=True)
    if both and rested(state, t):
        return ask(state, t, [play for play, _ in both])
    soonest = state.last_edge + state.settings.illegal_after
    if t < soonest:
        state.due_alarm = soonest
        return []
    doubt = None if state.may_yet_be else suspect(state, hurry)
    if doubt is not None and (t >= doubt.ready or surplus(state) > 0):
        return _doubted(state, t, doubt)
    due = None if wait is None or state.may_yet_be else state.last_edge + wait
    if due is None or t < due:
        dues = [d for d in (due, None if doubt is None else doubt.ready) if d is not None]
        state.due_alarm = min(dues, default=None)
        return []
    return examine(state, t)


def _doubted(state: State, t: float, doubt: Suspicion) -> list[Verdict]:
    """Sensors that lie, and the play that shows once they are left out; later, if it is too soon to say."""
    if t < doubt.ready:
        state.due_alarm = doubt.ready
        return []
    fault = [said for hole in bits(doubt.liars) for said in accuse(state, t, hole)]
    return fault + (say(state, t, doubt.play) if doubt.play is not None else [])


def _mending(state: State) -> bool:
    """Whether people are putting right what was said: what the board shows meanwhile is no play.

    Without cards nothing else tells that they went on: two plays on end, every marble set down, are played.
    """
    if state.alarm is None or not state.alarm.on_board:
        return False
    return state.desk.mode != "none" or surplus(state) != 0


def _one_of(state: State, t: float, plays: list[tuple[Candidate, int]]) -> list[Verdict]:
    """The play that is complete under the next player's hands; asked, if it is one of several."""
    if len(plays) == 1:
        return say(state, t, *plays[0], overlap=True)
    return ask(state, t, [play for play, _ in plays])


def _left_alone_since(state: State, play: Candidate, seen: int) -> bool:
    """Whether no marble of the play was touched since it was borne out: others were taken up."""
    return all(change.on or not play.touches >> change.hole & 1 for change in state.watch.log[seen:])


def _only_the_next_seat_since(state: State, seen: int) -> bool:
    """Whether the first marble lifted after the play was borne out belongs to the next seat.

    And no play of this turn is made by it.
    """
    borne = state.borne
    return (
        borne is not None
        and next_seat_lifted(state, borne[0], seen)
        and not completes_another(state, borne[0], seen)
        and told(state.stories, state.watch, borne[0], seen, state.bad)
    )
