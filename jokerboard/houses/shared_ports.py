"""The part of a table that a shared game uses: the running game and a referee's decisions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from engine.cards import Card
from engine.geometry import Seat
from engine.position import Position
from engine.referee.events import DecisionName
from jokerboard.journal.games.header import Header
from jokerboard.players.game_ports import Follower, PlayedGame


class Orders(Protocol):
    """The decisions of a referee; `jokerboard.table.runtime.game_orders.GameOrders` carries them out."""

    def rule(
        self, decision: DecisionName, by: str, n: int | None, position: Position | None, why: str = ""
    ) -> None:
        """Carry out a decision in the name of `by`."""


class SharedPlay(PlayedGame, Protocol):
    """The part of a running game that a shared game needs; see `jokerboard.table.runtime.running_game`."""

    @property
    def header(self) -> Header:
        """The game's header."""
        ...

    @property
    def orders(self) -> Orders:
        """Carries out the decisions of a referee."""
        ...

    def follow(self, follower: Follower) -> None:
        """Call `follower` with all later verdicts before they are recorded; it returns lines to add."""

    def lay(self, card: Card | None, seat: Seat | None) -> None:
        """Lay a card for the seat, or take the card off (None)."""

    def name(self, names: Mapping[str, str]) -> None:
        """Set the names of the players, by seat letter."""

    def keep_line(self, line: Mapping[str, Any], then: Callable[[], None] | None = None) -> None:
        """Record a line; call `then` once it is on the disk."""
