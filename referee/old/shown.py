"""Before a card is laid, or where none is read: whether the board shows a play all the same."""

from __future__ import annotations

from engine.cards import RANKS
from referee.model.occupancy import Off, starts_of
from referee.old.candidates import Candidate, candidates
from referee.old.judge import borne_out
from referee.old.liars import may_be_played, surplus
from referee.old.state import State
from referee.policy.diagnose import DISTURBED


def next_seat_played(state: State) -> bool:
    """Whether, where no cards are read, the board shows a play of the next seat: a discard nobody saw."""
    if state.desk.mode != "none":
        return False
    return shows_a_play(state, candidates(state.table, state.following(), RANKS, state.debts))


def some_card_explains(state: State, off: Off) -> bool:
    """Before the card is laid: whether a marble is in a hand, or some card brings about what stands there.

    Where more marbles are seen than there are, so does one whose play shows with the holes that lie left out.
    """
    short = bool(off.missing) or any(n < 0 for n in off.start.values())  # else those in hands are owed
    if short and surplus(state) < 0 and off.extra.bit_count() < DISTURBED:
        return True
    cards = state.any_card()
    return shows_a_play(state, cards) or may_be_played(state, cards)


def shows_a_play(state: State, found: tuple[Candidate, ...]) -> bool:
    """Whether the board shows one of these plays, be it with a marble owed straight from the hand."""
    watch, where = state.watch, (state.watch.now, state.bad, state.ring_and_lane)
    shown = borne_out(found, watch, *where)
    if state.desk.mode != "none" and not state.bad:
        # Who has laid no card yet has not played what was just bumped: it was put there by mistake.
        before = state.debts if state.past is None else state.past.played.debts
        owed_before = starts_of(state.table.board, dict(before.start))
        return any(
            not c.left or c.recoloured or watch.left(c.left) or c.left & (watch.blinked | owed_before)
            for c in shown
        )
    if shown:
        return True
    owed = starts_of(state.table.board, dict(state.debts.start))
    return any(
        c.left & owed
        and not watch.unseen(c.must_see_empty, c.filled | c.recoloured) & ~state.bad
        and c.expect.agrees(*where)
        for c in found
    )
