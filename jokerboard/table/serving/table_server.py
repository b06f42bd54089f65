"""A table with its page: one event loop for table, people and page, until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from hardware.clock import Clock, LoopClock
from jokerboard.host.errors import JokerboardError, by_the_disk
from jokerboard.host.network import addresses
from jokerboard.host.system import loud_threads, run_loop, stop_on_signals
from jokerboard.host.wall_clock import WallClock, is_clock_set
from jokerboard.journal.errors import JournalError
from jokerboard.journal.store import Journal
from jokerboard.journal.writer import RETRY, ThreadWriter, Writer
from jokerboard.players.levels import PAUSE
from jokerboard.players.thinking import thread_of
from jokerboard.table.houses.page import HousesPage
from jokerboard.table.houses.table_houses import TableHouses
from jokerboard.table.runtime.board_source import BoardMissing, BoardSource
from jokerboard.table.runtime.game_setup import Wanted, header_for
from jokerboard.table.runtime.table import Table
from jokerboard.table.runtime.troubles import DISK
from jokerboard.table.serving.opening import (
    STORAGE,
    HousesWanted,
    check_the_rest,
    forgetting,
    open_houses,
    open_table,
    print_troubles,
    resume_or_begin,
    watch_wall_clock,
)
from jokerboard.table.serving.upkeep import Systemd, collecting_at_rest
from jokerboard.table.web.access import (
    PAIRED_FILE,
    SEATS_FILE,
    DevicePairing,
    LocalKey,
    PairedDevices,
    SeatClaims,
    kept_key,
)
from jokerboard.table.web.game_page import GamePage
from jokerboard.table.web.page_port import TablePage
from jokerboard.table.web.waiting_page import BOARD, Reason, Waiting, WaitingPage
from jokerboard.web.errors import PageError
from jokerboard.web.server import bind, is_local_address, serve
from jokerboard.words.catalogue import words

if TYPE_CHECKING:
    from jokerboard.table.publishing.table_publisher import Director, TablePublisher


KEPT_WITHIN = 5.0
"""Seconds for which a command of the page waits for the disk before it is refused."""

SETTLED = 1.0
"""Seconds for which a closing table waits for its journal, so that the director gets the last records."""


MakeBoards: TypeAlias = Callable[[Clock, Path], BoardSource]
"""Makes the board source of the table in a state directory."""


@dataclass(frozen=True, slots=True)
class Serving:
    """The arguments of a served table: its page's address, its boards, its director if it has one.

    `seed`: the source of all random numbers. `attended`: whether simulated people play a game that begins.
    `new`: whether to begin a game even if one is in progress.
    """

    host: str
    port: int
    seed: str
    boards: MakeBoards
    attended: bool = False
    new: bool = False
    director: Director | None = None
    machine_pause: float = PAUSE
    """How long machines hesitate; see `machine_pause` in the configuration."""
    root: Path | None = None
    """The root of the file system, to warn of a state directory in memory; None for no warning."""
    houses: HousesWanted | None = None
    """The other boards that the command names; None: those of the state directory."""
    idle: bool = False
    """Whether people choose the next game on the page, if none is in progress."""
    language: str | None = None
    """The language of the page on the table's own screen; None for the language of its browser."""


def serve_table(serving: Serving, wanted: Wanted, path: Path) -> int:
    """Serve the table in the state directory `path` until SIGTERM or SIGINT; return the exit code."""
    _try_port(serving.host, serving.port)

    async def run() -> int:
        return await _Service(serving, wanted, path).run()

    return run_loop(run())


