"""The play of the turn: which of what the card allows is borne out, and whether it can be said yet."""

from __future__ import annotations

from referee.model.occupancy import colours
from referee.old.amending import amendments
from referee.old.asking import ask, rested, ripe
from referee.old.beforehand import made_at, made_before_its_turn
from referee.old.candidates import Candidate
from referee.old.doubts import (
    by_no_hand,
    hidden_until,
    may_be_nothing,
    may_be_paid,
    may_go_on,
    rather_adjusted,
)
from referee.old.explained import explained, next_turn_began, own_up
from referee.old.going_on import next_seat_lifted
from referee.old.hidden import is_hidden, left_unseen, rather_unseen
from referee.old.judge import ALIKE, borne_out, but_for_hands, is_open, same_marble, under_way
from referee.old.liars import surplus
from referee.old.made import completed
from referee.old.overlap import overlapped, stories_of_both
from referee.old.parting import after
from referee.old.reconsidered import CHANGED_LATE, reconsider
from referee.old.replies import next_seat_began, played_on, replies, set_down_after
from referee.old.saying import say
from referee.old.since_said import put_away_first
from referee.old.state import State
from referee.old.suspects import doubted, failed_there
from referee.old.touching import lets_go
from referee.old.under_hands import like_it_was_played
from referee.old.untenable import out_of_the_question, said_otherwise
from referee.old.watch import left_in
from referee.old.winners import borne_out_now, in_the_jumble
from referee.verdicts import Verdict


def this_turn(state: State, t: float, hurry: bool, young: int) -> list[Verdict] | None:
    """The play of the turn, if it is borne out; None if that is known in a moment."""
    lifted = any(not change.on for change in state.watch.log)
    if not lifted and not state.bad and not state.watch.stale and state.agrees():
        return []  # nothing has been taken up: at most an owed marble has come
    mending = state.mending or (state.alarm is not None and state.alarm.on_board)
    if not mending:
        _forget_what_was_adjusted(state)
    winners = borne_out_now(state, t, hurry, mending)
    if not winners:
        if not mending:
            _borne_under_hands(state)
        return []
    card, laid = state.next_card, state.desk.laid
    if state.past is not None and card is not None and state.last_edge <= card:
        said = reconsider(state, t, state.past)
        if said:
            return said
    if out_of_the_question(state):
        said = said_otherwise(state, t)
        state.may_yet_be = not said and not rested(state, t, state.settings.hidden_after)
        if said or state.may_yet_be:
            return said
    if not hurry and (_rather_changed(state, winners) or _rather_answered(state, winners)):
        return []
    alone = len(winners) == 1 and not state.jumbled
    if alone and like_it_was_played(state, winners[0], state.found, state.watch):
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
    moving = winners[0].filled
    if state.past is not None and state.desk.mode == "none":
        moving |= state.past.chosen.placed  # the marble just played, sliding there
    if young & moving and t < state.last_edge + state.settings.unsettled:
        state.come_back(state.last_edge + state.settings.unsettled)  # carried on this very moment, it seems
        return []
    if not hurry and t < (due := lets_go(state, winners)):
        state.come_back(due)
        return None
    if not hurry and may_be_nothing(state, t, winners, mending):
        return []
    where, brush = (state.bad, state.ring_and_lane), state.settings.brush
    if not hurry and len(winners) == 1 and rather_unseen(winners[0], state.found, state.watch, *where, brush):
        state.may_yet_be = not rested(state, t, state.settings.hidden_after)
        if state.may_yet_be:
            return []
    failed = failed_there(state, winners[0]) if len(winners) == 1 else None
    if failed is not None:
        state.may_yet_be = not ripe(state, t)
        return [] if state.may_yet_be else doubted(state, t, failed)
    doubtful = len(winners) > 1 or may_go_on(state, winners[0]) or rather_adjusted(state, winners[0])
    state.may_yet_be = hidden
    if hidden and not hurry:
        until = hidden_until(state, winners)
        if until is not None and t < until:
            state.come_back(until)
        if until is None or t < until:
            return []
    doubtful = doubtful or by_no_hand(state, winners[0])
    if doubtful and not hurry and not ripe(state, t):
        return []
    if not hurry and laid is not None and made_before_its_turn(state, winners[0]):
        due = laid.t + state.settings.hidden_after
        state.may_yet_be = t < due
        if state.may_yet_be:
            state.come_back(due)
            return []
    unsure = len(winners) > 1 or may_be_paid(state, winners[0])
    if unsure and not hurry and surplus(state) < 0 and not rested(state, t):
        return []
    if len(winners) > 1:
        return ask(state, t, _and_likelier(state, winners))
    others = in_the_jumble(state, winners[0])
    if others:
        return ask(state, t, [winners[0], *others])
    begun = _answered_while_mended(state, winners[0]) if mending else None
    return say(state, t, winners[0], begun, overlap=begun is not None)


