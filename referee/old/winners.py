"""The plays that are borne out now, but for such as are rather somebody else's doing."""

from __future__ import annotations

from referee.model.occupancy import colours, start_mask, starts_of
from referee.old.asking import rested
from referee.old.beforehand import made_before_its_turn, set_down_at, up_since_before
from referee.old.candidates import Candidate
from referee.old.costs import ABSURD, AS_GOOD, TOO_DEAR
from referee.old.doubts import (
    PERHAPS,
    rather_than_put_back,
    told_from_owed,
)
from referee.old.hidden import is_hidden
from referee.old.judge import ALIKE_EXCHANGES, IMPROBABLE, borne_out
from referee.old.knocked import swept_off
from referee.old.liars import counted_to, goes_there
from referee.old.made import carried_over
from referee.old.replies import set_down_after
from referee.old.state import State
from referee.old.straightened import has_come_home, only_put_right
from referee.old.touching import REACTION
from referee.old.watch import left_in


def borne_out_now(state: State, t: float, hurry: bool, mending: bool) -> list[Candidate]:
    """The plays that are borne out, but for such as are rather somebody else's doing."""
    found, watch, where = state.found, state.watch, (state.bad, state.ring_and_lane)
    winners = borne_out(found, watch, watch.now, *where, lambda: state.stories, whole=True)
    if winners:  # a hole that filled while nobody had a marble to put there is a sensor's doing
        nobodys = state.nobodys()
        winners = [w for w in winners if not w.filled & nobodys]
    if any(is_hidden(w, state.bad) and not goes_there(state, w) for w in winners) and _counted_to_its_end(
        state
    ):
        winners = [w for w in winners if not is_hidden(w, state.bad) or goes_there(state, w)]
    if any(w.exchanges for w in winners) and swept_off(watch):
        winners = [w for w in winners if not w.exchanges]
    if state.borne is not None:
        before, both = state.borne[0], state.settings.touch
        winners = [w for w in winners if carried_over(before, w, state.watch, both, state.bad)]
    if mending and state.holds_something():  # what came there before is wrong yet, its own being up now
        winners = [w for w in winners if set_down_after(w, watch, state.bad)]
    winners = [w for w in winners if not up_since_before(state, w)]
    winners = [w for w in winners if not _only_straightened(state, t, w, hurry)]
    if not hurry:
        plain = [w for w in winners if not _rather_adjusted(state, w)]
        winners = plain + _no_dearer(state, [w for w in winners if w not in plain], plain)
    in_turn = [w for w in winners if not made_before_its_turn(state, w)]
    if mending or (watch.crossed and not hurry):  # what was exchanged is rather exchanged back
        winners = [w for w in in_turn if not w.exchanges or rather_than_put_back(state, w)]
    elif watch.belief is not None and not hurry:  # colours stood exchanged after a takeback
        winners = [w for w in in_turn if rather_than_put_back(state, w, PERHAPS)]
    elif in_turn:
        winners = in_turn
    if not hurry and state.agrees():  # a marble owed may have been played, or be in a hand all along
        waits = state.watch.due & ~(state.watch.began | state.watch.placed)
        winners = [w for w in winners if not w.sources & waits or rather_than_put_back(state, w, -AS_GOOD)]
        told = [w for w in winners if not w.left or told_from_owed(state, w) or _left_so(state, t, w)]
        winners = told + _no_dearer(state, [w for w in winners if w not in told], told)
    return winners


def in_the_jumble(state: State, play: Candidate) -> list[Candidate]:
    """Plays that were made as well, were those put right that were knocked over: which one went where?"""
    if play.exchanges or state.alarm is None or not state.alarm.disturbed:
        return []
    watch, bad, stories = state.watch, state.bad, state.stories
    found = [c for c in state.found if not c.exchanges]
    holes, nobodys = state.ring_and_lane & ~bad, state.nobodys()
    made = [c for c in borne_out(found, watch, watch.now, bad, state.ring_and_lane) if not c.filled & nobodys]

    def cost(c: Candidate) -> float:
        return stories.cost(colours(c.position), holes, rare=c.rare)

    most = min(cost(play), stories.least + ABSURD) + IMPROBABLE
    dropped = stories.least + TOO_DEAR  # of so many stories that were, one may have told it
    others = ((c, cost(c)) for c in made if c.position != play.position)
    return [c for c, told in others if told < most or told == dropped]


