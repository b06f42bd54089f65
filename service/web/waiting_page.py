"""A table whose state directory cannot be written yet: it waits, says so, and announces nothing.

A card that the Pi mounted read-only after a power cut, or a full one, is met before there is a game. The
board's corners flash, the page says why, and once a second it is tried again; when the disk takes it the game
goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from engine.geometry import board as board_of
from engine.rules import RULES
from engine.words import sentence
from hardware.clock import Clock
from host.errors import JokerboardError
from host.version import VERSION
from journal.games.header import Header
from service.runtime.board_source import BoardSource
from service.runtime.troubles import DISK
from service.showing.strip_updates import StripUpdates
from service.showing.table_lights import corners
from service.web import page_state
from service.web.errors import CommandRefused
from service.web.page_port import Changed, Json
from service.web.rules_view import rule_card, rule_sets


class Waiting:
    """The page of a waiting table, being served."""

    def __init__(self, desk: WaitingPage, page: Coroutine[None, None, None]) -> None:
        self._desk, self._page = desk, asyncio.ensure_future(page)
        self.closed = False

    async def close(self) -> None:
        """Take the page away and release the board; what went wrong with the page is raised."""
        if self.closed:
            return
        self.closed = True
        self._page.cancel()
        (ended,) = await asyncio.gather(self._page, return_exceptions=True)
        self._desk.close()
        if isinstance(ended, JokerboardError):
            raise ended


class WaitingPage:
    """The page of a table that waits for its disk; see `service.web.page_port.TablePage`."""

    def __init__(self, clock: Clock, boards: BoardSource, header: Header, text: str) -> None:
        """`header`: of the game that would begin; `text`: why it does not."""
        self._text, self._sides = text, header.sides
        self._open = boards.lights(header)
        self._listeners: list[Changed] = []
        self._open.lamps.listen(lambda _: self._tell())
        self._lights = StripUpdates(clock, self._open.strip)
        self._lit = corners(board_of(header.sides))
        self._lights.show(self._lit)

    def state(self) -> Json:
        """No game, and why."""
        name = board_of(self._sides).name
        said = {"kind": "fault", "tone": "bad", "text": sentence(self._text), "at": 0.0}
        lights = {name(hole): {"role": light.role, "seat": None} for hole, light in self._lit.items()}
        faults = [{"what": DISK, "text": said["text"]}]
        waits = {"seq": 0, "lights": lights, "faults": faults, "sim": None, "version": VERSION}
        return page_state.no_game(said) | waits

    def layout(self) -> Json:
        """The board that would be played on."""
        return page_state.layout(self._sides)

    def rules(self) -> list[Json]:
        """The rule sets there are."""
        return rule_sets()

    def rule_card(self) -> Json:
        """The first rule set's card: nothing is played yet."""
        return rule_card(next(iter(RULES.values())))

    def plays(self, since: int) -> Json:  # noqa: ARG002
        """Nothing has been played."""
        return {"game": None, "revision": 0, "first": None, "steps": []}

    def record(self) -> tuple[str, str]:
        """There is no game."""
        raise CommandRefused(f"Not now: {self._text}.")

    def lit(self) -> Mapping[str, str]:
        """What the strip was last sent."""
        return page_state.lit(self._sides, self._open.lamps.pixels)

    def subscribe(self, changed: Changed) -> Callable[[], None]:
        """Announce every change to `changed`."""
        self._listeners.append(changed)
        return lambda: self._listeners.remove(changed)

    async def command(self, name: str, body: Mapping[str, Any]) -> None:  # noqa: ARG002
        """Nothing is done before it can be kept."""
        raise CommandRefused(f"Not now: {self._text}.")

    def close(self) -> None:
        """Release the lights: the game needs them."""
        self._lights.close()
        self._open.close()

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener("leds")
