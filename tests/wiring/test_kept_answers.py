"""Tests of the files of setup and doctor with answers: damaged, of another board, or unreadable."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from jokerboard.host.errors import JokerboardError
from tests.wiring.boards import DIRECT
from wiring.bringup import diagnosis, setup_file
from wiring.bringup.hole_check import Answers
from wiring.bringup.questions import Redo
from wiring.bringup.wire_finder import WireFinder
from wiring.errors import SetupError

LOAD = {"doctor": diagnosis.load, "setup": setup_file.load}


@pytest.mark.parametrize(
    ("command", "text", "sentence"),
    [
        ("doctor", "[]", "is damaged"),
        ("doctor", "{", "is damaged"),
        ("doctor", '{"doctor": 1, "sides": 6}', "is of another board"),
        ("doctor", '{"doctor": 1, "sides": 4, "lights": {"Q1": "fine"}, "sensors": {}}', "is damaged"),
        ("setup", "[]", "damaged"),
        ("setup", "{", "damaged"),
        ("setup", '{"answers": [["at", "x"]]}', "damaged"),
        ("setup", '{"answers": [["up", 3]]}', "damaged"),
        ("setup", '{"answers": []}', "another board"),
        ("setup", '{"setup":1,"sides":4,"channels":112,"leds":112,"answers":["no"]}', "no answer"),
    ],
)
def test_a_file_of_answers_for_another_board_is_refused(
    command: str, text: str, sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "kept").write_text(text)
    with pytest.raises(SetupError, match=sentence):
        LOAD[command](DIRECT, tmp_path / "kept")


def test_files_of_setup_and_doctor_that_cannot_be_read_or_written_are_reported(tmp_path: Path) -> None:
    session = WireFinder(112, 112, 112, [Redo(4), "nothing"])
    save = partial(setup_file.save, session, DIRECT)
    for write in (save, partial(setup_file.write_board, DIRECT), partial(diagnosis.save, DIRECT, Answers())):
        with pytest.raises(JokerboardError, match="cannot be written"):
            write(tmp_path / "none" / "kept")
    for load in LOAD.values():
        with pytest.raises(JokerboardError, match="cannot be read"):
            load(DIRECT, tmp_path)
    save(tmp_path / "kept")
    assert setup_file.load(DIRECT, tmp_path / "kept").answers == session.answers == (Redo(4), "nothing")
