"""Alarms: when misplaced marbles or an unplayed card raise one, and when the board is right again."""

from __future__ import annotations

from engine.cards import Card, Rank
from engine.geometry import Seat
from engine.must_play import must_play
from engine.referee.decode.motion import FELT
from engine.referee.model.board_cost import board_cost
from engine.referee.model.displaced import displaced, idle, out_of_place
from engine.referee.model.hypothesis import GHOST, NOWHERE, Hypothesis
from engine.referee.model.machine_play import renamed
from engine.referee.model.turn import Turn
from engine.referee.policy import faults
from engine.referee.policy.arrangement import arrangement
from engine.referee.policy.diagnose import DISTURBED, KNOCKED, Finding, diagnose, put_back
from engine.referee.policy.put_in_force import accept_if_right
from engine.referee.policy.record import SURE, Record
from engine.referee.verdicts import Illegal, Restored, Verdict
from engine.text import Text, card_text
from engine.violation import Code

LEGAL = frozenset({"part", "some_part", "perhaps", "lifted", "meddled", "overlaps"})
"""Names of the costs of a board that are no mistakes, if the card is known."""
LEGAL_UNSEEN = LEGAL | {"put_away", "put_away_first"}
"""Names of the costs of a board that are no mistakes, if the card is unknown."""
COUNTING = LEGAL | {"on_its_way", "put_away", "put_away_first"}
"""Names of the costs of a board that are usual while people count holes."""
BEGUN_UNLIKE = 1.7
"""Seconds until it is announced that the board has never agreed with the game's position."""
ASTRAY = 20.0
"""Seconds after the last edge until a marble carried elsewhere is announced if nobody lays a card."""
UNBELIEVED = 0.045
"""Seconds after the next card for which a turn is not passed: a hole emptied before may still read full."""


def judge(record: Record, t: float) -> list[Verdict]:
    """The verdicts on the board when no play is due: an alarm, or that the board is right again."""
    best = record.beam.best
    if idle(best):
        if not best.early or record.hurried or record.pressed:
            return board_is_right(record, t)
        best = best.as_carried()  # The turn has not begun, so a carry for a later turn is out of turn.
    if record.begun_unlike is not None and (best.turn.card is None or _mistakes(record, best)):
        if record.too_early(t, max(record.begun_unlike + BEGUN_UNLIKE, record.last_edge + FELT)):
            return []
        record.begun_unlike, record.mending = None, out_of_place(best)
        return raise_alarm(record, t, best.turn.seat, _unlike(best))
    if best.counted is not None or _mends(record, best):
        return []
    if _nobody_lays_a_card(record, best) and not record.too_early(t, record.last_edge + ASTRAY):
        record.mending = out_of_place(best)
        return raise_alarm(record, t, best.turn.seat, _unlike(best))
    settings = record.settings
    hurried = record.hurried or record.pressed
    if not knocked_over(best) and not _wrong(record, best, hurried):
        return []
    moves = settings.open_after if "on_its_way" in _names(record, best) else FELT
    if record.hurried and record.too_early(t, record.last_edge + moves):
        return []
    waits = 0.0 if hurried else settings.counting_after if _counting(record, best) else settings.illegal_after
    if record.too_early(t, max(record.last_edge, record.last_card) + waits):
        return []
    return flag(record, t, best)


def _unlike(best: Hypothesis) -> Finding:
    """The mistake that the board differs from the position, without a reason for each marble."""
    where = arrangement(best, best.turn)
    steps = put_back(best.turn.ground.table.board, where)
    homes = [marble.home for marble in where.in_hand if not marble.owed and marble.home is not None]
    holes = (*(moved.hole for moved in where.moved), *homes)
    many = len(holes) >= DISTURBED
    text = Text("The board is not as the game has it.", "wrong-board-differs")
    return Finding(Code.BOARD_DISTURBED if many else Code.UNEXPLAINED, text, holes, steps)


def _nobody_lays_a_card(record: Record, best: Hypothesis) -> bool:
    """Whether a marble is misplaced, none is lifted, and no card that explains it was read."""
    if best.turn.known or best.turn.card is not None or record.alarm is not None or best.ghosts:
        return False
    return bool(displaced(best)) and not any(token.due == NOWHERE for token in best.hand)


def _wrong(record: Record, best: Hypothesis, hurried: bool) -> bool:
    """Whether a marble is misplaced, or the turn ended unfinished, and no lifted marble can correct it."""
    up = [token.seat for token in best.hand if token.due == NOWHERE and token.seat != GHOST]
    if up:  # Other seats' marbles correct no mover's mistake.
        return hurried and _mistakes(record, best) and not any(seat in best.turn.movers for seat in up)
    return hurried or (_mistakes(record, best) and not _as_good_without(record, best))


def knocked_over(best: Hypothesis) -> bool:
    """Whether more marbles are lifted or misplaced than people handle at once."""
    up = sum(token.due == NOWHERE and token.seat != GHOST for token in best.hand)
    moved = displaced(best)
    misplaced = sum((each.extra | each.strange).bit_count() + max(0, each.start) for each in moved)
    return up + misplaced >= KNOCKED


def _mends(record: Record, best: Hypothesis) -> bool:
    """Whether the only misplaced marbles are those that people were asked to correct."""
    return not record.hurried and bool(record.mending) and not out_of_place(best) & ~record.mending


def _names(record: Record, hypothesis: Hypothesis) -> tuple[str, ...]:
    """The names of the costs that the board's cost is the sum of."""
    return board_cost(record.beam.grammar.costs, hypothesis)[1]


def _mistakes(record: Record, hypothesis: Hypothesis) -> bool:
    legal = LEGAL if hypothesis.turn.known else LEGAL_UNSEEN
    return any(name not in legal for name in _names(record, hypothesis))


