"""The marbles' holes and the seat to play: an immutable value with one text form, the position line.

A8,A12,h2/-/C3/- B two players on four sides: A8/./C9,h5/. C

A position has its marbles in two forms: as tuples of holes, for people and programs, and as one integer
(`engine.bits`), for finding moves. It is made from one form and computes the other on first use.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from engine.bits import Bits, Mask, all_colours, holes, mask_of
from engine.errors import NotationError
from engine.geometry import COME_OUT, IN_SPOT, LANE, MOST_SIDES, SIDE, Board, Hole, Seat, board, seat_letter

Marbles: TypeAlias = tuple[tuple[Hole, ...] | None, ...]
"""For each side, the holes of that seat's marbles outside START, ascending; None where nobody sits."""

_NO_BITS = -1
"""The bits of an impossible position: two marbles are in one hole, or one is outside the board."""
_new = object.__new__


class Position:
    """The marbles of every seat, and the seat to play.

    The constructor checks nothing: `faults` lists what is wrong. `parse` refuses a position with faults.
    """

    __slots__ = ("_bits", "_marbles", "_per_seat", "_seats", "_sides", "_turn")

    _bits: Bits | None
    _marbles: Marbles | None

    def __init__(self, sides: int, marbles: Marbles, turn: Seat, per_seat: int = 5) -> None:
        self._sides = sides
        self._seats = tuple([seat for seat, own in enumerate(marbles) if own is not None])
        self._marbles = marbles
        self._bits = None
        self._turn = turn
        self._per_seat = per_seat

    @classmethod
    def parse(cls, line: str, per_seat: int = 5) -> Position:
        """Parse a position line, holes in any order; NotationError names the first fault."""
        parts = line.split()
        if len(parts) != 2:
            raise NotationError(f"a position is the sides, a space and the seat to play, not {line!r}")
        fields = parts[0].split("/")
        if len(parts[1]) != 1 or not 0 <= ord(parts[1]) - 65 < MOST_SIDES:
            raise NotationError(f"the seat to play is one letter, not {parts[1]!r}")
        there = board(len(fields))
        marbles = tuple(_field(there, seat, text) for seat, text in enumerate(fields))
        position = cls(len(fields), marbles, ord(parts[1]) - 65, per_seat)
        for fault in position.faults():
            raise NotationError(fault)
        return position

    @property
    def sides(self) -> int:
        """The number of sides of the board."""
        return self._sides

    @property
    def turn(self) -> Seat:
        """The seat to play next."""
        return self._turn

    @property
    def per_seat(self) -> int:
        """The number of marbles of each seat, those in START included."""
        return self._per_seat

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The taken seats, clockwise from `A`."""
        return self._seats

    @property
    def marbles(self) -> Marbles:
        """For each side, the holes of the seat's marbles outside START; None where nobody sits."""
        marbles = self._marbles
        if marbles is None:
            bits, width, taken = self.bits, self._width, self._seats
            whole = (1 << width) - 1
            marbles = self._marbles = tuple(
                [
                    holes(bits >> width * seat & whole) if seat in taken else None
                    for seat in range(self._sides)
                ]
            )
        return marbles

    @property
    def bits(self) -> Bits:
        """The marbles of all seats as one integer; `_NO_BITS` if they are impossible (see `faults`)."""
        bits = self._bits
        if bits is None:
            bits = self._bits = _bits(self.marbles, self._width)
        return bits

    @property
    def occupied(self) -> Mask:
        """The mask of the ring and lane holes with a marble."""
        return all_colours(self.bits, self._width, self._sides)

    def mask(self, seat: Seat) -> Mask:
        """The mask of the ring and lane holes with a marble of `seat`."""
        width = self._width
        return self.bits >> width * seat & (1 << width) - 1

    @property
    def _width(self) -> int:
        return (SIDE + LANE) * self._sides

    def after(self, bits: Bits, turn: Seat) -> Position:
        """The position of the same seats with these marbles and with `turn` to play."""
        position: Position = _new(Position)
        position._sides = self._sides
        position._seats = self._seats
        position._marbles = None
        position._bits = bits
        position._turn = turn
        position._per_seat = self._per_seat
        return position

    def with_turn(self, turn: Seat) -> Position:
        """This position with `turn` as the seat to play."""
        position = self.after(self.bits, turn)
        position._marbles = self._marbles
        return position

    def with_marbles(self, marbles: Marbles) -> Position:
        """This position with its marbles replaced; the seat to play stays."""
        return Position(self._sides, marbles, self._turn, self._per_seat)

    def line(self) -> str:
        """This position as a position line."""
        sides = self._sides
        fields = "/".join([_text(sides, own) for own in self.marbles])
        return f"{fields} {seat_letter(self._turn)}"

    def __str__(self) -> str:
        return self.line()

    def __repr__(self) -> str:
        fields = f"sides={self._sides}, marbles={self.marbles}, turn={self._turn}, per_seat={self._per_seat}"
        return f"Position({fields})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.bits == other.bits
            and self._turn == other._turn
            and self._seats == other._seats
            and self._sides == other._sides
            and self._per_seat == other._per_seat
            and (self._bits != _NO_BITS or self._marbles == other._marbles)
        )

    def __hash__(self) -> int:
        return hash((self.bits, self._turn))

    def start_count(self, seat: Seat) -> int:
        """The number of the seat's marbles in START; 0 where nobody sits."""
        if self._marbles is None:
            return self._per_seat - self.mask(seat).bit_count() if seat in self._seats else 0
        own = self._marbles[seat]
        return 0 if own is None else self._per_seat - len(own)

    def colour_at(self, hole: Hole) -> Seat | None:
        """The owner of the marble in that ring or lane hole; None if the hole is empty."""
        for seat, own in enumerate(self.marbles):
            if own is not None and hole in own:
                return seat
        return None

    def next_seat(self) -> Seat:
        """The next taken seat clockwise."""
        return next((seat for seat in self._seats if seat > self._turn), self._seats[0])

    def faults(self) -> tuple[str, ...]:
        """Every reason why this position is impossible, as sentences; empty for a sound one."""
        return tuple(self._faults())

    def _faults(self) -> Iterator[str]:
        there = board(self._sides)
        if len(self.marbles) != self._sides:
            yield f"a position on {self._sides} sides has {self._sides} fields, not {len(self.marbles)}"
            return
        if not 0 <= self._turn < self._sides or self.marbles[self._turn] is None:
            yield f"the seat to play is {seat_letter(self._turn)}, and nobody sits there"
        owner: dict[Hole, Seat] = {}
        for seat in self._seats:
            own, letter = self.marbles[seat] or (), seat_letter(seat)
            if len(own) > self._per_seat:
                yield f"seat {letter} has {len(own)} marbles out of START, of {self._per_seat} in all"
            if list(own) != sorted(own):
                yield f"the holes of seat {letter} are not in order"
            for hole in own:
                if not 0 <= hole < there.ring and hole not in there.lane(seat):
                    where = there.name(hole) if 0 <= hole < there.holes else str(hole)
                    yield f"a marble of seat {letter} cannot be in {where}"
                elif hole in owner:
                    both = f"{seat_letter(owner[hole])} and {letter}" if owner[hole] != seat else letter
                    yield f"two marbles, of {both}, are in hole {there.name(hole)}"
                owner[hole] = seat


