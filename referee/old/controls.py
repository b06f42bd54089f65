"""What people tell the referee at the table in other ways than by marbles: cards and buttons."""

from __future__ import annotations

from engine.cards import Card
from engine.geometry import Seat, seat_letter
from engine.whynot import Code
from referee.events import Button, CardRead
from referee.model.occupancy import colours, holes_of, mask_of, start_mask
from referee.old.amending import amendments
from referee.old.at_rest import unplayed, won_unseen
from referee.old.beforehand import set_down_at
from referee.old.beyond import made_unseen
from referee.old.candidates import candidates
from referee.old.costs import AS_GOOD
from referee.old.going_on import carried_on, went_on
from referee.old.liars import surplus
from referee.old.readings import Reading
from referee.old.said_again import bumped_after_all
from referee.old.saying import discard, take_back
from referee.old.shown import next_seat_played, shows_a_play
from referee.old.state import State
from referee.old.too_late import undone
from referee.old.watch import left_in
from referee.verdicts import Discard, Illegal, Verdict


def card_read(state: State, event: CardRead, young: int = 0) -> list[Verdict]:
    """A card on a reader, or off it; the levels of the holes `young` are still too young to believe."""
    if state.over is not None:
        state.desk.lies(event)
        return []
    state.collect()
    said: list[Verdict] = []
    if event.card is not None and event.at == state.position.next_seat() and state.agrees():
        said = bumped_after_all(state, event.t, event.card)
    if _like_the_last(state, event):
        state.desk.lay_its_like()
        _card_changed(state)
    idle = not young & state.watch.now and _untouched(state)
    if event.card is None and state.undone is not None:
        idle = False  # put away as played, though what was played looked taken back
    after = state.position.next_seat()
    alarm = state.alarm if not state.found else None
    demanded = alarm is not None and alarm.finding.code is Code.MUST_PLAY
    lenient = state.mode != "referee" or demanded  # he may lay the card that must be played instead
    if event.at is None and event.card is not None:
        if state.borne is not None:
            state.desk.played_on()
        elif idle:
            state.desk.free_if_gone()  # what was up when it was taken off is back
    reading = state.desk.read(event, state.seat, after, idle=idle, lenient=lenient)
    at = state.seat if event.at is None else event.at
    if reading is Reading.TOO_SOON and _plays_another(state, at):
        return said + take_back(state, event.t, undone=True)
    return said + _heard(state, event.t, reading, str(event.card or event.unknown), at)


def _like_the_last(state: State, event: CardRead) -> bool:
    """Whether what was read twice on the table's reader was two cards, as the next one read tells.

    The board shows a play of the second, and none of the card that comes now.
    """
    again = state.desk.perhaps_again()
    if again is None or event.card in (None, again) or state.agrees() or state.asked is not None:
        return False
    return _shows_a_play_of(state, again) and not (event.card and _shows_a_play_of(state, event.card))


def _shows_a_play_of(state: State, card: Card) -> bool:
    return shows_a_play(state, candidates(state.table, state.position, (card.rank,), state.debts, card))


def dealt(state: State, card: Card, at: Seat) -> None:
    """A card is dealt to a seat or drawn by it."""
    past = state.past
    if past is not None and past.played.base.turn == at and state.desk.laid is None:
        past.drawn = True
    state.desk.dealt(card, at, state.seat)


def _plays_another(state: State, at: Seat) -> bool:
    """Whether who has just played lays another card, his play undone and the next seat not begun."""
    past = state.past
    if past is None or past.played.base.turn != at:
        return False
    gone = past.chosen.filled & ~(state.watch.now | state.bad | past.chosen.expect.optional)
    if past.drawn and not gone:  # who has drawn since takes his play back plainly, or not at all
        return False
    begun = state.desk.laid is not None or state.asked is not None or state.alarm is not None
    if begun or not undone(state):
        return False
    return not (past.chosen.exchanges and amendments(state, past, seen=False, rested=True))


