"""The processes that run a hall's tables; if one of them dies, the benchmark fails."""

from __future__ import annotations

import multiprocessing
import os
import re
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from tests.benchmarks import BenchmarkError


class TableProcesses:
    """The processes of a hall's tables; `path` is the directory with a file of each one's errors."""

    def __init__(self, path: Path, preload: list[str]) -> None:
        # Forking from a process that has imported everything saves memory: a thousand tables need many.
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(preload)
        self._path = path
        self._running: list[tuple[BaseProcess, str, Path]] = []

    def start(self, tables: str, run: Callable[[Any], None], wanted: object) -> None:
        """Start a process that calls `run(wanted)`; `tables` names the process in messages."""
        log = self._path / f"tables-{len(self._running)}.log"
        process = self._context.Process(target=_run, args=(log, run, wanted))
        process.start()
        self._running.append((process, tables, log))

    def check(self) -> None:
        """Raise BenchmarkError if a process has died."""
        for process, tables, log in self._running:
            if process.exitcode is not None:
                raise BenchmarkError(_failure(tables, process.exitcode, log))

    def busy(self) -> float:
        """The processor seconds that all processes have used so far."""
        self.check()
        return sum(processor_time(process.pid) for process, _, _ in self._running)

    def stop(self, patience: float) -> None:
        """End the processes and wait up to `patience` seconds, so that they store all records.

        Raise BenchmarkError if one of them does not end cleanly.
        """
        self.check()
        for process, _, _ in self._running:
            process.terminate()
        for process, tables, log in self._running:
            process.join(patience)
            if process.exitcode != 0:
                raise BenchmarkError(_failure(tables, process.exitcode, log))
        self._running.clear()

    def kill(self) -> None:
        """Kill the processes that still run."""
        for process, _, _ in self._running:
            process.kill()


def processor_time(pid: int | None) -> float:
    """The processor seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def peak_memory(pid: int) -> int:
    """The largest resident memory that a process has had, in megabytes."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) // 1024 if found else 0


def _run(log: Path, run: Callable[[Any], None], wanted: object) -> None:
    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(file, 2)
    os.close(file)
    # Real tables have processors of their own, so these processes must not slow down desk and Redis.
    os.nice(10)
    run(wanted)


def _failure(tables: str, code: int | None, log: Path) -> str:
    lines = log.read_text(errors="replace").split("\n") if log.exists() else []
    last = next((line.strip() for line in reversed(lines) if line.strip()), "its log is empty")
    ended = "did not end" if code is None else f"ended with exit code {code}"
    return f"the process of {tables} {ended}: {last}"
