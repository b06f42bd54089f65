"""Where the marbles are and whose turn it is: an immutable value with one text form, the position line.

A8,A12,h2/-/C3/- B      two players on four sides:  A8/./C9,h5/. C
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from engine.errors import NotationError
from engine.geometry import LANE, MOST_SIDES, Board, Hole, Seat, board, seat_letter

Marbles: TypeAlias = tuple[tuple[Hole, ...] | None, ...]
"""By side: the holes of that seat's marbles that are not in START, ascending; None where nobody sits."""


@dataclass(frozen=True, slots=True)
class Position:
    """The marbles of every seat, and the seat to play.

    Made by hand it is believed as it is; `faults` names what is wrong with it, `parse` refuses faults.
    """

    sides: int
    marbles: Marbles
    turn: Seat
    per_seat: int = 5

    @classmethod
    def parse(cls, line: str, per_seat: int = 5) -> Position:
        """From a position line, its holes in any order; NotationError names the first fault."""
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

    def line(self) -> str:
        """The position line."""
        there = board(self.sides)
        fields = "/".join(_text(there, holes) for holes in self.marbles)
        return f"{fields} {seat_letter(self.turn)}"

    def __str__(self) -> str:
        return self.line()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The taken seats, clockwise from `A`."""
        return tuple(seat for seat, holes in enumerate(self.marbles) if holes is not None)

    def start_count(self, seat: Seat) -> int:
        """How many of the seat's marbles are in START; 0 where nobody sits."""
        holes = self.marbles[seat]
        return 0 if holes is None else self.per_seat - len(holes)

    def colour_at(self, hole: Hole) -> Seat | None:
        """Whose marble is in that ring or lane hole."""
        for seat, holes in enumerate(self.marbles):
            if holes is not None and hole in holes:
                return seat
        return None

    def next_seat(self) -> Seat:
        """The next taken seat clockwise."""
        seat = (self.turn + 1) % self.sides
        while self.marbles[seat] is None:
            seat = (seat + 1) % self.sides
        return seat

    def faults(self) -> tuple[str, ...]:
        """Every reason why this position cannot be, as sentences; empty for a sound one."""
        return tuple(self._faults())

    def _faults(self) -> Iterator[str]:
        there = board(self.sides)
        if len(self.marbles) != self.sides:
            yield f"a board with {self.sides} sides has no position of {len(self.marbles)}"
            return
        if not 0 <= self.turn < self.sides or self.marbles[self.turn] is None:
            yield f"the seat to play is {seat_letter(self.turn)}, and nobody sits there"
        owner: dict[Hole, Seat] = {}
        for seat in self.seats:
            holes, letter = self.marbles[seat] or (), seat_letter(seat)
            if len(holes) > self.per_seat:
                yield f"seat {letter} has {len(holes)} marbles out of START, of {self.per_seat} in all"
            if list(holes) != sorted(holes):
                yield f"the holes of seat {letter} are not in order"
            for hole in holes:
                if not 0 <= hole < there.ring and hole not in there.lane(seat):
                    where = there.name(hole) if 0 <= hole < there.holes else str(hole)
                    yield f"a marble of seat {letter} cannot be in {where}"
                elif hole in owner:
                    both = f"{seat_letter(owner[hole])} and {letter}" if owner[hole] != seat else letter
                    yield f"two marbles, of {both}, in one hole, {there.name(hole)}"
                owner[hole] = seat


def _field(there: Board, seat: Seat, text: str) -> tuple[Hole, ...] | None:
    if text in (".", "-"):
        return None if text == "." else ()
    letter = seat_letter(seat)
    holes = []
    for name in text.split(","):
        hole = there.hole(letter + name if name.startswith("h") else name)
        if not there.is_ring(hole) and not name.startswith("h"):
            raise NotationError(
                f"in the field of side {letter} are ring holes and h1 to h{LANE}, not {name!r}"
            )
        holes.append(hole)
    return tuple(sorted(holes))


def _text(there: Board, holes: tuple[Hole, ...] | None) -> str:
    if holes is None:
        return "."
    return ",".join(there.names[h] if h < there.ring else there.names[h][1:] for h in holes) or "-"