def _forget_what_was_adjusted(state: State) -> None:
    """Two that were up together before the play before was made, and once more since this card was laid.

    The first time hands only adjusted them; it is no exchange taken back.
    """
    past, laid, watch = state.past, state.desk.laid, state.watch
    if past is None or laid is None or not state.table.powers[laid.card.rank].exchange or not state.agrees():
        return
    seen = sum(change.edge <= laid.t for change in watch.log)
    off = state.expect.off(watch.levels(seen), state.bad, state.ring_and_lane)
    owed = {seat for seat, _ in state.debts_then.start}  # what has come home since was on its way
    if not seen or off.extra or off.missing & ~watch.due or not owed.issuperset(off.start):
        return
    since, answered = watch.since(seen), past.before_answer is not None
    since.due, since.overdue, since.belief = watch.due, watch.overdue, watch.belief
    since.crossed, since.just = watch.crossed, watch.just
    made = past.played.said.t if answered else made_at(state, past)
    early = left_in(change for change in watch.log[:seen] if change.edge <= made)
    # What had just been set down was put right by who did so, until that was said.
    early |= past.chosen.ends & left_in(c for c in watch.log[:seen] if c.edge <= past.played.said.t)
    pairs = (pair for c in state.found for pair in c.exchanges if pair & early)
    if any(watch.together(pair, seen) % 2 and since.together(pair) % 2 for pair in pairs):
        state.watch, state.borne, state.alike, state.changing = since, None, None, None


def _answered_while_mended(state: State, play: Candidate) -> int | None:
    """Since which change the next seat has played the card that it laid, before this play was put right."""
    done = completed(play, state.watch, state.bad)
    if done is None or state.desk.waiting(play.position.turn) is None:
        return None
    begun = next_turn_began(state, state.watch, play, done)
    return begun if begun < done and played_on(state, play, after(state.watch, begun, play.part)) else None


def _its_like(state: State, t: float, play: Candidate) -> list[Verdict]:
    """The same play by another marble, this one being the next seat's victim; empty if that is not told."""
    others = [each for each in overlapped(state, hurry=True) if each[0].position != play.position]
    return say(state, t, *others[0], overlap=True) if len(others) == 1 else []


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
    after = after or put_away_first(state, past)
    more = CHANGED_LATE if after else ALIKE if next_seat_began(state, past) else 0.0
    said = past.chosen.touches if past.chosen.exchanges else 0  # exchanged back, too, or not
    return any(
        all(
            stories.cost(colours(change.position), (change.touches | said) & ~bad) + more
            < stories.cost(colours(w.position), (w.touches | change.touches | said) & ~bad)
            for w in winners
        )
        for change in changes
    )


def _too_late(state: State, change: Candidate) -> bool:
    """Whether one of two exchanged was taken up after the next card was laid only: it is that one's doing."""
    card = state.next_card
    if card is None or not change.exchanges:
        return False
    before = left_in(c for c in state.watch.log if c.edge <= card)
    return any(pair & ~before for pair in change.exchanges)


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
    if play.left & ~made.left and not play.left & state.bad and state.watch.left(play.left):
        return []  # one of his own left START, and has not come back
    if made.exchanges and play.exchanges and _exchanged_on(state, made, seen):
        return [made]
    if not next_seat_lifted(state, made, seen) or not left_alone_since(state, made, seen):
        return []
    if explained(state, state.watch, made, seen, hurry=True) is None:
        return []  # nor can the next seat have brought about what shows
    # Without cards a captured marble is lifted as often as the next player's own.
    unseen = state.desk.mode == "none" and not played_on(state, made, state.watch.since(seen))
    return [] if unseen else [made]


def _exchanged_on(state: State, made: Candidate, seen: int) -> bool:
    """Whether one of the two exchanged was up since with one that the next seat may exchange it with."""
    since, both = state.watch.since(seen), made.exchanges
    answers = (pair for c in replies(state, made) for pair in c.exchanges if pair not in both)
    return any(since.together(pair) for pair in answers if any(pair & own for own in both))


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
    if not set_down_after(made[0], watch, bad) and own_up(state, made[0], found):
        return
    stories, ends = state.stories, made[0].ends & ~bad
    if state.desk.mode == "none" and stories.cost(colours(made[0].position), ends) >= stories.least + ALIKE:
        return  # rather the next seat's marble is on its way there
    off = state.expect.off(watch.now, bad, state.ring_and_lane)
    up = off.missing & ~made[0].touches
    others = [c for c in found if not c.rare]
    if any(up & (c.must_see_empty if c.exchanges or same_marble(c, made[0]) else c.emptied) for c in others):
        return  # another one of theirs is up, or one that it may take instead
    if not off.extra or not under_way([c for c in found if c is not made[0]], off.missing, off.extra, 0):
        state.borne = (made[0], len(log))


def left_alone_since(state: State, play: Candidate, seen: int) -> bool:
    """Whether no marble of the play was touched or put back since it was borne out: others were taken up."""
    log = state.watch.log[seen:]
    return not any((play.emptied if change.on else play.touches) >> change.hole & 1 for change in log)
