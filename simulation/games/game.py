"""One game: people with habits at a table, turn after turn, until it is won or something goes wrong.

Each turn's true result is settled before the first marble moves; then hands make it, and the scorer holds
what is said against it. People wait for the lights or answer quickly; they see verdicts, never the
referee's mind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Literal

from engine.cards import Card
from engine.dealing import State, deal, setup_for
from engine.game import begin, options, step
from engine.geometry import Hole, Seat
from engine.legal import legal
from engine.play import Leg, Play
from engine.position import Position
from engine.rules import Rules
from engine.table import Table
from referee.events import Dealt, Reshuffled
from referee.machine import Referee
from simulation.games import disturbances, illegal_turns, playing, settling
from simulation.games.card_readers import Readers
from simulation.games.faulty_sensors import fail, fails_at
from simulation.games.referees import MakesJudge
from simulation.games.scorer import Scorer
from simulation.games.sensors import Physics
from simulation.games.shadow import Comparison
from simulation.games.starting_positions import late_in_a_game, middle_of_a_game
from simulation.games.tally import Tally
from simulation.games.true_turns import Turn, debts_of
from simulation.games.world import World
from simulation.people.habits import Habits, between, shows
from simulation.people.motions import Lift, Nudge, Place

Cards = Literal["seat", "table", "none"]
Mode = Literal["play", "referee", "training"]
Deck = Literal["rich", "real"]


@dataclass(frozen=True, slots=True)
class Options:
    """What is simulated."""

    rules: Rules
    players: int = 4
    seed: str = "1"
    cards: Cards = "seat"
    mode: Mode = "play"
    habits: Habits = Habits()  # noqa: RUF009 (a frozen value)
    faults: tuple[tuple[str, int], ...] = ()
    referee: MakesJudge = Referee
    deck: Deck = "rich"
    """`rich`: captures, splits and exchanges are chosen more often; `real`: each card as often as held."""
    shadow: MakesJudge | None = None
    """A second referee that is told the same and compared, but that people do not hear."""


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


Record = Callable[["Game", str, str], None]
"""Called with the game, the kind and the text of something that went wrong."""


class Game:
    """One game, from the deal or from the middle, at a table with its own referee."""

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
        self.lying = lying = self._lying(options.faults)
        self.scorer = Scorer(table, tally, options.cards, lying)
        referee = options.referee(table, position, mode=options.mode, cards=options.cards)
        self.comparison = None if options.shadow is None else Comparison(options.shadow)
        self.world = World(
            referee if self.comparison is None else self.comparison.attach(self, referee, position),
            table.board,
            position,
            rng,
            self.scorer.hear,
            bounces=shows(rng, self.habits.bounce),
            physics=Physics.of(self.habits, chance),
            chance=chance,
        )
        self.scorer.letter.world = self.world
        self.twins = bool(self.habits.twins) and shows(chance, self.habits.twins)
        """Whether no card shows which copy it is."""
        self.readers = Readers(self.world, options.cards, rng, self.habits, chance, numbered=not self.twins)
        self.scorer.record = lambda kind, text: None if record is None else record(self, kind, text)
        self.cuts = [Cut(0.0, 0, 0, position, frozenset(self.world.wood))]
        self.knows_hands = options.cards != "none" and shows(rng, 0.3)
        self.quick = False
        self.next_card: Card | None = None
        """The next seat's card, if it was laid before its turn."""
        for hole, kind in lying.items():
            self.world.at(fails_at(rng), lambda h=hole, k=kind: fail(self.world, rng, h, k))  # type: ignore[misc]

    def _lying(self, faults: tuple[tuple[str, int], ...]) -> dict[Hole, str]:
        holes = list(range(self.table.board.holes))
        self.rng.shuffle(holes)
        return {holes.pop(): kind for kind, count in faults for _ in range(count)}

    # Turns.

    def play(self, turns: int) -> int:
        """So many turns at most, or to the end; how many there were. Discrepancy ends it early."""
        if self.knows_hands:
            self._deal_seen(dict.fromkeys(self.table.seats, ()))
        for played in range(turns):
            if self.state.over:
                self._see_the_end()
                return played
            self._turn()
            self.tally.turns += 1
        self._check(self.scorer.turns[-1], 3.0)
        return turns

    def _see_the_end(self) -> None:
        if not self.scorer.over:
            self.tally.missed += 1
            raise self.scorer.discrepancy(
                "no end", f"the game is won, and nothing said by {self.world.t:.3f}"
            )

    def _turn(self) -> None:
        before = self.state
        chosen = self._choose()
        turn = self._begin(chosen)
        if chosen.legs:
            tries = shows(self.rng, self.habits.illegal)
            if not (tries and illegal_turns.slip(self, turn)):
                playing.make(self, turn)
        else:
            playing.discard(self, turn)
        self._finish(turn, before)

    def _choose(self) -> Play:
        """What the seat to move does; a card that lies there already is what it plays."""
        found = [a for a in options(begin(self.setup, self.state)) if isinstance(a, Play)]
        if self.next_card is not None:
            mine = [a for a in found if a.card == self.next_card]
            if not mine:
                self.readers.take_off(self.state.position.turn)
                self.next_card = None
            found = mine or found
        plays = [a for a in found if a.legs]
        if not plays or (len(plays) < len(found) and shows(self.rng, 0.1)):
            discards = [a for a in found if not a.legs]
            return self.rng.choice([a for a in discards if not self._is_twin(a.card)] or discards)
        twins = [p for p in plays if self._is_twin(p.card)]
        if twins:
            return self.chance.choice(twins)
        if self.options.deck == "real":
            card = self.rng.choice(sorted({p.card for p in plays}, key=str))
            return self.rng.choice([p for p in plays if p.card == card])
        rich = [p for p in plays if len(p.legs) > 1 or any(_eventful(leg) for leg in p.legs)]
        return self.rng.choice(rich if rich and shows(self.rng, 0.4) else plays)

    def _is_twin(self, card: Card) -> bool:
        """Whether the reader cannot tell the card from the one that lies there, or was played last there."""
        if not self.twins or self.options.cards == "none":
            return False
        before = [turn.play.card for turn in self.scorer.turns if self._same_reader(turn)][-1:]
        return self.readers.tag(card) in [self.readers.tag(each) for each in before]

    def _same_reader(self, turn: Turn) -> bool:
        return self.options.cards == "table" or turn.seat == self.state.position.turn

    def _begin(self, play: Play) -> Turn:
        position, world = self.state.position, self.world
        if world.idle and world.t > world.last_edge + 0.05 and self.next_card is None:
            wood, lying = world.sensors.occupied, tuple(self.readers.shown.items())
            self.cuts.append(Cut(world.t, len(world.events), len(self.scorer.turns), position, wood, lying))
            if self.comparison is not None and all(turn.counted for turn in self.scorer.turns):
                self.comparison.quiet()
        final = (
            next(o.position for o in legal(self.table, position, play.card.rank) if o.play.legs == play.legs)
            if play.legs
            else position.with_turn(position.next_seat())
        )
        turn = Turn(
            number=len(self.scorer.turns),
            seat=position.turn,
            position=position,
            play=play,
            final=final,
            began=frozenset(self.world.wood),
            shifts_from=len(self.world.shifts),
            since=self.world.t,
            debts=debts_of(self.world),
        )
        self.scorer.turns.append(turn)
        if self.next_card is not None:
            turn.card_t, self.next_card = self.world.t, None
        return turn

    def _finish(self, turn: Turn, before: State) -> None:
        """The hand is made up, the piles shuffled, people go on at once or after a while."""
        self.state = step(self.setup, before, turn.play)
        self._check_before(turn)
        waits = bool(self.lying) or self.state.shuffles != before.shuffles
        self.quick = shows(self.rng, self.habits.reply) and not waits
        if not self.quick or self.state.over:
            self._check(turn, 3.0)
            self._between(turn)
        if self.options.cards != "none" and turn.card_t is not None:
            self.readers.played.append(turn.play.card)
        if self.state.shuffles != before.shuffles:
            self.readers.played.clear()
            self.readers.clear(but=self.next_card)
            self.world.feed(Reshuffled(self.world.t))
        if self.knows_hands:
            self._deal_seen({seat: before.hands[seat] for seat in self.table.seats}, turn)
        if self.quick:
            self.world.wait(between(self.rng, 0.1, 0.4))
        else:
            self.world.wait(between(self.rng, 0.2, 2.0))

    def _deal_seen(self, before: dict[Seat, tuple[Card, ...]], turn: Turn | None = None) -> None:
        for seat, hand in before.items():
            old = Counter(hand)
            if turn is not None and seat == turn.seat:
                old[turn.play.card] -= 1
            for card in (Counter(self.state.hands[seat]) - old).elements():
                self.world.feed(Dealt(self.world.t, self.readers.tag(card), seat))

    # Between turns.

    def _between(self, turn: Turn) -> None:
        """Somebody tidies up, takes a card off, adjusts a marble."""
        rng, world, board = self.rng, self.world, self.table.board
        if shows(rng, 0.5) and (self.next_card is None or self.options.cards == "seat"):
            self.readers.take_off(turn.seat)
        disturbances.between_turns(self, turn)
        if shows(rng, self.habits.adjust):
            seconds = between(rng, 0.1, 1.5)
            world.do(Nudge(0.0, rng.choice(list(world.wood)), seconds))
            world.wait(seconds + between(rng, 0.02, 0.8))
        if shows(rng, self.habits.tidy):
            homes = [s for s in self.table.seats if any(world.wood.get(h) == s for h in board.start(s))]
            if homes:
                seat, seconds = rng.choice(homes), between(rng, 0.2, 1.5)
                world.plan((Lift(0.0, seat, None), Place(seconds, seat, None)), world.t)
                world.wait(seconds + 0.05)

    def _check_before(self, turn: Turn) -> None:
        """The turn before this one must have been said by now."""
        if turn.number:
            self._check(self.scorer.turns[turn.number - 1], 2.5)

    def _check(self, turn: Turn, within: float) -> None:
        """Wait until that turn is recorded, answering when asked; Discrepancy if it is not."""
        settling.settle(self, turn, within)


def _eventful(leg: Leg) -> bool:
    return leg.exchange or bool(leg.pushes) or leg.sent is not None
