"""Find why carried marbles are not a play of a card, and choose the most helpful of several reasons.

The checks come in this order: whose marbles they are, what the card can do, then the path and the landing
(`engine.reasons`).
"""

from __future__ import annotations

from engine.cards import Rank
from engine.geometry import Seat, seat_letter
from engine.landing import land
from engine.position import Position
from engine.reasons import (
    backing_span,
    backs_home,
    from_,
    landing_fault,
    moved_back,
    movers_with,
    overshoots,
    spans,
    trip,
    walk_fault,
    whose,
)
from engine.rules.card_powers import Power
from engine.split_faults import half_a_split, part_fault, split_fault
from engine.table import Table
from engine.text import Text, a_card, capital, listed, number, rank_name, seat_text
from engine.violation import Carry, Code, Violation


def judge(table: Table, position: Position, rank: Rank, carries: tuple[Carry, ...], known: bool) -> Violation:
    """The most helpful reason why `carries` are no play of `rank`; `known`: the card has been read."""
    power = table.powers[rank]
    holes = tuple(carry.target for carry in carries)
    if table.winner(position):
        text = Text("The game is won: nothing more is played.", "wrong-game-won")
        return Violation(Code.UNEXPLAINED, text, holes, "RC-19")
    nonsense = _nonsense(table, position, carries)
    if nonsense:
        return Violation(Code.UNEXPLAINED, nonsense, holes, "RC-10")
    sent = next((carry for carry in carries if table.board.is_start(carry.target)), None)
    if sent is not None:
        return _into_start(table, position, rank, sent)
    if len(carries) == 2 and (carries[0].source, carries[0].target) == (carries[1].target, carries[1].source):
        return _exchange_fault(table, rank, carries, known)
    half = half_a_split(table, position, rank, carries[0]) if len(carries) == 1 and power.split else None
    refused = half or _foreign(table, position, power, carries) or _powerless(power, rank, carries, known)
    if refused:
        return refused
    if len(carries) == 2 and power.split:
        return split_fault(table, position, rank, power.split, carries)
    if rank is Rank.JOKER:
        return _joker_fault(table, position, carries[0])
    return _one_fault(table, position, rank, carries[0], known)


def _nonsense(table: Table, position: Position, carries: tuple[Carry, ...]) -> Text | None:
    """The reason why no play of any card could consist of these carries; None if one could."""
    left = {(c.seat, c.source): position.start_count(c.seat) if c.source is None else 1 for c in carries}
    for carry in carries:
        who, source = seat_text(carry.seat), from_(table, carry)
        if carry.source == carry.target:
            text = f"{whose(carry)} is in {source}, where it was."
            return Text(text, "wrong-where-it-was", who=who, hole=source)
        left[carry.seat, carry.source] -= 1
        here = carry.source is None or position.colour_at(carry.source) == carry.seat
        if not here or left[carry.seat, carry.source] < 0:
            text = f"There was no marble of {who} in {source} to move."
            return Text(text, "wrong-none-there", who=who, hole=source)
    return None


def _into_start(table: Table, position: Position, rank: Rank, carry: Carry) -> Violation:
    """The violation of putting a marble into a START, where no play carries a marble."""
    power, holes = table.powers[rank], (carry.target,)
    foreign = _foreign(table, position, power, (carry,))
    if foreign:
        return foreign
    english = f"{whose(carry)} from {from_(table, carry)} went to START, and nothing sends it there."
    text = Text(english, "wrong-into-start", who=seat_text(carry.seat), hole=from_(table, carry))
    if carry.source is None and not power.start and rank is not Rank.JOKER:
        return Violation(Code.CARD_CANNOT_START, text, holes, "RC-11")
    if carry.source is not None and carry.source >= table.board.ring:
        return Violation(Code.HOME_MARBLE_MOVED_BACK, text, holes, "RC-5")
    return Violation(Code.UNEXPLAINED, text, holes, "RC-10")


def _exchange_fault(table: Table, rank: Rank, carries: tuple[Carry, ...], known: bool) -> Violation:
    names = listed((table.board.name(carry.target) for carry in carries), "and")
    english = f"{capital(a_card(rank)) if known else 'This card'} does not exchange marbles."
    text = Text(english, "wrong-no-exchange", rank=rank_name(rank) if known else "this")
    if table.powers[rank].exchange or (rank is Rank.JOKER and table.rules.joker_true_swap):
        english = (
            f"{capital(a_card(rank))} exchanges your ring marble with one of another colour; not {names}."
        )
        text = Text(english, "wrong-exchange", rank=rank_name(rank), holes=names)
    return Violation(Code.WRONG_EXCHANGE, text, tuple(carry.target for carry in carries), "R-004-5")


