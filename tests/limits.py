"""A time limit for tests: after `LIMIT` seconds a test fails, and prints the stack of each thread.

The limits of pytest and pytest-timeout do not apply to a second attempt (`--reruns`), and after such a limit
has ended a worker, the whole run may wait for it. Here each attempt has a limit, and fails like an assertion.
The worker, and with it the run, is only ended if Python cannot be interrupted.
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
"""The most seconds for a test's setup, call or teardown. The slowest test takes a fifth of that."""
GRACE = LIMIT // 5 + 1
"""Seconds after the limit at which the worker is ended."""
AGAIN = GRACE / 4
"""Seconds after the limit at which the test fails again, in case its teardown waits, too."""

_running: set[str] = set()
_errors: list[int] = []


def pytest_configure() -> None:
    """Keep the process's standard error, because pytest replaces it during tests."""
    _errors.append(os.dup(2))
    signal.signal(signal.SIGALRM, _fail)


def pytest_unconfigure() -> None:
    """Stop watching the tests' time."""
    _end()


def pytest_runtest_logstart(nodeid: str) -> None:
    """Note that a test is running, on any worker."""
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
    """Cancel the time limit after a phase of a test, so that its report does not count."""
    _end()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the tests that were running when the run was stopped."""
    for each in sorted(_running):
        terminalreporter.write_line(f"STILL RUNNING {each}")


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """After the crash of a worker, kill the programs that its tests had started."""
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
