"""Traces of whole games by people with other habits than the simulation's, and the true play of each turn.

This module does not import the referee. The gestures of a play are in random order, with one or two marbles
in hands, quickly or slowly, hole by hole or at once. A bumped marble may be kept for up to 25 seconds, also
during later turns.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.cards import RANKS, SUITS, Rank
from engine.geometry import Hole, Seat, seat_letter
from engine.legal import Outcome, legal
from engine.play import Leg
from engine.position import Position
from engine.table import Table
from tests.engine.referee.contract import Seen, borne_out_alone

Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Person:
    """One person's habits: ranges of seconds, and the probability of each habit."""

    pause: tuple[float, float]
    carry: tuple[float, float]
    keeps: tuple[float, float]
    two_hands: bool
    bounces: bool
    quick: bool
    walks: float
    adjusts: float
    brushes: float
    card: str

    @classmethod
    def drawn(cls, rng: random.Random) -> Person:
        """A person with random habits."""
        pace = rng.choice([((0.03, 0.2), (0.05, 0.2)), ((0.1, 0.8), (0.25, 0.9)), ((0.2, 0.9), (1.5, 4.5))])
        return cls(
            *pace,
            keeps=rng.choice([(0.2, 1.5), (4.0, 25.0)]),
            two_hands=rng.random() < 0.5,
            bounces=rng.random() < 0.5,
            quick=rng.random() < 0.3,
            walks=rng.choice([0.0, 0.9]),
            adjusts=rng.choice([0.0, 0.3]),
            brushes=rng.choice([0.0, 0.3]),
            card=rng.choice(["before", "before", "during", "after"]),
        )


class Gesture(NamedTuple):
    """A marble lifted out of a hole or placed in it; `bumped`: the play sends this marble away."""

    on: bool
    hole: Hole
    seat: Seat
    marble: int
    bumped: bool
    leg: int


class Truth(NamedTuple):
    """A true play, and the latest time at which it must be announced if the board stays untouched."""

    seat: Seat
    after: Position
    by: float


