"""The reasons why carried marbles are no play of a card, and which of several to give.

First whose marbles they are, then what the card can do, then the path and the landing (`engine.reasons`).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import Rank
from engine.geometry import Seat, seat_letter
from engine.landing import land
from engine.moves import wordings
from engine.position import Position
from engine.reasons import (
    backing_span,
    from_,
    landing_fault,
    overshoots,
    spans,
    trip,
    walk_fault,
    whose,
)
from engine.rules.card_powers import Power, Split
from engine.table import Table
from engine.violation import Carry, Code, Violation
from engine.words import a_card, capital, number

_HELPFUL = (
    Code.NOT_YOUR_MARBLE,
    Code.HOME_MARBLE_MOVED_BACK,
    Code.PASSES_OWN_MARBLE,
    Code.LANDS_ON_OWN_MARBLE,
    Code.IN_SPOT_OCCUPIED,
    Code.COME_OUT_SAFE,
    Code.BACKS_INTO_HOME,
    Code.OVERSHOOTS_HOME,
    Code.WRONG_EXCHANGE,
    Code.SPLIT_INCOMPLETE,
    Code.WRONG_WAY,
    Code.WRONG_COUNT,
    Code.JOKER_NEEDS_A_MARBLE,
    Code.CARD_CANNOT_START,
    Code.UNEXPLAINED,
)
"""Of several true codes the first here is given, where no card or no order of legs is known."""


def most_helpful(found: Iterable[Violation]) -> Violation:
    """The one to give of several true ones."""
    return min(found, key=lambda violation: _HELPFUL.index(violation.code))


def judge(table: Table, position: Position, rank: Rank, carries: tuple[Carry, ...], known: bool) -> Violation:
    """The reason, for carries that are no play of that rank."""
    power = table.powers[rank]
    holes = tuple(carry.target for carry in carries)
    if table.winner(position):
        return Violation(Code.UNEXPLAINED, "The game is won: nothing more is played.", holes, "RC-19")
    nonsense = _nonsense(table, position, carries)
    if nonsense:
        return Violation(Code.UNEXPLAINED, nonsense, holes, "RC-10")
    sent = next((carry for carry in carries if table.board.is_start(carry.target)), None)
    if sent is not None:
        return _into_start(table, position, rank, sent)
    if len(carries) == 2 and (carries[0].source, carries[0].target) == (carries[1].target, carries[1].source):
        return _exchange_fault(table, rank, carries, known)
    half = _half_a_split(table, position, rank, carries[0]) if len(carries) == 1 and power.split else None
    refused = half or _foreign(table, position, power, carries) or _powerless(power, rank, carries, known)
    if refused:
        return refused
    if len(carries) == 2 and power.split:
        return _split_fault(table, position, rank, power.split, carries)
    if rank is Rank.JOKER:
        return _joker_fault(table, position, carries[0])
    return _one_fault(table, position, rank, carries[0], known)


def _nonsense(table: Table, position: Position, carries: tuple[Carry, ...]) -> str | None:
    """Carries that no play of any card could hold."""
    left = {(c.seat, c.source): position.start_count(c.seat) if c.source is None else 1 for c in carries}
    for carry in carries:
        if carry.source == carry.target:
            return f"{whose(carry)} is in {from_(table, carry)}, where it was."
        left[carry.seat, carry.source] -= 1
        here = carry.source is None or position.colour_at(carry.source) == carry.seat
        if not here or left[carry.seat, carry.source] < 0:
            return f"There was no marble of {seat_letter(carry.seat)} in {from_(table, carry)} to move."
    return None


def _into_start(table: Table, position: Position, rank: Rank, carry: Carry) -> Violation:
    """A marble that was put into a START, where no play brings one."""
    power, holes = table.powers[rank], (carry.target,)
    foreign = _foreign(table, position, power, (carry,))
    if foreign:
        return foreign
    text = f"{whose(carry)} from {from_(table, carry)} went to START, and nothing sends it there."
    if carry.source is None and not power.start and rank is not Rank.JOKER:
        return Violation(Code.CARD_CANNOT_START, text, holes, "RC-11")
    if carry.source is not None and carry.source >= table.board.ring:
        return Violation(Code.HOME_MARBLE_MOVED_BACK, text, holes, "RC-5")
    return Violation(Code.UNEXPLAINED, text, holes, "RC-10")


def _exchange_fault(table: Table, rank: Rank, carries: tuple[Carry, ...], known: bool) -> Violation:
    names = " and ".join(table.board.name(carry.target) for carry in carries)
    text = f"{capital(a_card(rank)) if known else 'This card'} does not exchange marbles."
    if table.powers[rank].exchange or (rank is Rank.JOKER and table.rules.joker_true_swap):
        text = f"{capital(a_card(rank))} exchanges your ring marble with one of another colour; not {names}."
    return Violation(Code.WRONG_EXCHANGE, text, tuple(carry.target for carry in carries), "R-004-5")


def _foreign(table: Table, position: Position, power: Power, carries: tuple[Carry, ...]) -> Violation | None:
    """A marble that the player to move may not move with this card at all."""
    movers = _movers(table, position, power.split)
    if power.split and power.split.remainder:
        for carry in carries:
            movers += _after_finishing(table, position, carry)
    for carry in carries:
        if carry.seat not in movers:
            back = _moved_back(table, carry) if carry.seat == position.turn else None
            if back is not None:
                return back  # the player's own marbles are all home
            player, theirs = seat_letter(position.turn), " or ".join(map(seat_letter, movers))
            text = f"Seat {player} moves only marbles of {theirs or 'nobody'} now, not {trip(table, carry)}."
            return Violation(Code.NOT_YOUR_MARBLE, text, (carry.target,), "RC-17")
    return None


def _powerless(power: Power, rank: Rank, carries: tuple[Carry, ...], known: bool) -> Violation | None:
    """A card that brings no marble out, or moves fewer marbles than these."""
    holes, most = tuple(carry.target for carry in carries), 2 if power.split else 1
    if not power.start and rank is not Rank.JOKER and any(carry.source is None for carry in carries):
        text = f"{capital(a_card(rank))} brings no marble out of START."
        return Violation(Code.CARD_CANNOT_START, text, holes, "RC-11")
    if len(carries) > most:
        text = f"{capital(a_card(rank))} moves {number(most)} of your marbles, not {number(len(carries))}."
        if not known:
            text = f"No card moves these {number(len(carries))} marbles so."
        return Violation(Code.WRONG_COUNT, text, holes, "RC-10")
    return None


def _movers(table: Table, position: Position, split: Split | None) -> tuple[Seat, ...]:
    """The seats whose marbles a first or only leg may move."""
    movers = table.helping(position)
    if split and split.team:
        movers += table.team_of(position.turn)
    return tuple(dict.fromkeys(movers))


def _after_finishing(table: Table, position: Position, carry: Carry) -> tuple[Seat, ...]:
    """The seats to which the rest of a split may go after that carry has brought its seat home."""
    landed = land(table, position.bits, carry.seat, carry.source, carry.target)
    if landed and table.finished(landed.bits, carry.seat):
        return table.helped(landed.bits, position.turn)
    return ()


def _split_fault(
    table: Table, position: Position, rank: Rank, split: Split, carries: tuple[Carry, ...]
) -> Violation:
    """Why two carries are not the two legs of a split."""
    holes = tuple(carry.target for carry in carries)
    for carry in carries:
        back = _moved_back(table, carry)
        if back:
            return back
    one, two = carries
    both = f"{trip(table, one)} and {trip(table, two)}"
    backed = _backed_in(table, split, one, two) or _backed_in(table, split, two, one)
    if backed:
        return backed
    sums = [(a, b) for a in spans(table, one) for b in spans(table, two)]
    right = [(a, b) for a, b in sums if abs(a) + abs(b) == split.total]
    if not right:
        text = f"The two parts of {a_card(rank)} make {number(split.total)}; {both} do not."
        return Violation(Code.WRONG_COUNT, text, holes, "RC-9")
    fitting = [(a, b) for a, b in right if _adds_up(split, a, b)]
    if not fitting:
        ways = "both forward" if len(split.ways) == 1 else "one forward and one backward"
        text = f"The two parts of {a_card(rank)} go {ways}; {both} do not."
        return Violation(Code.WRONG_WAY, text, holes, "RC-9")
    found: list[Violation] = []
    for a, b in fitting:
        found += _in_order(table, position, split, (one, a), (two, b))
        found += _in_order(table, position, split, (two, b), (one, a))
    text = f"{capital(both)} are not the two parts of {a_card(rank)}."
    return most_helpful([*found, Violation(Code.UNEXPLAINED, text, holes, "RC-9")])


def _backed_in(table: Table, split: Split, carry: Carry, other: Carry) -> Violation | None:
    """A leg of a split that went backward into its lane, where the other leg has the rest."""
    backing = backing_span(table, carry)
    rests = [abs(span) for span in spans(table, other)]
    if backing and split.total - backing in rests and any(-1 in way for way in split.ways):
        return _backs(table, carry)
    return None


def _backs(table: Table, carry: Carry) -> Violation:
    name = table.board.name(carry.target)
    text = f"Nobody backs into HOME: {whose(carry)} stays on the ring and does not go to {name}."
    return Violation(Code.BACKS_INTO_HOME, text, (carry.target,), "RC-12")


def _adds_up(split: Split, one: int, other: int) -> bool:
    ways = (1 if one > 0 else -1, 1 if other > 0 else -1)
    return abs(one) + abs(other) == split.total and ways in split.ways


def _in_order(
    table: Table, position: Position, split: Split, first: tuple[Carry, int], second: tuple[Carry, int]
) -> list[Violation]:
    """The first thing that is wrong with the legs in this order; nothing if another seat has to begin."""
    carry, count = first
    if carry.seat not in _movers(table, position, split):
        return []
    fault = walk_fault(table, position, carry, count)
    if fault is None:
        landed = land(table, position.bits, carry.seat, carry.source, carry.target)
        assert landed is not None
        fault = walk_fault(table, position.after(landed.bits, position.turn), *second)
    return [fault] if fault else []


def _joker_fault(table: Table, position: Position, carry: Carry) -> Violation:
    who, name, ring = whose(carry), table.board.name(carry.target), table.board.ring
    if carry.source is not None and carry.source >= ring:
        text = f"A Joker moves no marble that is in HOME; {who} stays in {from_(table, carry)}."
        return Violation(Code.HOME_MARBLE_MOVED_BACK, text, (carry.target,), "RC-13")
    taken = any(carry.target in (own or ()) for own in position.marbles)
    if carry.target >= ring or not taken:
        text = f"A Joker goes onto a marble of another colour on the ring; there is none in {name}."
        return Violation(Code.JOKER_NEEDS_A_MARBLE, text, (carry.target,), "RC-13")
    fault = landing_fault(table, position, carry)
    text = f"A Joker exchanges the two marbles here; the other one belongs in {from_(table, carry)}."
    return fault or Violation(Code.WRONG_EXCHANGE, text, (carry.target,), "RC-13")


def _moved_back(table: Table, carry: Carry) -> Violation | None:
    """A marble that was in HOME and went out, or nearer to the ring."""
    if carry.source is None or carry.source < table.board.ring or spans(table, carry):
        return None
    text = f"A marble in HOME only goes further in; {trip(table, carry)} does not."
    return Violation(Code.HOME_MARBLE_MOVED_BACK, text, (carry.target,), "RC-5")


def _one_fault(table: Table, position: Position, rank: Rank, carry: Carry, known: bool) -> Violation:
    """Why one carry is no play of an ordinary card that may move this marble."""
    power, holes = table.powers[rank], (carry.target,)
    if carry.source is None:
        return _start_fault(table, position, carry)
    back = _moved_back(table, carry)
    if back:
        return back
    possible = spans(table, carry)
    for count in power.counts:
        if count in possible:
            fault = walk_fault(table, position, carry, count)
            text = f"{capital(a_card(rank))} must be split here between two marbles."
            return fault or Violation(Code.SPLIT_INCOMPLETE, text, holes, "nine_mode")
    if power.split:
        part = _part_fault(table, position, power.split, carry)
        if part:
            return part
    return _home_fault(table, rank, carry) or _count_fault(table, position, rank, carry, known)


def _start_fault(table: Table, position: Position, carry: Carry) -> Violation:
    come_out = table.come_outs[carry.seat]
    fault = landing_fault(table, position, carry) if carry.target == come_out else None
    text = f"{whose(carry)} leaves START to its come-out {table.board.name(come_out)} and no farther."
    return fault or Violation(Code.WRONG_COUNT, text, (carry.target,), "RC-11")


def _part_fault(table: Table, position: Position, split: Split, carry: Carry) -> Violation | None:
    """The fault in the walk of a leg of a split that was done alone."""
    for part in (s for s in spans(table, carry) if 0 < abs(s) < split.total):
        if any(1 if part > 0 else -1 in way for way in split.ways):
            fault = walk_fault(table, position, carry, part)
            if fault:
                return fault
    return None


def _half_a_split(table: Table, position: Position, rank: Rank, carry: Carry) -> Violation | None:
    """One leg of a legal split, done alone; also the partner's, which comes second by the rules."""
    for _, legs in wordings(table, position, rank):
        if len(legs) != 2 or all(leg[:3] != (carry.seat, carry.source, carry.target) for leg in legs):
            continue
        split = table.powers[rank].split
        assert split is not None
        part = min(abs(span) for span in spans(table, carry) if 0 < abs(span) < split.total)
        rest = number(split.total - part)
        text = f"{trip(table, carry)} is a part of {a_card(rank)}; another marble moves the other {rest}."
        return Violation(Code.SPLIT_INCOMPLETE, text, (carry.target,), "RC-10")
    return None


