"""Why a play that is borne out is not said yet: a hand may go on, a sensor hide something, or it is none."""

from __future__ import annotations

from collections import Counter

from engine.cards import Rank
from engine.geometry import Seat
from referee.model.occupancy import bits, colours, mask_of
from referee.old.asking import rested
from referee.old.candidates import Candidate
from referee.old.costs import AS_GOOD, AT_ONCE, BESIDE, UNSEEN
from referee.old.distances import apart, steps_of
from referee.old.hidden import is_hidden
from referee.old.judge import ALIKE_CAPTURES, hand_completes, is_open
from referee.old.liars import surplus
from referee.old.past import MISLED
from referee.old.replies import set_down_after
from referee.old.state import State
from referee.old.unlikely import barely_taken, rather_brought_back, rather_passed, unlikely_joker
from referee.old.watch import left_in

HASTY = 0.45
"""An exchange that costs more by this than that nothing was played is not said at once."""
UNLIKELY = 2.0
"""The same of a capture: what it seems to take was brushed, and its marble is rather still in a hand."""
NO_TIME = 0.05
"""In less, in seconds, nobody carries a marble farther than it slides."""
PERHAPS = 0.5
"""While people mend, a play is believed at once if it is not dearer by so much than that they put back."""


def may_be_nothing(state: State, t: float, winners: list[Candidate], mending: bool) -> bool:
    """Whether what they are borne out by is rather no play, and has not looked so for long enough."""
    settings, waits = state.settings, []
    knocked = state.alarm is not None and state.alarm.disturbed
    more = 0.0 if knocked else PERHAPS
    if mending and not any(rather_than_put_back(state, w, more) for w in winners):
        waits.append(
            settings.dead_after if knocked else settings.counting_after
        )  # one brushed before, and what stood wrong on its way back
    if all(_up_again(state, w) for w in winners):
        waits.append(settings.counting_after)
        if not any(rather_than_put_back(state, w) for w in winners):
            state.may_yet_be = True  # it is up once more: wherever it comes to tells
            return True
    if all(_taken_up_later(state, w) or _counted_past(state, w) for w in winners):
        state.may_yet_be = True  # whoever holds it has not played it yet
        return True
    brushed = all(not w.exchanges and rather_adjusted(state, w) for w in winners)
    if brushed or all(rather_passed(state, w) for w in winners):
        waits.append(settings.counting_after)
    if all(rather_brought_back(state, w) for w in winners):
        waits.append(settings.hidden_after)
    if all(_rather_held(state, w) for w in winners):
        waits.append(settings.dead_after if all(w.rare for w in winners) else settings.hidden_after)
    elif any(all(likely(state, w) for w in winners) for likely in (_rather_paid, unlikely_joker)):
        waits.append(settings.hidden_after)
    state.may_yet_be = bool(waits)
    return bool(waits) and not rested(state, t, max(waits))


def told_from_owed(state: State, play: Candidate) -> bool:
    """Whether a hole of START that was left was still empty when its end was filled.

    Else it is one still owed that was played, if anything was: so that must be the likelier story by far.
    """
    if play.left & state.bad:
        return True
    watch, ends = state.watch, bits((play.filled | play.recoloured) & ~state.bad)
    filled = max(0, max(map(watch.filled_at, ends), default=len(watch.log)))
    left = left_in(watch.log[:filled]) & play.left
    if left & ~watch.levels(filled):
        return True
    return rather_than_put_back(state, play, -AS_GOOD)


def _up_again(state: State, play: Candidate) -> bool:
    """Whether a marble came back to where it comes from once the hole it takes was filled, and left again."""
    if play.exchanges or not play.recoloured & ~state.bad:
        return False
    filled = max(map(state.watch.filled_at, bits(play.recoloured & ~state.bad)))
    since = state.watch.log[filled + 1 :]
    home = next((i for i, c in enumerate(since) if c.on and play.left >> c.hole & 1), len(since))
    own = play.emptied & ~play.pushed
    for path in play.paths:
        own &= ~path  # another leg of it comes through there
    return any(c.on and own >> c.hole & 1 for c in since) or any(
        not c.on and play.left >> c.hole & 1 for c in since[home:]
    )


def rather_than_put_back(state: State, play: Candidate, more: float = 0.0) -> bool:
    """Whether that is likelier than that what stood wrong was put back, or not dearer by so much `more`."""
    stories, holes = state.stories, play.touches & ~state.bad
    made = stories.cost(colours(play.position), holes, rare=play.rare)
    return made < stories.cost(stories.before, holes) + more


