"""A table's page on virtual time, whose commands are carried out to their end."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.web.game_page import GamePage
from jokerboard.table.web.page_port import CommandRefused
from tests.jokerboard.table.virtual_table import VirtualTable
from tests.programs import tries


class Page:
    """A page at a table on virtual time."""

    def __init__(self, path: Path, wanted: Wanted | None = None) -> None:
        self.table = VirtualTable(path, wanted or Wanted(names={"A": "Ann"}), seed="3")
        self.desk = GamePage(self.table.desk)
        self.changes: list[str] = []
        self.leave = self.desk.subscribe(self.changes.append)

    def do(self, name: str, body: Mapping[str, Any] | None = None, /, **fields: Any) -> None:
        asyncio.run(self._done(name, {**(body or {}), **fields}))
        self.table.wait(0.5)

    async def _done(self, name: str, body: Mapping[str, Any]) -> None:
        command = asyncio.ensure_future(self.desk.command(name, body))
        await asyncio.sleep(0)
        await self.ended(command)
        await command

    async def ended(self, task: asyncio.Future[None]) -> None:
        """Let the table's clock run until the command has ended."""
        for _ in tries("the command is done or refused"):
            if task.done():
                return
            self.table.clock.run_next()
            await asyncio.sleep(0)

    def refused(self, name: str, body: Mapping[str, Any] | None = None, /, **fields: Any) -> str:
        with pytest.raises(CommandRefused) as refusal:
            self.do(name, body, **fields)
        return str(refusal.value)

    @property
    def state(self) -> dict[str, Any]:
        return self.desk.state()
