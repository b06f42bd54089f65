"""The referees that can judge a simulated game, by name, and a shadow that judges silently."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

from engine.cards import Card
from engine.geometry import Hole, Seat
from engine.position import Position
from host.errors import UsageError
from referee.events import CardRead, Event
from referee.old.machine import Referee
from referee.verdicts import Verdict

NAMES = ("old", "new")
_REBUILT = "referee.machine"


class Judge(Protocol):
    """The part of `referee.machine.Referee` that a simulated table uses."""

    @property
    def position(self) -> Position:
        """The position in force."""

    def feed(self, event: Event) -> list[Verdict]:
        """Handle one event and return the verdicts."""

    def advance(self, t: float) -> list[Verdict]:
        """Let time pass and return the verdicts."""

    @property
    def deadline(self) -> float | None:
        """When to call `advance` next."""

    @property
    def lights(self) -> Any:
        """Every lit hole and its light."""


MakesJudge = Callable[..., Judge]
"""Takes the arguments of `referee.machine.Referee`."""


def referee_named(name: str) -> MakesJudge:
    """The class of the referee `old` or `new`; UsageError if there is none."""
    if name == "old":
        return Referee
    if name != "new":
        raise UsageError(f"no referee is called {name!r}; there are {' and '.join(NAMES)}")
    try:
        found: MakesJudge = import_module(_REBUILT).Referee
    except (ModuleNotFoundError, AttributeError) as error:
        raise UsageError(f"there is no new referee yet: {error}") from error
    return found


def unread(event: Event, lying: dict[Seat | None, Card]) -> bool:
    """Whether the event repeats or ends a card of `lying`, which a fresh referee was never shown.

    A different card at that reader takes it out of `lying`.
    """
    if not isinstance(event, CardRead) or event.at not in lying or event.unknown is not None:
        return False
    if event.card in (None, lying[event.at]):
        return True
    del lying[event.at]
    return False


class Shadowed:
    """A referee whose verdicts count, and a shadow that gets the same events.

    `overhear` is called with each verdict of the shadow, at the time of the verdict.
    """

    def __init__(self, heard: Judge, shadow: Judge, overhear: Callable[[Verdict], None]) -> None:
        self.heard = heard
        self.shadow = shadow
        self.lying: dict[Seat | None, Card] = {}
        """Cards that lay on readers when the shadow started; these readers count once their card changes."""
        self._overhear = overhear

    def feed(self, event: Event) -> list[Verdict]:
        """Give the event to both; return the verdicts that count."""
        if not unread(event, self.lying):
            for verdict in self.shadow.feed(event):
                self._overhear(verdict)
        return self.heard.feed(event)

    def advance(self, t: float) -> list[Verdict]:
        """Let time pass for both; return the verdicts that count."""
        for verdict in self.shadow.advance(t):
            self._overhear(verdict)
        return self.heard.advance(t)

    @property
    def deadline(self) -> float | None:
        """The earlier deadline of the two."""
        dues = (self.heard.deadline, self.shadow.deadline)
        return min((due for due in dues if due is not None), default=None)

    @property
    def position(self) -> Position:
        """The position in force of the referee that counts."""
        return self.heard.position

    @property
    def lights(self) -> dict[Hole, Any]:
        """The lights of the referee that counts."""
        lights: dict[Hole, Any] = self.heard.lights
        return lights