def plainly_wrong(record: Record, hypothesis: Hypothesis) -> bool:
    """Whether marbles are in holes where nobody who counts along would have put them."""
    return _mistakes(record, hypothesis) and not _counting(record, hypothesis)


def _counting(record: Record, hypothesis: Hypothesis) -> bool:
    """Whether all marbles are where people may put them while they count the holes of a play."""
    names = _names(record, hypothesis)
    return bool(names) and all(name in COUNTING for name in names)


def _as_good_without(record: Record, best: Hypothesis) -> bool:
    """Whether a hypothesis without a mistake costs at most `SURE` more than the best."""
    for each in record.beam.all:
        if each.total > best.total + SURE:
            return False
        if not each.ghosts and not _mistakes(record, each):
            return True
    return False


def flag(record: Record, t: float, best: Hypothesis) -> list[Verdict]:
    """Announce the mistake on the board, unless it has already been announced."""
    turn = best.turn
    rank = None if turn.card is None else turn.card.rank
    found = diagnose(record.ground.table, turn.position, rank, arrangement(best, turn))
    if found is None or record.alarm == found:
        return []
    # A disturbed board that changes is not announced again.
    one_disorder = found.code is Code.BOARD_DISTURBED and record.alarmed(found.code)
    verdicts = raise_alarm(record, t, turn.seat, found)
    record.hurried = record.pressed = False
    return [] if one_disorder else verdicts


def raise_alarm(record: Record, t: float, seat: Seat, found: Finding) -> list[Verdict]:
    """Announce the mistake and remember it as the alarm; return the verdict."""
    record.alarm = found
    return [renamed(illegal(t, seat, found), record.turn.demand, record.ground.table.board)]


def illegal(t: float, seat: Seat, found: Finding) -> Illegal:
    """The verdict about a mistake of `seat`."""
    return Illegal(t, seat, found.code.value, found.text, found.holes, found.put_back)


def play_stands(record: Record, t: float) -> list[Verdict]:
    """The verdict that the last announced play stays in force, because it is undone too late.

    Empty if that alarm is raised already.
    """
    if record.alarmed(Code.PLAY_STANDS):
        return []
    best = record.beam.best
    where = arrangement(best, record.turn)
    steps = put_back(record.ground.table.board, where)
    seat = record.in_force.verdicts[-1].seat
    english = "That play stands; a card laid is a card played. A referee can take it back."
    text = Text(english, "wrong-play-stands")
    holes = tuple([moved.hole for moved in where.moved])
    return raise_alarm(record, t, seat, Finding(Code.PLAY_STANDS, text, holes, steps))


def board_is_right(record: Record, t: float) -> list[Verdict]:
    """The verdicts when every marble is in its place: an alarm ends, an unplayed turn is passed."""
    best = record.beam.best
    correcting = record.mending or record.alarm_on_board
    # If the corrected board shows the position, no sensor is suspected any more.
    right = correcting and accept_if_right(record, t)
    if best.suspected & ~record.faulty and not right:
        return faults.found_at_rest(record, t)
    record.mending, record.jumbled, record.begun_unlike = 0, False, None
    if correcting:
        record.alarm = None
        return [Restored(t)]
    if best.turn.card is None and record.ground.seen:
        record.pressed = False
        return []
    if not record.pressed and not record.hurried:
        return []
    if not record.pressed and record.too_early(t, record.last_card + UNBELIEVED):
        return []
    return pass_by(record, t)


def pass_by(record: Record, t: float) -> list[Verdict]:
    """The verdicts at the end of a turn whose card was not played."""
    turn = record.beam.best.turn
    which, best = _must_play(record, turn), record.beam.best
    most = best.total + record.beam.grammar.costs.passed
    unseen = any(each.total < most and each.turn.number > best.turn.number for each in record.beam.all)
    if which is not None and unseen:
        return []  # More likely, a sensor hides a play.
    record.pressed = record.hurried = False
    if which is not None:
        if record.alarmed(Code.MUST_PLAY):
            return []
        english = f"The {which} can be played, so it must be; press help to see where."
        text = Text(english, "wrong-must-play-card", card=card_text(which))
        return raise_alarm(record, t, record.turn.seat, Finding(Code.MUST_PLAY, text))
    grammar = record.beam.grammar
    record.beam.branch(
        lambda each: [grammar.passed(each)] if each.turn.position == turn.position and idle(each) else [each],
        t,
    )
    record.come_back(t)
    return []


def _must_play(record: Record, turn: Turn) -> Card | None:
    """The card that must be played, among the laid one and the known hand; None if none must.

    A Joker counts only if no other card can be played.
    """
    if turn.card is None:
        return None
    hand = (turn.card, *record.readers.hands.playable(turn.seat, turn.card))
    forced = must_play(record.ground.table, turn.position, tuple([card.rank for card in hand]))
    # False sorts before True, so a Joker is named only if no other card must be played.
    return min((c for c in hand if c.rank in forced), key=lambda c: c.rank is Rank.JOKER, default=None)


def played_twice(record: Record, t: float, seat: Seat, card: Card) -> list[Verdict]:
    """The alarm for a play of a card copy that was already played; empty if that alarm is raised already."""
    alarmed = record.alarmed(Code.CARD_SEEN_TWICE)
    return [] if alarmed else raise_alarm(record, t, seat, seen_twice(card))


def seen_twice(card: Card) -> Finding:
    """The mistake that a card was read whose only copy was played before."""
    english = f"The {card} was played before and there is only one of it until the next shuffle."
    return Finding(Code.CARD_SEEN_TWICE, Text(english, "wrong-seen-twice", card=card_text(card)))
