"""Settings of all tests: how many examples are tried, where temporary files are, in which order tests run.

A run tries a sample of scenarios and examples (`tests.examples`); `--all-scenarios` tries all of them. `make
check` tries fewest. In CI hypothesis tries the same examples each time. Hypothesis has no deadline, because
the speed of the machine proves nothing.

Temporary files are in memory if there is room, because a journal waits for the disk after every play, and
these waits would take most of a whole run. With `--all-scenarios` they are on the disk.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from tests.examples import EVERYTHING

pytest_plugins = ["tests.limits"]

# A busy machine is slow, so no test fails because generating its input takes long.
PATIENT: Final = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("explore", PATIENT, max_examples=6)
settings.register_profile("all", PATIENT, max_examples=EVERYTHING)
settings.register_profile("ci", PATIENT, max_examples=6, derandomize=True)
settings.register_profile("fast", PATIENT, max_examples=5)
settings.load_profile(os.environ.get("HYPOTHESIS", "ci" if os.environ.get("CI") else "explore"))

# Tests start hundreds of programs; with PYTHONDONTWRITEBYTECODE each of them would compile every module
# again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

MEMORY = Path("/dev/shm")
ROOM = 3 << 30
"""The free memory, in bytes, that temporary files need; virtual environments take most of it."""

SLOWEST = (
    "tests/systemd/test_install.py",
    "tests/wiring/test_prepare_pi.py",
    "tests/firmware_bridge/emulated/",
    "tests/jokerboard/table/serving/test_kills.py",
    "tests/browser/test_page_access.py",
    "tests/browser/",
    "tests/wiring/test_documents.py",
    "tests/wiring/test_live.py",
    "tests/wiring/pcb/",
    "tests/jokerboard/players/",
    "tests/jokerboard/tournament/test_stranger.py",
    "tests/jokerboard/tournament/test_published_table.py",
    "tests/jokerboard/cli/tournament/test_demo_tournament.py",
    "tests/jokerboard/cli/test_headless.py",
    "tests/jokerboard/simulation/test_people_at_a_table.py",
    "tests/simulated_games/test_whole_games.py",
    "tests/jokerboard/table/serving/test_served_disk.py",
    "tests/engine/referee/test_fuzz.py",
    "tests/jokerboard/tournament/event/test_swiss.py",
    "tests/jokerboard/tournament/test_director_process.py",
)
"""The slowest test files, which run first, so that no worker waits for one of them at the end."""

LONG = (
    "tests/architecture/test_limits.py",
    "tests/architecture/test_systems.py",
    "tests/architecture/test_wording.py::test_every_message_of_the_catalogue_is_used",
    "tests/engine/referee/decode/test_completeness.py",
    "tests/engine/referee/policy/test_offers.py",
    "tests/engine/referee/scenes/test_scenes.py",
    "tests/engine/referee/test_fuzz.py",
    "tests/engine/referee/test_invariance.py",
    "tests/engine/referee/test_memory.py",
    "tests/engine/referee/test_resume.py",
    "tests/engine/strategy/test_analysis.py",
    "tests/engine/strategy/test_arena.py",
    "tests/engine/strategy/test_calibration.py",
    "tests/engine/strategy/test_same_choices.py",
    "tests/engine/test_against_reference.py",
    "tests/engine/strategy/test_hints.py::test_the_engine_confirms_the_reason_of_every_hint",
    "tests/jokerboard/host/test_systems.py",
    "tests/jokerboard/web/test_connections.py",
)
"""Files and tests that `make check` leaves out because they take seconds; `make test` runs them."""


# Collecting the tests makes many objects and drops few; it is a fifth faster without garbage collection.
gc.disable()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the option `--all-scenarios`."""
    parser.addoption("--all-scenarios", action="store_true", help="run on all scenarios and examples")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the number of examples, and the place of temporary files."""
    if config.getoption("--all-scenarios"):
        settings.load_profile("all")
    elif "TMPDIR" not in os.environ and _memory_has_room():
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """As many workers as cores with `-n logical`, and four more with `-n auto`.

    Of all tests, many wait: for a program that plays, the disk or the network. The tests of `make check` do
    not wait, and each worker takes seconds to collect them.
    """
    allowed = getattr(os, "sched_getaffinity", None)
    cores = os.cpu_count() or 1 if allowed is None else len(allowed(0))
    return cores if config.getoption("numprocesses") == "logical" else cores + 4


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the slowest files first, and mark the tests that `make check` leaves out."""
    for item in items:
        if item.nodeid.startswith(LONG):
            item.add_marker("long")

    @cache
    def place(file: str) -> int:
        return next((n for n, name in enumerate(SLOWEST) if file.startswith(name)), len(SLOWEST))

    items.sort(key=lambda item: place(item.nodeid.partition("::")[0]))


def pytest_collection_finish() -> None:
    """Exclude the collected tests from garbage collection, which would take a sixth of the tests' time."""
    gc.freeze()
    gc.enable()


def _memory_has_room() -> bool:
    """Whether /dev/shm has enough free space and allows programs to be run from it."""
    if not MEMORY.is_dir():
        return False
    found = os.statvfs(MEMORY)
    return found.f_bavail * found.f_frsize >= ROOM and not found.f_flag & os.ST_NOEXEC
