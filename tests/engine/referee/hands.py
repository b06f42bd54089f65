"""Hands for tests: they move marbles of a play as sensor edges; and positions from random games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from engine.cards import RANKS, Card, Rank
from engine.geometry import Hole, Seat, board
from engine.legal import Outcome, legal
from engine.position import Position, colours, holes_when_set_up
from engine.referee.events import CardRead, Edge, Event
from engine.referee.machine import Referee
from engine.referee.verdicts import Verdict
from engine.table import Table

V = TypeVar("V", bound=Verdict)


@dataclass(slots=True)
class Hands:
    """Simulated players at one table, who lift, place and lay cards, and feed the referee.

    `t` is the time, `full` the full holes, `verdicts` the referee's verdicts so far.
    """

    referee: Referee
    full: set[Hole]
    t: float = 0.0
    last_edge: float = 0.0
    verdicts: list[Verdict] = field(default_factory=list)

    @classmethod
    def of(cls, referee: Referee) -> Hands:
        """Hands at a board that shows the referee's position, at time 0."""
        position = referee.position
        return cls(referee, set(holes_when_set_up(position, board(position.sides))))

    def wait(self, seconds: float) -> None:
        self.t = round(self.t + seconds, 4)
        self.verdicts += self.referee.advance(self.t)

    def feed(self, event: Event) -> None:
        self.verdicts += self.referee.feed(event)

    def announced(self, kind: type[V]) -> list[V]:
        return [verdict for verdict in self.verdicts if isinstance(verdict, kind)]

    def lay(self, card: str, at: Seat | None) -> None:
        self.feed(CardRead(self.t, Card.parse(card), at))

    def lift(self, hole: Hole) -> None:
        self.full.remove(hole)
        self.last_edge = self.t
        self.feed(Edge(self.t, hole, False))

    def place(self, hole: Hole) -> None:
        assert hole not in self.full
        self.full.add(hole)
        self.last_edge = self.t
        self.feed(Edge(self.t, hole, True))

    def do(self, *steps: str, pause: float = 0.25) -> None:
        """Do each step after `pause` seconds: `A8-` lifts, `+A8` places, `A:7H` lays a card at A's reader."""
        hole = board(self.referee.position.sides).hole
        for step in steps:
            self.wait(pause)
            if ":" in step:
                self.lay(step[2:], "ABCDEFGH".index(step[0]))
            elif step.startswith("+"):
                self.place(hole(step[1:]))
            else:
                self.lift(hole(step.removesuffix("-")))

    def set_up(self, position: Position, table: Table, pause: float = 0.05) -> None:
        """Carry every misplaced marble to its hole in `position`."""
        wanted = holes_when_set_up(position, table.board)
        for hole in sorted(self.full - wanted):
            self.wait(pause)
            self.lift(hole)
        for hole in sorted(wanted - self.full):
            self.wait(pause)
            self.place(hole)


@dataclass(frozen=True, slots=True)
class Change:
    """The holes that a play empties and fills, by kind."""

    emptied: tuple[Hole, ...]
    recoloured: tuple[Hole, ...]
    filled: tuple[Hole, ...]
    out_of_start: tuple[Seat, ...]
    into_start: tuple[Seat, ...]


def change(before: Position, after: Position) -> Change:
    old, new = colours(before), colours(after)
    out, into = [], []
    for seat in before.seats:
        more = after.start_count(seat) - before.start_count(seat)
        out += [seat] * -more
        into += [seat] * more
    return Change(
        tuple(h for h in old if h not in new),
        tuple(h for h in old if h in new and old[h] != new[h]),
        tuple(h for h in new if h not in old),
        tuple(out),
        tuple(into),
    )


