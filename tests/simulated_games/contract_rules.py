"""The rules of docs/formats.md for announcing plays, implemented independently of the referee to check it.

`borne_out` and `is_open` apply section 4 of docs/formats.md ("When a play is borne out", "When it is
announced") to the real movements of the marbles, without noise or bounces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.cards import Rank
from engine.geometry import Board, Hole, Seat
from engine.legal import Outcome, legal
from engine.play import Leg, Play
from engine.position import Position
from engine.referee.events import Edge
from engine.table import Table
from tests.simulated_games.people.carried_marbles import owners, way


@dataclass(frozen=True, slots=True)
class Seen:
    """A turn so far, as ideal sensors would show it.

    `empty`: holes that were empty at any time; `moments`: the empty holes at the turn's beginning and after
    each lift; `now`: the holes that are full now.
    """

    empty: frozenset[Hole]
    moments: tuple[frozenset[Hole], ...]
    now: frozenset[Hole]
    placed: frozenset[Hole] = frozenset()
    """Holes into which a marble was placed in this turn."""

    @classmethod
    def of(cls, began: Iterable[Hole], shifts: Iterable[Edge], holes: int) -> Seen:
        """The turn so far: it began with the holes `began` full, and the movements `shifts` followed."""
        occupied = set(began)
        empty = frozenset(range(holes)) - occupied
        moments, placed = [empty], set()
        for shift in shifts:
            if shift.on:
                occupied.add(shift.hole)
                placed.add(shift.hole)
            else:
                occupied.discard(shift.hole)
                empty |= {shift.hole}
                moments.append(frozenset(range(holes)) - occupied)
        return cls(empty, tuple(moments), frozenset(occupied), frozenset(placed))


@dataclass(frozen=True, slots=True)
class Debts:
    """Marbles in hands from earlier plays: how many belong into each START, and the others' in-spots."""

    start: Mapping[Seat, int]
    spots: frozenset[Hole]


def as_shown(
    began: frozenset[Hole], shifts: Iterable[Edge], failed: Mapping[Hole, tuple[float, bool]], since: float
) -> tuple[frozenset[Hole], list[Edge]]:
    """The holes shown as full at the turn's start, and the changes shown since.

    The turn began at `since`, with the holes `began` occupied. `failed` has each faulty hole's time of
    failure and the level that it shows.
    """
    full, shown = set(began), [s for s in shifts if s.hole not in failed or s.t < failed[s.hole][0]]
    for hole, (t, on) in failed.items():
        if t > since:
            shown.append(Edge(t, hole, on))
        elif on:
            full.add(hole)
        else:
            full.discard(hole)
    return frozenset(full), sorted(shown, key=lambda shift: shift.t)


def borne_out(
    table: Table,
    position: Position,
    ranks: Iterable[Rank],
    seen: Seen,
    debts: Debts,
    bad: frozenset[Hole] = frozenset(),
) -> list[Outcome]:
    """The plays that the board supports ("borne out") and that leave the fewest lifts unexplained.

    Sensors that are known to be `bad` are ignored.
    """
    before = owners(position)
    found: dict[Position, tuple[Outcome, frozenset[Hole]]] = {}
    for rank in ranks:
        for outcome in legal(table, position, rank):
            if outcome.position in found:
                continue
            after = owners(outcome.position)
            changed = frozenset(h for h, seat in before.items() if after.get(h) != seat) - bad
            if not changed <= seen.empty or not _agrees(table.board, outcome, after, seen.now, debts, bad):
                continue
            if _exchanged(outcome.play, seen, bad):
                found[outcome.position] = (outcome, changed)
    needs = [changed for _, changed in found.values()]
    return [outcome for outcome, changed in found.values() if not any(changed < more for more in needs)]


def _agrees(
    board: Board,
    outcome: Outcome,
    after: dict[Hole, Seat],
    now: frozenset[Hole],
    debts: Debts,
    bad: frozenset[Hole],
) -> bool:
    spots, sent = set(debts.spots), Counter(debts.start)
    for leg in outcome.play.legs:
        spots.update(board.in_spot(seat) for seat in leg.pushes)
        if leg.sent is not None:
            sent[leg.sent] += 1
    if any(h not in now for h in after if h not in spots | bad):
        return False
    if any(h not in after and not board.is_start(h) for h in now - bad):
        return False
    for seat in outcome.position.seats:
        most = outcome.position.start_count(seat)
        count = sum(h in now - bad for h in board.start(seat))
        unseen = sum(h in bad for h in board.start(seat))
        if not most - sent[seat] - unseen <= count <= most:
            return False
    return True


def _exchanged(play: Play, seen: Seen, bad: frozenset[Hole]) -> bool:
    pairs = [{leg.source, leg.target} - bad for leg in play.legs if leg.exchange]
    return all(any(pair <= moment for moment in seen.moments) for pair in pairs)


def is_open(
    table: Table, position: Position, ranks: Iterable[Rank], made: Outcome, seen: Seen, in_hand: int
) -> bool:
    """Whether another play of the card can still be completed after `made`.

    The other play may carry a placed marble on and use the `in_hand` marbles that may still be in hands, but
    lift no other marble.
    """
    for rank in ranks:
        for outcome in legal(table, position, rank):
            if outcome.position == made.position:
                continue
            if _leads_on(table.board, position, made.play.legs, outcome.play.legs, rank):
                return True
            if in_hand and _by_hand(table.board, outcome.position, seen, in_hand):
                return True
    return False


def _by_hand(board: Board, after: Position, seen: Seen, in_hand: int) -> bool:
    """Whether `after` can still be reached by marbles in hands and marbles that this turn has not placed."""
    there = frozenset(owners(after))
    now = frozenset(hole for hole in seen.now if not board.is_start(hole))
    to_lift, to_fill = now - there, there - now
    return not to_lift & seen.placed and len(to_fill) <= in_hand + len(to_lift)


def _leads_on(
    board: Board,
    position: Position,
    done: Sequence[Leg],
    other: Sequence[Leg],
    rank: Rank,
) -> bool:
    """Whether every marble placed by the legs `done` stays there or is carried on by the legs `other`."""
    free = list(other)
    for leg in done:
        seat = leg.seat if leg.source is None else position.colour_at(leg.source)
        match = next((each for each in free if _same_or_on(board, leg, each, seat, rank)), None)
        if match is None:
            return False
        free.remove(match)
    return True


def _same_or_on(board: Board, leg: Leg, other: Leg, seat: Seat | None, rank: Rank) -> bool:
    if leg.source != other.source or (leg.source is None and leg.seat != other.seat):
        return False
    if leg.exchange != other.exchange:
        # A capture becomes an exchange if the captured marble goes to the captor's old hole.
        return leg.target == other.target and not leg.exchange and bool(leg.sent is not None or leg.pushes)
    if leg.target == other.target:
        return True
    if leg.exchange or rank is Rank.JOKER or seat is None:
        return False
    return leg.target in way(board, seat, other)
