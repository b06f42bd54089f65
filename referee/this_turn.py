"""The play of the turn: which of what the card allows is borne out, and whether it can be said yet."""

from __future__ import annotations

from collections import Counter

from referee.amending import amendments
from referee.asking import ask, rested, ripe
from referee.candidates import Candidate
from referee.costs import AS_GOOD, AT_ONCE, BESIDE
from referee.going_on import barely_taken, next_seat_lifted, unlikely_joker
from referee.judge import (
    ALIKE,
    borne_out,
    but_for_hands,
    carried_over,
    completed,
    hand_completes,
    is_hidden,
    is_open,
    left_unseen,
    same_marble,
    under_way,
)
from referee.occupancy import bits, colours, mask_of
from referee.overlap import overlapped, stories_of_both
from referee.reconsidered import reconsider
from referee.replies import next_seat_began
from referee.saying import say
from referee.state import MISLED, State
from referee.story import steps_of
from referee.suspects import doubted, failed_there, surplus
from referee.touching import LETS_GO
from referee.under_hands import like_it_was_played
from referee.verdicts import Verdict

HASTY = 0.45
"""An exchange that costs more by this than that nothing was played is not said at once."""
PERHAPS = 0.5
"""While people mend, a play is believed at once if it is not dearer by so much than that they put back."""


def this_turn(state: State, t: float, hurry: bool, young: int) -> list[Verdict] | None:
    """The play of the turn, if it is borne out; None if that is known in a moment."""
    lifted = any(not change.on for change in state.watch.log)
    if not lifted and not state.bad and not state.watch.stale and state.agrees():
        return []  # nothing has been taken up: at most an owed marble has come
    mending = state.mending or (state.alarm is not None and state.alarm.on_board)
    winners = _borne_out(state, hurry, mending)
    if not winners:
        if not mending:
            _borne_under_hands(state)
        return []
    card, laid = state.next_card, state.desk.laid
    if state.past is not None and card is not None and state.last_edge <= card:
        said = reconsider(state, t, state.past)
        if said:
            return said
    if not hurry and (_rather_changed(state, winners) or _rather_answered(state, winners)):
        return []
    if len(winners) == 1 and like_it_was_played(state, winners[0], state.found, state.watch):
        said = _its_like(state, t, winners[0]) if hurry else []
        if said or (not hurry and not rested(state, t, state.settings.counting_after)):
            state.may_yet_be = not said  # the next seat takes this one
            return said
    made = _made_before(state, winners[0]) if len(winners) == 1 else []
    winners += made
    hidden = any(is_hidden(w, state.bad) or left_unseen(w, state.watch, state.bad) for w in winners)
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
    if not hurry and _may_be_nothing(state, t, winners, mending):
        return []
    failed = failed_there(state, winners[0]) if len(winners) == 1 else None
    if failed is not None:
        state.may_yet_be = not ripe(state, t)
        return [] if state.may_yet_be else doubted(state, t, failed)
    doubtful = len(winners) > 1 or _may_go_on(state, winners[0]) or _rather_adjusted(state, winners[0])
    state.may_yet_be = hidden
    if hidden and not hurry and t < (due := _hidden_until(state, winners)):
        state.due_say = due
        return []
    doubtful = doubtful or _by_no_hand(state, winners[0])
    if doubtful and not hurry and not ripe(state, t):
        return []
    if not hurry and laid is not None and _made_before_its_turn(state, winners[0]):
        due = laid.t + state.settings.hidden_after
        state.may_yet_be = t < due
        if state.may_yet_be:
            state.due_say = due
            return []
    unsure = len(winners) > 1 or _may_be_paid(state, winners[0])
    if unsure and not hurry and surplus(state) < 0 and not rested(state, t):
        return []
    return say(state, t, winners[0]) if len(winners) == 1 else ask(state, t, _and_likelier(state, winners))


