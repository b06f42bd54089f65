"""`jokerboard demo` with a page, run as a process."""

from __future__ import annotations

import signal
import socket
from pathlib import Path
from typing import Any

import pytest

from jokerboard.cli.main import main
from jokerboard.host import VERSION
from jokerboard.host.files import BOARD, PEOPLE
from jokerboard.journal.file import check
from jokerboard.journal.store import FILE
from tests.jokerboard.journal.damage.tampering import run_sql, tamper
from tests.programs import HEADLESS, SHORT, Demo, refused

FAST = (*HEADLESS, *SHORT, "--seed", "1")


def test_a_port_in_use_is_reported_in_one_sentence_and_no_file_changes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        state = tmp_path / "state"
        assert f"port {port} of 127.0.0.1 is in use" in refused(
            capsys, "demo", "--port", port, "--state", state, code=1
        )
        assert not state.exists()


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A state directory with a finished game."""
    path = tmp_path_factory.mktemp("kept")
    assert main([*FAST, "--state", str(path)]) == 0
    return path


@pytest.fixture
def state(kept: Path, tmp_path: Path) -> Path:
    """A copy of the state directory of `kept`, which a test may damage."""
    copy = tmp_path / "state"
    copy.mkdir()
    for file in kept.iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
    return copy


def contents(state: Path) -> dict[str, bytes]:
    return {
        file.name: file.read_bytes()
        for file in state.iterdir()
        if file.name != "lock" and not file.name.endswith(("-wal", "-shm"))
    }


def test_a_demo_refuses_a_journal_of_another_version_and_changes_no_file(
    capsys: pytest.CaptureFixture[str], state: Path
) -> None:
    run_sql(state / FILE, "PRAGMA user_version = 2")
    before = contents(state)
    assert "is a journal of format 2" in refused(capsys, *FAST, "--state", state, code=1)
    assert contents(state) == before


@pytest.mark.parametrize("where", [0.0, 0.3, 0.6, 0.9])
def test_a_demo_resumes_from_the_undamaged_part_of_a_journal_and_sets_the_damaged_file_aside(
    capsys: pytest.CaptureFixture[str], state: Path, where: float
) -> None:
    content = bytearray((state / FILE).read_bytes())
    at = int(where * len(content))
    content[at : at + 64] = b"\xa5" * 64
    (state / FILE).write_bytes(content)
    assert main([*FAST, "--state", str(state)]) == 0
    error = capsys.readouterr().err
    assert "the damaged files are set aside as journal.damaged-1.sqlite" in error
    assert (state / "journal.damaged-1.sqlite").read_bytes() == content
    check(state / FILE)


def test_a_demo_names_an_edited_record_sets_the_journal_aside_and_goes_on_without_that_record(
    capsys: pytest.CaptureFixture[str], state: Path
) -> None:
    tamper(state / FILE, "UPDATE records SET text = text || ' ' WHERE n = 100")
    damaged = (state / FILE).read_bytes()
    assert main([*FAST, "--state", str(state)]) == 0
    error = capsys.readouterr().err
    assert "record 100 is not what was written" in error
    assert "record 100 is lost" in error
    assert check(state / FILE).lost == (100,)
    assert (state / "journal.damaged-1.sqlite").read_bytes() == damaged


@pytest.mark.parametrize("name", [BOARD, PEOPLE])
def test_a_demo_renames_a_damaged_file_beside_the_journal_and_resumes_the_game(
    capsys: pytest.CaptureFixture[str], state: Path, name: str
) -> None:
    (state / name).write_text("{{{{")
    assert main([*FAST, "--state", str(state)]) == 0
    error = capsys.readouterr().err
    assert f"{state / name} is damaged" in error
    assert error.startswith("jokerboard: ")
    assert error.count("\n") == 1
    assert (state / name.replace(".json", ".damaged-1.json")).read_text() == "{{{{"


def test_a_state_directory_that_is_a_file_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    assert "cannot be used" in refused(capsys, *FAST, "--state", tmp_path / "file", code=1)


# With a page --------------------------------------------------------------------------------------


def lit(state: dict[str, Any], hole: str) -> str | None:
    """The role of the light at a hole; None if it is dark."""
    light = state["lights"].get(hole)
    return None if light is None else str(light["role"])


def test_a_demo_that_was_stopped_resumes_its_game(tmp_path: Path) -> None:
    with Demo(tmp_path, "--seed", "5", "--speed", "50") as demo:
        state = demo.state()
        assert (state["version"], state["game"]["names"]["A"]) == (VERSION, "Ann")
        demo.until(lambda state: state["n"] >= 3)
        assert demo.stop() == 0
    with Demo(tmp_path, "--people", "off") as demo:
        again = demo.state()
        assert again["game"]["id"] == state["game"]["id"]
        assert again["n"] >= 3
        assert demo.stop(signal.SIGINT) == 0


def test_a_second_demo_on_the_same_table_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with Demo(tmp_path, "--people", "off") as demo:
        error = refused(capsys, *FAST, "--state", tmp_path, code=1)
        assert f"process {demo.process.pid}" in error
        assert demo.state()["game"] is not None


def test_a_demo_killed_during_a_turn_resumes_its_game(tmp_path: Path) -> None:
    with Demo(tmp_path, "--seed", "5", "--people", "off") as demo:
        turn = demo.state()["turn"]
        demo.command("card", card="KH", at=turn)
        demo.command("sim/move", **{"from": f"{turn}s1", "to": f"{turn}8"})
        after = demo.until(lambda state: state["n"] >= 1)
        demo.command("sim/lift", hole=f"{turn}8")
    with Demo(tmp_path, "--people", "off") as demo:
        again = demo.state()
        for same in ("game", "turn", "position", "plays", "n"):
            assert again[same] == after[same]
        assert again["sim"]["hands"] == [{"colour": turn, "from": f"{turn}8"}]
        demo.until(lambda state: lit(state, f"{turn}8") == "put-back")
        demo.command("sim/place", hole=f"{turn}8", colour=turn)
        demo.until(lambda state: lit(state, f"{turn}8") != "put-back")


def test_the_option_new_begins_another_game_instead_of_resuming_the_old_one(tmp_path: Path) -> None:
    with Demo(tmp_path, "--people", "off") as demo:
        first = demo.state()["game"]["id"]
    with Demo(tmp_path, "--people", "off", "--new", "--players", "6") as demo:
        game = demo.state()["game"]
        assert (game["players"], game["id"] == first) == (6, False)
        assert len(demo.asked("layout")["holes"]) == 168
