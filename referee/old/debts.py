"""Bumped marbles that have not arrived yet: what a play leaves owing, and what of it has been paid since."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from engine.geometry import Board, Hole, Seat
from engine.play import Play
from engine.position import Position
from referee.model.occupancy import start_mask
from referee.verdicts import Owed


@dataclass(frozen=True, slots=True)
class Debts:
    """Bumped marbles not yet where they belong: how many a seat to START, and in-spots waiting."""

    start: tuple[tuple[Seat, int], ...] = ()
    spots: tuple[tuple[Hole, Seat], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.start or self.spots)

    def due_in(self, holes: int) -> bool:
        """Whether a marble is due in one of these: that one may have filled it, not one that takes it."""
        return any(holes >> hole & 1 for hole, _ in self.spots)

    def after(self, board: Board, play: Play, colours: Mapping[Hole, Seat]) -> Debts:
        """These and those the play makes, by which marbles stand in those `colours`.

        An in-spot is owed while its own marble is due there.
        """
        if not self and not any(leg.pushes or leg.sent is not None for leg in play.legs):
            return self
        start = Counter(dict(self.start))
        spots = dict(self.spots)
        for leg in play.legs:
            for seat in leg.pushes:
                spots[board.in_spot(seat)] = seat
            if leg.sent is not None:
                start[leg.sent] += 1
        due = tuple(sorted((hole, seat) for hole, seat in spots.items() if colours.get(hole) == seat))
        return Debts(tuple(sorted(start.items())), due)

    def unpaid(self, board: Board, position: Position, *, full: int, arrived: int, bad: int) -> Debts:
        """What is owed still, these holes `full`, and marbles `arrived` in those in-spots."""
        spots = tuple((hole, seat) for hole, seat in self.spots if not arrived >> hole & 1)
        start = []
        for seat, count in self.start:
            mask = start_mask(board, seat)
            seen = (full & mask & ~bad).bit_count() + (mask & bad).bit_count()
            left = min(count, position.start_count(seat) - seen)
            if left > 0:
                start.append((seat, left))
        return Debts(tuple(start), spots)

    def owing(self, board: Board, taken: int) -> tuple[Owed, ...]:
        """The debts as the contract says them; of a START, the holes that are not `taken`."""
        owed = [Owed(seat, (hole,)) for hole, seat in self.spots]
        for seat, count in self.start:
            free = tuple(h for h in board.start(seat) if not taken >> h & 1)
            owed += [Owed(seat, free)] * count
        return tuple(owed)


NO_DEBTS = Debts()


def said_as(owing: tuple[Owed, ...], position: Position) -> Debts:
    """The debts that were said so, in that position."""
    start: Counter[Seat] = Counter()
    spots: list[tuple[Hole, Seat]] = []
    for owed in owing:
        if len(owed.to) == 1 and position.colour_at(owed.to[0]) == owed.marble:
            spots.append((owed.to[0], owed.marble))
        else:
            start[owed.marble] += 1
    return Debts(tuple(sorted(start.items())), tuple(spots))


def owed_before(play: Play, before: Debts, after: Debts) -> Debts:
    """What of `before` was owed when the play was made: who moved a marble from there had it there."""
    out, left = {leg.seat for leg in play.legs if leg.source is None}, dict(after.start)
    owed = ((seat, min(n, left.get(seat, 0)) if seat in out else n) for seat, n in before.start)
    sources = {leg.source for leg in play.legs}
    spots = tuple((hole, seat) for hole, seat in before.spots if hole not in sources)
    return Debts(tuple((seat, n) for seat, n in owed if n), spots)
