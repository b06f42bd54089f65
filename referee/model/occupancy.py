"""What the sensors should see, given a position, and where they see otherwise.

Occupancy is a bit mask over the engine's hole numbers. The five START holes of a seat are
interchangeable, so there only the count matters. A marble that is owed (bumped, and not yet where it
belongs) makes its hole optional, and its seat's START count a range. Holes in `bad` (sensors known to
lie) are left out; which of a START's five it is, nobody can tell, so its count may be off by one either way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.geometry import Board, Hole, Seat
from engine.position import Position


def bits(mask: int) -> Iterator[Hole]:
    """The holes of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(holes: Iterable[Hole]) -> int:
    """The mask of some holes."""
    mask = 0
    for hole in holes:
        mask |= 1 << hole
    return mask


def holes_of(position: Position, seats: Iterable[Seat]) -> int:
    """The ring and lane holes in which marbles of these seats stand."""
    return mask_of(hole for seat in seats for hole in position.marbles[seat] or ())


def start_mask(board: Board, seat: Seat) -> int:
    """The mask of a seat's five START holes."""
    return 0b11111 << 23 * board.sides + 5 * seat


def starts_of(board: Board, seats: Iterable[Seat]) -> int:
    """The mask of the START holes of these seats."""
    return mask_of(hole for seat in seats for hole in board.start(seat))


def ring_and_lane(board: Board) -> int:
    """The mask of all holes that are not START."""
    return (1 << board.start(0)[0]) - 1


def colours(position: Position) -> dict[Hole, Seat]:
    """Whose marble stands in each ring and lane hole."""
    return {hole: seat for seat, holes in enumerate(position.marbles) if holes is not None for hole in holes}


def standing(position: Position, board: Board) -> frozenset[Hole]:
    """The occupied holes when the board is set up for `position`, START filled from s1."""
    holes = set(colours(position))
    for seat in position.seats:
        holes.update(board.start(seat)[: position.start_count(seat)])
    return frozenset(holes)


@dataclass(frozen=True, slots=True)
class Off:
    """Where the board disagrees: ring and lane holes as masks, START as a signed count a seat.

    `missing` should be full and are empty, `extra` should be empty and are full. `start[seat]` is how
    many marbles too many (above 0) or too few (below 0) stand in that START.
    """

    missing: int
    extra: int
    start: Mapping[Seat, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.missing or self.extra or self.start)

    @property
    def surplus(self) -> int:
        """Marbles on the board minus marbles there should be: below 0, so many are in a hand."""
        return self.extra.bit_count() - self.missing.bit_count() + sum(self.start.values())

    @property
    def holes_off(self) -> int:
        """How many holes are off."""
        return self.extra.bit_count() + self.missing.bit_count() + sum(map(abs, self.start.values()))


class Expectation:
    """What a position, with marbles owed, looks like to the sensors."""

    __slots__ = ("full", "optional", "starts")

    def __init__(self, full: int, optional: int, starts: tuple[tuple[Seat, int, int, int], ...]) -> None:
        self.full = full
        """Ring and lane holes that should be occupied, the optional ones included."""
        self.optional = optional
        """Of those, the ones that may still be empty, since their marble is owed."""
        self.starts = starts
        """(seat, START mask, fewest, most) for each seat."""

    @property
    def marbles(self) -> int:
        """How many marbles there are, the owed ones included."""
        return self.full.bit_count() + sum(most for _, _, _, most in self.starts)

    def off(self, occupied: int, bad: int, ring_and_lane: int) -> Off:
        """Where `occupied` disagrees; bad holes agree with everything."""
        wrong = (occupied ^ self.full) & ring_and_lane & ~bad
        missing = wrong & self.full & ~self.optional
        extra = wrong & ~self.full
        start = {}
        for seat, mask, fewest, most in self.starts:
            seen = (occupied & mask & ~bad).bit_count()
            unknown = (mask & bad).bit_count()
            if seen > most + unknown:
                start[seat] = seen - most - unknown
            elif seen + unknown < fewest:
                start[seat] = seen + unknown - fewest
        return Off(missing, extra, start)

    def agrees(self, occupied: int, bad: int, ring_and_lane: int) -> bool:
        """Whether nothing is off: the same answer as `not off(...)`, without building it."""
        wrong = (occupied ^ self.full) & ring_and_lane & ~bad
        if wrong & ~(self.optional & self.full):
            return False
        for _, mask, fewest, most in self.starts:
            seen = (occupied & mask & ~bad).bit_count()
            unknown = (mask & bad).bit_count()
            if seen > most + unknown or seen + unknown < fewest:
                return False
        return True


def expectation(
    position: Position, board: Board, owed_start: Mapping[Seat, int], optional: int
) -> Expectation:
    """The levels that sensors should show of `position` while so many marbles a seat are owed to START."""
    full, starts = 0, []
    for seat, holes in enumerate(position.marbles):
        if holes is not None:
            for hole in holes:
                full |= 1 << hole
            most = position.per_seat - len(holes)
            fewest = max(0, most - owed_start.get(seat, 0)) if owed_start else most
            starts.append((seat, start_mask(board, seat), fewest, most))
    return Expectation(full, optional & full, tuple(starts))
