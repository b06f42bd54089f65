"""The card readers of a simulated table: cards laid and taken off, and the reads that this causes."""

from __future__ import annotations

from random import Random

from engine.cards import Card
from engine.geometry import Seat
from engine.referee.events import CardRead
from tests.simulated_games.people.habits import Habits, between, shows
from tests.simulated_games.world import World


class Readers:
    """Card readers, by `mode`: one at each seat, one for the table, or none.

    `chance` is the random generator of the newer habits. If `numbered` is false, cards have no copy numbers.
    """

    def __init__(
        self,
        world: World,
        mode: str,
        rng: Random,
        habits: Habits,
        chance: Random,
        *,
        numbered: bool = True,
    ) -> None:
        self.mode = mode
        self.numbered = numbered
        self.lying: dict[Seat | None, Card] = {}
        self.played: list[Card] = []
        """The cards played since the last shuffle."""
        self._world = world
        self._rng = rng
        self._habits = habits
        self._chance = chance
        self._laid: dict[Seat | None, int] = {}
        places = [None] if mode == "table" else list(range(world.board.sides))
        self._repeating = {at for at in places if habits.repeat and shows(chance, habits.repeat)}

    @property
    def shown(self) -> dict[Seat | None, Card]:
        """The card that each reader shows, by the seat of the reader (None: the shared reader)."""
        return {at: self.tag(card) for at, card in self.lying.items()}

    def at(self, seat: Seat) -> Seat | None:
        return None if self.mode == "table" else seat

    def lay(self, card: Card, seat: Seat, *, covering: bool = False) -> None:
        """Lay the card on the reader; a card that lies there is taken off first, or covered."""
        if self.mode == "none":
            return
        at = self.at(seat)
        if not covering and self.lying.get(at, card) != card and shows(self._rng, 0.6):
            self.take_off(seat)
        self.lying[at] = card
        self._read(card, at)
        if at in self._repeating:
            self._laid[at] = laid = self._laid.get(at, 0) + 1
            self._repeat(card, at, laid)

    def take_off(self, seat: Seat) -> None:
        """Take the card off the reader."""
        at = self.at(seat)
        if self.mode != "none" and self.lying.pop(at, None) is not None:
            self._read(None, at)

    def clear(self, but: Card | None) -> None:
        """Take every card off its reader for the shuffle, except the card `but`."""
        for at in [at for at, card in self.lying.items() if card != but]:
            del self.lying[at]
            self._read(None, at)

    def disturb(self, until: float) -> None:
        """Let a reader, with some chance, read its card twice or lose it for a moment."""
        if not self.lying or not shows(self._rng, self._habits.reread):
            return
        at = self._rng.choice(sorted(self.lying, key=str))
        t = between(self._rng, self._world.t, max(until, self._world.t + 0.2))
        card = self.lying[at]
        if shows(self._rng, 0.5):
            self._world.at(t, lambda: self._again(card, at))
            return
        self._world.at(t, lambda: self._lost(card, at))
        self._world.at(t + between(self._rng, 0.08, 0.5), lambda: self._again(card, at))

    def take_off_soon(self, seat: Seat, after: float) -> None:
        """Take the seat's card off the reader `after` seconds from now, if it still lies there."""
        at = self.at(seat)
        card = self.lying.get(at)

        def put_away() -> None:
            if card is not None and self.lying.get(at) == card:
                self.take_off(seat)

        self._world.at(self._world.t + after, put_away)

    def slide(self, seat: Seat) -> None:
        """Let the card of an announced play slide off its seat's reader, and on again."""
        at = self.at(seat)
        card = self.lying.get(at)
        if card is None or at is None:  # On a shared reader the card would look like the next player's card.
            return
        off = self._world.t + between(self._chance, 0.2, 6.0)
        self._world.at(off, lambda: self._lost(card, at))
        self._world.at(off + between(self._chance, 0.1, 3.0), lambda: self._again(card, at))

    def _repeat(self, card: Card, at: Seat | None, laid: int) -> None:
        """Report the card repeatedly while it lies on the reader."""

        def again() -> None:
            if self.lying.get(at) == card and self._laid[at] == laid:
                self._read(card, at)
                self._repeat(card, at, laid)

        self._world.at(self._world.t + between(self._chance, 0.5, 2.0), again)

    def tag(self, card: Card) -> Card:
        """The card as a reader reads it: with or without its copy number."""
        return card if self.numbered else card._replace(copy=None)

    def _again(self, card: Card, at: Seat | None) -> None:
        if self.lying.get(at) == card:
            self._read(card, at)

    def _lost(self, card: Card, at: Seat | None) -> None:
        if self.lying.get(at) == card:
            self._read(None, at)

    def _read(self, card: Card | None, at: Seat | None) -> None:
        self._world.feed(CardRead(self._world.t, None if card is None else self.tag(card), at))

    def unknown(self, tag: str, seat: Seat) -> None:
        """Let the seat's reader read a tag that is not a card."""
        self._world.feed(CardRead(self._world.t, None, self.at(seat), unknown=tag))

    def empty(self, seat: Seat) -> None:
        """Report that the seat's reader is empty, whether or not a card lies there."""
        self.lying.pop(self.at(seat), None)
        self._read(None, self.at(seat))
