"""Announce, amend and take back plays: the verdicts, and their effects on the record."""

from __future__ import annotations

from engine.referee.model.hypothesis import NOWHERE, Hypothesis
from engine.referee.model.turn import Turn
from engine.referee.policy.put_in_force import start_mending
from engine.referee.policy.record import Record, card_of
from engine.referee.verdicts import Discard, Move, NextTurn, Over, Owed, Takeback, Verdict


def owing(record: Record, turn: Turn) -> tuple[Owed, ...]:
    """The marbles in hands that plays before `turn` bumped, each with the holes where it belongs."""
    board, best = record.ground.table.board, record.beam.best
    found = []
    for token in best.hand:
        if token.by >= turn.number:
            continue
        if token.due >= 0:
            found.append(Owed(token.seat, (token.due,)))
        elif token.due != NOWHERE:
            free = tuple([hole for hole in board.start(token.seat) if not best.full >> hole & 1])
            found.append(Owed(token.seat, free))
    return tuple(sorted(found, key=lambda owed: (len(owed.to) > 1, owed.marble)))


def announce(record: Record, t: float, turn: Turn, amends: int | None = None) -> list[Verdict]:
    """The verdict on the play or discard that led to `turn`, then on the next turn or the win."""
    before, play = turn.before, turn.play
    if before is None or before.position != record.position:
        return _judged_again(record, t)
    record.n += 1
    record.alarm = record.asked = None
    record.helping = record.pressed = record.hurried = False
    record.mending = 0
    if amends is None:
        record.announced_before = record.announced_at
    record.announced_at = t
    seat, made = before.seat, turn.made
    verdict: Move | Discard
    if made is None or play is None:
        verdict = Discard(t, record.n, seat, str(before.card or ""), turn.position)
    else:
        card = str(before.card) if before.card is not None else made.ranks
        verdict = Move(t, record.n, seat, card, play, turn.position, owing(record, turn), amends)
    record.readers.use(seat, before.card)
    record.in_force.add(verdict, turn)
    if amends is None:
        _played_on(record, t)
    return [verdict, *next_turn(record, t)]


def _judged_again(record: Record, t: float) -> list[Verdict]:
    """Drop a play that does not follow from the position in force; return the verdict on the turn.

    The board is then judged again, so that no verdict contradicts the one before it.
    """
    if not record.beam.only(lambda each: each.reaches(record.turn)):
        start_mending(record, t)
    record.come_back(t)
    return [NextTurn(t, record.turn.seat)]


def next_turn(record: Record, t: float) -> list[Verdict]:
    """Announce who has won by the position in force, or else whose turn it is."""
    record.winners = record.ground.table.winner(record.position)
    if record.winners is not None:
        record.won_at = t
        return [Over(t, record.winners, record.position)]
    return [NextTurn(t, record.turn.seat)]


def _played_on(record: Record, t: float) -> None:
    """Charge hypotheses without the previous play: people who play on agree with what was announced."""
    agreed = record.turn.before
    if agreed is None:
        return

    def accepted(each: Hypothesis) -> list[Hypothesis]:
        if not each.reaches(agreed):
            record.beam.grammar.spend(each, "overruled", t)
        return [each]

    record.beam.branch(accepted, t)
    if agreed.before is not None:
        verdicts = record.in_force.verdicts
        record.beam.settle(agreed.before, verdicts[-3].t if len(verdicts) > 2 else float("-inf"))
        if agreed.before.before is not None:
            agreed.before.before.close()


def amend(record: Record, t: float, turn: Turn) -> list[Verdict]:
    """The verdicts that replace the last play by the play or discard that led to `turn`."""
    undone = _undo(record)
    record.winners = None
    verdicts: list[Verdict] = [] if turn.made is not None else [Takeback(t, undone.n, record.position)]
    return verdicts + announce(record, t, turn, amends=undone.n)


def take_back(record: Record, t: float) -> list[Verdict]:
    """The verdict that the last play is undone."""
    undone = _undo(record)
    record.winners = record.alarm = record.asked = None
    record.pressed = record.hurried = False
    return [Takeback(t, undone.n, record.position), NextTurn(t, record.turn.seat)]


def back_to(record: Record, t: float, number: int) -> list[Verdict]:
    """Announce that every play after that number of plays is undone, the last one first."""
    verdicts: list[Verdict] = []
    while record.turn.number > number:
        verdicts += take_back(record, t)
    return verdicts


def _undo(record: Record) -> Move | Discard:
    """Remove the last play from those in force, and give its card back."""
    undone = record.in_force.pop()
    record.readers.give_back(undone.seat, card_of(undone, record.ground))
    return undone
