"""The interface between a running game and its assistants: machine players, hints, other houses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from engine.cards import Card
from engine.geometry import Hole, Seat
from engine.play import Play
from engine.referee.lights import Light
from engine.referee.verdicts import Verdict
from engine.table import Table
from hardware.ports import CardSeen
from jokerboard.journal.games.game_log import GameLog
from jokerboard.journal.games.resumed_game import ResumedGame
from jokerboard.journal.games.sentences import Speaker


@dataclass(frozen=True, slots=True)
class AddedLines:
    """Lines recorded in one transaction with the verdicts that caused them; `kept` is called afterwards."""

    lines: Sequence[Mapping[str, Any]] = ()
    kept: Callable[[], None] = lambda: None


Follower: TypeAlias = Callable[[Sequence[Verdict]], AddedLines]


class HintedGame(Protocol):
    """The part of a running game that hints need; see `jokerboard.table.runtime.running_game`."""

    past: ResumedGame
    table: Table
    log: GameLog
    speaker: Speaker

    @property
    def card(self) -> str | None:
        """The card that lies on the table, as text; None if there is none."""
        ...

    @property
    def occupied(self) -> frozenset[Hole]:
        """The holes in which the sensors see a marble now."""
        ...

    def note(self, text: str) -> None:
        """Show a sentence without any effect on the game."""


class PlayedGame(HintedGame, Protocol):
    """The part of the game that machine players need."""

    @property
    def waits(self) -> bool:
        """Whether the game is stopped, or an announcement is waiting for the disk."""
        ...

    @property
    def lights(self) -> Mapping[Hole, Light]:
        """The referee's lights, without those for a machine's play."""
        ...

    def listen(self, listener: Callable[[Any], None]) -> None:
        """Call `listener` with every announcement."""

    def on_change(self, changed: Callable[[], None]) -> None:
        """Call `changed` whenever anything that the table shows may have changed."""

    def demand(self, play: Play | None, seat: Seat) -> None:
        """Give the referee the play that a machine at `seat` has chosen; None: people play there again."""

    def show(self) -> None:
        """Refresh lights and page."""

    def keep_line(self, line: Mapping[str, Any]) -> None:
        """Record a line that is not for the referee."""


class Assistant:
    """Takes part in a game, such as by asking people for cards and marbles; this base class does nothing."""

    inner: Assistant | None = None
    """Gets the calls about hidden cards, an empty pile and shuffles that a subclass leaves out."""

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
        return self.inner is not None and self.inner.nothing_left()

    def reshuffled(self) -> None:
        """Remember that the discards became the draw pile."""
        if self.inner is not None:
            self.inner.reshuffled()

    def hides(self, reader: str) -> bool:
        """Whether the card on that reader must not be shown."""
        return self.inner is not None and self.inner.hides(reader)

    def lights(self) -> Mapping[Hole, Light]:
        """The lights to add to the referee's."""
        return {}

    def prompt(self) -> Mapping[str, Any] | None:
        """The request to people, as a prompt for the page; None if there is none."""
        return None

    def opened(self) -> Mapping[str, Any] | None:
        """The proof for the cards that were hidden in this game; None if none was hidden."""
        return None if self.inner is None else self.inner.opened()

    def close(self) -> None:
        """Stop, because the game has ended or another one begins."""
