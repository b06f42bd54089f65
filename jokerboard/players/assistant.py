"""The interface between a game and its assistants: machine players, hints, and a game of several houses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.cards import Card
from engine.geometry import Hole
from engine.referee.lights import Light
from hardware.ports import CardSeen


class Assistant:
    """Takes part in a game, such as by asking people for cards and marbles; this base class does nothing."""

    def begin(self) -> None:
        """Prepare for a new or resumed game; afterwards the referee gets the cards on the readers."""

    def started(self) -> None:
        """Begin to take part: the referee has the cards on the readers, and events of devices follow."""

    def takes(self, seen: CardSeen, card: Card | None) -> bool:  # noqa: ARG002
        """Take a card on a reader, or its removal; return whether it must be kept from the referee."""
        return False

    def helped(self, place: str, t: float) -> None:
        """Take a press of `help` at a seat or the table."""

    def nothing_left(self) -> bool:
        """Take a press of `ok`, which means an empty pile if a card was asked for; return whether one was."""
        return False

    def reshuffled(self) -> None:
        """Note that the discards became the draw pile."""

    def hides(self, reader: str) -> bool:  # noqa: ARG002
        """Whether the card on that reader must not be shown."""
        return False

    def lights(self) -> Mapping[Hole, Light]:
        """The lights to add to the referee's."""
        return {}

    def prompt(self) -> Mapping[str, Any] | None:
        """The request to people, as a prompt for the page; None if there is none."""
        return None

    def opened(self) -> Mapping[str, Any] | None:
        """The proof for the cards that were hidden in this game; None if none was hidden."""
        return None

    def close(self) -> None:
        """Stop, because the game has ended or another one begins."""
