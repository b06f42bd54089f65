"""The referees that can judge a simulated game, by name, and a shadow that judges the same events unheard."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

from engine.cards import Card
from engine.geometry import Hole, Seat
from engine.position import Position
from host.errors import UsageError
from referee.events import CardRead, Event
from referee.machine import Referee
from referee.verdicts import Verdict

NAMES = ("old", "new")
_REBUILT = "referee.table"


class Judge(Protocol):
    """What a simulated table needs of its referee; the methods are those of `referee.machine.Referee`."""

    @property
    def position(self) -> Position:
        """The position in force."""

    def feed(self, event: Event) -> list[Verdict]:
        """One event; what is said of it."""

    def advance(self, t: float) -> list[Verdict]:
        """Time passes; what is said meanwhile."""

    @property
    def deadline(self) -> float | None:
        """When to call `advance` next."""

    @property
    def lights(self) -> Any:
        """Every lit hole and its light."""


MakesJudge = Callable[..., Judge]
"""Called like `referee.machine.Referee`."""


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
    """A referee that is heard, and another one that is told the same and only overheard.

    `overhear` is called with each verdict of the shadow at the time at which it is said.
    """

    def __init__(self, heard: Judge, shadow: Judge, overhear: Callable[[Verdict], None]) -> None:
        self.heard = heard
        self.shadow = shadow
        self.lying: dict[Seat | None, Card] = {}
        """Cards that lay on readers when the shadow began: it is told of them only when they change."""
        self._overhear = overhear

    def feed(self, event: Event) -> list[Verdict]:
        """Both are told; what the heard one says."""
        if not unread(event, self.lying):
            for verdict in self.shadow.feed(event):
                self._overhear(verdict)
        return self.heard.feed(event)

    def advance(self, t: float) -> list[Verdict]:
        """Time passes for both; what the heard one says."""
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
        """The position in force, as the heard one has it."""
        return self.heard.position

    @property
    def lights(self) -> dict[Hole, Any]:
        """The lights of the heard one."""
        lights: dict[Hole, Any] = self.heard.lights
        return lights
