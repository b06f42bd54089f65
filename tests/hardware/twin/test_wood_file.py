"""Tests of the virtual board's file: it is always complete, and a damaged file is refused and kept."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardware.errors import HardwareError, WoodFileDamaged
from hardware.twin.wood import Held, VirtualBoard

KILLED_BOARDS = 8


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "wood.json"


def test_a_simulated_board_loaded_from_its_file_has_every_change(file: Path) -> None:
    wood = VirtualBoard(112, {8: 0, 3: 1, 40: 2}, file=file)
    wood.lift(8)
    wood.lift(3)
    wood.place(12, 0)
    again = VirtualBoard.load(file)
    assert (again.holes, again.marbles, again.hands) == (112, {12: 0, 40: 2}, (Held(1, 3),))
    again.place(3, 1)
    assert VirtualBoard.load(file).hands == ()
    assert [path.name for path in file.parent.iterdir()] == ["wood.json"]


def test_a_new_simulated_board_replaces_an_undamaged_file(file: Path) -> None:
    VirtualBoard(112, {8: 0}, file=file)
    VirtualBoard(168, {9: 1}, file=file)
    again = VirtualBoard.load(file)
    assert (again.holes, again.marbles) == (168, {9: 1})


def test_a_missing_board_file_is_reported(file: Path) -> None:
    with pytest.raises(
        HardwareError, match=r"cannot read the simulated board's file .*wood\.json: No such file"
    ):
        VirtualBoard.load(file)


def test_a_file_of_a_simulated_board_of_another_version_is_refused_and_kept(file: Path) -> None:
    file.write_text('{"wood": 2, "marbles": "in a new form"}')
    with pytest.raises(WoodFileDamaged, match=r"wood\.json is of version 2, this program reads version 1"):
        VirtualBoard(112, {}, file=file)
    assert file.read_text() == '{"wood": 2, "marbles": "in a new form"}'


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_damaged_board_file_is_refused_by_name_and_kept(file: Path, data: st.DataObject) -> None:
    file.unlink(missing_ok=True)
    wood = VirtualBoard(112, {8: 0, 3: 1, 40: 2}, file=file)
    wood.lift(8)
    whole = file.read_bytes()
    if data.draw(st.booleans(), label="cut"):
        damaged = whole[: data.draw(st.integers(0, len(whole) - 2), label="at")]
    else:
        at = data.draw(st.integers(0, len(whole) - 2), label="at")
        digit = data.draw(st.sampled_from(b'0123456789ab{}[]",: \xff'), label="byte")
        damaged = whole[:at] + bytes([digit]) + whole[at + 1 :]
    if _same(damaged, whole):
        return
    file.write_bytes(damaged)
    for attempt in (VirtualBoard.load, lambda file: VirtualBoard(112, {}, file=file)):
        with pytest.raises(WoodFileDamaged, match=r"wood\.json is (damaged|of version)") as caught:
            attempt(file)
        assert "\n" not in str(caught.value)
        assert file.read_bytes() == damaged


def _same(one: bytes, other: bytes) -> bool:
    """Whether two JSON files are equal except for blanks."""
    try:
        return bool(json.loads(one) == json.loads(other))
    except ValueError:
        return False


@pytest.mark.parametrize("text", ["[]", "null", "7", '{"wood": 1}', "{}"])
def test_a_json_file_that_is_not_a_simulated_board_is_refused(file: Path, text: str) -> None:
    file.write_text(text)
    with pytest.raises(WoodFileDamaged, match="kept as it is"):
        VirtualBoard.load(file)


def test_a_failed_write_of_a_simulated_board_is_reported_and_changes_no_marble(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    wood, changed = VirtualBoard(112, {8: 0}, file=home / "wood.json"), list[int]()
    wood.listen(changed.append)
    home.rename(tmp_path / "away")
    with pytest.raises(
        HardwareError, match=r"cannot write the simulated board's file .*wood\.json: No such file"
    ):
        wood.lift(8)
    assert (wood.marbles, wood.hands, changed) == ({8: 0}, (), [])
    (tmp_path / "away").rename(home)
    wood.lift(8)
    assert changed == [8]


CARRY = """
import sys
from pathlib import Path
from hardware.twin.wood import VirtualBoard
wood = VirtualBoard.load(Path(sys.argv[1]))
while True:
    if wood.hands:
        hole = (wood.hands[0].source + 1) % wood.holes
        wood.place(hole, 5)
        print("place", hole, flush=True)
    else:
        hole = next(iter(wood.marbles))
        wood.lift(hole)
        print("lift", hole, flush=True)
"""


def test_the_file_of_a_killed_simulated_board_has_the_state_before_or_after_the_last_change(
    file: Path,
) -> None:
    VirtualBoard(112, {0: 5}, file=file)
    for life in range(KILLED_BOARDS):
        with subprocess.Popen(
            [sys.executable, "-c", CARRY, str(file)], stdout=subprocess.PIPE, text=True
        ) as hand:
            assert hand.stdout is not None
            lines = [hand.stdout.readline() for _ in range(10 + 7 * life)]
            hand.send_signal(signal.SIGKILL)
            # The kill may cut off the last line, whose change is then only in the file.
            whole = [line for line in (*lines, *hand.stdout.readlines()) if line.endswith("\n")]
            act, hole = whole[-1].split()
        wood = VirtualBoard.load(file)
        assert [*wood.marbles.values(), *(held.colour for held in wood.hands)] == [5]
        now = ("place", next(iter(wood.marbles))) if wood.marbles else ("lift", wood.hands[0].source)
        following = ("lift", int(hole)) if act == "place" else ("place", (int(hole) + 1) % 112)
        assert now in ((act, int(hole)), following)