class _Service:
    """One run of the service: one loop, one page, one table; it may have to wait for disk or board."""

    def __init__(self, serving: Serving, wanted: Wanted, path: Path) -> None:
        self._serving, self._wanted, self._path = serving, wanted, path
        self._publishing: TablePublisher | None = None
        self._loop = asyncio.get_running_loop()
        self._clock = LoopClock(self._loop)
        self._boards = serving.boards(self._clock, path)
        self._stopped = asyncio.Event()
        self._systemd = Systemd()
        self._wall = WallClock(lambda text: self._trouble("clock", text))
        self._table: Table | None = None
        self._houses: TableHouses | None = None
        self._failures: list[JokerboardError] = []
        self._journal_writer: Writer | None = None

    async def run(self) -> int:
        """Serve until SIGTERM or SIGINT; JokerboardError gives the reason of any other end."""
        with loud_threads(self._thread_failed):
            return await self._run()

    async def _run(self) -> int:
        self._loop.set_exception_handler(self._stumbled)
        stop_on_signals(self._loop, self._stopped.set)
        try:
            went_on = await self._opened()
            table = self._table
            if table is not None and went_on is not None:
                self._wall.compare(table.latest)
                check_the_rest(table.journal, lambda text: self._post(lambda: self._trouble("journal", text)))
                watch_wall_clock(self._clock, self._wall)
                if self._serving.root is not None:
                    self._trouble(STORAGE, forgetting(self._path, self._serving.root))
                desk = GamePage(table, self._kept)
                self._publish(table, desk)
                if self._houses is not None:
                    self._houses.on_change(desk.share(HousesPage(table, self._houses)))
                with collecting_at_rest(self._clock, lambda: table.last_event_at):
                    await _until(self._stopped, self._page(desk, table, went_on))
        finally:
            self._systemd.stopping()
            self._close()
        if self._failures:
            raise self._failures[0]
        return 0

    async def _opened(self) -> bool | None:
        """Open the table and its game; return whether the game was resumed.

        While the disk refuses or the board is missing, the table waits, with a page that gives the reason.
        Return None if the service was stopped meanwhile.
        """
        waiting: Waiting | None = None
        try:
            while not self._stopped.is_set():
                try:
                    if self._table is None:
                        self._open()
                    if waiting is not None and waiting.holds_board:
                        await waiting.close()
                    await asyncio.to_thread(self._boards.await_devices)
                    return self._play()
                except (JokerboardError, OSError) as error:
                    reason = self._reason_to_wait(error)
                if waiting is None or waiting.closed or waiting.reason != reason:
                    if waiting is not None:
                        await waiting.close()
                    waiting = self._wait(reason)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._stopped.wait(), RETRY)
            return None
        finally:
            if waiting is not None:
                await waiting.close()

    def _reason_to_wait(self, error: JokerboardError | OSError) -> Reason:
        """The reason to wait; raise the error again if waiting does not help."""
        if isinstance(error, BoardMissing):
            return Reason(BOARD, words("wait.board", why=error))
        self._close()
        if by_the_disk(error):
            return Reason(DISK, words("wait.disk", why=error))
        raise error

    def _open(self) -> None:
        """Lock the directory, check the journal, and open the table."""
        how = self._serving
        self._table = open_table(
            self._clock,
            self._path,
            how.seed,
            self._wall,
            self._writer,
            self._boards,
            clock_set=is_clock_set,
            pause=how.machine_pause,
            think=thread_of(self._loop),
        )
        print_troubles(self._table.troubles, self._systemd.status)
        self._houses = open_houses(self._table, self._clock, self._path, self._wall, how.houses, how.attended)

    def _play(self) -> bool:
        """Resume the game or begin one; return whether it was resumed."""
        assert self._table is not None
        how = self._serving
        joins = how.houses is not None and how.houses.join is not None
        fresh = self._houses is not None and self._houses.fresh
        return resume_or_begin(
            self._table, self._wanted, new=how.new or fresh, attended=how.attended, idle=how.idle or joins
        )

    def _wait(self, reason: Reason) -> Waiting:
        print(f"jokerboard: {reason.text}", file=sys.stderr, flush=True)
        header = header_for(self._wanted, id="", begun="", seed="", simulated=self._boards.simulated)
        desk = WaitingPage(self._clock, self._boards, header, reason)
        return Waiting(desk, self._page(desk, None, went_on=False, waits_for=reason.what))

    def _publish(self, table: Table, desk: GamePage) -> None:
        director = self._serving.director
        if director is None:
            return
        from jokerboard.table.publishing.table_publisher import TablePublisher

        def report(text: str) -> None:
            print(f"jokerboard: {text}", file=sys.stderr, flush=True)

        publishing = TablePublisher(
            table, director, self._path, wanted=self._wanted, wall=self._wall, post=self._post, report=report
        )
        publishing.on_change(desk.publish(publishing.state))
        publishing.start()
        self._publishing = publishing

    def _close(self) -> None:
        if self._publishing is not None:
            if self._table is not None:
                self._table.settle(SETTLED)  # Without this wait the director would not get the last records.
            self._publishing.close()
            self._publishing = None
        if self._houses is not None:
            self._houses.close()
            self._houses = None
        if self._table is not None:
            self._table.close()
            self._table = None

    def _trouble(self, what: str, text: str | None) -> None:
        if self._table is not None:
            self._table.trouble(what, text)

    def _writer(self, journal: Journal) -> Writer:
        def failed(error: JournalError) -> None:
            self._trouble(DISK, words("disk.refuses", why=error))

        writer = ThreadWriter(journal, self._post, failed, lambda: self._trouble(DISK, None))
        self._journal_writer = writer
        return writer

    async def _kept(self) -> bool:
        """Whether the disk has taken every record so far, within a few seconds."""
        kept: asyncio.Future[None] = self._loop.create_future()
        if self._journal_writer is not None:
            # The writer works in order, so an empty entry is done when all before it are on the disk.
            self._journal_writer.put((), lambda: None if kept.done() else kept.set_result(None))
            try:
                async with asyncio.timeout(KEPT_WITHIN):
                    await kept
            except TimeoutError:
                return False
        return True

    def _post(self, call: Callable[[], None]) -> None:
        self._loop.call_soon_threadsafe(call)

    def _stumbled(self, there: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        """End the service after an unexpected error: the journal is intact, and a restart resumes from it."""
        there.default_exception_handler(context)
        self._end(words("stumbled"))

    def _thread_failed(self, name: str) -> None:
        """End the service because a thread has failed; systemd restarts it."""
        why = words("stumbled.thread", name=name)
        with contextlib.suppress(RuntimeError):  # The loop is closed, because the service is ending.
            self._post(lambda: self._end(why))

    def _end(self, why: str) -> None:
        self._failures.append(JokerboardError(why))
        self._stopped.set()

    async def _page(self, desk: TablePage, table: Table | None, went_on: bool, waits_for: str = "") -> None:
        from jokerboard.table.web.app import make_app

        how, local = self._serving, is_local_address(self._serving.host)
        pairing = None if local else self._pairing(table)
        key = LocalKey() if table is None else kept_key(self._path)

        def ready(address: str) -> None:
            game = None if table is None else table.game
            if went_on and game is not None:
                print(f"Going on after play {game.log.n}; `--new` begins another game.")
            own = f"{address}?key={key.key}"
            if table is None:
                print(f"The page is at {own}; the table waits for its {waits_for}. Ctrl-C stops it.")
            else:
                print(f"The table is at {own} and is kept in {self._path}. Ctrl-C stops it.")
            if self._publishing is not None:
                self._publishing.page = address
            if pairing is None and how.idle:
                print("Phones reach the page only if the table is started with --listen 0.0.0.0.")
            if pairing is not None:
                print(f"From other devices: {' or '.join(addresses(address))}")
                print(words("pair.code", code=pairing.code))
            for line in [] if self._houses is None else self._houses.lines():
                print(line)
            sys.stdout.flush()
            code = "state.ready" if table is not None else f"state.waits-{waits_for}"
            self._systemd.ready(self._clock, words(code, address=address))

        seats = (
            None
            if table is None
            else SeatClaims(
                self._path / SEATS_FILE, lambda: None if table.game is None else table.game.header.id
            )
        )
        language = self._serving.language
        app = make_app(desk, local_only=local, pairing=pairing, local_key=key, seats=seats, language=language)
        try:
            await serve(app, self._serving.host, self._serving.port, ready=ready)
        except PageError as error:
            raise JokerboardError(str(error)) from error

    def _pairing(self, table: Table | None) -> DevicePairing:
        """The pairing of devices that command the table over the network; earlier devices stay paired."""
        if table is None:
            return DevicePairing()
        kept = PairedDevices(self._path / PAIRED_FILE, table.troubles)

        def keep(devices: tuple[bytes, ...]) -> None:
            kept.keep(devices)
            print(f"A device has paired. {words('pair.code', code=pairing.code)}", flush=True)

        pairing = DevicePairing(known=kept.load(), keep=keep)
        return pairing


async def _until(stopped: asyncio.Event, page: Coroutine[None, None, None]) -> None:
    """Run the page until `stopped` is set, or until it fails."""
    serving = asyncio.ensure_future(page)
    waiting = asyncio.ensure_future(stopped.wait())
    await asyncio.wait({serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    serving.cancel()
    await asyncio.gather(serving, waiting, return_exceptions=True)
    error = None if serving.cancelled() else serving.exception()
    if error is not None:
        raise error


def _try_port(host: str, port: int) -> None:
    """Raise an error if the port is in use, before anything of the table is changed."""
    if port == 0:
        return
    try:
        for sock in bind(host, port):
            sock.close()
    except PageError as error:
        raise JokerboardError(str(error)) from error
