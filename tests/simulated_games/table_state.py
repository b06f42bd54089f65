"""The state of a simulated table: options, faulty sensors, starting position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Literal

from engine.cards import Card
from engine.dealing import State, deal, setup_for
from engine.geometry import Hole, Seat
from engine.position import Position
from engine.referee.machine import Referee
from engine.referee.settings import CardsMode, Mode
from engine.rules.rule_sets import Rules
from engine.table import Table
from jokerboard.host.errors import UsageError
from tests.simulated_games.card_readers import Readers
from tests.simulated_games.people.habits import Habits, between, shows
from tests.simulated_games.scorer import Scorer
from tests.simulated_games.sensors import Physics
from tests.simulated_games.tally import Tally
from tests.simulated_games.world import World


def middle_of_a_game(table: Table, rng: Random, turn: Seat) -> Position:
    """A random position in the middle of a game, with marbles all over the ring."""
    board = table.board
    free = list(range(board.ring))
    rng.shuffle(free)
    marbles: list[tuple[Hole, ...] | None] = []
    per_seat = table.rules.marbles_per_player
    for seat in range(table.sides):
        if seat not in table.seats:
            marbles.append(None)
            continue
        mine = [free.pop() for _ in range(rng.randint(0, per_seat))]
        lane = list(board.lane(seat))
        for i in range(len(mine)):
            if rng.random() < 0.2 and len(lane) > 1:
                mine[i] = lane.pop(rng.randrange(len(lane)))
        marbles.append(tuple(sorted(mine)))
    return Position(table.sides, tuple(marbles), turn, per_seat)


def late_in_a_game(table: Table, rng: Random, turn: Seat) -> Position:
    """A random position near the end: most marbles near or in HOME, some seats finished, no team finished."""
    board, per_seat = table.board, table.rules.marbles_per_player
    while True:
        marbles: list[tuple[Hole, ...] | None] = [None] * table.sides
        taken: set[Hole] = set()
        for seat in table.seats:
            lane = list(board.lane(seat))
            rng.shuffle(lane)
            mine = set(lane[: rng.choice((2, 3, 4, 4, 5))])
            while len(mine) < per_seat and rng.random() < 0.9:
                hole = (board.in_spot(seat) - rng.randint(0, 15)) % board.ring
                if hole not in taken:
                    taken.add(hole)
                    mine.add(hole)
            marbles[seat] = tuple(sorted(mine))
        position = Position(table.sides, tuple(marbles), turn, per_seat)
        if table.winner(position) is None:
            return position


FAULTS = ("stuck", "dead", "flicker")
"""Kinds of faults: `stuck` always shows a marble, `dead` never does, `flicker` is like a loose wire."""


def fails_at(rng: Random) -> float:
    """A random time for a sensor to fail: half of them in the first 20 s, the others up to 700 s."""
    return between(rng, 0.0, 20.0) if shows(rng, 0.5) else between(rng, 20.0, 700.0)


def fail(world: World, rng: Random, hole: Hole, kind: str) -> None:
    """Make the sensor of that hole faulty from now on."""
    if kind == "flicker":
        _rattle(world, rng, hole)
    else:
        world.sensors.fail(hole, kind == "stuck")


def _rattle(world: World, rng: Random, hole: Hole) -> None:
    """Schedule a burst of changes, then correct levels until the next burst."""
    t = world.t
    for _ in range(rng.randint(12, 40)):
        world.at(t, lambda: world.sensors.fail(hole, hole not in world.sensors.occupied))
        t += between(rng, 0.01, 0.07)
    world.at(t, lambda: world.sensors.heal(hole))
    world.at(t + between(rng, 3.0, 60.0), lambda: _rattle(world, rng, hole))


def faults_named(text: str) -> tuple[tuple[str, int], ...]:
    """Parse `none` or a list such as `stuck:1,dead:2`; raise UsageError for anything else."""
    if text == "none":
        return ()
    faults = []
    for part in text.split(","):
        kind, _, number = part.partition(":")
        if kind not in FAULTS or not number.isdigit() or not 0 < int(number) <= 20:
            known = ", ".join(FAULTS)
            raise UsageError(f"faults are none, or a list as stuck:1,dead:3 of {known}; not {text!r}")
        faults.append((kind, int(number)))
    return tuple(faults)


Deck = Literal["rich", "real"]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a simulation."""

    rules: Rules
    players: int = 4
    seed: str = "1"
    cards: CardsMode = "seat"
    mode: Mode = "play"
    habits: Habits = Habits()  # noqa: RUF009 (a frozen value)
    faults: tuple[tuple[str, int], ...] = ()
    referee: Callable[..., Referee] = Referee
    deck: Deck = "rich"
    """`rich`: people prefer captures, splits and exchanges; `real`: any held card is played."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A moment at which a trace can begin: a turn's start with every marble in its place."""

    t: float
    events: int
    turn: int
    position: Position
    occupied: frozenset[Hole]
    lying: tuple[tuple[Seat | None, Card], ...] = ()
    """Cards of earlier turns that still lie on their readers."""


Record = Callable[["TableState", str, str], None]
"""A function that takes the table, and the kind and the text of a failure."""


class TableState:
    """The state of one simulated table: options, cards, marbles, sensors, readers, referee and scorer."""

    def __init__(
        self, options: Options, table: Table, number: int, tally: Tally, record: Record | None = None
    ) -> None:
        self.options, self.table, self.tally = options, table, tally
        self.rng = rng = Random(f"{options.seed}:{number}")
        self.habits = options.habits
        self.chance = chance = Random(f"{options.seed}:{number}:younger habits")
        self.setup = setup_for(table, f"{options.seed}:{number}")
        self.state: State = deal(self.setup)
        begins = rng.choice((None, None, middle_of_a_game, middle_of_a_game, late_in_a_game))
        if begins is not None:
            self.state = self.state._replace(position=begins(table, rng, self.state.position.turn))
        position = self.state.position
        self.faulty = self._faulty(options.faults)
        self.scorer = Scorer(table, tally, options.cards, self.faulty)
        referee = options.referee(table, position, mode=options.mode, cards=options.cards)
        self.world = World(
            referee,
            table.board,
            position,
            rng,
            self.scorer.receive,
            bounces=shows(rng, self.habits.bounce),
            physics=Physics.of(self.habits, chance),
            chance=chance,
        )
        self.scorer.contract.world = self.world
        self.twins = bool(self.habits.twins) and shows(chance, self.habits.twins)
        """Whether no card shows which copy it is."""
        self.readers = Readers(self.world, options.cards, rng, self.habits, chance, numbered=not self.twins)
        self.scorer.record = lambda kind, text: None if record is None else record(self, kind, text)
        self.cuts = [Cut(0.0, 0, 0, position, frozenset(self.world.wood))]
        self.knows_hands = options.cards != "none" and shows(rng, 0.3)
        self.quick = False
        self.next_card: Card | None = None
        """The next seat's card if it was laid before its turn; else None."""
        for hole, kind in self.faulty.items():
            self.world.at(fails_at(rng), lambda h=hole, k=kind: fail(self.world, rng, h, k))  # type: ignore[misc]

    def _faulty(self, faults: tuple[tuple[str, int], ...]) -> dict[Hole, str]:
        holes = list(range(self.table.board.holes))
        self.rng.shuffle(holes)
        return {holes.pop(): kind for kind, count in faults for _ in range(count)}
