"""The interface between a game and its assistants: machine players and hints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from engine.cards import Card
from engine.geometry import Hole
from engine.referee.lights import Light
from hardware.ports import CardSeen


class Assistant(Protocol):
    """Asks people for cards and marbles, as `jokerboard.players.players.MachinePlayers` does."""

    def begin(self) -> None:
        """Prepare before a game starts or resumes: the referee is about to get the cards on the readers."""

    def started(self) -> None:
        """Begin: the referee has the cards on the readers, and events of devices follow."""

    def takes(self, seen: CardSeen, card: Card | None) -> bool:
        """Take a card on a reader, or its removal; return whether it must be kept from the referee."""
        ...

    def helped(self, place: str, t: float) -> None:
        """Take a press of `help` at a seat or the table."""

    def nothing_left(self) -> bool:
        """Take a press of `ok` that means an empty pile; return whether a card was being asked for."""
        ...

    def reshuffled(self) -> None:
        """Note that the discards became the draw pile."""

    def hides(self, reader: str) -> bool:
        """Whether the card on that reader must not be shown."""
        ...

    def lights(self) -> Mapping[Hole, Light]:
        """The lights to add to the referee's."""
        ...

    def prompt(self) -> Mapping[str, Any] | None:
        """The request to people, as a prompt for the page; None if there is none."""
        ...

    def opened(self) -> Mapping[str, Any] | None:
        """The proof for the cards that were hidden in this game; None if none was hidden."""
        ...

    def close(self) -> None:
        """Stop: the game has ended or is given up."""


class NoAssistant:
    """An Assistant that does nothing."""

    def begin(self) -> None:
        """Do nothing."""

    def started(self) -> None:
        """Do nothing."""

    def takes(self, seen: CardSeen, card: Card | None) -> bool:  # noqa: ARG002
        """False: the referee sees every card."""
        return False

    def helped(self, place: str, t: float) -> None:
        """Do nothing."""

    def nothing_left(self) -> bool:
        """False: no card was being asked for."""
        return False

    def reshuffled(self) -> None:
        """Do nothing."""

    def hides(self, reader: str) -> bool:  # noqa: ARG002
        """False: every card is shown."""
        return False

    def lights(self) -> Mapping[Hole, Light]:
        """No lights, because there is no request."""
        return {}

    def prompt(self) -> None:
        """Return None, because there is no request."""

    def opened(self) -> None:
        """None: no card was hidden."""

    def close(self) -> None:
        """Do nothing."""
