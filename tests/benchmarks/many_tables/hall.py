"""Run a hall for a minute: a hundred tables at ten times people's speed, a Redis and a director.

The hall runs twice: with recorded games, whose logs grow exactly at that pace (`_recorded.py`), and with
table services and simulated people, which play as fast as this machine permits. In the middle the director is
killed (SIGKILL) and started again. At the end the director's store must have every record of every table,
with text and hash, and no other record.

Lag is the time from the writing of a record at its table to its commit in the desk's store, measured 20 times
a second for the newest record of each table. The shares of a core show whether a part takes too much time.

`JOKERBOARD_HALL=tables:speed:seconds`, such as 20:5:30, runs another hall; 1000:10:60:recorded runs only the
recorded tables; 100,250,500,1000:1:30:recorded runs four halls one after another, to show the growth of lag
and memory.
"""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path

from jokerboard.journal.store import FILE as JOURNAL
from jokerboard.simulation.hall_tables import Tables
from jokerboard.simulation.hall_tables import run as run_tables
from jokerboard.tournament.collect.store import FILE as STORE
from tests.benchmarks import BenchmarkError
from tests.benchmarks.many_tables._recorded import Lasts, Recorded, pace, record
from tests.benchmarks.many_tables._recorded import run as run_recorded
from tests.benchmarks.many_tables._redis import redis_server
from tests.benchmarks.many_tables._table_processes import TableProcesses, peak_memory, processor_time

TABLES, SPEED, SECONDS = 100, 10.0, 60.0
A_PROCESS = 10
"""The number of simulated tables in a process; a process has ten times as many recorded tables."""
GAMES = 5
EVERY = 0.05
"""Seconds between two measurements at the tables and in the desk's store."""
PATIENCE = 120.0
PATIENCE_A_TABLE = 1.0
"""Seconds to wait for the start of a hall, for each table: a thousand tables may take minutes."""


def run() -> Iterator[str]:
    """Run the benchmark; yield a line of text for each figure."""
    halls, speed, seconds = [TABLES], SPEED, SECONDS
    kinds = ["recorded", "simulated"]
    if wanted := os.environ.get("JOKERBOARD_HALL"):
        parts = wanted.split(":")
        halls = [int(tables) for tables in parts[0].split(",")]
        speed, seconds = float(parts[1]), float(parts[2])
        kinds = parts[3:] or kinds
    with tempfile.TemporaryDirectory(prefix="jokerboard-") as directory:
        games = record(Path(directory), GAMES)
        yield f"people in real time make {pace(games):.2f} records a second at a table"
        for name, tables in product(kinds, halls):
            recorded = games if name == "recorded" else None
            path = Path(directory) / f"{name}-{tables}"
            path.mkdir()
            yield f"{name} tables:"
            for line in _Hall(path, tables, speed, seconds, recorded, pace(games)).run():
                yield f"  {line}"


