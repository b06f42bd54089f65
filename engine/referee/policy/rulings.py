"""Carry out the decisions of a human referee; every decision gets a verdict."""

from __future__ import annotations

from engine import bits
from engine.cards import Card
from engine.errors import RefereeError
from engine.geometry import Seat
from engine.position import Position
from engine.referee.events import Ruling
from engine.referee.model.displaced import displaced
from engine.referee.model.hypothesis import NOWHERE
from engine.referee.model.overlap import out_of_turn
from engine.referee.model.turn import Turn
from engine.referee.policy import announcements, wrong
from engine.referee.policy.put_in_force import put_in_force
from engine.referee.policy.record import Record
from engine.referee.verdicts import Decision, Move, NextTurn, Restored, Takeback, Verdict
from engine.violation import Code


def ruling(record: Record, event: Ruling) -> list[Verdict]:
    """The verdicts of a human referee's decision; raise RefereeError if it is impossible."""
    if record.final and not event.why.strip():
        raise RefereeError("the game is final; a decision that reopens it needs a reason")
    match event.decision:
        case "let-stand":
            return _let_stand(record, event)
        case "take-back":
            return _take_back_to(record, event)
        case "correct":
            return _from_here(record, event, _decided_position(record, event.position))


def _decided_position(record: Record, decided: Position | None) -> Position:
    """That position with this game's marbles per seat; raise RefereeError if this board cannot have it."""
    here = record.position
    if decided is None or decided.sides != here.sides:
        raise RefereeError("a correction needs a position of this board")
    if decided.seats != here.seats:
        raise RefereeError("a correction needs a position with the seats that are taken")
    position = Position(here.sides, decided.marbles, decided.turn, here.per_seat)
    for fault in position.faults():
        raise RefereeError(f"a correction needs a possible position: {fault}")
    return position


def _from_here(record: Record, event: Ruling, position: Position, first: int | None = None) -> list[Verdict]:
    """Put that position in force, whether or not plays lead to it; return the verdicts.

    If `first` is given, the plays from that number on are undone, and their cards are in the hands again.
    """
    here, laid = record.turn.seat, None if first is not None else record.beam.best.turn.card
    player = None if first is not None else out_of_turn(record.ground.table, record.position, position)
    verdicts: list[Verdict] = []
    if player is not None:
        verdicts, used = _played_out_of_turn(record, event.t, player, position)
        laid = None if used and record.readers.mode == "table" else laid
        if event.decision == "correct" and used is None:
            player = None  # A marble was moved back; nothing was played.
    turn = Turn(record.ground, position, record.turn.number + 1)
    if position.turn == here:
        turn = turn.laid(laid)
    elif laid is not None and record.beam.best.turn.number == record.turn.number:
        record.readers.use(here, laid)
    record.readers.forget(position.turn)
    alarm = record.alarm_on_board
    put_in_force(record, event.t, turn, turn.number, passed=player)
    verdicts.append(Decision(event.t, event.decision, event.by, position, event.why, first))
    if alarm is not None and not record.mending:
        verdicts.append(Restored(event.t))
    return verdicts + announcements.next_turn(record, event.t)


def _played_out_of_turn(
    record: Record, t: float, player: Seat, after: Position
) -> tuple[list[Verdict], Card | None]:
    """The verdicts for a play that the seat made out of turn, recorded as its own, and the card it used."""
    best, position = record.beam.best, record.position.with_turn(player)
    pile = (best.turn.card,) if record.readers.mode == "table" else ()
    cards = [*pile, *(card for at, card in best.waiting if at in (None, player))]
    for card in cards if record.ground.seen else (None,):
        if card is None and record.ground.seen:
            continue
        turn = Turn(record.ground, position, record.turn.number).laid(card)
        for made in turn.plays.all:
            if made.position.bits == after.bits:
                record.n += 1
                text = made.ranks if card is None else str(card)
                record.readers.use(player, card)
                return [Move(t, record.n, player, text, made.play(card), after)], card
    return [], None


