"""Explain why one marble's walk or landing breaks a rule, and choose one of several reasons.

Here the path is walked hole by hole, unlike in `engine.moves`: that is slower, but it finds the very hole
at which a play goes wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.geometry import LANE, Hole, Seat, seat_letter
from engine.landing import land
from engine.position import Position
from engine.rules.card_powers import Split
from engine.table import Table
from engine.text import Text, seat_text
from engine.violation import Carry, Code, Violation


def spans(table: Table, carry: Carry) -> tuple[int, ...]:
    """The counts that would bring the marble from its source to its target; backward counts are negative.

    The result is empty for a carry from or into START, into another seat's lane, or out of the seat's own.
    """
    ring, lane = table.board.ring, table.lanes[carry.seat]
    source, target = carry.source, carry.target
    if source is None:
        return ()
    if source < ring and target < ring:
        return (target - source) % ring, -((source - target) % ring)
    if not lane <= target < lane + LANE or (source >= ring and not lane <= source < target):
        return ()
    if source >= ring:
        return (target - source,)
    return (_to_branch(table, carry.seat, source) + target - lane + 1,)


def backing_span(table: Table, carry: Carry) -> int | None:
    """The number of holes that a ring marble walked backward into its lane; None for any other carry."""
    lane = table.lanes[carry.seat]
    if carry.source is None or carry.source >= table.board.ring or not lane <= carry.target < lane + LANE:
        return None
    behind = (carry.source - table.in_spots[carry.seat]) % table.board.ring
    return behind + carry.target - lane + 1


def overshoots(table: Table, carry: Carry, count: int) -> bool:
    """Whether the marble stopped in its lane although `count` would carry it beyond the lane."""
    lane = table.lanes[carry.seat]
    if carry.source is None or not lane <= carry.target < lane + LANE:
        return False
    at = carry.source - lane + 1
    if carry.source < table.board.ring:
        at = -_to_branch(table, carry.seat, carry.source)
    return at + count > LANE


def walk_fault(table: Table, position: Position, carry: Carry, count: int) -> Violation | None:
    """The violation if that marble walks `count` holes to its target; None if the walk is legal."""
    source = carry.source
    assert source is not None
    own = set(position.marbles[carry.seat] or ()) - {source}
    for hole in _path(table, carry, count):
        if hole in own:
            return _own_marble(table, carry, hole)
    if carry.target < table.board.ring and count > 0:
        fault = _branch_fault(table, position, carry, count)
        if fault:
            return fault
    return landing_fault(table, position, carry)


def landing_fault(table: Table, position: Position, carry: Carry) -> Violation | None:
    """The violation if that marble lands on its target; None if the landing is legal."""
    if carry.target in (position.marbles[carry.seat] or ()) and carry.source != carry.target:
        return _own_marble(table, carry, carry.target)
    if land(table, position.bits, carry.seat, carry.source, carry.target):
        return None
    name, who = table.board.name, whose(carry)
    victim = next(s for s in table.seats if s != carry.seat and carry.target in (position.marbles[s] or ()))
    if table.rules.start_hole_safe and carry.target == table.come_outs[victim]:
        english = f"{seat_letter(victim)}'s marble is safe on its own come-out {name(carry.target)}."
        text = Text(english, "wrong-come-out-safe", who=seat_text(victim), hole=name(carry.target))
        return Violation(Code.COME_OUT_SAFE, text, (carry.target,), "start_hole_safe")
    spot = _blocked_spot(table, position, carry, victim)
    letter = seat_letter(table.board.side(spot))
    values = {"who": seat_text(carry.seat), "spot": name(spot), "owner": seat_text(table.board.side(spot))}
    if spot == carry.target:
        english = (
            f"{who} may not stand on {name(spot)}: it is the in-spot to which {letter}'s marble would go."
        )
        text = Text(english, "wrong-stands-on-in-spot", **values)
        return Violation(Code.IN_SPOT_OCCUPIED, text, (spot,), "RC-7")
    english = (
        f"{who} may not land on partner {seat_letter(victim)} in {name(carry.target)}:"
        f" {letter}'s in-spot {name(spot)} is not free for {letter}'s marble."
    )
    values |= {"partner": seat_text(victim), "hole": name(carry.target)}
    text = Text(english, "wrong-in-spot-not-free", **values)
    return Violation(Code.IN_SPOT_OCCUPIED, text, (carry.target, spot), "RC-6")


def _own_marble(table: Table, carry: Carry, hole: Hole) -> Violation:
    who, name = whose(carry), table.board.name
    if hole == carry.target:
        english = f"{who} may not land on its own colour in {name(hole)}."
        text = Text(english, "wrong-lands-on-own", who=seat_text(carry.seat), hole=name(hole))
        return Violation(Code.LANDS_ON_OWN_MARBLE, text, (hole,), "RC-1")
    english = f"{who} may not pass its own colour in {name(hole)} on the way to {name(carry.target)}."
    values = {"who": seat_text(carry.seat), "hole": name(hole), "target": name(carry.target)}
    text = Text(english, "wrong-passes-own", **values)
    return Violation(Code.PASSES_OWN_MARBLE, text, (carry.target, hole), "RC-1")


def _branch_fault(table: Table, position: Position, carry: Carry, count: int) -> Violation | None:
    assert carry.source is not None
    lane, name = table.lanes[carry.seat], table.board.name
    into = lane + count - _to_branch(table, carry.seat, carry.source) - 1
    inside = Carry(carry.seat, carry.source, into)
    enters = lane <= into < lane + LANE and not set(_path(table, inside, count)) & (
        set(position.marbles[carry.seat] or ()) - {carry.source}
    )
    if _may_go_on(table, enters, into >= lane):
        return None
    who, in_spot, seat = whose(carry), name(table.in_spots[carry.seat]), seat_text(carry.seat)
    if enters:
        english = f"{who} must turn into its HOME at {in_spot}, where the count brings it to {name(into)}."
        text = Text(english, "wrong-must-turn-home", who=seat, spot=in_spot, hole=name(into))
        return Violation(Code.OVERSHOOTS_HOME, text, (carry.target,), "RC-3")
    english = f"{who} may not go past its in-spot {in_spot} with a count that does not fit its HOME."
    text = Text(english, "wrong-past-in-spot", who=seat, spot=in_spot)
    return Violation(Code.OVERSHOOTS_HOME, text, (carry.target,), "RC-4")


def _may_go_on(table: Table, enters: bool, crosses: bool) -> bool:
    """Whether the rules let a marble stay on the ring.

    `enters`: its count fits the lane; `crosses`: it passes its in-spot.
    """
    if enters:
        return table.rules.home_branch == "free"
    return not crosses or table.rules.home_overshoot == "go_round"


def _path(table: Table, carry: Carry, count: int) -> Iterator[Hole]:
    """The holes walked through and landed on, in order."""
    ring, lane, hole = table.board.ring, table.lanes[carry.seat], carry.source or 0
    for _ in range(abs(count)):
        if hole >= ring:
            hole += 1
        elif hole == table.in_spots[carry.seat] and carry.target >= ring:
            hole = lane
        else:
            hole = (hole + (1 if count > 0 else -1)) % ring
        yield hole


def _blocked_spot(table: Table, position: Position, carry: Carry, victim: Seat) -> Hole:
    """The blocked in-spot that ends the chain of pushes which begins with `victim`."""
    pushed, seen = victim, {carry.source, carry.target}
    while True:
        spot = table.in_spots[pushed]
        there = None if spot in seen else position.colour_at(spot)
        if there in (None, pushed) or table.rules.in_spot_chain == "illegal":
            return spot
        seen.add(spot)
        assert there is not None
        pushed = there


def _to_branch(table: Table, seat: Seat, hole: Hole) -> int:
    return (table.in_spots[seat] - hole) % table.board.ring


def whose(carry: Carry) -> str:
    """The carried marble, named by its owner: `A's marble`."""
    return f"{seat_letter(carry.seat)}'s marble"


def from_(table: Table, carry: Carry) -> str:
    """The name of the hole that the marble left; for START a text that names it."""
    return Text("START", "start") if carry.source is None else table.board.name(carry.source)


def trip(table: Table, carry: Carry) -> Text:
    """The carried marble with its source and target: `A's marble from A8 to A14`."""
    source, target = from_(table, carry), table.board.name(carry.target)
    text = f"{whose(carry)} from {source} to {target}"
    return Text(text, "trip", who=seat_text(carry.seat), source=source, target=target)


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
"""The codes of violations, the most helpful first.

