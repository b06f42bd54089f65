"""A minute of a hall: a hundred tables at ten times people's speed, one Redis, and a director that is killed
once.

Twice: with recorded games, whose journals grow at exactly that pace (`_recorded.py`, beside this); and with
whole table services and simulated people, which play as fast as this machine lets them. They share a few
processes. The director is killed (SIGKILL) in the middle and started again. At the end every record of every
journal must be in the director's store, text and hash, and no other. Lag is how long after it was on its
table's disk the newest record of each of the tables was on the desk's.

`JOKERBOARD_HALL=tables:speed:seconds` runs another hall, as 20:5:30; 1000:10:60:recorded runs only
the recorded tables; 100,250,500:1:30:recorded one hall after the other, for the growth of lag and memory.
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
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from jokerboard.journal.store import FILE as JOURNAL
from jokerboard.simulation.hall_tables import Tables
from jokerboard.simulation.hall_tables import run as run_tables
from jokerboard.tournament.collect.store import FILE as STORE
from tests.benchmarks import BenchmarkError
from tests.benchmarks.many_tables._recorded import Recorded, pace, record
from tests.benchmarks.many_tables._recorded import run as run_recorded
from tests.benchmarks.many_tables._redis import redis_server
from tests.benchmarks.many_tables._table_processes import TableProcesses, peak_memory, processor_time

TABLES, SPEED, SECONDS = 100, 10.0, 60.0
A_PROCESS = 10
"""The number of simulated tables in one process; recorded ones are three times as many."""
GAMES = 5
EVERY = 0.25
PATIENCE = 120.0
PATIENCE_A_TABLE = 1.0
"""Seconds more for each table to begin: on a busy machine a thousand of them take minutes."""


def run() -> Iterator[str]:
    """A line for each figure."""
    halls, speed, seconds = [TABLES], SPEED, SECONDS
    kinds = ["recorded", "simulated"]
    if wanted := os.environ.get("JOKERBOARD_HALL"):
        told = wanted.split(":")
        halls = [int(tables) for tables in told[0].split(",")]
        speed, seconds = float(told[1]), float(told[2])
        kinds = told[3:] or kinds
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
        self.lags: list[float] = []
        self.waiting: list[tuple[float, dict[int, int]]] = []
        self.journals: dict[int, sqlite3.Connection] = {}

    def run(self) -> Iterator[str]:
        with redis_server(self.path) as link:
            url = f"redis://127.0.0.1:{link.connection_pool.connection_kwargs['port']}"
            self.processes = processes = self._start(url)
            director = self._director(url)
            try:
                starting = time.monotonic()
                self._open_journals()
                yield f"{self.tables} tables have begun after {time.monotonic() - starting:.0f} s"
                self._until_all_are_here()
                yield f"all of them are at the desk after {time.monotonic() - starting:.0f} s"
                began, records = time.monotonic(), self._written()
                self._watch(began + self.seconds / 2)
                self._drain()
                steady, self.lags = self.lags, []
                peak = peak_memory(director.pid)
                director.kill()
                director.wait()
                killed = time.monotonic()
                director = self._director(url)
                back = time.monotonic() - killed
                self._watch(time.monotonic() + self.seconds / 2)
                busy = processes.busy()
                lasted, grew = time.monotonic() - began, self._written() - records
                self._drain()
                memory = link.info("memory")
                processes.stop(PATIENCE)
                caught_up = self._catch_up()
                peak = max(peak, peak_memory(director.pid))
                used = processor_time(director.pid)
                yield (
                    f"{self.tables} tables, told {self.speed:g} times people's pace, for {lasted:.0f} s:"
                    f" {grew} records, {grew / lasted:,.0f} a second,"
                    f" {grew / lasted / self.tables / self.pace:.1f} times that of people"
                )
                yield (
                    f"lag from a table's disk to the desk's: {_lag(steady)};"
                    f" with the desk killed and back in {back:.1f} s: {_lag(self.lags)};"
                    f" all was there {caught_up:.1f} s after the tables stopped"
                )
                yield (
                    f"Redis: {memory['used_memory'] / 1e6:.0f} MB,"
                    f" {memory['used_memory_peak'] / 1e6:.0f} at most;"
                    f" director: {peak} MB at most, {used / lasted * 200:.0f} % of a core since its restart;"
                    f" tables: {busy / lasted / self.tables * 100:.1f} % of a core each"
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
        a_process = A_PROCESS if self.recorded is None else 3 * A_PROCESS
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
        said = (self.path / "director.log").read_text().strip()
        raise BenchmarkError(f"the director did not begin: {said[-500:]}")

    # ---- looking at the disks ---------------------------------------------------------------------

    def _open_journals(self) -> None:
        deadline = time.monotonic() + PATIENCE + PATIENCE_A_TABLE * self.tables
        for n in range(1, self.tables + 1):
            path = self.path / f"table{n}" / JOURNAL
            while not path.exists() or path.stat().st_size == 0:
                self.processes.check()
                if time.monotonic() > deadline:
                    raise BenchmarkError(f"table {n} never began")
                time.sleep(0.05)
            self.journals[n] = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30)

    def _until_all_are_here(self) -> None:
        deadline = time.monotonic() + PATIENCE + PATIENCE_A_TABLE * self.tables
        while len(self._kept()) < self.tables:
            self.processes.check()
            if time.monotonic() > deadline:
                raise BenchmarkError("not every table was ever heard at the desk")
            time.sleep(0.1)

    def _lasts(self) -> dict[int, int]:
        query = "SELECT coalesce(max(n), 0) FROM records"
        return {n: db.execute(query).fetchone()[0] for n, db in self.journals.items()}

    def _written(self) -> int:
        return sum(self._lasts().values())

    def _kept(self) -> dict[int, int]:
        db = sqlite3.connect(f"file:{self.path / 'desk' / STORE}?mode=ro", uri=True, timeout=30)
        try:
            rows = db.execute("SELECT title, last FROM tables").fetchall()
        finally:
            db.close()
        return {int(title.removeprefix("Table ")): last for title, last in rows}

    def _watch(self, until: float) -> None:
        while time.monotonic() < until:
            self.processes.check()
            self.waiting.append((time.monotonic(), self._lasts()))
            self._resolve()
            time.sleep(EVERY)

    def _resolve(self) -> None:
        kept, now = self._kept(), time.monotonic()
        still = []
        for at, lasts in self.waiting:
            if all(kept.get(n, 0) >= last for n, last in lasts.items()):
                self.lags.append(now - at)
            else:
                still.append((at, lasts))
        self.waiting = still

    def _catch_up(self) -> float:
        began = time.monotonic()
        self.waiting.append((began, self._lasts()))
        self._drain()
        return time.monotonic() - began

    def _drain(self) -> None:
        deadline = time.monotonic() + PATIENCE + PATIENCE_A_TABLE * self.tables
        while self.waiting and time.monotonic() < deadline:
            self._resolve()
            time.sleep(0.02)

    def _compare(self) -> str:
        """The differences between journals and the desk's copies: missing and additional records."""
        store = sqlite3.connect(self.path / "desk" / STORE)
        wrong = records = 0
        for n, db in self.journals.items():
            query = "SELECT n, text, hash FROM records ORDER BY n"
            mine = db.execute(query).fetchall()
            query = (
                "SELECT n, text, records.hash FROM records JOIN tables ON tables.id = owner"
                " WHERE title = ? ORDER BY n"
            )
            records += len(mine)
            wrong += mine != store.execute(query, (f"Table {n}",)).fetchall()
        store.close()
        if wrong:
            return f"of {records} records, those of {wrong} tables of {self.tables} are NOT all at the desk"
        return f"all {records} records of {self.tables} journals are at the desk, none missing, none twice"


def _lag(values: list[float]) -> str:
    return f"{_at(values, 0.5):.2f} s median, {_at(values, 0.99):.2f} s p99, {max(values):.2f} s worst"


def _at(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]