class _Hall:
    def __init__(
        self, path: Path, tables: int, speed: float, seconds: float, recorded: Path | None, pace: float
    ) -> None:
        self.path, self.tables, self.speed, self.seconds = path, tables, speed, seconds
        self.recorded, self.pace = recorded, pace
        self.lag = _Lag()
        self.journals: dict[int, sqlite3.Connection] = {}
        self.shared = None if recorded is None else Lasts(path, tables)

    def run(self) -> Iterator[str]:
        with redis_server(self.path) as link:
            url = f"redis://127.0.0.1:{link.connection_pool.connection_kwargs['port']}"
            server = int(link.info("server")["process_id"])
            self.processes = processes = self._start(url)
            director = self._director(url)
            try:
                starting = time.monotonic()
                self._until_all_have_begun()
                yield f"{self.tables} tables have begun after {time.monotonic() - starting:.0f} s"
                self._until_all_are_here()
                yield f"all of them are at the desk after {time.monotonic() - starting:.0f} s"
                shares = _Shares({"desk": director.pid, "Redis": server, "this benchmark": os.getpid()})
                busy, began, records = processes.busy(), time.monotonic(), sum(self._lasts().values())
                self._watch(began + self.seconds / 2)
                lasted, grew = time.monotonic() - began, sum(self._lasts().values()) - records
                loads = [f"tables {100 * (processes.busy() - busy) / lasted:.0f} %", *shares.texts(lasted)]
                self._drain()
                steady, self.lag = self.lag, _Lag()
                peak = peak_memory(director.pid)
                director.kill()
                director.wait()
                killed = time.monotonic()
                director = self._director(url)
                back, used = time.monotonic() - killed, processor_time(director.pid)
                self._watch(time.monotonic() + self.seconds / 2)
                self._drain()
                memory = link.info("memory")
                processes.stop(PATIENCE)
                caught_up = self._catch_up()
                peak = max(peak, peak_memory(director.pid))
                yield (
                    f"{self.tables} tables, told {self.speed:g} times people's pace:"
                    f" {grew / lasted:,.0f} records a second,"
                    f" {grew / lasted / self.tables / self.pace:.1f} times that of people"
                )
                yield f"lag from a table to the desk's disk: {steady}"
                yield (
                    f"with the desk killed, and back in {back:.1f} s ({used:.1f} s of processor): {self.lag};"
                    f" all was there {caught_up:.1f} s after the tables stopped"
                )
                yield f"shares of a core before the kill: {', '.join(loads)}"
                yield (
                    f"Redis: {memory['used_memory'] / 1e6:.0f} MB,"
                    f" {memory['used_memory_peak'] / 1e6:.0f} at most; director: {peak} MB at most"
                )
                yield self._compare()
            finally:
                processes.kill()
                director.send_signal(signal.SIGTERM)
                director.wait(PATIENCE)
                for db in self.journals.values():
                    db.close()

    def _start(self, url: str) -> TableProcesses:
        processes = TableProcesses(
            self.path, ["tests.benchmarks.many_tables._recorded", "jokerboard.simulation.hall_tables"]
        )
        a_process = A_PROCESS if self.recorded is None else 10 * A_PROCESS
        for first in range(1, self.tables + 1, a_process):
            count = min(a_process, self.tables + 1 - first)
            name = f"tables {first} to {first + count - 1}"
            if self.recorded is None:
                live = Tables(url, self.path, first, count, self.speed, 0.1, 7, playing=True)
                processes.start(name, run_tables, live)
            else:
                processes.start(
                    name, run_recorded, Recorded(url, self.path, first, count, self.speed, self.recorded)
                )
        return processes

    def _director(self, url: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "jokerboard", "director", "--redis", url, "--http", "0"]
        with (self.path / "director.log").open("a") as log:
            process = subprocess.Popen(
                [*command, "--state", str(self.path / "desk")], stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert process.stdout is not None
        for line in process.stdout:
            if re.search(r"The desk is at", line):
                return process
        output = (self.path / "director.log").read_text().strip()
        raise BenchmarkError(f"the director did not begin: {output[-500:]}")

    # ---- looking at the tables and at the desk ------------------------------------------------------

    def _until_all_have_begun(self) -> None:
        deadline = time.monotonic() + PATIENCE + PATIENCE_A_TABLE * self.tables
        while any(last == 0 for last in self._lasts().values()):
            self.processes.check()
            if time.monotonic() > deadline:
                raise BenchmarkError("not every table has begun")
            time.sleep(EVERY)

    def _until_all_are_here(self) -> None:
        deadline = time.monotonic() + PATIENCE + PATIENCE_A_TABLE * self.tables
        while len(self._kept()) < self.tables:
            self.processes.check()
            if time.monotonic() > deadline:
                raise BenchmarkError("not every table reached the desk")
            time.sleep(0.1)

    def _lasts(self) -> dict[int, int]:
        """The number of the newest record of each table; 0 before its first record."""
        if self.shared is not None:
            return self.shared.by_table()
        return {n: self._last(n) for n in range(1, self.tables + 1)}

    def _last(self, n: int) -> int:
        if n not in self.journals:
            path = self.path / f"table{n}" / JOURNAL
            if not path.exists() or path.stat().st_size == 0:
                return 0
            self.journals[n] = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30)
        query = "SELECT coalesce(max(n), 0) FROM records"
        return int(self.journals[n].execute(query).fetchone()[0])

    def _kept(self) -> dict[int, int]:
        """The number of each table's newest record in the desk's store."""
        db = sqlite3.connect(f"file:{self.path / 'desk' / STORE}?mode=ro", uri=True, timeout=30)
        try:
            rows = db.execute("SELECT title, last FROM tables").fetchall()
        finally:
            db.close()
        return {int(title.removeprefix("Table ")): last for title, last in rows}

    def _watch(self, until: float) -> None:
        while (now := time.monotonic()) < until:
            self.processes.check()
            self._look()
            time.sleep(max(0.0, now + EVERY - time.monotonic()))

    def _look(self) -> None:
        self.lag.written(time.monotonic(), self._lasts())
        self.lag.kept(time.monotonic(), self._kept())

    def _catch_up(self) -> float:
        began = time.monotonic()
        self._look()
        self._drain()
        return time.monotonic() - began

    def _drain(self) -> None:
        """Wait until the desk has the newest record of every table."""
        deadline = time.monotonic() + PATIENCE + PATIENCE_A_TABLE * self.tables
        while self.lag.waiting and time.monotonic() < deadline:
            time.sleep(EVERY)
            self.lag.kept(time.monotonic(), self._kept())

    def _compare(self) -> str:
        """A text about missing and additional records in the desk's store, compared with the journals."""
        store = sqlite3.connect(self.path / "desk" / STORE)
        wrong = records = 0
        query = (
            "SELECT n, text, records.hash FROM records JOIN tables ON tables.id = owner"
            " WHERE title = ? ORDER BY n"
        )
        for n in range(1, self.tables + 1):
            journal = sqlite3.connect(self.path / f"table{n}" / JOURNAL)
            mine = journal.execute("SELECT n, text, hash FROM records ORDER BY n").fetchall()
            journal.close()
            records += len(mine)
            wrong += mine != store.execute(query, (f"Table {n}",)).fetchall()
        store.close()
        if wrong:
            return f"of {records} records, those of {wrong} tables of {self.tables} are NOT all at the desk"
        return f"all {records} records of {self.tables} tables are at the desk, none missing, none twice"


