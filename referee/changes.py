"""Changing one's mind: the play just said, amended, undone, or undone and made otherwise."""

from __future__ import annotations

from collections.abc import Mapping

from engine.geometry import Hole, Seat
from referee.alarms import before
from referee.alarms import undone as board_undone
from referee.asking import ask, rested, ripe
from referee.candidates import Candidate
from referee.hands import Followed, believed, contradicts, follow
from referee.judge import borne_out, but_for_hands, carried_over, exchanged, is_open
from referee.occupancy import bits, colours, mask_of
from referee.overlap import Begun, complete_under_hands, played_on
from referee.saying import amend, take_back
from referee.state import Past, State
from referee.verdicts import Verdict


def play_before(state: State, t: float) -> list[Verdict]:
    """The play just said, changed or undone: an amendment or a takeback.

    What was changed before the next card was laid counts at once when it is.
    """
    past, laid = state.past, state.desk.laid
    if past is None:
        return []
    in_time = laid is None or state.last_edge <= laid.t
    pressed = in_time and laid is not None
    winners = _amendments(state, past) if in_time else []
    if not winners and in_time and (pressed or ripe(state, t)):
        winners = _amendments(state, past, hands=True)
    if winners:
        state.changing = (winners[0], len(state.watch.log)) if len(winners) == 1 else None
        doubtful = len(winners) > 1 or is_open(state.table.board, winners[0], past.found)
        if doubtful and not pressed and not ripe(state, t):
            return []
        if not pressed and _may_be_bumped_first(state, past) and not rested(state, t):
            return []
        return amend(state, t, past, winners[0]) if len(winners) == 1 else ask(state, t, winners, amends=True)
    if in_time and ripe(state, t) and not board_undone(state):
        both = _under_hands(state, past)
        if len(both) == 1:
            return amend(state, t, past, *both[0], overlap=True)
    allowed = in_time or state.mode != "referee"
    if allowed and board_undone(state) and (pressed or ripe(state, t, hidden=_answers(state, past))):
        return take_back(state, t, undone=True)
    return []


def _under_hands(state: State, past: Past) -> list[tuple[Candidate, int]]:
    """What the play was changed to, while the next player's hands are over the board already.

    Not what would need marbles lifted that were not, and nothing while the play said stands as well.
    """
    if any(exchanged(past.watch, pair, state.bad) for pair in past.chosen.exchanges):
        return []  # what was exchanged has to be exchanged back first
    turn = Begun(past.found, before(state, past), past.watch)
    plays = complete_under_hands(state, turn, hurry=False)
    if any(play.position == past.chosen.position for play, _ in plays):
        return []
    gone = (past.chosen.filled | past.chosen.recoloured) & state.watch.lifted
    return [
        (play, begun)
        for play, begun in plays
        if gone & ~(play.filled | play.recoloured)
        and carried_over(past.chosen, play, past.watch, state.settings.touch)
    ]


def _answers(state: State, past: Past) -> bool:
    """Whether what looks undone is a play of the next seat as well, onto the marble just played."""
    back = past.chosen.filled | past.chosen.recoloured
    return bool(back & state.watch.lifted & state.watch.now) and played_on(state, past.chosen, state.watch)


def _may_be_bumped_first(state: State, past: Past) -> bool:
    """Whether nothing that was placed has been touched since: the next player may be bumping a marble."""
    placed = past.chosen.filled | past.chosen.recoloured
    return bool(placed) and not placed & (state.watch.lifted | state.bad)


def _amendments(state: State, past: Past, *, seen: bool = True, hands: bool = False) -> list[Candidate]:
    """Other plays of that card that are borne out now, every marble they change lifted since it was said.

    Where the board is `seen` to differ from that play, a hole counts as well in which, by all that was
    followed, the other marble stood all along.
    """
    watch, marbles = past.watch, colours(past.chosen.position)
    bad, holes_of_plays = state.bad, state.ring_and_lane
    if hands:
        winners = but_for_hands(past.found, watch, past.chosen, bad, holes_of_plays)
    else:
        winners = borne_out(past.found, watch, state.watch.now, bad, holes_of_plays)
    if not winners or any(not pair & bad and exchanged(watch, pair, bad) for pair in past.chosen.exchanges):
        return []  # what was exchanged has to be exchanged back first
    followed, found = _followed(state, past), []
    doubtful = not past.chosen.exchanges and past.chosen.debts == state.debts
    holes, free = believed(followed), ~0 if doubtful else 0
    if not seen:  # then a hole need not be lifted again only if it was hardly out before
        brush, taken = state.settings.brush, past.chosen.recoloured
        free &= mask_of(tuple(h for h in bits(taken) if watch.empty_for(h) < brush))
    for winner in winners:
        if contradicts(followed, winner.position, winner.recoloured & ~state.bad):
            continue
        if not carried_over(past.chosen, winner, watch, state.settings.touch):
            continue
        after = colours(winner.position)
        changed = mask_of(tuple(h for h, seat in marbles.items() if after.get(h) != seat))
        new = mask_of(tuple(h for h in after if h not in marbles)) & state.watch.now
        if winner.position == past.chosen.position or new & ~(state.watch.placed | state.bad):
            continue
        known = mask_of(tuple(h for h in bits(changed) if h in holes and holes[h] == after.get(h)))
        if not changed & ~(state.watch.lifted | known & free | state.bad):
            found.append(winner)
    return found


def played_otherwise(state: State, t: float) -> list[Verdict]:
    """The board looks as the play just said left it, but people undid that and made another one.

    Told by exchanges undone, and by marbles that were followed from hand to hole.
    """
    past, laid = state.past, state.desk.laid
    if past is None or not state.watch.log or (laid is not None and laid.t < state.last_edge):
        return []
    if not past.chosen.touches & state.watch.lifted & state.watch.placed:
        return []
    others = _amendments(state, past, seen=False)
    holes = believed(_followed(state, past))
    likely = [other for other in others if _stands(other, holes)]
    pairs = past.chosen.exchanges
    undone = pairs and past.watch.together(pairs[0]) >= 2 and not exchanged(past.watch, pairs[0], state.bad)
    if not undone and (len(others) != 1 or not likely):
        return []
    likely = likely if len(likely) == 1 else others
    if len(likely) == 1:
        state.changing = (likely[0], len(state.watch.log))
    if laid is None and not ripe(state, t):
        return []
    if not likely:
        return take_back(state, t, undone=True)
    return amend(state, t, past, likely[0]) if len(likely) == 1 else ask(state, t, likely, amends=True)


def _stands(play: Candidate, holes: Mapping[Hole, Seat]) -> bool:
    """Whether the marbles of that play stand where it put them, by all that was followed."""
    after = colours(play.position)
    return all(holes.get(hole) == after.get(hole) for hole in bits(play.recoloured))


def _followed(state: State, past: Past) -> Followed:
    """Who carried what since the turn of the play before began."""
    base, brush = past.played.base, state.settings.brush
    movers = state.table.helping(base)
    return follow(state.table.board, base, past.watch, past.played.debts, movers, brush, past.found)
