"""Changing one's mind: the play just said, amended, undone, or undone and made otherwise."""

from __future__ import annotations

from referee.alarms import undone
from referee.asking import ask, ripe
from referee.candidates import Candidate
from referee.hands import Followed, believed, contradicts, follow
from referee.judge import borne_out, exchanged, is_open
from referee.occupancy import bits, colours, mask_of
from referee.saying import amend, take_back
from referee.state import Past, State
from referee.verdicts import Verdict


def play_before(state: State, t: float) -> list[Verdict]:
    """The play just said, changed or undone: an amendment or a takeback."""
    past = state.past
    if past is None:
        return []
    went_on = state.desk.laid is not None
    winners = [] if went_on else _amendments(state, past)
    if winners:
        state.changing = (winners[0], len(state.watch.log)) if len(winners) == 1 else None
        doubtful = len(winners) > 1 or is_open(state.table.board, winners[0], past.found)
        if doubtful and not ripe(state, t):
            return []
        return amend(state, t, past, winners[0]) if len(winners) == 1 else ask(state, t, winners, amends=True)
    allowed = not went_on or state.mode != "referee"
    if allowed and undone(state) and ripe(state, t):
        return take_back(state, t)
    return []


def _amendments(state: State, past: Past) -> list[Candidate]:
    """Other plays of that card that are borne out now, every marble they change lifted since it was said."""
    watch, marbles = past.watch, colours(past.chosen.position)
    winners = borne_out(past.found, watch, state.watch.now, state.bad, state.ring_and_lane)
    if not winners:
        return []
    followed, found = _followed(state, past), []
    brush = state.settings.brush  # a hole only brushed need not be lifted again
    brushed = mask_of(tuple(h for h in bits(past.chosen.recoloured) if watch.empty_for(h) < brush))
    for winner in winners:
        if contradicts(followed, winner.position, winner.recoloured & ~state.bad):
            continue
        after = colours(winner.position)
        changed = mask_of(tuple(h for h, seat in marbles.items() if after.get(h) != seat))
        new = mask_of(tuple(h for h in after if h not in marbles)) & state.watch.now
        if winner.position == past.chosen.position or new & ~(state.watch.placed | state.bad):
            continue
        if not changed & ~(state.watch.lifted | brushed | state.bad):
            found.append(winner)
    return found


def played_otherwise(state: State, t: float) -> list[Verdict]:
    """The board looks as the play just said left it, but people undid that and made another one.

    Told by exchanges undone, and by marbles that were followed from hand to hole.
    """
    past = state.past
    if past is None or state.desk.laid is not None or not state.watch.log:
        return []
    if not past.chosen.touches & state.watch.lifted & state.watch.placed:
        return []
    others = _amendments(state, past)
    pairs = past.chosen.exchanges
    if pairs and past.watch.together(pairs[0]) >= 2 and not exchanged(past.watch, pairs[0], state.bad):
        if not ripe(state, t):
            return []
        return amend(state, t, past, others[0]) if len(others) == 1 else take_back(state, t)
    if len(others) != 1 or not ripe(state, t):
        return []
    holes = believed(_followed(state, past))
    after = colours(others[0].position)
    same = all(holes.get(hole) == after.get(hole) for hole in bits(others[0].recoloured))
    return amend(state, t, past, others[0]) if same else []


def _followed(state: State, past: Past) -> Followed:
    """Who carried what since the turn of the play before began."""
    base, brush = past.played.base, state.settings.brush
    movers = state.table.helping(base)
    return follow(state.table.board, base, past.watch, past.played.debts, movers, brush)
