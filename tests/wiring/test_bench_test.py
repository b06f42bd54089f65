"""Tests of the bench test before drilling: loose magnets fail, pegs pass, and each fault has a sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.clock import VirtualClock
from hardware.magnets import Disc
from hardware.ports import DeviceState, SensorEdge
from jokerboard.cli.main import main
from tests.wiring.boards import ANALOG, DIRECT, PICO
from wiring.bringup.bench_test import STEPS, BenchTest
from wiring.bringup.simulated_people import tried
from wiring.description import MARBLE_MAGNET, PEG_MAGNET, Description, bench_board
from wiring.new_board import Choices, new_board
from wiring.printing import print_board

PEGS = new_board(Choices())
TOO_NEAR = replace(
    PEGS,
    part="drv5033",
    drill=replace(PEGS.drill, pitch=10.0),
    magnet=replace(PEG_MAGNET, disc=Disc(8.0, 8.0)),
)


def run(board: Description) -> BenchTest:
    return tried(board, 1, lambda _: None)


def test_pegs_and_weighted_marbles_pass_the_bench_test_and_loose_magnets_fail() -> None:
    assert run(PEGS).passed
    loose = run(DIRECT)
    assert not loose.passed
    assert "is not sensed beside a neighbour, because its magnet lies down: take pegs" in loose.findings()[0]
    assert run(replace(DIRECT, magnet=replace(MARBLE_MAGNET, mount="weighted"))).passed


class Bench:
    """A bench test whose sensors' levels the test sets."""

    def __init__(self) -> None:
        self.clock, self.lines = VirtualClock(), list[str]()
        self.test = BenchTest(self.clock, (False,) * 8, self.lines.append)
        self.levels = [False] * 5

    def show(self, levels: tuple[bool, ...], flicker: int | None = None) -> None:
        for seat, on in enumerate(levels):
            if self.levels[seat] != on:
                self.levels[seat] = on
                self.test.receive(SensorEdge(self.clock.now(), seat, on))
        self.test.typed("")
        if flicker is not None:
            for on in (not levels[flicker], levels[flicker]):
                self.test.receive(SensorEdge(self.clock.now(), flicker, on))
        self.clock.run_until(self.clock.now() + 2.0)

    def through(self, change: dict[int, tuple[bool, ...]], flicker: dict[int, int] | None = None) -> str:
        for number, step in enumerate(STEPS):
            self.show(change.get(number, step.full), (flicker or {}).get(number))
        return " / ".join(self.test.findings())


def test_a_bench_test_without_faults_has_every_step_once_and_passes() -> None:
    bench = Bench()
    assert bench.through({}) == ""
    assert bench.test.passed
    assert [line for line in bench.lines if line.startswith("[")][-1].startswith(
        f"[{len(STEPS)}/{len(STEPS)}]"
    )


@pytest.mark.parametrize(
    ("change", "flicker", "sentence"),
    [
        ({3: (False,) * 5}, {}, "the piece in seat 3 is not sensed: take less wood above the sensor"),
        (
            {6: (True, True, False, True, True)},
            {},
            "seat 3 is not sensed beside a neighbour, because its magnet lies down",
        ),
        (
            {7: (True,) * 5},
            {},
            "seat 3 is on although the seat is empty, because it senses the neighbours: take a larger pitch",
        ),
        ({}, {6: 1}, "the sensor of seat 2 flickers"),
    ],
)
def test_each_fault_in_the_bench_test_is_reported_with_its_remedy(
    change: dict[int, tuple[bool, ...]], flicker: dict[int, int], sentence: str
) -> None:
    bench = Bench()
    assert sentence in bench.through(change, flicker)
    assert not bench.test.passed


def test_silent_sensors_end_the_bench_test_and_a_test_that_is_left_is_not_passed() -> None:
    bench = Bench()
    bench.test.receive(DeviceState(0.0, "sensors", False, "the chain's plug is out"))
    assert (bench.test.over, bench.test.passed, bench.test.trouble) == (
        True,
        False,
        "the chain's plug is out",
    )
    left = Bench()
    left.test.typed("q")
    assert (left.test.over, left.test.passed) == (True, False)


@pytest.mark.parametrize("board", [DIRECT, PICO, ANALOG], ids=lambda board: board.title)
def test_the_bench_test_uses_the_first_plug_and_no_lights(board: Description) -> None:
    bench = bench_board(board)
    assert len(bench.channels) in (8, 16)
    assert bench.channels == board.channels[: len(bench.channels)]
    assert (bench.lights.holes, len(bench.connectors)) == ((), 1)


def test_the_result_of_the_bench_test_is_stored_and_setup_asks_for_a_missing_bench_test(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "b.toml"
    file.write_text(print_board(DIRECT))
    main(["setup", str(file), "--twin", "1", "--stop-after", "1"])
    assert "test five in a row first, with jokerboard setup" in capsys.readouterr().out
    assert main(["setup", str(file), "--bench", "--twin", "1"]) == 1
    assert "its magnet lies down" in capsys.readouterr().out
    assert json.loads((tmp_path / "b.toml.bench").read_text())["passed"] is False
    file.write_text(print_board(PEGS))
    assert main(["setup", str(file), "--bench", "--twin", "1"]) == 0
    assert "each of the five sensors detects its own piece only" in capsys.readouterr().out


def test_a_strong_magnet_is_sensed_in_an_empty_neighbouring_hole() -> None:
    assert "is on although the seat is empty" in " ".join(run(TOO_NEAR).findings())