def _home_fault(table: Table, rank: Rank, carry: Carry) -> Violation | None:
    """A marble that went into its lane as it may not."""
    power, name = table.powers[rank], table.board.name(carry.target)
    backing = backing_span(table, carry)
    for count in power.counts:
        if backing is not None and count < 0 and backing <= -count:
            return _backs(table, carry)
        if count > 0 and overshoots(table, carry, count):
            text = f"{capital(a_card(rank))} is too much for HOME, so {whose(carry)} cannot stop in {name}."
            return Violation(Code.OVERSHOOTS_HOME, text, (carry.target,), "RC-4")
    return None


def _count_fault(table: Table, position: Position, rank: Rank, carry: Carry, known: bool) -> Violation:
    """The wrong way, or the wrong number."""
    power, possible = table.powers[rank], spans(table, carry)
    holes = (carry.target,)
    for count in power.counts:
        if -count in possible:
            way, other = ("forward", "backward") if count > 0 else ("backward", "forward")
            text = f"{capital(a_card(rank))} goes {way}; {trip(table, carry)} is {other}."
            return Violation(Code.WRONG_WAY, text, holes, "RC-12")
    taken = next((s for s, own in enumerate(position.marbles) if carry.target in (own or ())), carry.seat)
    if power.exchange and taken != carry.seat:
        text = f"To exchange, {seat_letter(taken)}'s marble from {table.board.name(carry.target)} goes to"
        return Violation(Code.WRONG_EXCHANGE, f"{text} {from_(table, carry)}.", holes, "R-004-5")
    if not known:
        text = f"No card brings {trip(table, carry)}."
        return Violation(Code.WRONG_COUNT, text, holes, "RC-10")
    if not possible:
        text = f"{trip(table, carry)} went into HOME of another seat; a marble enters only its own."
        return Violation(Code.WRONG_COUNT, text, holes, "RC-5")
    moves = " or ".join(number(abs(count)) for count in power.counts)
    back = " backward" if power.counts[0] < 0 else ""
    text = f"{capital(a_card(rank))} moves {moves} holes{back}; {_went(table, carry)}."
    return Violation(Code.WRONG_COUNT, text.replace("one holes", "one hole"), holes, "RC-10")


def _went(table: Table, carry: Carry) -> str:
    count = min(spans(table, carry), key=abs)
    back = " back" if count < 0 else ""
    where = f"from {from_(table, carry)} to {table.board.name(carry.target)}"
    return f"{whose(carry)} went {number(abs(count))}{back}, {where}"


def order_fault(table: Table, position: Position, rank: Rank, carries: tuple[Carry, ...]) -> Violation:
    """The fault in two legs of a split that are legal in another order."""
    split = table.powers[rank].split
    first, second = carries
    found: list[Violation] = []
    for one in spans(table, first):
        for other in spans(table, second):
            if split and _adds_up(split, one, other):
                found += _in_order(table, position, split, (first, one), (second, other))
    holes = (first.target, second.target)
    return most_helpful(
        [*found, Violation(Code.UNEXPLAINED, "Written so, these legs are no play.", holes, "RC-9")]
    )
