"""All that there is at one simulated table, which every part of a game acts on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from engine.cards import Card
from engine.dealing import State, deal, setup_for
from engine.geometry import Hole, Seat
from engine.position import Position
from engine.table import Table
from jokerboard.simulation.people.habits import shows
from jokerboard.simulation.scoring.scorer import Scorer
from jokerboard.simulation.scoring.tally import Tally
from jokerboard.simulation.world.card_readers import Readers
from jokerboard.simulation.world.faulty_sensors import fail, fails_at
from jokerboard.simulation.world.options import Options
from jokerboard.simulation.world.sensors import Physics
from jokerboard.simulation.world.starting_positions import late_in_a_game, middle_of_a_game
from jokerboard.simulation.world.world import World


@dataclass(frozen=True, slots=True)
class Cut:
    """A moment at which a trace can begin: a turn's start, every marble where it belongs, none in a hand."""

    t: float
    events: int
    turn: int
    position: Position
    occupied: frozenset[Hole]
    lying: tuple[tuple[Seat | None, Card], ...] = ()
    """Cards of turns before, still on their readers."""


Record = Callable[["TableState", str, str], None]
"""Called with the table, the kind and the text of something that went wrong."""


class TableState:
    """One table: options, cards, wood, sensors, readers, referee and scorer, before the first turn."""

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
            self.scorer.hear,
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
        """The next seat's card, if it was laid before its turn."""
        for hole, kind in self.faulty.items():
            self.world.at(fails_at(rng), lambda h=hole, k=kind: fail(self.world, rng, h, k))  # type: ignore[misc]

    def _faulty(self, faults: tuple[tuple[str, int], ...]) -> dict[Hole, str]:
        holes = list(range(self.table.board.holes))
        self.rng.shuffle(holes)
        return {holes.pop(): kind for kind, count in faults for _ in range(count)}