def _foreign(table: Table, position: Position, power: Power, carries: tuple[Carry, ...]) -> Violation | None:
    """The violation if a carried marble may not be moved with this card by the player to move; else None."""
    movers = movers_with(table, position, power.split)
    if power.split and power.split.remainder:
        for carry in carries:
            movers += _after_finishing(table, position, carry)
    for carry in carries:
        if carry.seat not in movers:
            back = moved_back(table, carry) if carry.seat == position.turn else None
            if back is not None:
                # All marbles of the player to move are in HOME, so the player moves a partner's marbles.
                return back
            text = _moves_only(position.turn, movers, trip(table, carry))
            return Violation(Code.NOT_YOUR_MARBLE, text, (carry.target,), "RC-17")
    return None


def _moves_only(turn: Seat, movers: tuple[Seat, ...], way: Text) -> Text:
    """The sentence that the seat in turn may move only marbles of `movers`, so the move `way` is wrong."""
    player, letters = seat_letter(turn), " or ".join(map(seat_letter, movers))
    if letters == player:
        text = f"Seat {player} moves only their own marbles now, not {way}."
        return Text(text, "wrong-only-own", who=seat_text(turn), trip=way)
    if not movers:
        text = f"Seat {player} may move no marble now, so {way} is not allowed."
        return Text(text, "wrong-only-nobodys", who=seat_text(turn), trip=way)
    owners = listed(map(seat_text, movers), "or")
    text = f"Seat {player} moves only marbles of {letters} now, not {way}."
    return Text(text, "wrong-only-theirs", who=seat_text(turn), owners=owners, trip=way)


def _powerless(power: Power, rank: Rank, carries: tuple[Carry, ...], known: bool) -> Violation | None:
    """The violation if the card brings no marble out, or moves fewer marbles than were carried; else None."""
    holes, most = tuple(carry.target for carry in carries), 2 if power.split else 1
    if not power.start and rank is not Rank.JOKER and any(carry.source is None for carry in carries):
        english = f"{capital(a_card(rank))} brings no marble out of START."
        text = Text(english, "wrong-brings-none-out", rank=rank_name(rank))
        return Violation(Code.CARD_CANNOT_START, text, holes, "RC-11")
    if len(carries) > most:
        english = f"{capital(a_card(rank))} moves {number(most)} of your marbles, not {number(len(carries))}."
        text = Text(english, "wrong-too-many", rank=rank_name(rank), most=most, count=len(carries))
        if not known:
            english = f"No card moves these {number(len(carries))} marbles in this way."
            text = Text(english, "wrong-no-card-so-many", count=len(carries))
        return Violation(Code.WRONG_COUNT, text, holes, "RC-10")
    return None


def _after_finishing(table: Table, position: Position, carry: Carry) -> tuple[Seat, ...]:
    """The seats to which the rest of a split may go after `carry` has brought its seat's last marble home."""
    landed = land(table, position.bits, carry.seat, carry.source, carry.target)
    if landed and table.finished(landed[0], carry.seat):
        return table.helped(landed[0], position.turn)
    return ()


def _joker_fault(table: Table, position: Position, carry: Carry) -> Violation:
    who, name, ring = whose(carry), table.board.name(carry.target), table.board.ring
    if carry.source is not None and carry.source >= ring:
        source = from_(table, carry)
        english = f"A Joker moves no marble that is in HOME; {who} stays in {source}."
        text = Text(english, "wrong-joker-in-home", who=seat_text(carry.seat), hole=source)
        return Violation(Code.HOME_MARBLE_MOVED_BACK, text, (carry.target,), "RC-13")
    taken = any(carry.target in (own or ()) for own in position.marbles)
    if carry.target >= ring or not taken:
        english = f"A Joker goes onto a marble of another colour on the ring; there is none in {name}."
        text = Text(english, "wrong-joker-needs-marble", hole=name)
        return Violation(Code.JOKER_NEEDS_A_MARBLE, text, (carry.target,), "RC-13")
    fault = landing_fault(table, position, carry)
    source = from_(table, carry)
    english = f"A Joker exchanges the two marbles here; the other one belongs in {source}."
    text = Text(english, "wrong-joker-exchanges", hole=source)
    return fault or Violation(Code.WRONG_EXCHANGE, text, (carry.target,), "RC-13")


