"""People help machine players: they deal their cards face down, turn one over, and carry their marbles.

They follow the page's prompt, as anybody at the table can. `Memory.places` remembers where real cards lie.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from engine.cards import Card
from engine.geometry import Seat, seat_of
from engine.legal import legal
from engine.play import Leg, Play
from engine.table import Table
from jokerboard.simulation.board.simulated_board import SimulatedBoard
from jokerboard.simulation.people.choice_of_play import Chance
from jokerboard.simulation.people.correcting import Flow
from jokerboard.simulation.people.eyes_and_hands import Observation
from jokerboard.simulation.people.memory import Memory
from jokerboard.simulation.people.script import Pause, Script, Until

CARRY = ("machine-carry", "far-carry")
"""Prompts that ask for marbles to be carried: for a machine, and for a seat at another board."""
SOON = 2.0
"""The most seconds until the table shows that it has read a card."""
AWAY = 0.2
"""Seconds for which a card must be off a reader to count as laid again, at any speed of play."""
THINKS = 20.0
"""The most seconds that people wait for a machine before they look again."""


class MachineHelpers:
    """The help that people give the machine players of one table: they deal to them and carry for them."""

    def __init__(
        self,
        table: Table,
        eyes: Observation,
        sim: SimulatedBoard,
        wait: Callable[[float], Flow],
        hand: Callable[[Seat], tuple[Card, ...]],
        memory: Callable[[], Memory],
        remember: Callable[[Memory], None],
    ) -> None:
        """`hand` returns the cards that a seat holds in the people's own deal."""
        self._table, self._view, self._sim, self._wait = table, eyes, sim, wait
        self._hand, self._memory, self._remember = hand, memory, remember

    def deal(self) -> Script:
        """Deal the cards for which machines ask, until they ask for no more."""
        eyes = self._view
        while (asked := eyes.machine_asks).get("code") == "deal":
            letter, place = str(asked["seat"]), int(asked["place"])
            card = self._next(letter, place)
            if card is None:
                self._sim.buttons.press("ok", letter)
                yield from self._wait(0.3)
                continue
            reader = self.reader(letter)
            self._put(letter, place, card)
            self._sim.lay(reader, str(card))
            yield Until(partial(self._asks_otherwise, asked), SOON)
            self._sim.lay(reader, None)
            yield from self._wait(0.3)

    def reader(self, letter: str) -> str:
        """The place of the reader that the seat with this letter uses."""
        return letter if letter in self._sim.readers else "table"

    def wanted(self) -> Flow:
        """Wait until a machine asks people, or a play is announced; return True if it asks for marbles."""
        eyes, n = self._view, self._view.n
        asks = ("turn-over", *CARRY)
        yield Until(lambda: eyes.machine_asks.get("code") in asks or eyes.n != n, THINKS)
        asked = eyes.machine_asks
        if asked.get("code") == "turn-over":
            letter = str(asked["seat"])
            reader = self.reader(letter)
            place = asked.get("place")
            card = str(asked["card"]) if place is None else self._memory().places[letter][place - 1]
            if self._sim.laid.get(reader) is not None:
                self._sim.lay(reader, None)
                yield from self._wait(0.5)
                yield Pause(AWAY)
            self._sim.lay(reader, card)
            yield Until(lambda: eyes.machine_asks != asked or eyes.n != n, SOON)
        return eyes.machine_asks.get("code") in CARRY and eyes.n == n

    def play(self) -> Play:
        """The play that a machine asks people to carry."""
        return Play.parse(str(self._view.machine_asks["play"]), self._table.board)

    def another(self, play: Play, chance: Chance) -> Leg | None:
        """A leg of another play of the same card, onto an empty hole; None if there is none."""
        found = [
            each.play.legs[0]
            for each in legal(self._table, self._view.position, play.card.rank)
            if len(each.play.legs) == 1 and each.play.legs[0].target != play.legs[0].target
        ]
        plain = [leg for leg in found if leg.sent is None and not leg.pushes and not leg.exchange]
        return chance.of(plain) if plain else None

    def _asks_otherwise(self, asked: Mapping[str, Any]) -> bool:
        return self._view.machine_asks != asked

    def _next(self, letter: str, place: int) -> Card | None:
        """A card for place number `place`: one of the seat's cards that is in no other place, or None."""
        held = self._memory().places.get(letter, [])
        lying = held[: place - 1] + held[place:]
        return next((card for card in self._hand(seat_of(letter)) if str(card) not in lying), None)

    def _put(self, letter: str, place: int, card: Card) -> None:
        memory = self._memory()
        held = [*memory.places.get(letter, [])]
        held += [""] * (place - len(held))
        held[place - 1] = str(card)
        self._remember(replace(memory, places={**memory.places, letter: held}))