def _borne_out(state: State, hurry: bool, mending: bool) -> list[Candidate]:
    """The plays that are borne out, but for such as are rather somebody else's doing."""
    winners = borne_out(
        state.found, state.watch, state.watch.now, state.bad, state.ring_and_lane, lambda: state.stories
    )
    if winners:  # a hole that filled while nobody had a marble to put there is a sensor's doing
        nobodys = state.nobodys()
        winners = [w for w in winners if not w.filled & nobodys]
    if state.borne is not None:
        before, both = state.borne[0], state.settings.touch
        winners = [w for w in winners if carried_over(before, w, state.watch, both, state.bad)]
    if mending:
        winners = [w for w in winners if not w.exchanges or _rather_than_put_back(state, w)]
    if len(winners) > 1:
        winners = [w for w in winners if not _made_before_its_turn(state, w)] or winners
    if not hurry and state.agrees():  # a marble owed may have been played, or be in a hand all along
        winners = [w for w in winners if not w.left or _told_from_owed(state, w)]
    return winners


def _its_like(state: State, t: float, play: Candidate) -> list[Verdict]:
    """The same play by another marble, this one being the next seat's victim; empty if that is not told."""
    others = [each for each in overlapped(state, hurry=True) if each[0] != play]
    return say(state, t, *others[0], overlap=True) if len(others) == 1 else []


def _may_be_nothing(state: State, t: float, winners: list[Candidate], mending: bool) -> bool:
    """Whether what they are borne out by is rather no play, and has not looked so for long enough."""
    settings, waits = state.settings, []
    if mending and not any(_rather_than_put_back(state, w, PERHAPS) for w in winners):
        waits.append(settings.counting_after)  # one brushed before, and what stood wrong on its way back
    if all(_up_again(state, w) for w in winners):
        waits.append(settings.counting_after)
        if not any(_rather_than_put_back(state, w) for w in winners):
            state.may_yet_be = True  # it is up once more: wherever it comes to tells
            return True
    if any(all(likely(state, w) for w in winners) for likely in (_rather_paid, unlikely_joker)):
        waits.append(settings.hidden_after)
    state.may_yet_be = bool(waits)
    return bool(waits) and not rested(state, t, max(waits))


def _told_from_owed(state: State, play: Candidate) -> bool:
    """Whether a hole of START that was left was still empty when its end was filled.

    Else it is one still owed that was played, if anything was: so that must be the likelier story by far.
    """
    if play.left & state.bad:
        return True
    watch, ends = state.watch, bits((play.filled | play.recoloured) & ~state.bad)
    filled = max(0, max(map(watch.filled_at, ends), default=len(watch.log)))
    left = mask_of(tuple(c.hole for c in watch.log[:filled] if not c.on)) & play.left
    if left & ~watch.levels(filled):
        return True
    return _rather_than_put_back(state, play, -AS_GOOD)


def _up_again(state: State, play: Candidate) -> bool:
    """Whether a marble came back to where it comes from once the hole it takes was filled, and left again."""
    if play.exchanges or not play.recoloured & ~state.bad:
        return False
    filled = max(map(state.watch.filled_at, bits(play.recoloured & ~state.bad)))
    return any(c.on and play.emptied >> c.hole & 1 for c in state.watch.log[filled + 1 :])


