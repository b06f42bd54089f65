"""The port between a game and what plays along with it: machine players and hints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from engine.cards import Card
from engine.geometry import Hole
from engine.referee.lights import Light
from hardware.ports import CardSeen


class Assistant(Protocol):
    """Asks people for cards and marbles; `jokerboard.players.players.MachinePlayers` is one."""

    def begin(self) -> None:
        """The game starts or goes on: the referee is about to hear of the cards on the readers."""

    def started(self) -> None:
        """The referee has heard of the cards on the readers; from now on devices are heard."""

    def takes(self, seen: CardSeen, card: Card | None) -> bool:
        """Take a card on a reader, or off it; whether it is no event of the game."""
        ...

    def helped(self, place: str, t: float) -> None:
        """Somebody pressed `help` at a seat or the table."""

    def nothing_left(self) -> bool:
        """`ok` was pressed: there is no card to deal; whether one was asked for."""
        ...

    def reshuffled(self) -> None:
        """The discards became the draw pile."""

    def hides(self, reader: str) -> bool:
        """Whether the card on that reader is for nobody's eyes."""
        ...

    def lights(self) -> Mapping[Hole, Light]:
        """The lights that it adds to the referee's."""
        ...

    def prompt(self) -> Mapping[str, Any] | None:
        """What it asks people for, for the page; None if it asks for nothing."""
        ...

    def opened(self) -> Mapping[str, Any] | None:
        """The proof for the cards that were hidden in this game; None if there were none."""
        ...

    def close(self) -> None:
        """The game has ended or is given up."""


class NoAssistant:
    """An Assistant that does nothing."""

    def begin(self) -> None:
        """Do nothing."""

    def started(self) -> None:
        """Do nothing."""

    def takes(self, seen: CardSeen, card: Card | None) -> bool:  # noqa: ARG002
        """Take no card."""
        return False

    def helped(self, place: str, t: float) -> None:
        """Do nothing."""

    def nothing_left(self) -> bool:
        """No card was asked for."""
        return False

    def reshuffled(self) -> None:
        """Do nothing."""

    def hides(self, reader: str) -> bool:  # noqa: ARG002
        """Nothing is hidden."""
        return False

    def lights(self) -> Mapping[Hole, Light]:
        """No lights."""
        return {}

    def prompt(self) -> None:
        """Ask for nothing."""

    def opened(self) -> None:
        """Nothing was hidden."""

    def close(self) -> None:
        """Do nothing."""