def _let_stand(record: Record, event: Ruling) -> list[Verdict]:
    """The verdicts that let the illegal play stand; if the seat in turn made it, its turn ends."""
    early = [] if record.alarm is not None else wrong.flag(record, event.t, record.beam.best)
    finding = record.alarm
    if finding is None:
        raise RefereeError("there is nothing illegal to let stand")
    if finding.code is Code.MUST_PLAY:
        verdicts = announcements.announce(record, event.t, record.beam.best.turn.discarded())
        put_in_force(record, event.t, record.turn, record.turn.number, record.position)
        decided = Decision(event.t, event.decision, event.by, record.position, event.why)
        return [*early, verdicts[0], decided, *verdicts[1:]]
    position = _as_it_stands(record)
    ends = finding.code is not Code.BOARD_DISTURBED and bool(finding.carries)
    if ends and out_of_turn(record.ground.table, record.position, position) is None:
        position = position.with_turn(position.next_seat())
    return [*early, *_from_here(record, event, position)]


def _as_it_stands(record: Record) -> Position:
    """The board's position by the likeliest hypothesis in which every marble may stay.

    A lifted marble counts as in its old hole if that is free, or else in START.
    """
    ground, here = record.ground, record.position
    first, *others = [each.as_carried() for each in record.beam.all]
    trusted = [each for each in others if not each.ghosts and each.suspected == first.suspected]
    shown = [first, *trusted]
    # A marble may not stay in another seat's START or lane.
    best = next((each for each in shown if not any(moved.strange for moved in displaced(each))), None)
    if best is None:
        raise RefereeError("a marble in another seat's START or lane cannot stay; put it elsewhere")
    taken = best.full
    kept: list[tuple[int, ...] | None] = []
    for seat, holes in enumerate(here.marbles):
        mask, own = best.colours[seat] & ground.ring_and_lane, ground.ring_and_lane & ~ground.foreign[seat]
        for token in best.hand:
            there = own & ~taken & 1 << token.origin
            if token.seat == seat and token.due == NOWHERE and there:
                mask, taken = mask | there, taken | there
        kept.append(None if holes is None else tuple(bits.holes(mask)))
    return Position(here.sides, tuple(kept), here.turn, here.per_seat)


def _take_back_to(record: Record, event: Ruling) -> list[Verdict]:
    """Take back the plays from play `n` on (None: the last play), or all since `event.position`."""
    position = None if event.position is None else _decided_position(record, event.position)
    first = _first_undone(record, event)
    verdicts = _undone_from(record, event.t, first)
    if position is not None and position != record.position:
        return [*verdicts, *_from_here(record, event, position, first)]
    decided = Decision(event.t, event.decision, event.by, record.position, event.why)
    return [*verdicts, decided, NextTurn(event.t, record.position.turn)]


def _first_undone(record: Record, event: Ruling) -> int:
    """The number of the first play to take back; a play in question counts as the last.

    It is one more than the last if only decisions are undone. Raise RefereeError if there is no such play.
    """
    numbers, asked = [each.n for each in record.in_force.verdicts], record.asked
    last = record.n if asked is None else record.n + 1
    n = event.n
    if n is None and event.position is not None:
        return last + 1
    if n is None and (numbers or asked):
        n = numbers[-1] if asked is None else last
    if n is None or not 1 <= n <= last:
        known = f"; the last are {', '.join(map(str, numbers[-5:]))}" if numbers else ""
        named = "" if event.n is None else f" {event.n}"
        raise RefereeError(f"there is no play{named} in force{known}")
    return n


def _undone_from(record: Record, t: float, n: int) -> list[Verdict]:
    """Undo the plays in force from play `n` on, put the turn before them in force; return the takebacks."""
    verdicts: list[Verdict] = []
    asked, number = record.asked, record.turn.number
    undone = record.turn if asked is None else asked.choices[0]
    stood = undone.position
    while record.in_force.verdicts and record.in_force.verdicts[-1].n >= n:
        undone = record.turn
        verdicts += [v for v in announcements.take_back(record, t) if isinstance(v, Takeback)]
    if verdicts or asked is not None:  # Otherwise play `n` is already taken back.
        turn = undone.before if verdicts and undone.made is not None else record.turn
        assert turn is not None
        put_in_force(record, t, turn, number, stood)
    return verdicts
