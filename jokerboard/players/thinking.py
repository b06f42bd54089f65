"""How a machine comes to a play: it thinks, and hesitates where a person would.

It waits until every bumped marble is in START, no question is open and no mistake is shown; then it thinks.
With one option it plays at once; else it hesitates, the longer the closer its two best options are. If the
position changes, it begins again. It waits at most `PATIENCE` until people put a bumped marble into START.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import Card
from engine.geometry import Seat
from engine.play import Play
from engine.position import Position
from engine.strategy.levels import Level
from engine.strategy.players import choose, closeness
from engine.views import SeatView
from hardware.clock import Clock, Handle
from jokerboard.players.card_sources import CardSource
from jokerboard.players.game_ports import PlayedGame
from jokerboard.players.levels import PAUSE
from jokerboard.players.seat_views import with_card, with_plays

Think: TypeAlias = Callable[[Callable[[], "Plan | None"], Callable[["Plan | None"], None]], None]
"""A function that runs a computation, perhaps in another thread, and calls back with its result."""

BUSY = frozenset({"illegal", "put-back", "choose"})
"""Roles of lights that are on while people correct something or answer a question."""
PATIENCE = 20.0
"""Seconds that a machine waits for a bumped marble before it plays on, as people do."""


QUICKEST, SLOWEST = 0.8, 4.0
"""Seconds of hesitation by default: the first if the best option is clear, the second if two are close."""


def direct(job: Callable[[], Plan | None], done: Callable[[Plan | None], None]) -> None:
    """Run the job at once, in this thread, and call `done` with its result."""
    done(job())


def thread_of(loop: asyncio.AbstractEventLoop) -> Think:
    """A `Think` that runs in the loop's thread pool and calls back in the loop; errors go to the loop."""

    def think(job: Callable[[], Plan | None], done: Callable[[Plan | None], None]) -> None:
        async def run() -> None:
            done(await loop.run_in_executor(None, job))

        task = loop.create_task(run(), name="machine player")
        # The loop keeps only weak references to its tasks, so a task without another owner could vanish.
        running.add(task)
        task.add_done_callback(running.discard)

    running: set[asyncio.Task[None]] = set()
    return think


@dataclass(frozen=True, slots=True)
class Plan:
    """The card and the play that a machine has chosen in one position."""

    seat: Seat
    before: Position
    play: Play
    hesitation: float = 0.0
    """Seconds to hesitate if `machine_pause` is `PAUSE`: 0 with one option, at most `SLOWEST`."""


def chosen(game: PlayedGame, cards: CardSource, seat: Seat, level: Level) -> Plan | None:
    """The plan of a machine of that level at the seat to move; None if it has no card to lay."""
    view = with_plays(cards.view(seat), game.log.in_force)
    if game.card is not None:
        laid = with_card(view, Card.parse(game.card))
        view = laid if laid.options else view
    if not view.options:
        return None
    play = choose(view, level, f"{game.past.header.id}:{len(game.log.in_force)}")
    return Plan(seat, game.log.position, play, hesitation(view)) if isinstance(play, Play) else None


def hesitation(view: SeatView) -> float:
    """The seconds for which a person would hesitate: 0 with one option, most between equal options."""
    close = closeness(view)
    return 0.0 if close is None else QUICKEST + (SLOWEST - QUICKEST) * close


class Thinker:
    """Thinks for the machine in turn, and calls `decided` with each plan.

    `ready` returns whether the seat in turn is a machine's that needs a play and has its cards.
    """

    def __init__(
        self,
        game: PlayedGame,
        clock: Clock,
        *,
        pause: float,
        think: Think,
        ready: Callable[[], bool],
        choose: Callable[[], Plan | None],
        decided: Callable[[Plan | None], None],
    ) -> None:
        self._game, self._clock, self._pause, self._think = game, clock, pause, think
        self._ready, self._choose, self._decided = ready, choose, decided
        self._waiting: tuple[Position, int] | None = None
        """The position and number of plays for which the machine waits or thinks; None if it does neither."""
        self._timer: Handle | None = None
        self._patience: Handle | None = None
        self._impatient: Position | None = None
        """The position in which the machine no longer waits for a bumped marble; None if it still may."""
        self._closed = False

    def look(self) -> None:
        """Start thinking if the game is ready for it."""
        if self._waiting is not None and self._waiting != self._moment:
            self._stop()
        if self._waiting is None and self._may_think():
            self._waiting = self._moment
            # Every listener is notified of the change first, because one of them may change the game again.
            self._timer = self._clock.call_at(self._clock.now(), self._thinks)
        elif self._ready():
            self._be_patient()

    def close(self) -> None:
        """Stop thinking."""
        self._closed = True
        self._stop()
        if self._patience is not None:
            self._patience.cancel()

    @property
    def _moment(self) -> tuple[Position, int]:
        log = self._game.log
        return log.position, len(log.in_force)

    def _may_think(self) -> bool:
        game = self._game
        if not self._ready() or game.waits or any(light.role in BUSY for light in game.lights.values()):
            return False
        return not self._owed() or self._impatient == game.log.position

    def _owed(self) -> bool:
        """Whether a bumped marble has not been put into its START yet."""
        lights, occupied = self._game.lights, self._game.occupied
        return any(light.role == "bump" and hole not in occupied for hole, light in lights.items())

    def _be_patient(self) -> None:
        """After `PATIENCE` seconds, play on although a bumped marble is still missing."""
        position = self._game.log.position

        def enough() -> None:
            self._patience = None
            self._impatient = position
            self.look()

        if self._patience is None and self._impatient != position and self._owed():
            self._patience = self._clock.call_at(self._clock.now() + PATIENCE, enough)

    def _thinks(self) -> None:
        self._timer = None
        if self._closed or self._waiting is None:
            return
        if not self._may_think():
            self._waiting = None  # `look` tries again at the next change.
            return
        waited, began = self._waiting, self._clock.now()

        def thought(plan: Plan | None) -> None:
            if self._waiting == waited and not self._closed:
                pause = 0.0 if plan is None else plan.hesitation * self._pause / PAUSE
                self._timer = self._clock.call_at(began + pause, lambda: self._plays(plan))

        self._think(self._choose, thought)

    def _plays(self, plan: Plan | None) -> None:
        """Call `_decided` with the plan, or drop the plan if the machine may no longer play."""
        self._timer = None
        if self._may_think():
            self._stop()
            self._decided(plan)
        else:
            self._waiting = None  # `look` tries again at the next change.

    def _stop(self) -> None:
        self._waiting = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