def _pressed_anew(state: State, at: Seat) -> bool:
    """Let the next seat's card, which once brought out what was wrong, press for the play made since.

    Whoever lays his card after that one takes both to have played.
    """
    wrong = state.alarm is not None and state.alarm.on_board
    if wrong or state.borne is None or not state.desk.all_wait(state.position, at):
        return False
    state.pressed = state.hurried = None
    return True


def _untouched(state: State) -> bool:
    """Whether every marble may stand as it did when the turn began, whatever else a stuck sensor sees."""
    asked = state.asked
    if asked is not None:  # about the play before, and nothing was moved since that card was laid
        card = state.next_card
        return asked.amends and card is not None and all(c.on or c.edge <= card for c in state.watch.log)
    laid = state.desk.laid
    first = -1.0 if laid is None else laid.t  # what was taken up before that card is in the hand still
    if all(not change.on and change.edge <= first for change in state.watch.log):
        return True
    made = 0.0 if state.past is None else set_down_at(state.past)
    since = 0 if laid is None else left_in(state.watch.log, laid.t)
    for seat in state.table.helping(state.position):
        start = start_mask(state.table.board, seat) & ~state.bad
        short = (state.watch.now & start).bit_count() < state.watch.most(start)
        if short and any(not c.on and start >> c.hole & 1 and c.edge > made for c in state.watch.log):
            return False
    off = state.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    own = holes_of(state.position, state.table.helping(state.position))
    up = off.missing & (state.watch.began | state.watch.placed) & (own | since)
    up &= ~_up_before(state)
    if any(up & play.must_see_empty for play in (state.any_card() if up else ())):
        return False
    if state.alike is not None and not state.alike[2] and state.alike[1] == len(state.watch.log):
        return False  # two plays are made alike, and will be asked about
    stories = state.stories.within(AS_GOOD)
    moved = all(state.followed_in(s).moved for s in stories)
    return surplus(state) > 0 or not moved or _mover_went_on(state)


def _up_before(state: State) -> int:
    """What was lifted last before the play before was begun: those of this seat do not move it now."""
    past = state.past
    if past is None:
        return 0
    log, own = past.watch.log, past.chosen.emptied & ~state.bad
    begun = min((c.edge for c in log if not c.on and own >> c.hole & 1), default=0.0)
    last = {c.hole: c for c in log}
    return mask_of(c.hole for c in last.values() if not c.on and c.edge < begun)


def _mover_went_on(state: State) -> bool:
    """Whether all stands in its place, and what was seen in this turn is rather of the play before."""
    if state.past is None or not state.agrees():
        return False
    both = state.past.stories(state.table, state.settings, state.bad)
    shows = both.likely[0].shows(colours(state.position), state.ring_and_lane)
    return shows and both.least < state.stories.least


def next_card(state: State, t: float, said: list[Verdict]) -> bool:
    """Take the card that was laid before its turn came; whether there was one."""
    if state.desk.laid is not None or state.over is not None or state.asked is not None:
        return False
    card = state.desk.waiting(state.seat)
    reading = state.desk.take_waiting(state.seat, t)
    said += _heard(state, t, reading, str(card), state.seat)
    return reading is Reading.LAID


def next_ok(state: State, t: float, said: list[Verdict]) -> bool:
    """Take the `ok` that was pressed before its turn came; whether there was one."""
    if state.ok_by is None or state.ok_by[0] != state.seat:
        return False
    if state.over is not None or state.asked is not None:
        return False
    pressed, own = state.ok_by[1], holes_of(state.position, state.table.may_move(state.position))
    if any(not c.on and c.edge > pressed and own >> c.hole & 1 for c in state.watch.log):
        state.ok_by = None  # he has played after all
    if state.ok_by is None or _has_moved(state):
        return False
    state.ok_by = None
    said += won_unseen(state, t) or unplayed(state, t)
    return True


