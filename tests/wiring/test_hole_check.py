"""Tests of `jokerboard doctor` on the simulated board: each fault is found with its remedy, and no other
fault.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from hardware.clock import VirtualClock
from hardware.parts.hc165.linked_modules import LinkFault
from hardware.ports import DeviceState, SensorEdge
from jokerboard.cli.main import main
from jokerboard.host.errors import UsageError
from tests.examples import some
from tests.wiring.boards import ANALOG, DIRECT, PADDLES, PEGS, PICO, Strip
from wiring.bringup.computer_checks import Finding
from wiring.bringup.diagnosis import findings, save
from wiring.bringup.doctor_session import DoctorSession, EmptyBoardWatch
from wiring.bringup.hole_check import Answers, HoleCheck
from wiring.bringup.setup_file import described, write_board
from wiring.bringup.simulated_people import FAULTS, SimulatedSetup
from wiring.bringup.wire_finder import WireFinder
from wiring.description import Description

CROSSED = 5


def set_up(board: Description) -> Description:
    """The description that setup makes of a board with crossed wires."""
    sizes = board.names.holes, len(board.channels), len(board.lights.holes)
    session = WireFinder(*sizes)
    trial = SimulatedSetup(
        session, board, crossed=CROSSED, seed=1, wrong=0, dead=0, write_line=lambda text: None,
        keep=lambda session: None,
    )  # fmt: skip
    trial.run()
    calibration = (
        () if trial.strengths is None else trial.strengths.finish(session.found.channels, session.strengths)
    )
    return described(board, session, calibration)


@cache
def calibrated() -> Description:
    """A calibrated analog board."""
    return set_up(ANALOG)


def consulted(board: Description, crossed: int | None, path: Path, *faults: str) -> list[Finding]:
    lights = [hole for hole in board.lights.holes if hole is not None]
    sensors = [hole for hole in board.channels if hole is not None]
    doctor = DoctorSession(board, path, seconds=10, lights=lights, sensors=sensors, again=None)
    return doctor.on_the_twin(crossed, faults)


@pytest.mark.parametrize(
    ("board", "crossed"), [(DIRECT, None), (PEGS, None), (PICO, None), (PADDLES, None), (None, CROSSED)]
)
def test_the_check_of_lights_and_sensors_finds_nothing_on_a_board_without_faults(
    board: Description | None, crossed: int | None, tmp_path: Path
) -> None:
    assert consulted(board or calibrated(), crossed, tmp_path / "kept") == []


FINDINGS = {
    # fault: (the beginning of the finding, a part of the remedy)
    "stuck-on": (
        "the sensor of A4 (channel {channel}) reports a marble on the empty board",
        "the signal wire touches ground",
    ),
    "stuck-off": ("the sensor of A4 senses nothing", "look at the sensor's supply, at wire W"),
    "dead": ("the sensor of A4 senses nothing", "try another marble"),
    "noisy": ("the sensor of A4 (channel {channel}) is restless", "a loose wire or a missing pull-up"),
    "weak": ("the sensor of A4 hardly senses its marble", "the magnet is weak; else leave less wood"),
    "plug": (
        "no sensor of connector S{connector} senses anything",
        "look at the connector's plug, at the supply",
    ),
    "unplugged": ("the sensors do not answer; check the cable", "only when they answer"),
    "exchanged": ("a marble in A4 is sensed as A5", "setup FILE --redo A4 --redo A5"),
    "dark": ("the light of A4 is dark", "change this LED, then jokerboard setup FILE --redo A4"),
    "colour": ("the light of A4 has another colour", "resolder the LED's pads"),
    "chain": ("the chain of LEDs is dark from LED", "look at wire D"),
    "led-exchanged": ("the light of A4 shines in A5", "setup FILE --redo A4 --redo A5"),
    "sag": ("112 lights have a wrong colour", "5 V drops along the chain"),
    "shifter": ("no LED shines", "look at the level shifter"),
    "strip": ("the SPI port is gone", "only when this device answers"),
    "drift": ("the sensor of A4 (channel {channel}) reads", "look for a magnet or iron nearby"),
}
MORE = {"exchanged": "a marble in A5 is sensed as A4", "led-exchanged": "the light of A5 shines in A4"}
"""The beginning of a second finding about a fault."""


# A sensor with only two readings, yes or no, does not drift.
TRIED = [(fault, "direct") for fault in FINDINGS if fault != "drift"] + [
    (fault, "analog") for fault in FINDINGS
]


@pytest.mark.parametrize(("fault", "sensors"), some(TRIED, 15))
def test_each_fault_simulated_on_a_board_is_found_with_its_remedy(
    fault: str, sensors: str, tmp_path: Path
) -> None:
    board, crossed = (DIRECT, None) if sensors == "direct" else (calibrated(), CROSSED)
    channel = board.channels.index(board.names.hole("A4"))
    connector = next(n for n, each in enumerate(board.connectors, 1) if channel <= each.last)
    found = consulted(board, crossed, tmp_path / "kept", f"{fault}:A4")
    what, remedy = FINDINGS[fault]
    finding = next(
        each for each in found if each.what.startswith(what.format(channel=channel, connector=connector))
    )
    assert remedy in finding.remedy
    rest = [each.what for each in found if each is not finding]
    if fault == "drift":  # The reading is so near its threshold that a marble may seem to stay.
        assert all("A4" in each for each in rest)
    else:
        assert len(rest) == (fault in MORE)
        assert all(each.startswith(MORE[fault]) for each in rest)


@pytest.mark.parametrize("last", [1, 2])
def test_dark_leds_at_the_end_of_the_chain_are_reported_with_the_wire_before_them(
    last: int, tmp_path: Path
) -> None:
    holes = DIRECT.lights.holes[-last:]
    names = [DIRECT.names.name(hole) for hole in holes if hole is not None]
    led = len(DIRECT.lights.holes) - last
    found = consulted(DIRECT, None, tmp_path / "kept", f"chain:{names[0]}")
    assert [each.what for each in found] == [
        f"the light of {name} is dark (LED {led + k})" for k, name in enumerate(names)
    ]
    assert all(f"look at wire D{led:03} from DOUT of" in each.remedy for each in found)


def test_every_fault_that_can_be_simulated_on_a_hand_wired_board_is_tested() -> None:
    cables = {f"cable-{fault.value}" for fault in LinkFault}
    assert set(FAULTS) - cables == set(FINDINGS)


def test_a_board_that_was_never_set_up_gives_one_finding_for_lights_and_one_for_sensors(
    tmp_path: Path,
) -> None:
    found = consulted(DIRECT, CROSSED, tmp_path / "kept")
    assert len(found) == 2
    assert all("finds how the wires run" in each.remedy for each in found)


def test_doctor_reports_the_parts_that_setup_found_faulty(tmp_path: Path) -> None:
    lights = replace(DIRECT.lights, holes=(None, *DIRECT.lights.holes[1:]))
    channels = (None, *DIRECT.channels[1:])
    bad = replace(DIRECT, channels=channels, lights=lights, bad_sensors=(0,), bad_lights=(0,))
    sentences = [str(each) for each in consulted(bad, None, tmp_path / "kept")]
    assert [text.partition(" was")[0] for text in sentences] == ["the sensor of A0", "the LED of A0"]
    assert all("setup FILE --redo A0" in text for text in sentences)


def test_analog_sensors_without_thresholds_are_reported(tmp_path: Path) -> None:
    sentences = [each.what for each in consulted(ANALOG, None, tmp_path / "kept")]
    assert "the analog sensors are not calibrated" in sentences[0]


class AtTheBoard:
    """A check that asks about A0 and A1, in virtual time; `lines` has its texts."""

    def __init__(self, lights: str = "A0 A1", sensors: str = "A0 A1", answers: Answers | None = None) -> None:
        self.clock, self.strip, self.lines = VirtualClock(), Strip(), list[str]()
        self.kept = 0
        self.answers = answers or Answers()
        names = DIRECT.names
        self.exam = HoleCheck(
            DIRECT, self.answers, self.clock, self.strip, [False] * 112,
            lights=[names.hole(name) for name in lights.split()],
            sensors=[names.hole(name) for name in sensors.split()],
            write_line=self.lines.append, keep=self._keep, strength=lambda channel: None, deaf=frozenset({9}),
        )  # fmt: skip

    def _keep(self, answers: Answers) -> None:
        self.kept += 1

    def edge(self, hole: str, on: bool, wait: float = 1.0) -> None:
        channel = DIRECT.channels.index(DIRECT.names.hole(hole))
        self.exam.receive(SensorEdge(self.clock.now(), channel, on))
        self.clock.run_until(self.clock.now() + wait)


def test_doctors_questions_about_lights_take_keys_or_hole_names_and_answers_can_be_undone() -> None:
    board = AtTheBoard(sensors="")
    assert board.strip.lit == [0]
    board.exam.typed("what")
    board.exam.typed("u")
    assert board.lines[-1] == "There is no answer to take back."
    board.exam.typed("\n")
    assert board.strip.lit == [1]
    assert board.lines[-1] == "[2/2] does A1 shine?"
    board.exam.typed("A1\n")
    assert board.exam.over
    assert board.answers.lights == {0: "fine", 1: "fine"}
    assert board.kept == 2
    board = AtTheBoard(sensors="")
    board.exam.typed("d")
    board.exam.typed("u")
    board.exam.typed("C4")
    board.exam.typed("q")
    assert board.answers.lights == {0: "C4"}
    assert board.exam.over


def test_a_sensor_passes_when_its_marble_was_sensed_and_its_hole_is_empty_again() -> None:
    board = AtTheBoard(lights="")
    board.edge("A0", True)
    assert board.exam.taking_out
    assert board.lines[-1].endswith("sensed; take the marble out.")
    board.edge("A0", False)
    assert board.answers.sensors == {0: "fine"}
    board.edge("A1", True)
    board.exam.typed("s")
    assert board.answers.sensors == {0: "fine", 1: "stays"}
    assert board.exam.over


def test_a_brush_a_channel_not_asked_about_and_one_wrong_hole_do_not_answer_doctors_question() -> None:
    board = AtTheBoard(lights="")
    board.edge("A0", True, 0.01)
    board.edge("A0", False)
    board.exam.receive(SensorEdge(board.clock.now(), 9, True))
    board.edge("C4", True)
    assert "that was C4" in board.lines[-2]
    board.edge("C4", False)
    assert board.answers.sensors == {}
    board.exam.typed("enter")
    assert "nothing is sensed" in board.lines[-1]
    board.edge("A0", True)
    board.edge("A0", False)
    assert board.answers.sensors == {0: "fine"}


def test_a_sensor_that_was_found_for_another_hole_does_not_answer_the_next_question() -> None:
    board = AtTheBoard(lights="")
    for _ in range(2):
        board.edge("C4", True)
        board.edge("C4", False)
    assert board.answers.sensors == {0: "C4"}
    for _ in range(4):
        board.edge("A1", True, 0.1)
        board.edge("A1", False, 0.1)
    board.clock.run_until(board.clock.now() + 2)
    assert board.answers.sensors == {0: "C4", 1: "weak"}


def test_a_lost_device_ends_doctors_check_with_the_message_of_the_device() -> None:
    board = AtTheBoard()
    board.exam.receive(DeviceState(0, "sensors", True, "they answer again"))
    assert not board.exam.over
    board.exam.receive(DeviceState(0, "sensors", False, "the sensors do not answer"))
    assert board.exam.over
    assert board.exam.troubles == ["the sensors do not answer"]


def test_a_marble_sensed_by_a_channel_without_a_hole_is_reported_with_the_channels_number() -> None:
    spare = replace(DIRECT, channels=(*DIRECT.channels[:-1], None))
    board = AtTheBoard(lights="")
    exam = HoleCheck(
        spare, Answers(), board.clock, board.strip, [False] * 112, lights=[], sensors=[0],
        write_line=board.lines.append, keep=lambda answers: None, strength=lambda channel: None,
    )  # fmt: skip
    for on in (True, False, True, False):
        exam.receive(SensorEdge(board.clock.now(), 111, on))
        board.clock.run_until(board.clock.now() + 2)
    assert exam.over
    answer = "channel 111, of no hole"
    assert f"sensed as {answer}" in str(next(findings(DIRECT, Answers({}, {0: answer}))))


def test_a_dark_led_chain_and_a_sensor_that_stays_on_have_findings_of_their_own() -> None:
    dark = Answers(dict.fromkeys(range(112), "dark"), {0: "stays"})
    first, second = findings(DIRECT, dark)
    assert "measure 5 V at the first LED" in first.remedy
    assert "a latching sensor" in second.remedy


def test_doctors_check_is_resumed_from_stored_answers_and_can_be_repeated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    write_board(DIRECT, file)
    kept = tmp_path / "mine.toml.doctor"
    save(DIRECT, Answers({0: "dark"}, {1: "nothing"}), kept)
    doctor = ["doctor", str(file), "--straight", "--seconds", "1"]
    assert main(doctor) == 0
    assert capsys.readouterr().out == "Nothing is wrong.\n"
    assert main([*doctor, "--lights", "--marbles"]) == 1
    out = capsys.readouterr().out
    assert "the light of A0 is dark" in out
    assert f"jokerboard setup {file} --redo A1" in out
    assert out.endswith("2 faults found.\n")
    assert len(json.loads(kept.read_text())["lights"]) == 112
    assert main([*doctor, "--hole", "A0"]) == 1
    assert main([*doctor, "--hole", "A1"]) == 0
    assert main([*doctor, "--lights", "--marbles"]) == 0
    assert main([*doctor, "--lights", "--again", "--fault", "strip"]) == 1
    assert "and doctor resumes from them" in capsys.readouterr().out


def test_sensor_events_after_doctors_last_question_are_ignored() -> None:
    board = AtTheBoard(lights="", sensors="A0")
    board.edge("A0", True, 0.2)
    board.exam.typed("n")
    assert board.exam.over
    board.clock.run_until(5)
    board.edge("A0", False)
    assert board.answers.sensors == {0: "nothing"}


def test_a_marble_taken_out_for_20_ms_counts_as_still_in_its_hole() -> None:
    board = AtTheBoard(lights="", sensors="A0")
    board.edge("A0", True)
    board.edge("A0", False, 0.02)
    board.edge("A0", True)
    assert board.exam.taking_out
    board.edge("A0", False)
    assert board.answers.sensors == {0: "fine"}


def test_simulating_the_fault_drift_on_a_board_without_analog_sensors_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="needs a board of analog sensors"):
        consulted(DIRECT, None, tmp_path / "kept", "drift:A4")


def test_analog_sensors_that_are_lost_are_reported(tmp_path: Path) -> None:
    found = consulted(calibrated(), CROSSED, tmp_path / "kept", "unplugged")
    assert [each.what for each in found] == [
        "the sensors do not answer; check the cable between board and computer"
    ]


def test_a_noisy_analog_reading_is_found() -> None:
    board = calibrated()
    watch = EmptyBoardWatch(board, (False,) * 112)
    empty = tuple(each.baseline for each in board.calibration if each is not None)
    wanted = board.calibration[7]
    assert wanted is not None
    for by in (0, 0, wanted.hysteresis + 1):
        watch.measured((*empty[:7], empty[7] + by, *empty[8:]))
    found = list(watch.findings())
    assert len(found) == 1
    assert "varies by" in found[0].what
    assert "100 nF" in found[0].remedy
    watch.receive(DeviceState(0, "sensors", False, "gone"))
    assert watch.is_lost
    watch.receive(DeviceState(1, "sensors", True, "back"))
    assert not watch.is_lost


def test_an_unknown_fault_given_to_doctor_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="'rust' is no fault"):
        consulted(DIRECT, None, tmp_path / "kept", "rust")