def _bits(marbles: Marbles, width: int) -> Bits:
    bits = 0
    for seat, own in enumerate(marbles):
        if own:
            if not all(0 <= hole < width for hole in own) or len(set(own)) < len(own):
                return _NO_BITS
            bits |= mask_of(own) << width * seat
    return bits


def _field(there: Board, seat: Seat, text: str) -> tuple[Hole, ...] | None:
    if text in (".", "-"):
        return None if text == "." else ()
    letter = seat_letter(seat)
    own = []
    for name in text.split(","):
        hole = there.hole(letter + name if name.startswith("h") else name)
        if not there.is_ring(hole) and not name.startswith("h"):
            raise NotationError(
                f"in the field of side {letter} are ring holes and h1 to h{LANE}, not {name!r}"
            )
        own.append(hole)
    return tuple(sorted(own))


@lru_cache(maxsize=1 << 12)
def _text(sides: int, own: tuple[Hole, ...] | None) -> str:
    if own is None:
        return "."
    there = board(sides)
    return ",".join(there.names[h] if h < there.ring else there.names[h][1:] for h in own) or "-"


_HEAD = {0: "0", IN_SPOT: "in", COME_OUT: "out"}


def board_text(position: Position) -> str:
    """The position as a drawing in letters, for a terminal or an e-mail.

    One line a side, under a line that numbers the holes; the last line names the seat to play.

        A   .  .  .  .  .  .  .  .  A  .  .  .  .  .  .  .  .  .    HOME - - - - A   START 3
    """
    there = board(position.sides)
    at = {hole: seat_letter(seat) for seat in position.seats for hole in position.marbles[seat] or ()}
    lines = ["   " + "".join(f"{_HEAD.get(hole, str(hole)):>4}" for hole in range(SIDE))]
    for side in range(position.sides):
        letter = seat_letter(side)
        ring = "".join(f"{at.get(SIDE * side + k, '.'):>4}" for k in range(SIDE))
        own = ""
        if position.marbles[side] is not None:
            home = " ".join(at.get(hole, "-") for hole in there.lane(side))
            own = f"   HOME {home}   START {position.start_count(side)}"
        lines.append(f"{letter}  {ring}{own}".rstrip())
    return "\n".join((*lines, f"{seat_letter(position.turn)} to play"))


def colours(position: Position) -> dict[Hole, Seat]:
    """The owner of the marble in each ring and lane hole."""
    return {hole: seat for seat, own in enumerate(position.marbles) if own is not None for hole in own}


def holes_when_set_up(position: Position, there: Board) -> frozenset[Hole]:
    """The occupied holes when the board is set up for `position`, START filled from s1."""
    full = set(colours(position))
    for seat in position.seats:
        full.update(there.start(seat)[: position.start_count(seat)])
    return frozenset(full)