def _and_likelier(state: State, winners: list[Candidate]) -> list[Candidate]:
    """With those that explain less, but are cheaper to tell than one of these: it is asked anyway."""
    now, bad, stories = state.watch.now, state.bad, state.stories
    all_of_them = borne_out(
        state.found, state.watch, now, bad, state.ring_and_lane, lambda: stories, most=False
    )
    holes = 0
    for play in all_of_them:
        holes |= play.touches
    cost = {
        play.position: stories.cost(colours(play.position), holes & ~bad) for play in [*winners, *all_of_them]
    }
    dearest = max(cost[play.position] for play in winners)
    asked = {play.position for play in winners}
    return winners + [
        play for play in all_of_them if play.position not in asked and cost[play.position] < dearest
    ]


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
    """Whether it is likelier that the play before was changed, as it seems, than each of these."""
    past, bad = state.past, state.bad
    if past is None:
        return False
    changes = [] if state.changing is None else [state.changing[0]]
    if not changes and any(state.watch.together(pair) for pair in past.chosen.exchanges):
        changes = amendments(state, past, seen=False)  # that exchange was undone, and another one made
    gone = ~(state.watch.now | bad)  # from where it ended they went on
    changes = [c for c in changes if not c.ends & ~c.expect.optional & gone and not _too_late(state, c)]
    if not changes:
        return False
    stories = past.stories(state.table, state.settings, bad)
    card = state.next_card  # once it lies there the marbles are rather those of its play
    after = card is not None and all(change.edge > card for change in state.watch.log)
    more = ALIKE if after or next_seat_began(state, past) else 0.0
    return any(
        all(
            stories.cost(colours(change.position), change.touches & ~bad) + more
            < stories.cost(colours(w.position), (w.touches | change.touches) & ~bad)
            for w in winners
        )
        for change in changes
    )


def _too_late(state: State, change: Candidate) -> bool:
    """Whether two were exchanged after the next card was laid: it is that one's doing."""
    card = state.next_card
    if card is None or not change.exchanges:
        return False
    lifted = mask_of(tuple(c.hole for c in state.watch.log if not c.on and c.edge > card))
    return all(not pair & ~lifted for pair in change.exchanges)


def _rather_answered(state: State, winners: list[Candidate]) -> bool:
    """Whether, no card seen, another play and the next seat's on top of it are plainly the better story."""
    if state.desk.mode != "none":
        return False
    stories, bad = stories_of_both(state), state.bad
    if any(stories.cost(colours(w.position), w.touches & ~bad) < stories.least + ALIKE for w in winners):
        return False
    both = overlapped(state) or overlapped(state, rests=True)
    return bool(both) and all(play not in winners for play, _ in both)


def _made_before(state: State, play: Candidate) -> list[Candidate]:
    """The play made before that one, if the next seat has gone on since: the rest may be its doing."""
    if state.borne is None or state.borne[0].position == play.position:
        return []
    made, seen = state.borne
    if made.recoloured & state.watch.waits:
        return []
    return [made] if next_seat_lifted(state, made, seen) and left_alone_since(state, made, seen) else []


def _by_no_hand(state: State, play: Candidate) -> bool:
    """Whether hands can hardly have made it, or from afar in no time: a sensor may have failed just now.

    So it is where sensors have failed before; where none has, that it was counted along and then came in no
    time, since a slow scanner tells of lifting and setting down at once.
    """
    story, board, log = state.stories.likely[0], state.table.board, state.watch.log
    if state.bad and state.stories.cost(colours(play.position), play.touches & ~state.bad) >= MISLED:
        return True
    if not log or not log[-1].on or not (play.filled | play.recoloured) >> log[-1].hole & 1:
        return False
    hole = log[-1].hole
    source, _ = story.came.get(hole, (None, 0.0))
    if source is None:
        return False
    if not state.bad and (board.is_start(source) or play.sources >> source & 1):
        return False
    seat = story.seat_at(hole)
    if seat is None or steps_of(board, seat, source, hole) <= BESIDE:
        return False
    lifted = max((c.edge for c in log if c.hole == source and not c.on), default=float("-inf"))
    return log[-1].edge - lifted < AT_ONCE


