"""The time limit of tests: a hanging test fails, and a test that cannot be stopped ends the run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run_tests(directory: Path, text: str, *options: str) -> subprocess.CompletedProcess[str]:
    (directory / "pytest.ini").write_text("[pytest]\n")
    for n in range(2):  # The second file gets the tests of `text`.
        (directory / f"test_{n}.py").write_text(text if n else "def test_short(): pass\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.limits", "-p", "no:cacheprovider", *options]
    env = {**os.environ, "TEST_LIMIT": "1", "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [*command, str(directory)], cwd=directory, env=env, capture_output=True, text=True, check=False
    )


def test_a_test_that_hangs_when_it_is_rerun_fails_and_the_hanging_function_is_named(tmp_path: Path) -> None:
    waits = """
import pathlib, threading
def test_waits():
    if not pathlib.Path("failed").exists():
        pathlib.Path("failed").touch()
        assert False
    threading.Event().wait()
"""
    ran = run_tests(tmp_path, waits, "--reruns", "1")
    assert ran.returncode == 1
    assert "it took more than 1 s" in ran.stdout
    assert "in test_waits" in ran.stdout
    assert "1 failed, 1 passed, 1 rerun" in ran.stdout


def test_a_test_that_hangs_again_while_it_is_being_stopped_fails_and_the_next_test_runs(
    tmp_path: Path,
) -> None:
    waits = """
import threading
def test_waits():
    try:
        threading.Event().wait()
    finally:
        threading.Event().wait()
"""
    ran = run_tests(tmp_path, waits)
    assert "1 failed, 1 passed" in ran.stdout


def test_a_test_that_python_cannot_stop_ends_the_run_and_the_test_is_named(tmp_path: Path) -> None:
    counts = """
import itertools, pathlib, subprocess
def test_counts():
    sleep = subprocess.Popen(["sleep", "600"], start_new_session=True)
    pathlib.Path("started").write_text(str(sleep.pid))
    all(itertools.repeat(1))
"""
    ran = run_tests(tmp_path, counts, "-n", "1", "--max-worker-restart=0")
    assert ran.returncode != 0
    assert "crashed while running 'test_1.py::test_counts'" in ran.stdout
    assert "in test_counts" in ran.stderr
    state = Path(f"/proc/{(tmp_path / 'started').read_text()}/stat")
    assert not state.exists() or state.read_text().split()[2] == "Z", "what it started is killed with it"
