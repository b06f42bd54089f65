"""The card readers of a simulated table: who lays which card where, and what readers make of it."""

from __future__ import annotations

from random import Random

from engine.cards import Card
from engine.geometry import Seat
from referee.events import CardRead
from simulation.games.world import World
from simulation.people.habits import Habits, between, shows


class Readers:
    """One reader a seat, one for the table, or none, as `mode` says."""

    def __init__(self, world: World, mode: str, rng: Random, habits: Habits) -> None:
        self.mode = mode
        self.lying: dict[Seat | None, Card] = {}
        self.played: list[Card] = []
        """Cards played since the last shuffle."""
        self._world = world
        self._rng = rng
        self._habits = habits

    def at(self, seat: Seat) -> Seat | None:
        """The reader that the seat uses."""
        return None if self.mode == "table" else seat

    def lay(self, card: Card, seat: Seat, *, covering: bool = False) -> None:
        """The card comes onto the reader; an old one there is taken off first, or just covered."""
        if self.mode == "none":
            return
        at = self.at(seat)
        if not covering and self.lying.get(at, card) != card and shows(self._rng, 0.6):
            self.take_off(seat)
        self.lying[at] = card
        self._read(card, at)

    def take_off(self, seat: Seat) -> None:
        """The reader is empty."""
        at = self.at(seat)
        if self.mode != "none" and self.lying.pop(at, None) is not None:
            self._read(None, at)

    def clear(self, but: Card | None) -> None:
        """Every card is taken off, for they are shuffled; not one that is still to be played."""
        for at in [at for at, card in self.lying.items() if card != but]:
            del self.lying[at]
            self._read(None, at)

    def disturb(self, until: float) -> None:
        """A reader reads its card twice, or loses it for a moment."""
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

    def _again(self, card: Card, at: Seat | None) -> None:
        if self.lying.get(at) == card:
            self._read(card, at)

    def _lost(self, card: Card, at: Seat | None) -> None:
        if self.lying.get(at) == card:
            self._read(None, at)

    def _read(self, card: Card | None, at: Seat | None) -> None:
        self._world.feed(CardRead(self._world.t, card, at))

    def unknown(self, tag: str, seat: Seat) -> None:
        """A tag that is no card."""
        self._world.feed(CardRead(self._world.t, None, self.at(seat), unknown=tag))

    def empty(self, seat: Seat) -> None:
        """Whatever was there is gone."""
        self.lying.pop(self.at(seat), None)
        self._read(None, self.at(seat))
