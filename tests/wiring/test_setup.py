"""Tests of `jokerboard setup`: keys, sensors and lights at a board, and the command on a simulated board."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from hardware.clock import VirtualClock
from hardware.errors import DeviceLost
from hardware.ports import DeviceState, SensorEdge
from jokerboard.cli.main import main
from tests.wiring.boards import ANALOG, DIRECT, Strip
from wiring.bringup.questions import (
    Answer,
    Confirm,
    Named,
    NameLit,
    Placed,
    PutAt,
    PutWhereLit,
    Question,
    Redo,
)
from wiring.bringup.setup_file import as_described, described
from wiring.bringup.setup_session import AT_FIRST, SetupSession, Strengths, sentence
from wiring.bringup.simulated_board import SimulatedBoard
from wiring.bringup.wire_finder import WireFinder
from wiring.parse import read_board

NAMES = DIRECT.names


class AtTheBoard:
    def __init__(
        self,
        session: WireFinder | None = None,
        on: frozenset[int] = frozenset(),
        strength: Callable[[int], int] | None = None,
    ) -> None:
        self.clock, self.strip = VirtualClock(), Strip()
        self.lines: list[str] = []
        self.kept = 0
        self.session = session or WireFinder(112, 112, 112)
        levels = tuple(channel in on for channel in range(112))
        self.sitting = SetupSession(
            self.session, NAMES, self.clock, self.strip, levels, write_line=self.lines.append,
            keep=self._keep, strength=strength,
        )  # fmt: skip

    def _keep(self, session: WireFinder) -> None:
        self.kept += 1

    def edge(self, channel: int, on: bool, wait: float = 0.2) -> None:
        self.sitting.receive(SensorEdge(self.clock.now(), channel, on))
        self.clock.run_until(self.clock.now() + wait)


def test_a_marble_at_rest_on_a_sensor_answers_setups_question() -> None:
    board = AtTheBoard()
    assert "Put the marble into A0." in board.lines[-1]
    board.edge(5, True)
    assert list(board.session.answers) == [Placed(5)]
    assert board.kept == 1
    assert "A1" in board.lines[-1]


def test_a_brush_does_not_answer_setups_question_and_a_bouncing_marble_answers_once() -> None:
    board = AtTheBoard()
    board.edge(5, True, 0.01)
    board.edge(5, False)
    assert list(board.session.answers) == []
    for on in (True, False, True):
        board.edge(7, on, 0.01)
    board.clock.run_until(1)
    assert list(board.session.answers) == [Placed(7)]


def test_two_sensors_switching_at_once_answer_one_question_of_setup() -> None:
    board = AtTheBoard()
    board.edge(5, True, 0)
    board.edge(6, True)
    assert list(board.session.answers) == [Placed(5)]


def test_keys_answer_setups_questions_take_answers_back_and_leave_setup() -> None:
    board = AtTheBoard()
    for line in ("u", "d", "", "what", "n", "redo A0", "redo Z9"):
        board.sitting.typed(line)
    assert list(board.session.answers) == ["nothing", Redo(0)]
    board.sitting.typed("u")
    assert list(board.session.answers) == ["nothing"]
    assert "There is no answer to take back." in board.lines
    assert any("That does not answer this question" in text for text in board.lines)
    board.sitting.typed("q")
    assert board.sitting.over
    board.edge(5, True)
    assert list(board.session.answers) == ["nothing"]


def test_a_marble_does_not_answer_setups_question_for_the_name_of_a_hole() -> None:
    placed = [Placed(hole) for hole in range(112)]
    silent: list[Answer] = ["nothing"] * 224
    board = AtTheBoard(WireFinder(112, 112, 112, [*placed, *silent]))
    assert isinstance(board.session.question, NameLit)
    assert board.strip.lit == [board.session.question.led]
    board.edge(5, True)
    board.sitting.typed("Q9")
    assert len(board.session.answers) == 336
    board.sitting.typed("A7")
    assert board.session.answers[-1] == Named(7)


def test_setup_lights_only_the_led_that_its_question_is_about() -> None:
    placed = [Placed(hole) for hole in range(112)]
    board = AtTheBoard(WireFinder(112, 112, 112, placed))
    assert board.session.question == PutWhereLit(0)
    assert board.strip.lit == [0]
    board.sitting.typed("d")
    assert board.strip.lit == [1]
    for led in range(1, 112):
        board.edge(led, True)
    board.edge(0, True)
    board.edge(0, True)
    assert isinstance(board.session.question, Confirm)
    board.sitting.typed("x")
    assert board.session.answers[-1] == "no"


def test_setup_reports_sensors_that_are_on_although_the_board_is_empty() -> None:
    board = AtTheBoard(on=frozenset({3, 9}))
    assert "channels 3, 9" in board.lines[0]
    board.sitting.receive(DeviceState(0, "sensors", False, "the sensors do not answer"))
    assert board.lines[-1] == "the sensors do not answer."


def test_a_marble_on_an_analog_sensor_answers_setups_question_even_if_it_cannot_be_measured() -> None:
    strengths = iter((4000, DeviceLost("the board does not answer")))

    def strength(channel: int) -> int:
        found = next(strengths)
        if isinstance(found, DeviceLost):
            raise found
        return found

    board = AtTheBoard(strength=strength)
    board.edge(5, True)
    board.edge(6, True)
    assert list(board.session.answers) == [Placed(5, 4000), Placed(6)]
    assert board.session.strengths == {5: [4000]}
    assert "the board does not answer." in board.lines


def test_the_thresholds_of_analog_sensors_follow_the_weakest_marble_and_weak_marbles_are_reported() -> None:
    board = SimulatedBoard(ANALOG, crossed=3)
    assert board.analog is not None
    found = Strengths(board.analog)
    made = found.finish([0, None, 2, *range(3, 112)], {0: [9000, 5000], 2: [1200]})
    assert made[0] is not None
    assert (made[0].threshold, made[0].hysteresis, made[1]) == (2500, 833, None)
    assert made[2] is not None
    assert made[2].threshold == 750
    assert made[3] is not None
    assert made[3].threshold == AT_FIRST.threshold
    assert found.weak({0: [9000, 5000], 2: [1200], 4: []}) == {2: 1200}


def test_a_setup_session_made_from_a_description_gives_an_equal_description() -> None:
    holes = (None, *DIRECT.lights.holes[1:])
    spare = replace(
        DIRECT, channels=(None, *DIRECT.channels[1:]), lights=replace(DIRECT.lights, holes=holes),
        bad_sensors=(0,), bad_lights=(0,),
    )  # fmt: skip
    for board in (DIRECT, spare, replace(DIRECT, channels=spare.channels, bad_sensors=(0,))):
        assert described(board, as_described(board)) == board


def test_setup_ends_once_all_wires_are_known() -> None:
    board = AtTheBoard(WireFinder(112, 112, 112, FULL))
    assert board.lines == ["All wires are known."]
    assert board.sitting.over


FULL = [*(Placed(hole) for hole in range(112))] * 3


def test_every_question_of_setup_has_a_sentence_with_the_keys_of_its_answers() -> None:
    sentences = {
        PutAt: sentence(PutAt(0), NAMES),
        PutWhereLit: sentence(PutWhereLit(3), NAMES),
        NameLit: sentence(NameLit(3), NAMES),
        Confirm: sentence(Confirm(0, 3), NAMES),
    }
    assert set(sentences) == set(get_args(Question))
    assert sentences[PutAt].startswith("Put the marble into A0.")
    assert sentences[PutWhereLit].startswith("Put the marble into the hole that shines.")
    assert sentences[NameLit].startswith("Which hole shines?")
    assert sentences[Confirm].startswith("A0 should shine now")
    for kind in (PutAt, PutWhereLit, NameLit):
        keys = {word[0] for word in kind.answers if isinstance(word, str)}
        assert set(re.findall(r": ([a-z])\b", sentences[kind])) == keys


def written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    file = tmp_path / "mine.toml"
    assert main(["wiring", "new", str(file), "--yes"]) == 0
    capsys.readouterr()
    return file


def test_an_interrupted_setup_of_a_simulated_board_can_be_resumed_and_writes_the_description(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, capsys)
    setup = ["setup", str(file), "--twin", "7", "--wrong", "0.05", "--dead", "2"]
    before = file.read_text()
    assert main([*setup, "--stop-after", "150"]) == 1
    assert "Stopped after 150 answers" in capsys.readouterr().out
    assert file.read_text() == before
    assert main(setup) == 1
    out = capsys.readouterr().out
    made = read_board(file)
    assert len(made.bad_sensors) == len(made.bad_lights) == 2
    for hole in made.bad_sensors:
        assert f"The sensor of {NAMES.name(hole)} is bad: repair it, then jokerboard setup" in out
    mended = [f"--redo={NAMES.name(hole)}" for hole in (*made.bad_sensors, *made.bad_lights)]
    assert main(["setup", str(file), "--twin", "7", *mended]) == 0
    assert not read_board(file).bad_sensors
    assert main(["wiring", "check", str(file)]) == 0


def test_setup_maps_a_board_with_spare_channels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, capsys)
    text = file.read_text().replace('holes = """\n', 'holes = """\n- ', 1)
    file.write_text(text.replace('"104-111"', '"104-111"\n[[connectors]]\nname = "T"\nchannels = "112-112"'))
    assert main(["setup", str(file), "--twin", "1"]) == 0
    made = read_board(file)
    assert (len(made.channels), made.channels.count(None)) == (113, 1)
    assert sorted(hole for hole in made.channels if hole is not None) == list(range(112))
    assert "with the wires that were found" in capsys.readouterr().out


def test_setup_without_a_board_reports_the_missing_device(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["setup", str(written(tmp_path, capsys))]) == 1
    assert capsys.readouterr().err.startswith("jokerboard: /dev/gpiochip0 is not there; ")


def test_setup_calibrates_analog_sensors_resumes_and_can_repeat_one_hole_without_stored_answers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    assert main(["wiring", "new", str(file), "--yes", "--reading", "pico", "--part", "drv5055"]) == 0
    setup = ["setup", str(file), "--twin", "9", "--wrong", "0.05"]
    assert main([*setup, "--stop-after", "200"]) == 1
    assert main(setup) == 0
    assert "Calibrated: 112 analog sensors." in capsys.readouterr().out
    made = read_board(file)
    assert all(each is not None for each in made.calibration)
    file.with_name("mine.toml.setup").unlink()
    assert main([*setup[:4], "--redo", "B4"]) == 0
    again = read_board(file)
    assert (again.channels, again.lights) == (made.channels, made.lights)
    assert "after 34" in capsys.readouterr().out
