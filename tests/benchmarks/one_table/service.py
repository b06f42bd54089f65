"""The table service: start, memory, the time from lift to light, the journal, a whole game.

The start is the time from the launch of a process to the first answer of its page. The memory is the resident
memory once page, state and event stream have been requested. Lift to light is real time: a marble leaves the
simulated board, its contact bounces (up to 6 ms), the level is debounced (8 ms), the referee judges, and the
bytes for the LEDs are on the simulated SPI line.
"""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from hardware.clock import LoopClock, VirtualClock
from jokerboard.journal.file import check, records
from jokerboard.journal.games.resumed_game import fold
from jokerboard.journal.records import GENESIS, Entry, Kind, Record, canonical, chained
from jokerboard.journal.repair import open_journal, write_new
from jokerboard.journal.salvage import Row
from jokerboard.journal.store import FILE, Journal
from jokerboard.journal.writer import DirectWriter, ThreadWriter, Writer
from jokerboard.simulation.board.simulated_boards import SimulatedBoards
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.runtime.table import Table
from jokerboard.table.serving.opening import open_table
from jokerboard.table.serving.upkeep import collecting_at_rest

STARTS = 5
LIFTS = 100
APPENDS = 1000
GAMES = 1000
PATIENCE = 10.0
NOW = "2026-11-21T10:00:00+00:00"


def run() -> Iterator[str]:
    """Run the benchmark; yield a line of text for each figure."""
    with tempfile.TemporaryDirectory(prefix="jokerboard-") as directory:
        path = Path(directory)
        yield from _starts(path)
        yield asyncio.run(_lift_to_light(path / "light"))
        yield _appends(path / "appends")
        yield from _whole_game(path / "game")
        yield from _a_thousand_games(path / "game", path / "thousand")


def _starts(path: Path) -> Iterator[str]:
    seconds, kilobytes = [], 0
    for n in range(STARTS):
        began = time.perf_counter()
        with _demo(path / f"start{n}") as (process, address):
            with urllib.request.urlopen(address, timeout=30) as page:
                page.read()
            seconds.append(time.perf_counter() - began)
            with urllib.request.urlopen(f"{address}api/state", timeout=30) as state:
                state.read()
            with urllib.request.urlopen(f"{address}api/events", timeout=30) as events:
                events.readline()
            kilobytes = max(kilobytes, _resident(process.pid))
    yield f"cold start to the page answered: {_seconds(seconds)} of {STARTS} starts (aim: under 1 s)"
    yield f"resident memory with the page and people playing: {kilobytes / 1024:.1f} MB (aim: under 50 MB)"


