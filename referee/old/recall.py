"""An interrupted game taken up again, from its verdicts; its last play may still be changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.cards import RANKS, Card
from engine.position import Position
from referee.events import Dealt, OfCards, Reshuffled
from referee.model.occupancy import bits, colours, mask_of
from referee.observe.debounce import Settled
from referee.old.candidates import Candidate, candidates
from referee.old.debts import NO_DEBTS, owed_before, said_as
from referee.old.past import Past, Played
from referee.old.state import State
from referee.old.watch import Watch
from referee.verdicts import Decision, Discard, Fault, Move, Over, Takeback, Verdict


def recall(state: State, history: Iterable[Verdict | OfCards]) -> None:
    """Fold the verdicts of an interrupted game: position, plays, numbers, the end; and who holds what.

    The debts of the last play are taken up; those paid meanwhile are collected from the board.
    """
    for verdict in history:
        match verdict:
            case Dealt(card=dealt, at=at):
                state.desk.dealt(dealt, at, state.seat)
            case Reshuffled():
                state.desk.reshuffled()
            case Move(n=n, position=position, card=text, amends=amends):
                base, debts = state.position, state.debts
                if amends is not None and state.plays:
                    undone = state.plays.pop()
                    base, debts = undone.base, undone.debts
                card = None if state.desk.mode == "none" else Card.parse(text)
                if card is not None and amends is None:
                    state.desk.recall(verdict.seat, card)
                state.plays.append(Played(verdict, base, debts, card))
                state.n, state.position = n, position
                state.debts = said_as(verdict.owing, verdict.position)
            case Discard(n=n, position=position, card=text):
                card = Card.parse(text) if text else None
                if card is not None:
                    state.desk.recall(verdict.seat, card)
                state.plays.append(Played(verdict, state.position, state.debts, card))
                state.n, state.position = n, position
            case Takeback(position=position):
                if state.plays:
                    undone = state.plays.pop()
                    state.debts = undone.debts
                    if undone.card is not None:
                        state.desk.recall_back(undone.said.seat, undone.card)
                state.position, state.over = position, None
            case Decision(position=position):
                state.position, state.debts, state.over = position, NO_DEBTS, None
                if verdict.decision == "take-back":
                    state.desk.begin_anew()
                elif verdict.decision == "correct":
                    state.desk.forget_gone()
            case Fault(hole=hole) if hole is not None:
                state.bad |= 1 << hole
            case Over(team=team):
                state.over = team
            case _:
                pass
    state.forget()


def recall_past(state: State) -> None:
    """The last play of an interrupted game, still to be amended or taken back. The watch must be there."""
    played = state.plays[-1] if state.plays else None
    if played is None or isinstance(played.said, Discard) or state.position != played.said.position:
        return
    ranks = RANKS if played.card is None else (played.card.rank,)
    found = candidates(state.table, played.base, ranks, played.debts, played.card)
    chosen = next((c for c in found if c.position == played.said.position), None)
    if chosen is None:  # let stand, or said by another version of the rules
        return
    debts = owed_before(chosen.play, played.debts, state.debts)
    state.plays[-1] = replace(played, chosen=chosen, debts=debts)
    state.past = Past(state.plays[-1], found, _as_if_seen(state, played.base, chosen), chosen)


def _as_if_seen(state: State, base: Position, chosen: Candidate) -> Watch:
    """The watch of a play that another process saw: its marbles all lifted, then all set down."""
    now, board = state.watch.now, state.table.board
    begun = (now & ~state.ring_and_lane) | mask_of(colours(base))
    lifts = chosen.must_see_empty
    for leg in chosen.play.legs:
        if leg.source is None and leg.seat is not None:
            free = next((hole for hole in board.start(leg.seat) if not now >> hole & 1), None)
            lifts |= 0 if free is None else 1 << free
    then, t = state.last_edge - 2.0, state.last_edge - 1.0  # not so short that they were only touched
    log = [Settled(then, then, hole, False) for hole in bits(lifts)]
    log += [Settled(t, t, hole, True) for hole in bits((lifts | chosen.filled) & now)]
    return Watch.of(begun | lifts, log)
