"""Simulated tables in a process of their own: each one is a table service with journal and publisher.

The people are simulated; all other parts run as at a real table: the referee judges occupancy, the journal
keeps the records, and the publisher sends them to the director, whose orders the table carries out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from hardware.clock import LoopClock
from jokerboard.host.system import run_loop, stop_on_signals
from jokerboard.journal.store import Journal
from jokerboard.journal.writer import ThreadWriter, Writer
from jokerboard.simulation.board.simulated_boards import SimulatedBoards
from jokerboard.simulation.people.memory import Memory
from jokerboard.table.publishing.table_publisher import Director, TablePublisher
from jokerboard.table.runtime.announcing import Announced
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.serving.opening import open_table
from jokerboard.tournament.address import parse_address


@dataclass(frozen=True, slots=True)
class Tables:
    """The arguments of a process of tables, numbered from `first`.

    `playing`: whether people begin games. `speed`: how many times faster than people the players act.
    `mistakes`: the share of turns in which something illegal is tried.
    """

    redis: str
    state: Path
    first: int
    count: int
    speed: float
    mistakes: float
    seed: int
    playing: bool = False
    rules: str = "texas"


def run(tables: Tables) -> None:
    """Run the tables until SIGTERM or SIGINT: the main function of the process."""
    run_loop(_run(tables))


async def _run(tables: Tables) -> None:
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    stop_on_signals(loop, stopped.set)
    clock = LoopClock(loop)
    all_of_them = [HallTable(tables, tables.first + n, clock, loop) for n in range(tables.count)]
    try:
        await stopped.wait()
    finally:
        for table in all_of_them:
            table.close()


class HallTable:
    """One table, in a loop that it shares with others."""

    def __init__(
        self, tables: Tables, number: int, clock: LoopClock, loop: asyncio.AbstractEventLoop
    ) -> None:
        self._tables, self._loop = tables, loop
        self._seed = f"{tables.seed}:{number}"
        self._wanted = Wanted(rules=tables.rules)
        path = tables.state / f"table{number}"

        def writer(journal: Journal) -> Writer:
            return ThreadWriter(journal, self._post, _ignore)

        manner = Memory("", "", speed=tables.speed, mistakes=tables.mistakes)
        self._boards = SimulatedBoards(clock, path, manner)
        self._table = open_table(clock, path, self._seed, wall, writer, self._boards)
        self._table.on_game(self._begun)
        desk = Director(parse_address(tables.redis), f"Table {number}")
        self._publishing = TablePublisher(
            self._table, desk, path, wanted=self._wanted, wall=wall, post=self._post
        )
        self._publishing.start()
        if tables.playing:
            self._table.begin(self._wanted, attended=True)

    def _begun(self) -> None:
        """Let simulated people sit down at a game that an order began."""
        if self._boards.players.people is None:
            self._loop.call_soon(self._sit_down)
        game = self._table.game
        if self._tables.playing and game is not None:
            game.listen(self._receive)

    def _receive(self, _: Announced) -> None:
        self._loop.call_soon(self._again)

    def _sit_down(self) -> None:
        if self._table.game is not None and self._boards.players.people is None:
            self._boards.players.sit_down()

    def _again(self) -> None:
        game = self._table.game
        if game is not None and game.log.over is not None:
            self._table.begin(self._wanted, attended=True)

    def _post(self, call: Callable[[], None]) -> None:
        self._loop.call_soon_threadsafe(call)

    def close(self) -> None:
        """Stop; journal and state are kept."""
        self._publishing.close()
        self._table.close()


def wall() -> str:
    """The wall clock's time in ISO form."""
    return datetime.now(UTC).isoformat()


def _ignore(_: Exception) -> None:
    """Ignore an error of the publisher, because the table's presence message reports it."""
