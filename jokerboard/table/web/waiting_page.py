"""The page of a table that cannot play yet, because it waits for its disk or its board.

It is shown if the disk is full or was mounted read-only after a power cut, or if the board is not connected.
The board's corners flash, the page shows the reason, and the table tries again once a second; it goes on as
soon as the disk takes the game, or the board answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

from engine.geometry import board as board_of
from engine.text import sentence
from hardware.clock import Clock
from jokerboard.host import VERSION
from jokerboard.host.errors import JokerboardError
from jokerboard.journal.games.header import Header
from jokerboard.journal.records import Json
from jokerboard.table.runtime.board_source import BoardSource, no_lights
from jokerboard.table.runtime.troubles import DISK
from jokerboard.table.showing.outputs import StripUpdates, corners
from jokerboard.table.web import page_state
from jokerboard.table.web.page_port import Changed, CommandRefused, GamesKept, TablePage
from jokerboard.table.web.rules_view import rule_card, rule_sets
from jokerboard.words.catalogue import words

BOARD = "board"


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason to wait: DISK or BOARD, and a sentence for people."""

    what: str
    text: str


class Waiting:
    """The page of a waiting table, for as long as it is served."""

    def __init__(self, table: WaitingPage, page: Coroutine[None, None, None]) -> None:
        self._table, self._page = table, asyncio.ensure_future(page)
        self.closed = False

    @property
    def reason(self) -> Reason:
        """The reason to wait."""
        return self._table.reason

    @property
    def holds_board(self) -> bool:
        """Whether the waiting page uses the board's lights, so that a game cannot open them."""
        return self.reason.what == DISK

    async def close(self) -> None:
        """End the page and release the board; raise the page's error if it has failed."""
        if self.closed:
            return
        self.closed = True
        self._page.cancel()
        (ended,) = await asyncio.gather(self._page, return_exceptions=True)
        self._table.close()
        if isinstance(ended, JokerboardError):
            raise ended


class WaitingPage(TablePage):
    """The page of a table that waits; see `jokerboard.table.web.page_port.TablePage`."""

    def __init__(self, clock: Clock, boards: BoardSource, header: Header, reason: Reason) -> None:
        """`header`: the game that is to begin; `reason`: why the table waits."""
        self.reason, self._sides = reason, header.sides
        there = reason.what != BOARD
        self._open = boards.lights(header) if there else no_lights(board_of(header.sides).holes)
        self._listeners: list[Changed] = []
        self._open.lamps.listen(lambda _: self._notify())
        self._lights = StripUpdates(clock, self._open.strip)
        self._lit = corners(board_of(header.sides))
        self._lights.show(self._lit)

    @property
    def kept(self) -> GamesKept:
        """The kept games: none can be read yet."""
        return GamesKept(self.reason.text)

    def state(self) -> Json:
        """The state without a game, with the reason to wait."""
        name = board_of(self._sides).name
        fault = {"kind": "fault", "tone": "bad", "text": sentence(self.reason.text), "at": 0.0}
        lights = {name(hole): {"role": light.role, "seat": None} for hole, light in self._lit.items()}
        faults = [{"what": self.reason.what, "text": fault["text"]}]
        waits = {
            "seq": 0,
            "lights": lights,
            "faults": faults,
            "sim": None,
            "simulated": False,
            "version": VERSION,
        }
        return page_state.no_game(fault) | waits

    def layout(self, sides: int | None = None) -> Json:
        """The board of the game that is to begin."""
        return page_state.layout(sides or self._sides)

    rules = staticmethod(rule_sets)

    def rule_card(self) -> Json:
        """The summary of the first rule set, section by section, because no game is played."""
        return rule_card(None)

    def choices(self, card: str) -> Json:  # noqa: ARG002
        """Raise CommandRefused, because there is no game."""
        raise CommandRefused(words("not-now", why=self.reason.text))

    def lit(self) -> Mapping[str, str]:
        """The colour of each LED that is not dark, by hole, as six hex digits."""
        return page_state.lit(self._sides, self._open.lamps.pixels)

    def subscribe(self, changed: Changed) -> Callable[[], None]:
        """Call `changed` after every change; the returned function ends the calls."""
        self._listeners.append(changed)
        return lambda: self._listeners.remove(changed)

    async def command(self, name: str, body: Mapping[str, Any]) -> None:  # noqa: ARG002
        """Refuse every command, because nothing can be recorded yet."""
        raise CommandRefused(words("not-now", why=self.reason.text))

    def close(self) -> None:
        """Release the lights for the game."""
        self._lights.close()
        self._open.close()

    def _notify(self) -> None:
        for listener in tuple(self._listeners):
            listener("leds")
