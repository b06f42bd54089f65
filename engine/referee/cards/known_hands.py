"""The known hands: cards dealt to and drawn by seats, without those that they have played."""

from __future__ import annotations

from collections import Counter

from engine.cards import Card
from engine.geometry import Seat


class KnownHands:
    """The cards of each seat that were read when they were dealt."""

    __slots__ = ("_drawn", "_held")

    def __init__(self) -> None:
        self._held: dict[Seat, Counter[Card]] = {}
        self._drawn: Counter[Card] = Counter()
        """Cards that the seat to play drew after it laid its card; they may not be played in this turn."""

    def dealt(self, card: Card, seat: Seat, *, after_its_card: bool) -> None:
        """Add a card to a hand; `after_its_card`: the seat is in turn and has already laid its card."""
        self._held.setdefault(seat, Counter())[card] += 1
        if after_its_card:
            self._drawn[card] += 1

    def played(self, card: Card, seat: Seat) -> None:
        """Remove a played card from a hand, if the hand is known and holds it."""
        hand = self._held.get(seat)
        if hand is not None and hand[card]:
            hand[card] -= 1

    def given_back(self, card: Card, seat: Seat) -> None:
        """Put the card of an undone play back into its hand, if the hand is known."""
        if seat in self._held:
            self._held[seat][card] += 1

    def turn_over(self) -> None:
        """Let the cards that were drawn after the laid one be played from now on."""
        self._drawn.clear()

    def playable(self, seat: Seat, laid: Card | None) -> tuple[Card, ...]:
        """The known cards of the seat to play, without the laid one and those drawn after it."""
        hand = self._held.get(seat, Counter()) - self._drawn
        if laid is not None and hand[laid]:
            hand[laid] -= 1
        return tuple(hand.elements())
