"""How the marbles may have stood, and whose they are, when a watch began."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.geometry import Board, Hole, Seat
from engine.position import Position
from referee.model.occupancy import bits, colours, mask_of, ring_and_lane, start_mask
from referee.old.debts import Debts
from referee.old.story import Story, Up, bit_of
from referee.old.watch import Watch
from referee.policy.hands import Marble


def beginnings(board: Board, position: Position, watch: Watch, debts: Debts, bad: int) -> list[Story]:
    """As the marbles may have stood when the watch began: whose those are that stand out of place, who knows.

    The likeliest first, then one for each seat that misses marbles.
    """
    first = as_begun(board, position, watch, debts, bad)
    out_of_place = watch.began & ring_and_lane(board) & ~(bad | mask_of(colours(position)))
    if watch.belief is not None or not out_of_place:
        return [first]
    short = [seat for seat in position.seats if any(up.marble.seat == seat for up in first.hand)]
    others = [as_begun(board, position, watch, debts, bad, seat) for seat in short]
    return [first, *{story.colours: story for story in others if story.colours != first.colours}.values()]


def as_begun(
    board: Board, position: Position, watch: Watch, debts: Debts, bad: int, guess: Seat | None = None
) -> Story:
    """The marbles when the watch began: those out of place belong where one of their colour is missing.

    The first of which nobody knows whose it is belongs to the seat of a `guess`, if there is one. That may
    be a START where nobody has looked before: the one of the seat to play before all others. One too many in
    a START is missing elsewhere. Marbles that no good sensor sees are as those in a hand: nobody would see
    them leave. So are all of a START in which a sensor lies, since which of the five it is nobody can tell.
    """
    for side in position.seats:
        mask = start_mask(board, side)
        bad |= mask if mask & bad else 0
    places = colours(position)
    belief: Mapping[Hole, Seat] = places if watch.belief is None else watch.belief
    standing: dict[Hole, Marble] = {}
    astray: list[tuple[Hole, Seat | None]] = []
    for hole in bits(watch.began & ~bad):
        seat = belief.get(hole, board.side(hole) if board.is_start(hole) else None)
        if board.is_start(hole) and seat == board.side(hole):
            standing[hole] = Marble(seat, None)
        elif seat is not None and places.get(hole) == seat:
            standing[hole] = Marble(seat, hole)
        else:
            astray.append((hole, seat))
    missing = [h for h in places if h not in standing]
    unknown = next((i for i, (_, seat) in enumerate(astray) if seat is None), None)
    if unknown is not None:
        astray[unknown] = astray[unknown][0], guess
    for hole, seat in astray:
        like = [h for h in missing if seat is None or places[h] == seat]
        home = min(like, key=lambda h: abs(h - hole), default=None)
        if home is not None:
            missing.remove(home)
        owner = places[home] if seat is None and home is not None else seat
        if owner is None and watch.belief is None:
            owner = _short_of_one(position, standing, debts)
        if owner is not None:  # else there are more than all marbles: nobody knows what that hole sees
            standing[hole] = Marble(owner, home, owed=home is None and owner in dict(debts.start))
    for seat in position.seats:
        lying = [hole for hole in board.start(seat) if hole in standing and standing[hole].home is None]
        homes = [h for h in missing if places[h] == seat]
        for hole, home in zip(lying[position.start_count(seat) :], homes, strict=False):
            missing.remove(home)
            standing[hole] = Marble(seat, home)
    spots = dict(debts.spots)
    in_hand = [Marble(places[h], h, owed=h in spots) for h in missing]
    at_start = _at_start(standing)
    for seat in position.seats:
        owed = dict(debts.start).get(seat, 0)
        for i in range(position.start_count(seat) - at_start[seat]):
            in_hand.append(Marble(seat, None, owed=i < owed))
    hand = [Up(marble, None, float("-inf")) for marble in in_hand]
    return Story(standing, hand, sum(bit_of(board, hole, marble) for hole, marble in standing.items()))


def _short_of_one(position: Position, standing: Mapping[Hole, Marble], debts: Debts) -> Seat | None:
    """The seat whose START misses a marble that is not owed, the one to play before all others; or None."""
    at_start = _at_start(standing) + Counter(dict(debts.start))
    for seat in sorted(position.seats, key=lambda seat: seat != position.turn):
        if at_start[seat] < position.start_count(seat):
            return seat
    return None


def _at_start(standing: Mapping[Hole, Marble]) -> Counter[Seat]:
    """How many marbles of each seat belong in START, of those that stand somewhere."""
    return Counter([marble.seat for marble in standing.values() if marble.home is None])