def _heard(state: State, t: float, reading: Reading, card: str, at: Seat) -> list[Verdict]:
    match reading:
        case Reading.LAID | Reading.WITHDRAWN:
            _card_changed(state)
            return []
        case Reading.SECOND:
            laid = state.desk.laid
            first = "" if laid is None else str(laid.card)
            text = f"{seat_letter(at)} has laid the {first} already; a card laid is a card played."
            return [_card_fault(t, at, Code.CARD_ALREADY_LAID, text)]
        case Reading.TOO_SOON:
            if state.asked is not None and state.desk.all_wait(state.position, at):
                return []  # those before him have laid theirs, too, and the answer is waited for
            if state.desk.waiting(state.position.next_seat()) != state.pressed and made_unseen(state):
                return []  # they have played, as will be said in a moment
            if _pressed_anew(state, at):
                return []
            text = f"It is {seat_letter(state.seat)}'s turn, not {seat_letter(at)}'s; the {card} waits."
            return [_card_fault(t, at, Code.NOT_YOUR_TURN, text)]
        case Reading.TWICE:
            text = f"The {card} was played before and there is only one of it until the next shuffle."
            return [_card_fault(t, at, Code.CARD_SEEN_TWICE, text)]
        case Reading.UNKNOWN:
            text = f"The tag {card} is no card of this deck; lay another, or teach it the card."
            return [_card_fault(t, at, Code.CARD_UNKNOWN, text)]
        case Reading.NEXT | Reading.NOTHING:
            return []


def _card_fault(t: float, seat: int, code: Code, text: str) -> Illegal:
    return Illegal(t, seat, code.value, text)


def _card_changed(state: State) -> None:
    state.forget()
    state.pressed = state.desk.waiting(state.position.next_seat())
    state.borne = None
    state.helping = False
    if state.asked is not None and not state.asked.amends:
        state.asked = None  # it was about plays of the card that lay there before
    if state.alarm is not None and not state.alarm.on_board:
        state.alarm = None


def button(state: State, event: Button) -> list[Verdict]:
    """`ok` confirms a discard, `back` asks a takeback, `help` lights what the card allows."""
    match event.name:
        case "help":
            state.helping = True
            return []
        case "ok":
            after = _plays_next(state)
            if state.desk.mode == "none" and event.at == after:
                said = went_on(state, event.t)
                state.ok_by = after, event.t
                next_ok(state, event.t, said)
                return said
            if state.asked is not None and event.at == after:
                state.ok_by = after, event.t  # whichever play is meant
            mine = event.at in (None, state.seat)
            if not mine or state.over is not None or state.asked is not None:
                return []
            if not state.agrees() and next_seat_played(state):  # he had discarded before
                return discard(state, event.t, state.watch)
            if not _has_moved(state):
                won = won_unseen(state, event.t)
                said = won or unplayed(state, event.t)
                if state.agrees() and not won:
                    state.begin_anew()  # what was lifted before was no play of his
                return said
            if event.at == state.seat and state.alarm is None:
                state.ok_by = state.seat, event.t  # one on its way home may be all that is up
            return []
        case "back":
            return _back(state, event)


def _has_moved(state: State) -> bool:
    """Whether the board shows another position, or may: others may have a marble up."""
    if state.agrees():
        return False
    off = state.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    seats = state.table.helping(state.position)
    theirs = holes_of(state.position, seats)
    return bool(off.extra or off.missing & theirs or any(n > 0 or s in seats for s, n in off.start.items()))


def _plays_next(state: State) -> Seat:
    """Whose turn it is when what the board shows has been recorded."""
    changes = state.changing is not None or (state.asked is not None and state.asked.amends)
    changes = changes or (state.asked is None and carried_on(state) is not None)
    return state.seat if changes else state.position.next_seat()


def _back(state: State, event: Button) -> list[Verdict]:
    if not state.plays:
        return []
    went_on = state.desk.laid is not None
    discarded = isinstance(state.plays[-1].said, Discard)
    if state.mode == "referee" and (went_on or (state.past is None and not discarded)):
        text = "That play stands; a card laid is a card played. A referee can take it back."
        seat = state.seat if event.at is None else event.at
        return [Illegal(event.t, seat, Code.PLAY_STANDS.value, text)]
    said = take_back(state, event.t)
    state.mending = not state.agrees()
    return said
