"""The demo with its page: one event loop for table, people and page, until it is told to stop."""

from __future__ import annotations

import argparse
import asyncio
import signal
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path

from hardware.clock import Clock, LoopClock
from page.errors import PageError
from page.server import bind, is_local_address, parse_listen, serve
from service.commands.demo import seed_of
from service.demo_table import DemoTable
from service.desk import TableDesk
from service.errors import JournalDamagedError, JournalError, ServiceError, UsageError
from service.game_setup import Wanted
from service.journal import Journal
from service.journal_file import CHECKED_AT_START, check
from service.notify import Systemd
from service.opening import open_table, people_from, resume_or_begin, tell_troubles
from service.troubles import DISK
from service.wall import LOOK_EVERY, WallClock
from service.writer import ThreadWriter, Writer


def serve_demo(args: argparse.Namespace, wanted: Wanted, path: Path) -> int:
    """Serve the table in the state directory `path` until SIGTERM or SIGINT; the exit code."""
    host, port = _address(args)
    _try_port(host, port)
    return asyncio.run(_serve(args, wanted, path, host, port))


async def _serve(args: argparse.Namespace, wanted: Wanted, path: Path, host: str, port: int) -> int:
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    failures: list[ServiceError] = []

    def trouble(what: str, text: str | None) -> None:
        table.trouble(what, text)

    def failed(error: JournalError) -> None:
        trouble(DISK, f"the record is not kept, and nothing is announced until it is: {error}")

    def post(call: Callable[[], None]) -> None:
        loop.call_soon_threadsafe(call)

    def writer(journal: Journal) -> Writer:
        return ThreadWriter(journal, post, failed, lambda: trouble(DISK, None))

    def stumbled(there: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        """Whatever nobody foresaw ends the service: what is kept is whole, and a fresh start folds it."""
        there.default_exception_handler(context)
        failures.append(ServiceError("the table stumbled over an error of its own; start it again to go on"))
        stopped.set()

    loop.set_exception_handler(stumbled)
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    systemd = Systemd()
    wall = WallClock(lambda text: trouble("clock", text))
    clock = LoopClock(loop)
    table = open_table(
        clock, path, seed_of(args), wall, writer, args.hardware, args.board, getattr(args, "real", None)
    )
    tell_troubles(table.troubles, systemd.status)
    try:
        people = people_from(args)
        went_on = resume_or_begin(table, wanted, people if args.people == "on" else None, new=args.new)
        wall.compare(table.latest)
        _check_the_rest(table.journal, lambda text: post(lambda: trouble("journal", text)))
        _look_again_and_again(clock, wall)
        await _until(stopped, _page(table, TableDesk(table, people), host, port, path, went_on, systemd))
    finally:
        systemd.stopping()
        table.close()
    if failures:
        raise failures[0]
    return 0


async def _page(
    table: DemoTable, desk: TableDesk, host: str, port: int, path: Path, went_on: bool, systemd: Systemd
) -> None:
    from service.web.app import make_app

    def ready(address: str) -> None:
        service = table.service
        if went_on and service is not None:
            print(f"Going on after play {service.log.n}; `--new` begins another game.")
        print(f"The table is at {address} and is kept in {path}. Ctrl-C stops it.", flush=True)
        systemd.ready(LoopClock(asyncio.get_running_loop()), f"the table is at {address}")

    app = make_app(desk, local_only=is_local_address(host))
    try:
        await serve(app, host, port, ready=ready)
    except PageError as error:
        raise ServiceError(str(error)) from error


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


def _address(args: argparse.Namespace) -> tuple[str, int]:
    if args.listen is None:
        return "127.0.0.1", int(args.port)
    try:
        return parse_listen(args.listen, args.port)
    except PageError as error:
        raise UsageError(str(error)) from error


def _try_port(host: str, port: int) -> None:
    """Find out that the port is taken before anything of the table is touched."""
    if port == 0:
        return
    try:
        for sock in bind(host, port):
            sock.close()
    except PageError as error:
        raise ServiceError(str(error)) from error


def _look_again_and_again(clock: Clock, wall: WallClock) -> None:
    """Notice when somebody sets the wall clock back."""
    wall.look()
    clock.call_at(clock.now() + LOOK_EVERY, lambda: _look_again_and_again(clock, wall))


def _check_the_rest(journal: Journal, damaged: Callable[[str], None]) -> None:
    """A start checks the newest records; the old ones of a long journal are checked while people play."""
    if journal.last <= CHECKED_AT_START:
        return

    def run() -> None:
        try:
            check(journal.path)
        except JournalDamagedError as error:
            damaged(f"{error}; the game goes on")
        except JournalError as error:
            damaged(f"the journal's old records could not be checked: {error}")

    threading.Thread(target=run, name="check", daemon=True).start()