If several apply, because the card or the order of the legs is not known, the first in this list is reported.
"""


def most_helpful(found: Iterable[Violation]) -> Violation:
    """The most helpful of several violations that all apply."""
    return min(found, key=lambda violation: _HELPFUL.index(violation.code))


def movers_with(table: Table, position: Position, split: Split | None) -> tuple[Seat, ...]:
    """The seats whose marbles the first or only leg may move."""
    movers = table.helping(position)
    if split and split.team:
        movers += table.team_of(position.turn)
    return tuple(dict.fromkeys(movers))


def moved_back(table: Table, carry: Carry) -> Violation | None:
    """The violation if a marble left HOME or went nearer to the ring; else None."""
    if carry.source is None or carry.source < table.board.ring or spans(table, carry):
        return None
    way = trip(table, carry)
    text = Text(f"A marble in HOME only goes further in; {way} does not.", "wrong-moved-back", trip=way)
    return Violation(Code.HOME_MARBLE_MOVED_BACK, text, (carry.target,), "RC-5")


def backs_home(table: Table, carry: Carry) -> Violation:
    """The violation of a marble that walked backward into a lane."""
    name = table.board.name(carry.target)
    english = f"Nobody backs into HOME: {whose(carry)} stays on the ring and does not go to {name}."
    text = Text(english, "wrong-backs-home", who=seat_text(carry.seat), hole=name)
    return Violation(Code.BACKS_INTO_HOME, text, (carry.target,), "RC-12")
