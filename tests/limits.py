"""No test waits for ever: after `LIMIT` seconds it fails, and shows where each of its threads stands.

pytest's own limit, and that of pytest-timeout, end at a test's first failure: another attempt (`--reruns`)
has none. And a worker that such a limit ends can leave the whole run waiting for it. Therefore each attempt
has its own limit, and fails like an assertion. Only where Python runs no more does the worker end, with the
run.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import signal
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

LIMIT = int(os.environ.get("TEST_LIMIT", "300"))
"""Seconds that a test's setup, call or teardown may take; the longest takes a fifth of them."""
GRACE = LIMIT // 5 + 1
"""Seconds more after which the worker ends."""
AGAIN = GRACE / 4
"""Seconds after which it fails again, where what it does at its end waits as well."""

_running: set[str] = set()
_errors: list[int] = []


def pytest_configure() -> None:
    """Keep the true standard error, which is another one during a test."""
    _errors.append(os.dup(2))
    signal.signal(signal.SIGALRM, _fail)


def pytest_unconfigure() -> None:
    """End the watch over the tests' time."""
    _end()


def pytest_runtest_logstart(nodeid: str) -> None:
    """Remember that this test is running, whichever worker runs it."""
    _running.add(nodeid)


def pytest_runtest_logfinish(nodeid: str) -> None:
    """Cancel the time limit of a test that has finished."""
    _running.discard(nodeid)
    _end()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Start the time limit of a test's setup, call or teardown."""
    _begin()


pytest_runtest_call = pytest_runtest_teardown = pytest_runtest_setup


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport() -> None:
    """End a test's time when it has ended; its report costs it no time."""
    _end()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the tests that had not ended when the run was stopped."""
    for each in sorted(_running):
        terminalreporter.write_line(f"STILL RUNNING {each}")


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Kill the programs that a worker's tests had started when it crashed: nobody else ends them."""
    if error:
        worker, run = node.workerinput["workerid"], node.workerinput["testrunuid"]
        marks = {f"PYTEST_XDIST_WORKER={worker}".encode(), f"PYTEST_XDIST_TESTRUNUID={run}".encode()}
        for environment in Path("/proc").glob("[0-9]*/environ"):
            with contextlib.suppress(OSError):  # The process has ended, or belongs to another program.
                if marks <= set(environment.read_bytes().split(b"\0")):
                    os.kill(int(environment.parent.name), signal.SIGKILL)


def _begin() -> None:
    if threading.current_thread() is threading.main_thread():
        signal.setitimer(signal.ITIMER_REAL, LIMIT, AGAIN)
    faulthandler.dump_traceback_later(LIMIT + GRACE, file=_errors[-1], exit=True)


def _end() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)
    faulthandler.cancel_dump_traceback_later()


def _fail(_signal: int, _frame: FrameType | None) -> None:
    faulthandler.dump_traceback(2)
    pytest.fail(f"it took more than {LIMIT} s")
