"""A process that runs pytest on request, each time in a fork of itself.

It has loaded pytest and all third-party modules that a suite needs, but no module of the program. So a run
starts within a tenth of a second, and imports the program with its mutant.

A request is a line of JSON on standard input: `arguments` for pytest, and `seconds`, the longest time that
the run may take. The answer is a line with pytest's exit code, or `null` if the run or one of its tests did
not end in time.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import json
import os
import select
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

ADOPT_ORPHANS: Final = 36
"""Linux's PR_SET_CHILD_SUBREAPER: processes whose parent has ended become children of this process."""


def serve(modules: Sequence[str]) -> None:
    """Load the modules, then answer requests until standard input ends."""
    for name in modules:
        # Some modules can only be loaded after another one, or refuse to be loaded twice.
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    ctypes.CDLL(None).prctl(ADOPT_ORPHANS, 1, 0, 0, 0)
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(_run(asked["arguments"], asked["seconds"])), flush=True)


def _run(arguments: Sequence[str], seconds: float) -> int | None:
    child = os.fork()
    if not child:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for number in range(3):
            os.dup2(nothing, number)
        os._exit(int(pytest.main(list(arguments))))
    process = os.pidfd_open(child)
    ended = select.select([process], [], [], seconds)[0]
    os.close(process)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) if ended else None
    _end_children()
    return None if status == -signal.SIGALRM else status


def _end_children() -> None:
    """Kill the run and every program that it has started."""
    own = Path(f"/proc/self/task/{os.getpid()}/children")
    while left := own.read_text().split():
        for each in left:
            os.kill(int(each), signal.SIGKILL)
            os.waitpid(int(each), 0)


if __name__ == "__main__":
    serve(json.loads(sys.stdin.readline()))