@dataclass(slots=True)
class Game:
    """A game of people: each call of `turn` adds to the lines of the trace and to `truth`."""

    table: Table
    position: Position
    rng: random.Random
    lines: list[Line] = field(default_factory=list)
    truths: list[Truth] = field(default_factory=list)
    t: float = 1.0
    _there: dict[Hole, Seat] = field(default_factory=dict)
    _kept: list[tuple[float, Hole, Seat]] = field(default_factory=list)
    _events: list[tuple[float, Hole, bool]] = field(default_factory=list)
    _people: dict[Seat, Person] = field(default_factory=dict)
    _jokers: int = 0

    def __post_init__(self) -> None:
        for seat in self.table.seats:
            self._people[seat] = Person.drawn(self.rng)
            start = self.table.board.start(seat)[: self.position.start_count(seat)]
            self._there.update(dict.fromkeys((*(self.position.marbles[seat] or ()), *start), seat))

    def turn(self) -> bool:
        """Play one turn; return False if docs/formats.md leaves the play open, or the game is over."""
        rng, person = self.rng, self._people[self.position.turn]
        choice = self._choice()
        if choice is None:
            return False
        rank, outcome = choice
        self.t += rng.uniform(0.02, 0.4) if person.quick else rng.uniform(0.8, 3.0)
        self._clear_the_way(outcome)
        owed = [(hole, seat) for _, hole, seat in self._kept]
        begun = dict(self._there)
        first = self.t
        self.t += rng.uniform(0.02, 0.6) if person.card == "before" else 0.0
        if not self._perform(outcome, person):
            return False
        last = max(t for t, _, _ in self._events)
        laid = {"before": first, "during": rng.uniform(first, self.t), "after": last + rng.uniform(0.02, 2.0)}
        self._lay(rank, laid[person.card])
        self.t = max(self.t, last, laid[person.card])
        events = self._write(person)
        seen = Seen(self.table, self.position, frozenset(begun), tuple(events), tuple(owed))
        if not borne_out_alone(seen, rank, outcome.marbles):
            return False
        last = max(t for t, _, _ in events)
        self.truths.append(Truth(self.position.turn, outcome.position, max(last, laid[person.card]) + 0.7))
        self.position = outcome.position
        return self.table.winner(self.position) is None

    def end(self) -> None:
        self.lines.sort(key=lambda line: line["t"])
        self.lines.append({"t": self.t + 3.0})

    def _choice(self) -> tuple[Rank, Outcome] | None:
        """A playable rank and one of its plays, preferably a play in which several marbles move."""
        for rank in self.rng.sample(RANKS, len(RANKS)):
            found = legal(self.table, self.position, rank)
            if found and (rank is not Rank.JOKER or self._jokers < 4):
                rare = [o for o in found if len(o.legs) > 1 or o.legs[0][3] or o.legs[0][5] is not None]
                return rank, self.rng.choice(rare or found)
        return None

    def _lay(self, rank: Rank, t: float) -> None:
        """Lay a card of that rank; the suit changes from round to round."""
        self._jokers += rank is Rank.JOKER
        suit = SUITS[len(self.truths) // len(self.table.seats) % 4]
        card = f"X#{self._jokers}" if rank is Rank.JOKER else f"{rank}{suit}"
        self.lines.append({"t": t, "card": card, "at": seat_letter(self.position.turn)})

    # Gestures of hands

    def _clear_the_way(self, outcome: Outcome) -> None:
        """Place the kept marbles whose hole, or whose seat's START, this play needs."""
        needs = {hole for leg in outcome.legs for hole in (leg[1], *self._way(leg), leg[2])}
        needs |= {self.table.in_spots[seat] for leg in outcome.legs for seat in leg[4]}
        for each in list(self._kept):
            _, hole, seat = each
            if hole in needs or any(leg[1] is None and leg[0] == seat for leg in outcome.legs):
                self._kept.remove(each)
                self._do(hole, seat)
                self.t += 0.2

    def _perform(self, outcome: Outcome, person: Person) -> bool:
        rng = self.rng
        gestures = list(self._gestures(outcome.legs))
        if not gestures:
            return False
        kept = {
            i
            for i, g in enumerate(gestures)
            if g.on and g.bumped and all(g.hole != later.hole for later in gestures[i + 1 :])
            if rng.random() < 0.5
        }
        for i in in_some_order(gestures, rng, 2 if person.two_hands else 1):
            g = gestures[i]
            if i in kept:
                continue
            self.t += rng.uniform(*person.pause)
            if not g.on:
                self._do(g.hole)
                continue
            self.t += rng.uniform(*person.carry) if not g.bumped else 0.0
            if not g.bumped and rng.random() < person.walks:
                self._walk(outcome.legs[g.leg], g.seat)
            self._do(g.hole, g.seat)
            if not g.bumped and rng.random() < person.adjusts:
                self.t += rng.uniform(0.06, 0.8)
                self._do(g.hole)
                self.t += rng.uniform(0.03, 0.6)
                self._do(g.hole, g.seat)
            if rng.random() < person.brushes:
                self._brush(g.hole)
        self._kept += [
            (self.t + rng.uniform(*person.keeps), gestures[i].hole, gestures[i].seat) for i in kept
        ]
        return True

    def _gestures(self, legs: tuple[Leg, ...]) -> Iterator[Gesture]:
        """The gestures that make the play, in one possible order, without marbles that are still in hands."""
        there, ids, board = dict(self._there), {h: i for i, h in enumerate(self._there)}, self.table.board
        taken = {hole for _, hole, _ in self._kept}
        done: list[Gesture] = []

        def lift(hole: Hole, bumped: bool, leg: int) -> tuple[Seat, int]:
            seat, marble = there.pop(hole), ids.pop(hole)
            done.append(Gesture(False, hole, seat, marble, bumped, leg))
            return seat, marble

        def place(hole: Hole, who: tuple[Seat, int], bumped: bool, leg: int) -> None:
            there[hole], ids[hole] = who
            done.append(Gesture(True, hole, *who, bumped, leg))

        for i, (seat, source, target, exchange, pushes, _) in enumerate(legs):
            full = [hole for hole in board.start(seat or 0) if there.get(hole) == seat]
            if source is None and not full:
                return
            mover = lift(self.rng.choice(full) if source is None else source, False, i)
            other = lift(target, not exchange, i) if target in there else None
            place(target, mover, False, i)
            if exchange and other is not None and source is not None:
                place(source, other, False, i)
                continue
            for pushed in pushes:
                spot = self.table.in_spots[pushed]
                if other is None or there.get(spot) == pushed:
                    break
                beyond = lift(spot, True, i) if spot in there else None
                place(spot, other, True, i)
                other = beyond
            if other is not None:
                free = [hole for hole in board.start(other[0]) if hole not in there and hole not in taken]
                place(self.rng.choice(free), other, True, i)
        yield from done

    def _walk(self, leg: Leg, seat: Seat) -> None:
        for hole in self._way(leg):
            if hole not in self._there:
                self._do(hole, seat)
                self.t += self.rng.uniform(0.04, 0.6)
                self._do(hole)
                self.t += self.rng.uniform(0.03, 0.4)

    def _way(self, leg: Leg) -> list[Hole]:
        """The ring holes between the source and the target of a forward leg."""
        _, source, target, exchange, *_ = leg
        ring = self.table.ring
        if source is None or exchange or source >= ring or target >= ring:
            return []
        steps = (target - source) % ring
        return [(source + i) % ring for i in range(1, steps)] if steps <= 11 else []

    def _brush(self, beside: Hole) -> None:
        """Empty a full hole for a moment, as a sleeve does."""
        ring, touched = self.table.ring, {hole for _, hole, _ in self._events}
        near = [h for h in self._there if h < ring and h not in touched and 0 < (h - beside) % ring < 4]
        if beside < ring and near:
            hole, begin = self.rng.choice(near), self.t + self.rng.uniform(0.0, 0.2)
            self._events += [(begin, hole, False), (begin + self.rng.uniform(0.03, 0.25), hole, True)]

    def _do(self, hole: Hole, seat: Seat | None = None) -> None:
        """Place a marble of `seat` in the hole; without a seat, lift the marble there."""
        self._events.append((self.t, hole, seat is not None))
        if seat is None:
            del self._there[hole]
        else:
            assert hole not in self._there
            self._there[hole] = seat

    def _write(self, person: Person) -> list[tuple[float, Hole, bool]]:
        """The turn's gestures as edges (t, hole, full), some with bounces, and placements of kept marbles."""
        due = [each for each in self._kept if each[0] <= self.t]
        for each in due:
            t, hole, seat = each
            self._kept.remove(each)
            self._events.append((t, hole, True))
            self._there[hole] = seat
        events = sorted(self._events)
        for t, hole, on in events:
            levels = [on, not on, on, not on, on] if person.bounces else [on]
            for i, level in enumerate(levels):
                when = round(t + 0.002 * i, 6)
                self.lines.append({"t": when, "hole": self.table.board.name(hole), "on": level})
        self._events = []
        self.t += 0.01
        return [(t + (0.008 if person.bounces else 0.0), hole, on) for t, hole, on in events]


def in_some_order(gestures: list[Gesture], rng: random.Random, hands: int) -> list[int]:
    """An order of the gestures with the same result and up to `hands` marbles of the mover lifted at once."""
    exchange = sum(not g.bumped and not g.on for g in gestures) > sum(1 for _ in {g.leg for g in gestures})
    before = [
        {
            i
            for i, g in enumerate(gestures[:j])
            if g.hole == later.hole or g.marble == later.marble or (exchange and later.on and not g.on)
        }
        for j, later in enumerate(gestures)
    ]
    order: list[int] = []
    up: set[int] = set()
    while len(order) < len(gestures):
        ready = [j for j in range(len(gestures)) if j not in order and before[j] <= set(order)]
        fits = [j for j in ready if gestures[j].on or gestures[j].bumped or exchange or len(up) < hands]
        if not fits:
            return list(range(len(gestures)))
        j = rng.choice(fits)
        order.append(j)
        if not gestures[j].bumped:
            (up.discard if gestures[j].on else up.add)(gestures[j].marble)
    return order