def by_no_hand(state: State, play: Candidate) -> bool:
    """Whether hands can hardly have made it, or from afar in no time: a sensor may have failed just now.

    So it is where sensors have failed before; where none has, that it was counted along and then came in no
    time, since a slow scanner tells of lifting and setting down at once.
    """
    board, log = state.table.board, state.watch.log
    cost = state.stories.cost(colours(play.position), play.touches & ~state.bad)
    if cost >= MISLED if state.bad else cost >= 2 * UNSEEN and state.alarm is None:
        return True
    if not log or not log[-1].on or not (play.filled | play.recoloured) >> log[-1].hole & 1:
        return False
    hole, story = log[-1].hole, state.stories.agreeing(play.position, play.ends & ~state.bad)
    source, _ = story.came.get(hole, (None, 0.0))
    if source is None:
        return False
    if not state.bad and (board.is_start(source) or play.sources >> source & 1):
        return False
    seat = story.seat_at(hole)
    if seat is None or steps_of(board, seat, source, hole) <= BESIDE:
        return False
    lifted = max((c.edge for c in log if c.hole == source and not c.on), default=float("-inf"))
    return log[-1].edge - lifted < (AT_ONCE if state.bad else NO_TIME)


def rather_adjusted(state: State, play: Candidate) -> bool:
    """Whether it is likelier that all is as it was than that exchange or capture: a true one may yet come."""
    if not play.recoloured & ~state.bad:
        return False
    stories, holes = state.stories, play.touches & ~state.bad
    more = HASTY if play.exchanges else UNLIKELY
    return stories.cost(colours(play.position), holes) > stories.cost(stories.before, holes) + more


def _come_home(state: State, play: Candidate) -> bool:
    """Whether everybody whom the play sends to START has come there: so it is being made."""
    began, now, debts = state.watch.began & ~state.bad, state.watch.now & ~state.bad, state.debts_then
    sent = Counter(leg.sent for leg in play.play.legs if leg.sent is not None)

    def there(seat: Seat, mask: int) -> int:  # one of them may have been up as the turn began
        home = state.position.start_count(seat) - (mask & state.bad).bit_count()
        return max((began & mask).bit_count(), home)

    return bool(sent) and all(
        (now & mask).bit_count() - there(seat, mask) >= sent[seat] and seat not in dict(debts.start)
        for seat, mask, _, _ in play.expect.starts
        if seat in sent
    )


def hidden_until(state: State, winners: list[Candidate]) -> float | None:
    """When a play is said whose end no sensor shows: later if its marble can go elsewhere.

    Not before the next card (None) if no sensor has shown anything of one of them since its own was laid:
    perhaps nobody has touched a marble yet. An exchange plainly seen tells that somebody has, and if it
    wins no card comes. Where those that it bumps have come home, the mover's marble alone needs time.
    """
    first, laid, settings = winners[0], state.desk.laid, state.settings
    if all(_come_home(state, w) for w in winners):
        own = [change.edge for change in state.watch.log if state.ring_and_lane >> change.hole & 1]
        return max(own, default=state.last_edge) + settings.hidden_after
    elsewhere = any(
        c.position != first.position and not (first.emptied & ~c.must_see_empty or first.left & ~c.left)
        for c in state.found
    )
    at = 0.0 if laid is None else laid.t
    since = at if state.undone is None else 0.0  # that card lay there all the time
    shown = [w for w in winners if _shows(state, w, since)]
    exchanged = any(w.exchanges and not is_hidden(w, state.bad) for w in shown)
    if len(shown) < len(winners) and not exchanged:
        return _as_the_last(state, winners, at)
    if all(_stopped_on_the_way(state, w) for w in winners):
        return max(state.last_edge, at) + settings.held_after
    return max(state.last_edge, at) + (settings.dead_after if elsewhere else settings.hidden_after)


def _stopped_on_the_way(state: State, play: Candidate) -> bool:
    """Whether its marble was counted along and taken up again far from its end: people think meanwhile."""
    watch, board = state.watch, state.table.board
    last = watch.log[-1] if watch.log else None
    if last is None or last.on or not watch.stepped & ~watch.began & play.part.way & 1 << last.hole:
        return False
    return all(apart(board, last.hole, end) > BESIDE for end in bits(play.ends & state.bad))


def _as_the_last(state: State, winners: list[Candidate], since: float) -> float | None:
    """When a play that wins is said though nothing shows of it: after it nobody lays a card.

    Who has another play is given the time for which nobody thinks.
    """
    if len(winners) > 1 or state.table.winner(winners[0].position) is None:
        return None
    settings, forced = state.settings, all(c.position == winners[0].position for c in state.found)
    return max(state.last_edge, since) + (settings.dead_after if forced else settings.held_after)