class _Lag:
    """Measures the seconds from the writing of records at the tables until they are on the desk's disk."""

    def __init__(self) -> None:
        self.waiting: dict[int, deque[tuple[float, int]]] = {}
        self._newest: dict[int, int] = {}
        self._took: list[float] = []

    def __str__(self) -> str:
        took = sorted(self._took) or [0.0]
        median, p99 = (took[min(len(took) - 1, int(len(took) * share))] for share in (0.5, 0.99))
        return f"{median:.2f} s median, {p99:.2f} s p99, {took[-1]:.2f} s worst"

    def written(self, at: float, lasts: Mapping[int, int]) -> None:
        """Note which records are the newest of the tables at the time `at`."""
        for table, last in lasts.items():
            if last > self._newest.setdefault(table, last):
                self._newest[table] = last
                self.waiting.setdefault(table, deque()).append((at, last))

    def kept(self, at: float, kept: Mapping[int, int]) -> None:
        """Note which records are the newest in the desk's store at the time `at`."""
        for table in list(self.waiting):
            waiting = self.waiting[table]
            while waiting and waiting[0][1] <= kept.get(table, 0):
                self._took.append(at - waiting.popleft()[0])
            if not waiting:
                del self.waiting[table]


class _Shares:
    """Measures the share of a core that each process uses after this object was made."""

    def __init__(self, processes: Mapping[str, int]) -> None:
        self._pids = processes
        self._before = {name: processor_time(pid) for name, pid in processes.items()}

    def texts(self, lasted: float) -> list[str]:
        """A text for each process: its share of a core over `lasted` seconds."""
        used = {name: processor_time(pid) - self._before[name] for name, pid in self._pids.items()}
        return [f"{name} {100 * share / lasted:.0f} %" for name, share in used.items()]