def _one_fault(table: Table, position: Position, rank: Rank, carry: Carry, known: bool) -> Violation:
    """The reason why one carry is not a play of an ordinary card that may move this marble."""
    power, holes = table.powers[rank], (carry.target,)
    if carry.source is None:
        return _start_fault(table, position, carry)
    back = moved_back(table, carry)
    if back:
        return back
    possible = spans(table, carry)
    for count in power.counts:
        if count in possible:
            fault = walk_fault(table, position, carry, count)
            english = f"{capital(a_card(rank))} must be split here between two marbles."
            text = Text(english, "wrong-must-split", rank=rank_name(rank))
            return fault or Violation(Code.SPLIT_INCOMPLETE, text, holes, "nine_mode")
    if power.split:
        part = part_fault(table, position, power.split, carry)
        if part:
            return part
    return _home_fault(table, rank, carry) or _count_fault(table, position, rank, carry, known)


def _start_fault(table: Table, position: Position, carry: Carry) -> Violation:
    come_out = table.come_outs[carry.seat]
    fault = landing_fault(table, position, carry) if carry.target == come_out else None
    name = table.board.name(come_out)
    english = f"{whose(carry)} leaves START to its come-out {name} and no farther."
    text = Text(english, "wrong-come-out-only", who=seat_text(carry.seat), hole=name)
    return fault or Violation(Code.WRONG_COUNT, text, (carry.target,), "RC-11")


def _home_fault(table: Table, rank: Rank, carry: Carry) -> Violation | None:
    """The violation if the marble entered its lane in a forbidden way; else None."""
    power, name = table.powers[rank], table.board.name(carry.target)
    backing = backing_span(table, carry)
    for count in power.counts:
        if backing is not None and count < 0 and backing <= -count:
            return backs_home(table, carry)
        if count > 0 and overshoots(table, carry, count):
            english = (
                f"{capital(a_card(rank))} is too much for HOME, so {whose(carry)} cannot stop in {name}."
            )
            values = {"rank": rank_name(rank), "who": seat_text(carry.seat), "hole": name}
            text = Text(english, "wrong-too-much-for-home", **values)
            return Violation(Code.OVERSHOOTS_HOME, text, (carry.target,), "RC-4")
    return None


def _count_fault(table: Table, position: Position, rank: Rank, carry: Carry, known: bool) -> Violation:
    """The violation of a walk in the wrong direction, or of the wrong number of holes."""
    power, possible = table.powers[rank], spans(table, carry)
    holes = (carry.target,)
    for count in power.counts:
        if -count in possible:
            way, other = ("forward", "backward") if count > 0 else ("backward", "forward")
            went = trip(table, carry)
            english = f"{capital(a_card(rank))} goes {way}; {went} is {other}."
            text = Text(english, f"wrong-way-{way}", rank=rank_name(rank), trip=went)
            return Violation(Code.WRONG_WAY, text, holes, "RC-12")
    taken = next((s for s, own in enumerate(position.marbles) if carry.target in (own or ())), carry.seat)
    if power.exchange and taken != carry.seat:
        name, target = table.board.name(carry.target), from_(table, carry)
        english = f"To exchange, {seat_letter(taken)}'s marble from {name} goes to {target}."
        text = Text(english, "wrong-exchange-other", who=seat_text(taken), source=name, target=target)
        return Violation(Code.WRONG_EXCHANGE, text, holes, "R-004-5")
    if not known:
        way_made = trip(table, carry)
        text = Text(f"No card brings {way_made}.", "wrong-no-card", trip=way_made)
        return Violation(Code.WRONG_COUNT, text, holes, "RC-10")
    if not possible:
        way_made = trip(table, carry)
        english = f"{way_made} went into HOME of another seat; a marble enters only its own."
        text = Text(english, "wrong-other-home", trip=way_made)
        return Violation(Code.WRONG_COUNT, text, holes, "RC-5")
    return Violation(Code.WRONG_COUNT, _miscounted(table, rank, power.counts, carry), holes, "RC-10")


def _miscounted(table: Table, rank: Rank, counts: tuple[int, ...], carry: Carry) -> Text:
    """The sentence with the counts of the card, and the number of holes that the marble went."""
    moves = listed((Text(number(abs(count)), "number", n=abs(count)) for count in counts), "or")
    # A marble may have gone either way round the ring; people mean the shorter way.
    went = min(spans(table, carry), key=abs)
    source, target = from_(table, carry), table.board.name(carry.target)
    way = f"{whose(carry)} went {number(abs(went))}{' back' * (went < 0)}, from {source} to {target}"
    english = f"{capital(a_card(rank))} moves {moves} holes{' backward' * (counts[0] < 0)}; {way}."
    values = {"rank": rank_name(rank), "moves": moves, "most": max(map(abs, counts)), "n": abs(went)}
    values |= {"way": "back" if counts[0] < 0 else "on", "went": "back" if went < 0 else "on"}
    values |= {"who": seat_text(carry.seat), "source": source, "target": target}
    return Text(english.replace("one holes", "one hole"), "wrong-count", **values)
