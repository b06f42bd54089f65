"""Turns, each linked to the turn before it: the plays so far by a hypothesis.

A turn begins with a position; marbles that are not in its holes yet are owed. It gets a card, and a play of
that card leads to the next turn. Equal turns are one object, which caches the turns that follow from it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from engine.bits import mask_of
from engine.cards import RANKS, Card, Rank
from engine.geometry import Seat
from engine.play import Play
from engine.position import Position
from engine.referee.model.machine_play import Demanded
from engine.referee.model.plays import Made, Plays, masks_of, plays
from engine.table import Table


class Ground:
    """The facts common to all turns at a table."""

    def __init__(self, table: Table, *, seen: bool) -> None:
        self.table = table
        self.seen = seen
        """Whether the table reads cards."""
        self.ring_and_lane = table.whole
        """The mask of all ring and lane holes."""
        self.demand: Demanded | None = None
        """The only play that counts in the machine player's turn; None if people play."""
        self.starts = tuple([mask_of(table.board.start(seat)) for seat in range(table.sides)])
        own = [start | mask_of(table.board.lane(seat)) for seat, start in enumerate(self.starts)]
        self.foreign = tuple([sum(own) - mask for mask in own])
        """For each seat, the mask of the other seats' STARTs and lanes."""
        self.recall: Callable[[int], Turn | None] = lambda _: None
        """Return the turn of a number from the announced plays, or None; see `InForce.recall`."""


class Turn:
    """A turn after `number` plays, discards and decisions; `made` led to it from the turn `before`."""

    def __init__(
        self,
        ground: Ground,
        position: Position,
        number: int,
        before: Turn | None = None,
        made: Made | None = None,
        card: Card | None = None,
    ) -> None:
        self.ground = ground
        self.position = position
        self.number = number
        self._before = before
        self._forgotten = False
        """Whether the previous turn was dropped to save memory."""
        self.made = made
        """The play that led to this turn; None for the first turn, and after a discard."""
        self.card = card
        self._cards: dict[Card | None, Turn] = {card: self}
        """This turn with each possible card; all of these turns share the dictionary."""
        self._next: dict[object, Turn] = {}
        self.board_costs: dict[object, tuple[float, tuple[str, ...]]] = {}
        """A cache of `board_cost` for the boards of this turn."""

    @property
    def before(self) -> Turn | None:
        """The previous turn, computed again if it was dropped; None for the first turn."""
        if self._forgotten:
            self._before, self._forgotten = self.ground.recall(self.number - 1), False
        return self._before

    def forget_before(self) -> None:
        """Drop the earlier turns; they are computed again if they are needed."""
        for turn in self._cards.values():
            turn._before, turn._forgotten = None, True

    @property
    def remembered(self) -> list[Turn]:
        """This turn, then the earlier turns up to the first dropped one, the newest first."""
        found: list[Turn] = []
        turn: Turn | None = self
        while turn is not None:
            found.append(turn)
            turn = turn._before
        return found

    @property
    def seat(self) -> Seat:
        """The seat in turn."""
        return self.position.turn

    @cached_property
    def base(self) -> tuple[int, ...]:
        """By seat, the mask of its marbles' ring and lane holes when the turn begins."""
        return masks_of(self.position)

    @cached_property
    def in_start(self) -> tuple[int, ...]:
        """By seat, the number of its marbles in START when the turn begins."""
        return tuple([self.position.start_count(seat) for seat in range(self.position.sides)])

    @cached_property
    def movers(self) -> tuple[Seat, ...]:
        """The seats whose marbles may be moved in this turn."""
        return self.ground.table.may_move(self.position)

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The rank of the laid card; every rank if cards are unseen; empty until the right card is laid."""
        if self.card is not None:
            wanted = self.demand is None or self.demand.play.card == self.card
            return (self.card.rank,) if wanted else ()
        return () if self.ground.seen else RANKS

    @cached_property
    def plays(self) -> Plays:
        """The plays of the turn's card."""
        only = None if self.demand is None else self.demand.after
        return plays(self.ground.table, self.position, self.ranks, only)

    @property
    def demand(self) -> Demanded | None:
        """The only play that counts in this turn; None if every legal play counts."""
        demand = self.ground.demand
        return demand if demand is not None and demand.before == self.position else None

    @property
    def known(self) -> bool:
        """Whether the turn's possible plays are known."""
        return self.card is not None or not self.ground.seen

    @property
    def play(self) -> Play | None:
        """The play or discard that led to this turn; None for the first turn, or a discard without a card."""
        card = None if self.before is None else self.before.card
        if self.made is None:
            return None if card is None else Play(card)
        return self.made.play(card)

    def forget(self) -> None:
        """Drop the computed plays of each card in this turn."""
        for turn in self._cards.values():
            turn.__dict__.pop("plays", None)
            turn.board_costs.clear()

    def close(self) -> None:
        """Drop computed values, because the turn is certain; they are computed again on demand."""
        self.forget()
        for turn in self._cards.values():
            turn._next.clear()

    def laid(self, card: Card | None) -> Turn:
        """This turn with that card laid."""
        known = self._cards.get(card)
        if known is None:
            known = Turn(self.ground, self.position, self.number, self._before, self.made, card)
            known._cards = self._cards
            self._cards[card] = known
        return known

    def after(self, made: Made) -> Turn:
        """The turn that follows from the play `made`."""
        return self._follow(made.packed, made)

    def discarded(self) -> Turn:
        """The turn that follows from a discard."""
        return self._follow(None, None)

    def _follow(self, key: object, made: Made | None) -> Turn:
        known = self._next.get(key)
        if known is None:
            here = self.position
            position = made.position if made is not None else here.with_turn(here.next_seat())
            known = self._next[key] = Turn(self.ground, position, self.number + 1, self, made)
        return known

    def at(self, number: int) -> Turn | None:
        """This turn or the earlier turn with that number; None if there is none."""
        turn: Turn | None = self
        while turn is not None and turn.number > number:
            turn = turn.before
        return turn if turn is not None and turn.number == number else None