@contextmanager
def _demo(path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    command = [
        sys.executable,
        "-m",
        "jokerboard",
        "demo",
        "--people",
        "on",
        "--port",
        "0",
        "--state",
        str(path),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        found = None
        while found is None:
            line = process.stdout.readline()
            if not line:
                raise RuntimeError("the demo did not start")
            found = re.search(r"http://\S+/", line)
        yield process, found[0]
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def _resident(pid: int) -> int:
    """The resident memory of a process in kilobytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


@contextmanager
def served(path: Path) -> Iterator[tuple[Table, SimulatedBoards, LoopClock]]:
    """A context with a table on the running loop whose records are written by a thread, as when served."""
    loop = asyncio.get_running_loop()

    def post(call: Callable[[], None]) -> None:
        loop.call_soon_threadsafe(call)

    def failed(error: Exception) -> None:
        raise error

    def writer(journal: Journal) -> Writer:
        return ThreadWriter(journal, post, failed)

    clock = LoopClock(loop)
    boards = SimulatedBoards(clock, path)
    table = open_table(clock, path, "1", lambda: NOW, writer, boards)
    try:
        yield table, boards, clock
    finally:
        table.close()


async def _lift_to_light(path: Path) -> str:
    with served(path) as (table, boards, clock):
        table.begin(Wanted(mode="training"))
        with collecting_at_rest(clock, lambda: table.last_event_at):
            return await _lifts(table, boards)


async def _lifts(table: Table, boards: SimulatedBoards) -> str:
    """Return a line with the times from lifting or placing a START marble until the lights change."""
    sim, game = boards.board, table.game
    assert sim is not None
    assert game is not None
    seat, changed = game.log.turn, asyncio.Event()
    began = 0.0

    def moved(_: int) -> None:
        nonlocal began
        began = time.perf_counter()

    game.on_change(changed.set)
    sim.wood.listen(moved)

    async def until_lights_differ_from(before: object) -> None:
        while game.shown.lights == before:
            changed.clear()
            await asyncio.wait_for(changed.wait(), PATIENCE)

    before = game.shown.lights
    sim.lay("ABCD"[seat], "KH")
    await until_lights_differ_from(before)
    samples = []
    for n in range(LIFTS):
        start = sim.board.start(seat)[n // 2 % 5]
        before = game.shown.lights
        if n % 2 == 0:
            sim.wood.lift(start)
        else:
            sim.wood.place(start, seat)
        await until_lights_differ_from(before)
        samples.append(time.perf_counter() - began)
        # If a hole changed much faster, its sensor would count as flickering.
        await asyncio.sleep(0.1)
    return (
        f"marble lifted or placed to bytes for the LEDs: {_milliseconds(samples)} (bounce and 8 ms included)"
    )


def _appends(path: Path) -> str:
    journal = Journal.open(path / FILE, table="t", made=NOW)
    position = "A8,A12,h2/B8,C3/C8,D1/D8,A1 A"
    move = {"t": 1.5, "kind": "move", "n": 7, "seat": "A", "card": "7H", "play": "7H A8-A11 B2-B6xC"}
    journal.append([Entry(1, Kind.GAME, {"id": "x"})])
    samples = []
    for _ in range(APPENDS):
        began = time.perf_counter()
        journal.append([Entry(1, Kind.VERDICT, {**move, "position": position, "owing": []})])
        samples.append(time.perf_counter() - began)
    journal.close()
    return f"journal append, on the disk: {_milliseconds(samples)} of {APPENDS}"


def _whole_game(path: Path) -> Iterator[str]:
    """Measure a game of simulated people on virtual time, and the folding of its journal at a restart."""
    clock, cpu = VirtualClock(), time.process_time()
    began = time.perf_counter()
    table = open_table(clock, path, "1", lambda: NOW, DirectWriter, SimulatedBoards(clock, path))
    table.begin(Wanted(), attended=True)
    assert table.game is not None
    while table.game.log.over is None:
        clock.run_next()
    plays, played = table.game.log.n, table.game.t
    table.close()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - began
    yield (
        f"a whole game on virtual time: {plays} plays, {played:.0f} s at the table, "
        f"in {wall:.2f} s, {cpu:.2f} s of them computed"
    )
    began = time.perf_counter()
    found = check(path / FILE)
    verified = time.perf_counter()
    journal = Journal.open(path / FILE, table="t", made=NOW)
    opened = time.perf_counter()
    fold(journal.newest_game())
    folded = time.perf_counter()
    journal.close()
    yield (
        f"its journal of {found.records} records: verified in {1000 * (verified - began):.1f} ms, "
        f"opened in {1000 * (opened - verified):.1f} ms, folded in {1000 * (folded - opened):.1f} ms"
    )


def _a_thousand_games(one: Path, path: Path) -> Iterator[str]:
    """Measure a start and a complete check with a journal that has the game `one` a thousand times."""
    path.mkdir()
    first, *game = records(one / FILE)
    new = write_new(path / FILE, _again_and_again(first, game))
    new.replace(path / FILE)
    began = time.perf_counter()
    journal, report = open_journal(path / FILE, table="t", made=NOW)
    fold(journal.newest_game())
    started = time.perf_counter()
    journal.close()
    checked = time.perf_counter()
    found = check(path / FILE)
    done = time.perf_counter()
    assert report is None or "was gone" in report
    megabytes = (path / FILE).stat().st_size / 1e6
    yield (
        f"a start with {GAMES} finished games ({found.records} records, {megabytes:.0f} MB): journal opened, "
        f"last game folded in {1000 * (started - began):.0f} ms; all verified in {done - checked:.1f} s"
    )


def _again_and_again(first: Record, game: Sequence[Record]) -> Iterator[Row]:
    n, digest = 0, GENESIS
    for k in range(GAMES + 1):
        for record in game if k else (first,):
            n += 1
            text = canonical(n, Entry(k, record.kind, record.data))
            digest = chained(digest, text)
            yield Row(n, k, record.kind.value, text, digest)


def _at(samples: Sequence[float], share: float) -> float:
    return sorted(samples)[min(int(share * len(samples)), len(samples) - 1)]


def _milliseconds(samples: Sequence[float]) -> str:
    return f"p50 {1000 * _at(samples, 0.5):.2f} ms, p99 {1000 * _at(samples, 0.99):.2f} ms"


def _seconds(samples: Sequence[float]) -> str:
    return f"median {_at(samples, 0.5):.2f} s, worst {max(samples):.2f} s"
