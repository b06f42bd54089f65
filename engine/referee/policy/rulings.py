"""Decisions of a human referee, each recorded as what it is."""

from __future__ import annotations

from engine.position import Position
from engine.referee.errors import RefereeError
from engine.referee.events import Ruling
from engine.referee.model.hypothesis import NOWHERE
from engine.referee.model.occupancy import bits
from engine.referee.model.turn import Turn, handed_on
from engine.referee.policy import saying, wrong
from engine.referee.policy.put_in_force import put_in_force
from engine.referee.policy.record import Record
from engine.referee.verdicts import Decision, NextTurn, Over, Restored, Takeback, Verdict
from engine.violation import Code


def ruling(record: Record, event: Ruling) -> list[Verdict]:
    """A human referee's decision; RefereeError if it cannot be done."""
    match event.decision:
        case "let-stand":
            return _let_stand(record, event)
        case "take-back":
            return _take_back_to(record, event)
        case "correct":
            return _correct(record, event)


def _correct(record: Record, event: Ruling) -> list[Verdict]:
    """The position is as somebody says it is; a team that is home in it has won."""
    here = record.position
    if event.position is None or event.position.sides != here.sides:
        raise RefereeError("a correction needs a position of this board")
    if event.position.seats != here.seats:
        raise RefereeError("a correction needs a position with the seats that are taken")
    position = Position(here.sides, event.position.marbles, event.position.turn, here.per_seat)
    for fault in position.faults():
        raise RefereeError(f"a correction needs a position that can be: {fault}")
    return _from_here(record, event, position)


def _from_here(record: Record, event: Ruling, position: Position) -> list[Verdict]:
    """The position is that one, whatever was thought before."""
    turn = Turn(record.ground, position, record.turn.number + 1)
    laid, here = record.beam.best.turn.card, record.turn.seat
    if position.turn == here:
        turn = turn.laid(laid)
    elif laid is not None and record.beam.best.turn.number == record.turn.number:
        record.readers.use(here, laid)
    record.readers.forget(position.turn)
    alarm = record.alarm_on_board
    put_in_force(record, event.t, turn, turn.number)
    said: list[Verdict] = [Decision(event.t, event.decision, event.by, position, event.why)]
    if alarm is not None and not record.mending:
        said.append(Restored(event.t))
    record.winners = record.ground.table.winner(position)
    if record.winners is not None:
        return [*said, Over(event.t, record.winners, position)]
    return [*said, NextTurn(event.t, position.turn)]


def _let_stand(record: Record, event: Ruling) -> list[Verdict]:
    """The flagged play counts: the marbles stay where they are. A play of this turn ends the turn."""
    early = [] if record.alarm is not None else wrong.flag(record, event.t, record.beam.best)
    finding = record.alarm
    if finding is None:
        raise RefereeError("there is nothing illegal to let stand")
    if finding.code is Code.MUST_PLAY:
        said = saying.say(record, event.t, record.beam.best.turn.discarded())
        put_in_force(record, event.t, record.turn, record.turn.number, record.turn)
        decided = Decision(event.t, event.decision, event.by, record.position, event.why)
        return [*early, said[0], decided, *said[1:]]
    position = _as_it_stands(record)
    if finding.code is not Code.BOARD_DISTURBED and finding.carries:
        position = handed_on(position)
    return [*early, *_from_here(record, event, position)]


def _as_it_stands(record: Record) -> Position:
    """The position that the board shows; a marble in a hand is where it was, or else in START."""
    ground, best = record.ground, record.beam.best
    here, taken = record.position, best.full | sum(ground.starts)
    kept: list[tuple[int, ...] | None] = []
    for seat, holes in enumerate(here.marbles):
        if holes is None:
            kept.append(None)
            continue
        mask = best.colours[seat] & ground.ring_and_lane
        other_lanes = sum(lane for side, lane in enumerate(ground.lanes) if side != seat)
        if mask & other_lanes or best.colours[seat] & ~(ground.ring_and_lane | ground.starts[seat]):
            raise RefereeError("a marble cannot stay there; put it elsewhere, or correct the position")
        for token in best.hand:
            if token.seat == seat and token.due == NOWHERE and not (taken | other_lanes) >> token.origin & 1:
                mask |= 1 << token.origin
                taken |= 1 << token.origin
        kept.append(tuple(bits(mask)))
    return Position(here.sides, tuple(kept), here.turn, here.per_seat)


def _take_back_to(record: Record, event: Ruling) -> list[Verdict]:
    """Back to before play `n`, or before the last one; a play that is asked about is the last."""
    numbers, asked = [each.verdict.n for each in record.in_force], record.asked
    last = record.n if asked is None else record.n + 1
    n = event.n
    if n is None and (numbers or asked):
        n = numbers[-1] if asked is None else last
    if n is None or not 1 <= n <= last:
        known = f"; the last are {', '.join(map(str, numbers[-5:]))}" if numbers else ""
        named = "" if event.n is None else f" {event.n}"
        raise RefereeError(f"there is no play{named} in force{known}")
    said: list[Verdict] = []
    undone, number = record.turn if asked is None else asked.choices[0], record.turn.number
    while record.in_force and record.in_force[-1].verdict.n >= n:
        undone = record.in_force[-1].turn
        said += [v for v in saying.take_back(record, event.t) if isinstance(v, Takeback)]
    if said or asked is not None:  # else it was taken back before
        turn = undone.before if said and undone.made is not None else record.turn
        assert turn is not None
        put_in_force(record, event.t, turn, number, undone)
    position = record.position
    decided = Decision(event.t, event.decision, event.by, position, event.why)
    return [*said, decided, NextTurn(event.t, position.turn)]