def do_plainly(hands: Hands, table: Table, before: Position, after: Position, pause: float = 0.15) -> None:
    """Make the play: lift every marble that it moves, then fill every hole, START holes last."""
    done = change(before, after)
    board = table.board
    for seat in done.out_of_start:
        hands.wait(pause)
        hands.lift(max(h for h in board.start(seat) if h in hands.full))
    for hole in done.emptied + done.recoloured:
        hands.wait(pause)
        hands.lift(hole)
    for hole in done.recoloured + done.filled:
        hands.wait(pause)
        hands.place(hole)
    for seat in done.into_start:
        hands.wait(pause)
        hands.place(min(h for h in board.start(seat) if h not in hands.full))


@dataclass(frozen=True, slots=True)
class Gesture:
    """One movement of a marble: lifted or placed."""

    lift: bool
    hole: Hole


def in_any_order(table: Table, before: Position, after: Position, rng: random.Random) -> list[Gesture]:
    """The lifts and placements of a play in a random order, with at most three marbles lifted at once.

    A hole is filled only after it was emptied, and by a marble that is lifted at that moment.
    """
    done, board, full = change(before, after), table.board, holes_when_set_up(before, table.board)
    old, new = colours(before), colours(after)
    lifts, places = list(done.emptied + done.recoloured), list(done.recoloured + done.filled)
    for seat in before.seats:
        holes = board.start(seat)
        lifts += rng.sample([h for h in holes if h in full], done.out_of_start.count(seat))
        places += rng.sample([h for h in holes if h not in full], done.into_start.count(seat))
    todo = [Gesture(True, hole) for hole in lifts] + [Gesture(False, hole) for hole in places]
    up: list[Seat] = []
    order: list[Gesture] = []
    while todo:
        ready = [
            gesture
            for gesture in todo
            if (gesture.lift and len(up) < 3)
            or (
                not gesture.lift
                and Gesture(True, gesture.hole) not in todo
                and new.get(gesture.hole, board.side(gesture.hole)) in up
            )
        ]
        gesture = rng.choice(ready or [g for g in todo if g.lift])
        todo.remove(gesture)
        order.append(gesture)
        if gesture.lift:
            up.append(old.get(gesture.hole, board.side(gesture.hole)))
        else:
            up.remove(new.get(gesture.hole, board.side(gesture.hole)))
    return order


def looks_alike(before: Position, one: Position, other: Position) -> bool:
    """Whether two results, made without mistakes, look alike to the sensors."""
    mine, theirs = change(before, one), change(before, other)
    same_board = set(colours(one)) == set(colours(other)) and all(
        one.start_count(seat) == other.start_count(seat) for seat in before.seats
    )
    seen = {*mine.emptied, *mine.recoloured}
    return same_board and {*theirs.emptied, *theirs.recoloured} == seen


def may_go_on(table: Table, before: Position, rank: Rank, result: Position) -> bool:
    """Whether people who have made `result` may still be on the way to another result of the card.

    This holds for an Ace that walked 1 (on the way to 11), a Joker and an exchange.
    All other cards have one count, or one count in total, so a marble that goes further must first go back.
    """
    if rank is Rank.JOKER or table.powers[rank].exchange:
        return True
    if rank is not Rank.ACE:
        return False
    mine = change(before, result)
    others = [outcome.position for outcome in legal(table, before, rank)]
    return any(other != result and set(mine.emptied) & set(change(before, other).emptied) for other in others)


def positions_of_play(table: Table, seed: int, count: int, every: int = 7) -> Iterator[Position]:
    """`count` positions of random games, one every `every` turns; a new game follows a finished one."""
    rng = random.Random(seed)
    position, turn = table.initial(), 0
    while count:
        plays = legal(table, position, rng.choice(RANKS))
        if plays:
            position = rng.choice(plays).position
        else:
            position = Position(position.sides, position.marbles, position.next_seat(), position.per_seat)
        turn += 1
        if table.winner(position) is not None:
            position = table.initial()
        elif turn % every == 0 and any(position.marbles[seat] for seat in position.seats):
            count -= 1
            yield position


def plays_of(table: Table, position: Position, ranks: tuple[Rank, ...] = RANKS) -> list[tuple[Rank, Outcome]]:
    return [(rank, outcome) for rank in ranks for outcome in legal(table, position, rank)]