def _made_before_its_turn(state: State, play: Candidate) -> bool:
    """Whether all that shows it was seen before the card, and began before the play before was begun.

    Of two exchanged, whether one was taken up before that was made: hands only adjusted them, and who lays a
    card then is about to play it.
    """
    past, laid, bad = state.past, state.desk.laid, state.bad
    if past is None or laid is None or (play.ends | play.must_see_empty) & bad & ~play.emptied:
        return False
    log, chosen, ends = past.watch.log, past.chosen, play.filled | play.recoloured
    came = [c.edge for c in state.watch.log if c.on and ends >> c.hole & 1]
    if laid.t <= past.played.said.t or max(came, default=0.0) > laid.t:
        return False  # the card lay there already, or has been played
    if play.exchanges:
        done = completed(chosen, past.watch, bad)
        made = log[done - 1].edge if done else 0.0
        since = mask_of(tuple(c.hole for c in state.watch.log if not c.on and c.edge > made))
        return all(pair & ~since for pair in play.exchanges)
    own = chosen.must_see_empty | chosen.left
    began = min((c.edge for c in log if not c.on and own >> c.hole & 1), default=0.0)
    return max(came, default=0.0) < began


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
    if like_it_was_played(state, made[0], found, watch):
        return
    off = state.expect.off(watch.now, bad, state.ring_and_lane)
    up = off.missing & ~made[0].touches
    others = [c for c in found if not c.rare]
    if any(up & (c.must_see_empty if c.exchanges or same_marble(c, made[0]) else c.emptied) for c in others):
        return  # another one of theirs is up, or one that it may take instead
    if not off.extra or not under_way([c for c in found if c is not made[0]], off.missing, off.extra, 0):
        state.borne = (made[0], len(log))


def _come_home(state: State, play: Candidate) -> bool:
    """Whether everybody whom the play sends to START has come there: so it is being made."""
    began, now, debts = state.watch.began & ~state.bad, state.watch.now & ~state.bad, state.debts_then
    sent = Counter(leg.sent for leg in play.play.legs if leg.sent is not None)
    return bool(sent) and all(
        (now & mask).bit_count() - (began & mask).bit_count() >= sent[seat] and seat not in dict(debts.start)
        for seat, mask, _, _ in play.expect.starts
        if seat in sent
    )


def _hidden_until(state: State, winners: list[Candidate]) -> float:
    """When a play is said whose end no sensor shows: later if its marble can go elsewhere.

    And later still if no sensor has shown anything of it: perhaps nobody has touched a marble yet. Where
    those that it bumps have come home, it is the mover's marble alone that needs time.
    """
    first, laid, settings = winners[0], state.desk.laid, state.settings
    if all(_come_home(state, w) for w in winners):
        own = [change.edge for change in state.watch.log if state.ring_and_lane >> change.hole & 1]
        return max(own, default=state.last_edge) + settings.hidden_after
    elsewhere = any(
        c.position != first.position and not (first.emptied & ~c.emptied or first.left & ~c.left)
        for c in state.found
    )
    changed = mask_of(tuple(change.hole for change in state.watch.log))
    if laid is not None and not all((w.touches | w.left) & changed & ~state.bad for w in winners):
        return max(state.last_edge, laid.t) + settings.dead_after
    since = state.last_edge if laid is None else max(state.last_edge, laid.t)
    return since + (settings.dead_after if elsewhere else settings.hidden_after)


def _may_go_on(state: State, winner: Candidate) -> bool:
    """Whether the play is open: by a marble carried on, or by one still in a hand."""
    in_hand = -surplus(state)
    if in_hand > 0 and (barely_taken(state, winner, state.settings.touch) or _may_be_paid(state, winner)):
        return True
    up = in_hand > 0 or bool(state.debts_then) or state.desk.mode == "none"
    return is_open(winner, state.found, up=up) or hand_completes(
        state.found, winner, state.watch, state.bad, state.ring_and_lane, in_hand
    )


def _may_be_paid(state: State, winner: Candidate) -> bool:
    """Whether the marble in a hole that it takes may be the one due there, which came only now."""
    late = (hole for hole in bits(winner.recoloured) if not state.watch.came_twice(hole))
    return state.debts_then.due_in(mask_of(tuple(late)))


def _rather_paid(state: State, winner: Candidate) -> bool:
    """Whether it is likelier that such a hole has its own marble, and the mover's is still in a hand."""
    return surplus(state) < 0 and _may_be_paid(state, winner) and not _rather_than_put_back(state, winner)


def left_alone_since(state: State, play: Candidate, seen: int) -> bool:
    """Whether no marble of the play was touched since it was borne out: others were taken up."""
    return all(change.on or not play.touches >> change.hole & 1 for change in state.watch.log[seen:])
