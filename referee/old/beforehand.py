"""What was done before its turn came: adjusted, rather than played. And when the play before was made."""

from __future__ import annotations

from engine.cards import Rank
from referee.model.occupancy import bits
from referee.old.candidates import Candidate
from referee.old.made import completed
from referee.old.past import Past
from referee.old.state import State
from referee.old.straightened import has_come_home, only_put_right
from referee.old.watch import left_in
from referee.verdicts import Move


def made_at(state: State, past: Past) -> float:
    """When the last of its marbles came, in seconds; 0, if they were followed only since it was said."""
    done = completed(past.chosen, past.watch, state.bad)
    made = past.watch.log[done - 1].edge if done else 0.0
    return made if made <= past.played.said.t else 0.0


def made_before_its_turn(state: State, play: Candidate) -> bool:
    """Whether all that shows it was seen before the card, and before the play before was begun, or put right.

    Of a Joker that its marble was taken up by then is enough: it may take any. Of two exchanged, whether one
    was taken up before that was made: hands only adjusted them, and who lays a card then is about to play it.
    """
    past, laid, bad = state.past, state.desk.laid, state.bad
    if past is None or laid is None or (play.ends | play.must_see_empty) & bad & ~play.emptied:
        return False
    log, chosen, ends = past.watch.log, past.chosen, play.filled | play.recoloured
    came = [c.edge for c in state.watch.log if c.on and ends >> c.hole & 1]
    made = max(made_at(state, past), _changed_at(past))
    since = left_in(log, made)
    waited = laid.t <= past.played.said.t
    if play.exchanges and not waited and not any(pair & since for pair in play.exchanges):
        return True
    if play.exchanges and not waited and _put_right(past, play, laid.t, bad):
        return True
    if 0.0 <= past.played.said.t - laid.t <= state.settings.noise and only_put_right(state, play):
        return True  # it was its card that told of the play before
    if waited or max(came, default=0.0) > laid.t:
        return False  # the card lay there already, or has been played
    if play.exchanges:
        return all(pair & ~since for pair in play.exchanges)
    if play.recoloured and not play.recoloured & since:
        return True
    if only_put_right(state, play) or _adjusted_at_once(state, past, play):
        return True
    own = chosen.must_see_empty | chosen.left
    lifts = (c.edge for c in log if not c.on and own >> c.hole & 1 and c.edge <= past.played.said.t)
    began = min(lifts, default=0.0)
    joker = play.recoloured and play.play.card.rank is Rank.JOKER
    source = play.emptied | play.left if joker else 0
    up = max((c.edge for c in state.watch.log if not c.on and source >> c.hole & 1), default=began)
    return max(came, default=0.0) < began or up < began


def _adjusted_at_once(state: State, past: Past, play: Candidate) -> bool:
    """Whether what it takes was just played and brushed only at once after, whom it bumps not come home.

    Nor was its captor seen to leave, or only one out of START, and before that: adjusted as well, rather.
    """
    log, taken = state.watch.log, play.recoloured
    just = bool(taken) and not taken & ~past.chosen.ends
    later = left_in(log, past.played.said.t + state.settings.open_after) & taken
    if not just or later or has_come_home(state, play):
        return False
    first = min((change.edge for change in log if not change.on and taken >> change.hole & 1), default=0.0)
    if not state.bad and (left_in(log) & play.emptied or left_in(log, first) & play.left):
        return False
    return all(state.watch.empty_for(hole) < state.settings.brush for hole in bits(play.recoloured))


def _put_right(past: Past, play: Candidate, until: float, bad: int) -> bool:
    """Whether the two were up together before the play before was made, too, and last before the card.

    Then they were exchanged by mistake, and back.
    """
    if play.touches & past.chosen.touches:
        return False
    done = completed(past.chosen, past.watch, bad) or 0
    late = left_in(past.watch.log, until)
    up = past.watch.together
    return all(up(p, done) % 2 and not (up(p) % 2 or p & late) for p in play.exchanges)


def up_since_before(state: State, play: Candidate) -> bool:
    """Whether, no card seen, one of two exchanged was taken up before the play before was begun.

    It was the turn of somebody else then, and the next player does not get ahead of two: hands adjusted them.
    """
    past = state.past
    if (
        past is None
        or state.desk.mode != "none"
        or not play.exchanges
        or play.exchanges == past.chosen.exchanges
    ):
        return False
    own, watch, made = past.chosen.must_see_empty | past.chosen.left, past.watch, made_at(state, past)
    last = {c.hole: c.edge for c in watch.log if not c.on}
    lifts = {c.hole: c.edge for c in watch.log if not c.on and own >> c.hole & 1 and c.edge <= made}
    begun = min(lifts.values(), default=0.0)

    def was_up(hole: int) -> bool:
        return last[hole] < begun if hole in last else not watch.began >> hole & 1

    return all(any(map(was_up, bits(pair))) for pair in play.exchanges)


def _changed_at(past: Past) -> float:
    """When its marble, taken up last, came to its end, if what was said was changed to it; else 0.

    It may have been shown before by another one that was only counted along.
    """
    said, chosen = past.played.said, past.chosen
    if not isinstance(said, Move) or said.amends is None:
        return 0.0
    log = [change for change in past.watch.log if change.edge <= said.t]
    up = max((c.edge for c in log if not c.on and (chosen.emptied | chosen.left) >> c.hole & 1), default=None)
    if up is None:
        return 0.0
    return min((c.edge for c in log if c.on and chosen.ends >> c.hole & 1 and c.edge > up), default=0.0)


def set_down_at(past: Past) -> float:
    """When one of its marbles was last set down before it was said, in seconds; 0, if that was not seen."""
    ends, said = past.chosen.ends, past.played.said.t
    came = (c.edge for c in past.watch.log if c.on and ends >> c.hole & 1 and c.edge <= said)
    return max(came, default=0.0)
