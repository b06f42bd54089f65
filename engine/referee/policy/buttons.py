"""Buttons: `ok` confirms a discard or an answer, `back` takes a play back, `help` lights legal holes."""

from __future__ import annotations

from engine.referee.events import Button
from engine.referee.model.displaced import displaced, out_of_place
from engine.referee.model.hypothesis import Hypothesis
from engine.referee.policy import ending, saying, wrong
from engine.referee.policy.diagnose import Finding
from engine.referee.policy.record import Record
from engine.referee.verdicts import Verdict
from engine.text import Text
from engine.violation import Code


def pressed(record: Record, event: Button) -> list[Verdict]:
    """The verdicts due at once after a button is pressed."""
    if event.name == "help":
        record.helping = True
        return []
    if record.offered:
        return ending.answered(record, event.t, accepted=event.name == "ok")
    if record.winners is not None and event.name == "ok":
        return [] if record.final else ending.make_final(record, event.t)
    if event.name == "back":
        return _back(record, event)
    if not record.ground.seen:
        _plays_nothing(record, event)
    if event.at in (None, record.turn.seat, record.beam.best.turn.seat):
        record.pressed = True
    return []


def _plays_nothing(record: Record, event: Button) -> None:
    """Handle `ok` where cards are unseen: the seat discards, now or when its turn comes."""
    at = record.beam.best.turn.seat if event.at is None else event.at
    grammar = record.beam.grammar

    def ends(each: Hypothesis) -> list[Hypothesis]:
        turn = each.turn
        if turn.seat == at:
            moved = [d for d in displaced(each) if d.seat in turn.movers]
            if any(d.extra or d.strange or d.start > 0 for d in moved):
                return [each]
            return [grammar.passed(each)]
        if turn.position.next_seat() != at or (turn.before is not None and turn.before.seat == at):
            return [each]
        if (at, None) in each.waiting:
            return [each]  # The button was pressed twice.
        grammar.spend(each, "early", event.t)
        each.waiting = (*each.waiting, (at, None))
        return [each]

    record.laid(event.t)  # A press restarts the pauses, like a laid card.
    record.beam.branch(ends, event.t)


def _back(record: Record, event: Button) -> list[Verdict]:
    if record.asked is not None or not record.in_force.verdicts:
        return []  # People undo a play in question by moving its marble back.
    if record.final:
        text = Text("The game is final. Only a decision with a reason reopens it.", "wrong-final")
        return [wrong.illegal(event.t, record.turn.seat, Finding(Code.PLAY_STANDS, text))]
    if record.mode == "referee" and record.beam.best.turn.card is not None:
        stands = "That play stands; a card laid is a card played. A referee can take it back."
        text = Text(stands, "wrong-play-stands")
        seat = record.turn.seat if event.at is None else event.at
        return [wrong.illegal(event.t, seat, Finding(Code.PLAY_STANDS, text))]
    undone = record.turn
    said = saying.take_back(record, event.t)
    grammar = record.beam.grammar

    def back(each: Hypothesis) -> list[Hypothesis]:
        """Hypotheses with the turn open again, in which the board shows no play before a marble moves."""
        if each.turn.number < undone.number:
            return [each]
        again = grammar.reopened(each, event.t) if each.turn.number == undone.number else None
        if again is None:
            grammar.spend(each, "overruled", event.t)
            return [each]
        again.barred = out_of_place(again)
        return [again]

    record.beam.branch(back, event.t)
    record.mending = out_of_place(record.beam.best)
    return said
