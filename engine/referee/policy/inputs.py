"""Cards and buttons: the new hypotheses, and the verdicts that are due at once.

`ok` confirms a discard or an answer, `back` takes a play back, `help` lights the legal holes.
"""

from __future__ import annotations

from engine.geometry import Seat, seat_letter
from engine.referee.decode.laying import Laying, Meaning
from engine.referee.events import Button, CardRead
from engine.referee.model.displaced import displaced, out_of_place
from engine.referee.model.hypothesis import Hypothesis
from engine.referee.policy import announcements, ending, wrong
from engine.referee.policy.diagnose import Finding
from engine.referee.policy.record import SURE, Record
from engine.referee.verdicts import Verdict
from engine.text import Text, card_text, seat_text
from engine.violation import Code


def card_read(record: Record, event: CardRead) -> list[Verdict]:
    """The verdicts due at once after a card is read or taken off."""
    readers = record.readers
    if readers.mode == "none":
        return []
    at = readers.at(event.at)
    if event.unknown is not None:
        if readers.show(event, at):
            return []
        english = f"The tag {event.unknown} is no card of this deck; lay another card, or enroll this one."
        text = Text(english, "wrong-tag", tag=event.unknown)
        return [wrong.illegal(event.t, _seat(record, at), Finding(Code.CARD_UNKNOWN, text))]
    if event.card is None:
        _taken_off(record, event, at)
        return []
    return _laid(record, event, at)


def _seat(record: Record, at: Seat | None) -> Seat:
    return record.turn.seat if at is None else at


def _taken_off(record: Record, event: CardRead, at: Seat | None) -> None:
    """Handle a card that is taken off; a card laid early was withdrawn, or still counts at a cost."""
    card = record.readers.shown.get(at)
    record.readers.taken_off(at, event.t)

    def branch(each: Hypothesis) -> list[Hypothesis]:
        if (at, card) not in each.waiting:
            return [each]
        withdrawn = each.copy()
        withdrawn.waiting = tuple([one for one in each.waiting if one != (at, card)])
        record.beam.grammar.spend(each, "early", event.t)
        return [withdrawn, each]

    if at is not None and card is not None:
        record.beam.branch(branch, event.t)


def _laid(record: Record, event: CardRead, at: Seat | None) -> list[Verdict]:
    card, readers, beam = event.card, record.readers, record.beam
    assert card is not None
    repeat = readers.repeats(card, at, event.t)
    demanded = record.alarmed(Code.MUST_PLAY)
    lenient = record.mode != "referee" or demanded
    laying = Laying(beam.grammar, readers, event, card, at, repeat, record.turn.number, lenient)
    if laying.is_new(beam.best) and readers.seen_twice(card):
        readers.show(event, at)
        return [wrong.illegal(event.t, _seat(record, at), wrong.seen_twice(card))]
    beam.branch(laying.meanings, event.t)
    beam.suspect_sensors(event.t)
    meaning = laying.meaning(beam.best)
    readers.show(event, at)
    if meaning in (Meaning.LAID, Meaning.NEXT) and not repeat:
        record.laid(event.t)
    record.hurried = record.hurried or (meaning is Meaning.NEXT and not repeat)
    if meaning is Meaning.LAID and demanded:
        record.alarm = None
    return _judged_card(record, event, laying, meaning)


def _judged_card(record: Record, event: CardRead, laying: Laying, meaning: Meaning) -> list[Verdict]:
    """The verdict on a wrong card; empty if the card is right."""
    card, at = laying.card, _seat(record, laying.at)
    if meaning is Meaning.SECOND:
        first = record.beam.best.turn.card
        english = f"{seat_letter(at)} has laid the {first} already; a card laid is a card played."
        text = Text(english, "wrong-laid-already", who=seat_text(at), card=card_text(first))
        return [wrong.illegal(event.t, at, Finding(Code.CARD_ALREADY_LAID, text))]
    most = record.beam.best.total + SURE
    as_good = [laying.meaning(each) for each in record.beam.all if each.total <= most]
    if meaning is Meaning.TOO_SOON and Meaning.LAID not in as_good and Meaning.NEXT not in as_good:
        seat = record.beam.best.turn.seat
        english = f"It is {seat_letter(seat)}'s turn, not {seat_letter(at)}'s; the {card} waits."
        text = Text(english, "wrong-turn", turn=seat_text(seat), who=seat_text(at), card=card_text(card))
        return [wrong.illegal(event.t, at, Finding(Code.NOT_YOUR_TURN, text))]
    return []


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

    record.laid(event.t)  # After a press the waits begin again, as after a laid card.
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
    verdicts = announcements.take_back(record, event.t)
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
    return verdicts