def _shows(state: State, play: Candidate, since: float) -> bool:
    """Whether a good sensor misses its marble, or has told of it `since` then.

    Of an exchange, ever, but not where the play before has set its marble down: that one is adjusted.
    """
    good, watch = ~state.bad, state.watch
    just = 0 if state.past is None else state.past.chosen.placed
    start = play.left & good
    if play.emptied & good or (watch.left(start) and (watch.now & start).bit_count() < watch.most(start)):
        return True
    changed = (c.hole for c in watch.log if c.edge > since or (play.exchanges and not just >> c.hole & 1))
    return bool((play.touches | play.left) & good & mask_of(changed))


def may_go_on(state: State, winner: Candidate) -> bool:
    """Whether the play is open: by a marble carried on, or by one still in a hand."""
    in_hand = -surplus(state)
    if in_hand > 0 and (barely_taken(state, winner, state.settings.touch) or may_be_paid(state, winner)):
        return True
    if state.bad and (_may_be_walking(state, winner) or _in_a_hand(state, winner)):
        return True
    up = in_hand > 0 or bool(state.debts_then) or state.desk.mode == "none"
    found = _with_whom_it_bumped_at_home(state, state.found) if _come_home(state, winner) else state.found
    return is_open(winner, found, up=up) or hand_completes(
        state.found, winner, state.watch, state.bad, state.ring_and_lane, in_hand
    )


def _in_a_hand(state: State, winner: Candidate) -> bool:
    """Whether by the likeliest story that shows it, its own marble is up: another came there unseen."""
    story = state.stories.agreeing(winner.position, winner.ends & ~state.bad)
    homes = (up.marble.home for up in story.hand if up.hole is not None)
    return any(home is not None and winner.sources >> home & 1 for home in homes)


def _may_be_walking(state: State, winner: Candidate) -> bool:
    """Whether a marble may be counted on that no sensor saw leave its hole: it has walked to that end."""
    watch = state.watch
    stepped = watch.stepped & ~watch.began & state.ring_and_lane
    return bool(stepped) and any(
        other.emptied & state.bad and not (stepped | winner.filled) & ~other.part.way
        for other in (state.found if winner.left else ())
    )


def _with_whom_it_bumped_at_home(state: State, found: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """Those after which no START has fewer marbles than it has now: who is home is not taken out again."""
    now, bad = state.watch.now & ~state.bad, state.bad
    return tuple(
        c
        for c in found
        if all((now & mask).bit_count() <= most or mask & bad for _, mask, _, most in c.expect.starts)
    )


def may_be_paid(state: State, winner: Candidate) -> bool:
    """Whether the marble in a hole that it takes may be the one due there, which came only now."""
    late = (hole for hole in bits(winner.recoloured) if not state.watch.came_twice(hole))
    return state.debts_then.due_in(mask_of(late))


def _rather_paid(state: State, winner: Candidate) -> bool:
    """Whether it is likelier that such a hole has its own marble, and the mover's is still in a hand."""
    return surplus(state) < 0 and may_be_paid(state, winner) and not rather_than_put_back(state, winner)


def _taken_up_later(state: State, winner: Candidate) -> bool:
    """Whether its own marble was taken up only once what it takes was full again, and is rather up still.

    Another of that colour was owed to START, and may have been either.
    """
    own, watch = (winner.emptied | winner.left) & ~state.bad, state.watch
    if (
        winner.exchanges
        or not own
        or not winner.recoloured & ~state.bad
        or set_down_after(winner, watch, state.bad)
    ):
        return False
    return not rather_than_put_back(state, winner)


def _counted_past(state: State, winner: Candidate) -> bool:
    """Whether its marble is plainly in a hand, counted along past what it seems to take: that was brushed."""
    watch, ends = state.watch, winner.recoloured & ~state.bad
    if winner.exchanges or not winner.emptied or not ends or surplus(state) >= 0:
        return False
    if any(watch.empty_for(hole) >= state.settings.touch for hole in bits(ends)):
        return False
    on = any(
        c.emptied == winner.emptied and watch.stepped & (c.part.way & ~winner.part.way) for c in state.found
    )
    return on and not rather_than_put_back(state, winner, ALIKE_CAPTURES)


def _rather_held(state: State, winner: Candidate) -> bool:
    """Whether a Joker's marble is rather still in a hand, and what it seems to take was only adjusted.

    So it may be where it was carried along, and the last hole it stood in is not beside that one.
    """
    watch, board, ends = state.watch, state.table.board, bits(winner.recoloured)
    stepped = watch.stepped & ~(watch.began | winner.emptied | state.bad) & state.ring_and_lane
    last = next((c.hole for c in reversed(watch.log) if c.on and stepped >> c.hole & 1), None)
    joker = winner.play.card.rank is Rank.JOKER and bool(winner.emptied and winner.recoloured)
    if not joker or last is None or surplus(state) >= 0:
        return False
    far = all(apart(board, last, end) > BESIDE for end in ends)
    return far and not rather_than_put_back(state, winner, HASTY)
