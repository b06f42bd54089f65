"""Tables, replays and tournaments run on computers that lack some of Linux's abilities.

`tests/lacking` removes the abilities from a Python process.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from jokerboard.simulation.hall_director import Client
from tests.engine.records.sample_records import written
from tests.examples import some
from tests.lacking.sitecustomize import FOLDERS, MODULES, NO_WAYS, ONE
from tests.programs import HEADLESS, SHORT, Demo, Trial, printed, ran, until

HOME = Path(__file__).parents[3]
LACKING = HOME / "tests" / "lacking"
TRACE = HOME / "tests" / "scenarios" / "illegal" / "wrong-count.jsonl"
SYSTEMS = ("macos", "windows")
ONE_BY_ONE = (*ONE, *MODULES, *FOLDERS, *NO_WAYS)


def _environment(lack: str, **others: str) -> dict[str, str]:
    path = os.pathsep.join(filter(None, (str(LACKING), os.environ.get("PYTHONPATH"))))
    return os.environ | {"PYTHONPATH": path, "JOKERBOARD_LACKS": lack} | others


def _jokerboard(lack: str, *arguments: object, **others: str) -> subprocess.CompletedProcess[str]:
    return ran(sys.executable, "-m", "jokerboard", *arguments, env=_environment(lack, **others), cwd=HOME)


@pytest.mark.parametrize("lack", [*SYSTEMS, *some(ONE_BY_ONE, 1)])
def test_a_game_played_without_a_linux_feature_is_verified_with_and_without_that_feature(
    lack: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state, flushes = ("--state", tmp_path / "state"), tmp_path / "flushes"
    game = _jokerboard(lack, *HEADLESS, *SHORT, "--seed", 7, *state, JOKERBOARD_FLUSHES=str(flushes))
    assert game.returncode == 0, game.stderr
    digest = game.stdout.rsplit("digest ", 1)[1].strip()
    usual = printed(capsys, "journal", "verify", *state)
    assert digest in "\n".join(usual)
    again = _jokerboard(lack, "journal", "verify", *state)
    assert (again.returncode, again.stdout.splitlines()) == (0, usual), again.stderr
    if lack == "macos":
        assert len(flushes.read_text("ascii")) >= 2, "a Mac flushes to the medium"


@pytest.mark.parametrize("lack", some(SYSTEMS, 1))
def test_the_commands_replay_rules_and_games_print_equal_lines_on_linux_macos_and_windows(
    lack: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "record.txt"
    record.write_text(written("A: KH As-A8\nB: 9C --\n*"), encoding="utf-8")
    for arguments in (
        ("replay", TRACE),
        ("games", "show", record, "--plays"),
        ("rules", "show", "texas"),
        ("rules", "list"),
    ):
        here = printed(capsys, *arguments)
        there = _jokerboard(lack, *arguments)
        assert (there.returncode, there.stdout.splitlines()) == (0, here), there.stderr


@pytest.mark.parametrize("lack", some(SYSTEMS, 1, first=1))
def test_on_macos_and_windows_a_served_table_answers_locks_its_folder_and_stops_cleanly(
    lack: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in _environment(lack).items():
        monkeypatch.setenv(name, value)
    with Demo(tmp_path / "state") as demo:
        assert demo.state()
        second = _jokerboard(lack, "demo", "--state", tmp_path / "state", "--port", 0)
        assert (second.returncode, second.stderr.count("is using")) == (1, 1), second.stderr
        assert demo.stop(signal.SIGINT) == 0, demo.lines
    with Demo(tmp_path / "state") as demo:
        assert demo.state()


@pytest.mark.parametrize("lack", some(SYSTEMS, 1, first=1))
def test_the_tables_of_a_tournament_play_and_stop_cleanly_on_macos_and_windows(
    lack: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in _environment(lack).items():
        monkeypatch.setenv(name, value)
    with Trial(tmp_path / "hall", "--tables", "2", "--rounds", "1", "--speed", "50") as trial:
        client = Client(trial.address)

        def plays() -> list[int]:
            return [(table["game"] or {"n": 0})["n"] for table in client.get("api/tables")["tables"]]

        until(lambda: len(plays()) == 2 and min(plays()) > 2, "both tables play")
        assert trial.stop() == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("board", "--socket", "x"), "a board in a process of its own needs local sockets"),
        (("setup", "wiring/4-players-direct.toml"), "setup of a real board needs a Raspberry Pi"),
        (("doctor",), "a check of a real board or its computer needs a Raspberry Pi"),
        (("demo", "--headless", "--link", "pty"), "needs Linux or macOS"),
    ],
)
def test_commands_that_need_a_pi_are_refused_on_windows_in_one_sentence(
    arguments: tuple[str, ...], words: str
) -> None:
    run = _jokerboard("windows", *arguments)
    assert (run.returncode, run.stderr.count("\n"), words in run.stderr) == (2, 1, True), run.stderr


def test_a_character_that_the_terminal_lacks_is_printed_as_a_question_mark() -> None:
    run = _jokerboard("windows", "replay", TRACE, PYTHONIOENCODING="ascii")
    assert run.returncode == 0, run.stderr


def test_the_tests_of_state_directory_files_and_journal_pass_with_only_the_features_of_macos(
    tmp_path: Path,
) -> None:
    suites = some(("host/test_state_directory.py", "host/test_files.py", "journal"), 1)
    run = ran(
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
        *(f"tests/jokerboard/{suite}" for suite in suites),
        env=_environment("macos", TMPDIR=str(tmp_path)), cwd=HOME,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-3000:]
