"""Tests of setup and doctor on a terminal, with a Pico whose firmware is at the end of a pty."""

from __future__ import annotations

import itertools
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_bridge.twin import PtyBoard
from hardware.parts.pico import PicoBank
from tests.wiring.terminal import PATIENCE, Terminal
from wiring.bringup.setup_file import as_described, load, save, write_board
from wiring.bringup.wire_finder import WireFinder
from wiring.description import Description
from wiring.new_board import Choices, new_board
from wiring.parse import read_board

HOLES = 84
PLAIN = new_board(Choices(sides=3, reading="pico", buttons=False))
ANALOG = new_board(Choices(sides=3, reading="pico", buttons=False, part="drv5055"))
LEFT = 2
"""The number of answers that `almost_done` leaves to the test."""


class Bench:
    """A simulated Pico with marbles and LEDs, and the description of its board in a file."""

    def __init__(self, board: Description, folder: Path) -> None:
        self.far = PtyBoard(
            interpreter=[sys.executable], channels=HOLES, leds=HOLES, analog=board.analog, cap_ma=10_000
        )
        self.file = folder / "mine.toml"
        self.board = replace(board, bank=PicoBank(self.far.path))
        write_board(self.board, self.file)

    @property
    def kept(self) -> Path:
        return self.file.with_name("mine.toml.setup")

    def almost_done(self) -> None:
        """Write a session of setup in which all answers but the last `LEFT` are given."""
        answers = as_described(self.board).answers
        save(WireFinder(HOLES, HOLES, HOLES, answers[:-LEFT]), self.board, self.kept)

    def answers(self) -> int:
        return len(load(self.board, self.kept).answers)

    def shines(self, hole: str) -> None:
        """Wait until `hole` is the only hole whose LED shines."""
        led = self.board.lights.holes.index(self.board.names.hole(hole))
        self.until(lambda: [k for k in range(HOLES) if any(self.far.leds()[3 * k : 3 * k + 3])] == [led])

    def put(self, hole: str) -> None:
        self.level(hole, True)

    def take(self, hole: str) -> None:
        self.level(hole, False)

    def level(self, hole: str, on: bool) -> None:
        channel = self.board.channels.index(self.board.names.hole(hole))
        if self.board.analog:
            self.far.set_reading(channel, 0x8000 - 9000 if on else 0x8000)
        else:
            self.far.set_level(channel, on)

    def until(self, so: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not so():
            assert time.monotonic() < end, "it did not come about"
            time.sleep(0.02)


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(PLAIN, tmp_path)
    yield bench
    bench.far.close()


@pytest.fixture
def analog(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(ANALOG, tmp_path)
    yield bench
    bench.far.close()


def asked(shown: str) -> str:
    """The hole in the last question of `shown`."""
    names: list[str] = re.findall(r"\b([ABC](?:[0-9]+|[hs][1-5])) should shine", shown)
    return names[-1]


def test_setup_on_a_terminal_can_be_interrupted_resumed_undone_and_finished(plain: Bench) -> None:
    plain.almost_done()
    begun = plain.answers()
    with Terminal("setup", str(plain.file)) as terminal:
        hole = asked(terminal.until("should shine now"))
        plain.shines(hole)
        plain.put(hole)
        after = asked(terminal.until("should shine now"))
        assert after != hole
        terminal.type("u")
        assert asked(terminal.until("should shine now")) == hole
        terminal.type("what?")
        terminal.answer("n: nothing happened", "")
        terminal.answer("should shine now", "q")
        assert terminal.ends() == 1
        assert f"Stopped after {begun} answers" in terminal.text
    plain.take(hole)
    before = plain.file.read_text()
    with Terminal("setup", str(plain.file)) as terminal:
        for left in range(LEFT):
            hole = asked(terminal.until("should shine now"))
            plain.shines(hole)
            plain.put(hole)
            plain.until(lambda wanted=begun + left + 1: plain.answers() == wanted)  # type: ignore[misc]
            plain.take(hole)
        terminal.until("All wires are known.")
        assert terminal.ends() == 0
        assert "84 holes, with the wires that were found" in terminal.text
    assert plain.file.read_text() == before
    with Terminal("setup", str(plain.file), "--redo", "B4") as terminal:
        terminal.answer("Put the marble into B4", "", end="\x04")
        assert terminal.ends() == 1


def test_an_interrupted_setup_keeps_its_answers(plain: Bench) -> None:
    with Terminal("setup", str(plain.file)) as terminal:
        terminal.until("Put the marble into A0")
        plain.put("A0")
        terminal.answer("Put the marble into A1", "", end="\x03")
        assert terminal.ends() == 130
    assert plain.answers() == 1
    with Terminal("setup", str(plain.file)) as terminal:
        terminal.until("The board should be empty, but some sensors are on")
        plain.take("A0")
        terminal.until("Put the marble into A1")
        plain.far.unplug()
        terminal.until("unplugged")
        plain.far.plug()
        terminal.until("answers again")
        plain.put("A1")
        terminal.answer("Put the marble into A2", "q")
        assert terminal.ends() == 1


def test_setup_measures_analog_sensors_and_keeps_their_thresholds(analog: Bench) -> None:
    analog.almost_done()
    with Terminal("setup", str(analog.file)) as terminal:
        terminal.answer("Press Enter once the board is empty", "")
        for _ in range(LEFT):
            hole = asked(terminal.until("should shine now"))
            count = analog.answers()
            analog.put(hole)
            analog.until(lambda wanted=count + 1: analog.answers() == wanted)  # type: ignore[misc]
            analog.take(hole)
        terminal.until("All wires are known.")
        assert terminal.ends() == 0
        assert "Calibrated: 84 analog sensors." in terminal.text
    made = read_board(analog.file)
    channel = made.channels.index(made.names.hole(hole))
    found = made.calibration[channel]
    assert found is not None
    assert (found.baseline, found.threshold, found.hysteresis) == (0x8000, 4500, 1500)
    with Terminal("setup", str(analog.file)) as terminal:
        terminal.answer("Press Enter", "", end="\x04")
        assert terminal.ends() == 0


def test_doctor_on_a_terminal_asks_about_lights_and_sensors_and_resumes_after_an_interruption(
    plain: Bench,
) -> None:
    doctor = ["doctor", str(plain.file), "--seconds", "0.5"]
    with Terminal(*doctor, "--lights") as terminal:
        terminal.until("Watching the empty board")
        terminal.until("does A0 shine?")
        plain.shines("A0")
        terminal.type("")
        terminal.answer("does A1 shine?", "d")
        terminal.until("does A2 shine?")
        plain.shines("A2")
        terminal.type("q")
        assert terminal.ends() == 1
        assert "Interrupted; the answers are kept in" in terminal.text
        assert "the light of A1 is dark (LED 1)" in terminal.text
    with Terminal(*doctor, "--lights") as terminal:
        terminal.answer("[3/84] does A2 shine?", "", end="\x04")
        assert terminal.ends() == 1
    with Terminal(*doctor, "--marbles", "--hole", "A3", "--hole", "A4") as terminal:
        terminal.until("put the marble into A3")
        plain.put("A3")
        terminal.until("sensed; take the marble out")
        plain.take("A3")
        terminal.answer("put the marble into A4", "n")
        assert terminal.ends() == 1
        assert "the sensor of A4 senses nothing" in terminal.text
        assert "the sensor of A3" not in terminal.text


def test_doctor_finds_faulty_sensors_by_watching_an_empty_board(plain: Bench) -> None:
    plain.put("B7")
    with Terminal("doctor", str(plain.file), "--seconds", "2") as terminal:
        terminal.until("Watching the empty board for 2 s")
        for step in itertools.takewhile(lambda _: terminal.runs(), itertools.count()):
            plain.level("B9", step % 2 == 0)
        assert terminal.ends() == 1
    assert re.search(r"the sensor of B7 \(channel \d+\) reports a marble on the empty board", terminal.text)
    assert re.search(r"the sensor of B9 \(channel \d+\) is restless", terminal.text)