def _rather_adjusted(state: State, play: Candidate) -> bool:
    """Whether one of two exchanged was up as the play before was set down, and that play tells the rest."""
    past = state.past
    if past is None or past.answered or not play.exchanges:
        return False
    down, watch = set_down_at(past), state.watch
    early = left_in(c for c in watch.log if c.edge < down)
    since = watch.since(sum(c.edge < down for c in watch.log))
    if any(not pair & early or since.together(pair) % 2 for pair in play.exchanges):
        return False
    stories, holes = past.stories(state.table, state.settings, state.bad), play.touches | past.chosen.touches
    kept = stories.cost(colours(past.chosen.position), holes & ~state.bad)
    return kept + ALIKE_EXCHANGES < stories.cost(colours(play.position), holes & ~state.bad)


def _only_straightened(state: State, t: float, play: Candidate, hurry: bool) -> bool:
    """Whether no good sensor tells of its marble, and what it takes was up only as it was set down.

    Or, the next card lying there soon after this one, what was just played was put right before: so it may be
    as well if its marble is one still owed.
    """
    past, laid, taken = state.past, state.desk.laid, play.recoloured & ~state.bad
    unseen = (play.emptied | play.left) & state.bad
    owed = play.left & starts_of(state.table.board, dict(state.debts.start))
    if past is None or laid is None or not taken or not (unseen or owed):
        return False
    if hurry and t < laid.t + state.settings.hidden_after:
        never_left = not left_in(state.watch.log) & (play.emptied | play.left)
        early = never_left and not has_come_home(state, play) and made_before_its_turn(state, play)
        if early or only_put_right(state, play):
            return True
    if not unseen or has_come_home(state, play):
        return False
    down, touched = set_down_at(past), [c for c in state.watch.log if taken >> c.hole & 1]
    at_once = all(change.on or change.edge <= down + REACTION for change in touched)
    until = laid.t if at_once else min(laid.t, down + state.settings.rest_after)
    return all(change.edge <= until for change in touched)


def _counted_to_its_end(state: State) -> bool:
    """Whether a marble was counted along to just before the end of a play that shows but for this marble."""
    for play in state.found:
        off = play.expect.off(state.watch.now, state.bad, state.ring_and_lane)
        last = off.missing & play.ends
        if last != off.missing or last.bit_count() != 1 or off.extra or off.start:
            continue
        if play.must_see_empty & ~(state.watch.lifted | state.bad):
            continue
        if goes_there(state, play) and counted_to(state, last.bit_length() - 1):
            return True
    return False


def _no_dearer(state: State, others: list[Candidate], than: list[Candidate]) -> list[Candidate]:
    """Those of the others that are told by a story no dearer than one of these: it is asked, then."""

    def cost(play: Candidate) -> float:
        return state.stories.cost(colours(play.position), play.touches & ~state.bad)

    most = max(map(cost, than if others else ()), default=float("-inf"))
    return [play for play in others if cost(play) <= most]


def _left_so(state: State, t: float, play: Candidate) -> bool:
    """Whether it has stood so since the card was laid, for long, with a marble taken out of that START."""
    laid, settings = state.desk.laid, state.settings
    if laid is None or not any(play.left >> c.hole & 1 for c in state.watch.log if not c.on):
        return False
    if any(play.left & start_mask(state.table.board, seat) for seat in state.watch.overdue):
        return False  # all that can be seen of them are at home again
    return rested(state, t, settings.counting_after, since=laid.t)
