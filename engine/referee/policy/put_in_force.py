"""Put a turn in force by decision: the hypotheses are dropped, the inferred places of marbles kept."""

from __future__ import annotations

from engine import bits
from engine.geometry import Seat
from engine.position import Position
from engine.referee.decode.turns import take_waiting
from engine.referee.model.displaced import out_of_place
from engine.referee.model.hypothesis import NOBODY, NOWHERE, START, Hypothesis, Token, Waiting, from_levels
from engine.referee.model.overlap import passed_over
from engine.referee.model.turn import Turn
from engine.referee.policy.record import InForce, Record
from engine.violation import Code

MOST_FAULTY = 3
"""The most sensors that one decision may make suspected."""


def put_in_force(
    record: Record,
    t: float,
    turn: Turn,
    later: int | None,
    undone: Position | None = None,
    passed: Seat | None = None,
) -> None:
    """Put that turn in force. With `undone`, the position before a takeback, earlier plays stay in force.

    A card laid for the turn with number `later` or a following turn stays laid for it (None: no card does).
    The seat `passed` has played out of turn: its next turn is skipped, and its card is used.
    """
    best = record.beam.best
    begun = _begun(record, turn, t)
    begun.waiting = _still_to_come(record, best, turn, later)
    if passed is not None:
        begun.waiting = passed_over(begun.waiting, passed)
    changed = turn.ground.table.occupied((undone or record.position).bits ^ turn.position.bits)
    if undone is None:
        record.in_force = InForce(turn.laid(None))
    disturbed = record.alarmed(Code.BOARD_DISTURBED)
    record.alarm = record.asked = record.winners = None
    record.pressed = record.hurried = record.offered = record.final = False
    record.jumbled = disturbed or undone is None  # After a decision the marbles' owners are unknown.
    record.mending = out_of_place(begun)
    variants = [begun, *_as_decided(record, begun, changed, t)]
    for each in variants:
        each.barred = record.mending  # Movements before the decision make no play.
        if turn.card is None:
            take_waiting(each)
    record.readers.free.update(record.readers.at(seat) for seat in turn.ground.table.seats)
    record.beam.begin(variants, t)


def accept_if_right(record: Record, t: float) -> bool:
    """If the sensors show the position in force, replace all hypotheses by it; return whether they do."""
    shown = _as_shown(record, t)
    if record.beam.best.turn.number > shown.turn.number or not _in_place(shown):
        return False
    record.beam.begin([shown], t)
    return True


def shows_the_position(record: Record, t: float) -> bool:
    """Whether every trusted sensor shows what the position in force expects."""
    return _in_place(_as_shown(record, t))


def _in_place(shown: Hypothesis) -> bool:
    return not (shown.hand or shown.ghosts or out_of_place(shown))


def start_mending(record: Record, t: float) -> None:
    """Begin a correction by people: the board shows no play, and the marbles' owners are unknown."""
    shown = _as_shown(record, t)
    record.mending = shown.barred = out_of_place(shown)
    record.jumbled = True
    record.beam.begin([shown], t)


def _as_shown(record: Record, t: float) -> Hypothesis:
    """A hypothesis made from the sensors' levels alone, in the turn in force with its card laid."""
    best, turn = record.beam.best, record.turn
    if best.turn.position == turn.position:
        turn = best.turn
    shown = from_levels(turn, record.levels, (), t, record.faulty)
    shown.waiting = best.waiting
    return shown


def _begun(record: Record, turn: Turn, t: float) -> Hypothesis:
    """The hypothesis with which `turn` begins.

    If exactly the holes of the turn's position are full, it has the marbles of that position; otherwise it
    keeps the marbles of the likeliest hypothesis.
    """
    best = record.beam.best.as_carried()
    fresh = from_levels(turn, best.full | best.ghosts, (), t)
    if not fresh.ghosts and not fresh.hand and not out_of_place(fresh):
        fresh.suspected = record.faulty | (fresh.full ^ record.levels) & ~best.dark
        fresh.dark = best.dark
        return fresh
    suspected = best.suspected & turn.ground.ring_and_lane
    colours = tuple([_marbles_of(best, turn, seat, suspected) for seat in range(len(best.colours))])
    hand = [_held(token, turn, colours) for token in best.hand]
    begun = Hypothesis(turn, colours, tuple(hand), best.ghosts, suspected=best.suspected)
    begun.dark = best.dark
    return begun


def _marbles_of(best: Hypothesis, turn: Turn, seat: int, suspected: int) -> int:
    """The mask of that seat's marbles; those under suspected sensors are moved where `turn` expects them."""
    mask, base = best.colours[seat], turn.base[seat]
    likely = [*bits.holes(base & suspected), *bits.holes(mask & suspected & ~base)]
    return mask & ~suspected | bits.mask_of(likely[: (mask & suspected).bit_count()])


def _as_decided(record: Record, begun: Hypothesis, changed: int, t: float) -> list[Hypothesis]:
    """Hypotheses of the decided board, if the sensors agree with it: contradicting sensors are suspected.

    In holes that the decision has changed, people must move the marbles first, so a sensor there does not
    contradict it.
    """
    turn, shown = begun.turn, begun.full | begun.ghosts
    hand = tuple([token for token in begun.hand if token.due == START])
    variants = []
    for colours in _starts(turn, shown, hand):
        true = Hypothesis(turn, colours, hand, waiting=begun.waiting, suspected=begun.suspected)
        true.dark = begun.dark & true.full
        wrong = (true.full ^ shown) & ~begun.suspected
        if 0 < wrong.bit_count() <= MOST_FAULTY and not wrong & changed:
            true.suspected |= wrong
            for hole in bits.holes(wrong):
                record.beam.grammar.spend(true, "overruled", t, hole)
            variants.append(true)
    return variants


def _starts(turn: Turn, shown: int, hand: tuple[Token, ...]) -> list[tuple[int, ...]]:
    """Every choice of marbles by seat with the right number in each START; one hole of each may change."""
    choices = [turn.base]
    for seat in turn.ground.table.seats:
        start = turn.ground.starts[seat]
        there, owed = shown & start, sum(token.seat == seat for token in hand)
        more = there.bit_count() + owed - turn.in_start[seat]
        ways = [there] if not more else []
        if abs(more) == 1:
            ways = [there ^ 1 << hole for hole in bits.holes(there if more > 0 else start & ~there)]
        choices = [
            (*colours[:seat], colours[seat] | way, *colours[seat + 1 :])
            for colours in choices
            for way in ways
        ]
    return choices


def _held(token: Token, turn: Turn, colours: tuple[int, ...]) -> Token:
    """The token as it is after the decision; an owed marble stays owed if it is missing."""
    seat, due = token.seat, token.due
    if due == START:
        there = (colours[seat] & turn.ground.starts[seat]).bit_count()
        owed = there < turn.in_start[seat]
    else:
        owed = due >= 0 and bool(turn.base[seat] >> due & 1)
    return token if owed else token._replace(due=NOWHERE, by=NOBODY)


def _still_to_come(record: Record, best: Hypothesis, turn: Turn, number: int | None) -> Waiting:
    """The cards laid for later turns; cards of plays taken back are in hands again."""
    if number is None:
        return ()
    laid = best.turn.card
    if laid is None or best.turn.number < number or best.turn.seat == turn.seat:
        return best.waiting
    seat = best.turn.seat if record.readers.mode == "seat" else None
    return ((seat, laid), *best.waiting)
