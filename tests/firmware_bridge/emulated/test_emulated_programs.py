"""Commands of jokerboard with an emulated Pico: flash, doctor, setup, serve, a game of simulated people.

An emulated second takes eight or more processor seconds, so all tests but one need `--all-scenarios`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.referee.verdicts import Move
from firmware_bridge.messages import Feature
from hardware.clock import Clock, VirtualClock
from hardware.parts.pico import PicoBank
from hardware.twin.sensors import MakeSensors
from hardware.twin.wood import VirtualBoard
from jokerboard.cli import firmware
from jokerboard.cli.main import main
from jokerboard.table.runtime.game_setup import Wanted
from tests.examples import whole
from tests.firmware_bridge.emulated.conftest import linked
from tests.firmware_bridge.emulated.emulated_time import EmulatedSensors, plugged_in
from tests.firmware_bridge.emulated.emulator import EmulatedBoard, file_system, firmware_files
from tests.firmware_bridge.emulated.served_hands import ServedHands
from tests.firmware_bridge.emulated.setup_hands import SetupHands
from tests.firmware_bridge.emulated.terminal import at_a_terminal
from tests.jokerboard.table.runtime.test_roads import SHORT, Game, comparable
from tests.programs import free_port
from wiring.bringup.setup_file import write_board
from wiring.bringup.simulated_board import crossing
from wiring.description import Description
from wiring.new_board import Choices, new_board
from wiring.parse import read_board

MODULES = Path(__file__).parents[3] / "wiring" / "4-players-modules.toml"
Make = Callable[..., EmulatedBoard]
PLAYS = int(os.environ.get("EMULATED_PLAYS", "4"))
"""The number of plays that simulated people make."""

ANSWERS = int(os.environ.get("EMULATED_ANSWERS", "12"))
"""The number of answers that the simulated person gives to setup."""

RULES = os.environ.get("EMULATED_RULES")
"""The rule set of a game of four players; None: a short game of two players."""

SERVED = 3
"""The number of plays that are made at a served table."""

pytestmark = pytest.mark.skipif(not whole(), reason="emulated seconds are dear: `make test-all`")


@pytest.fixture
def described(tmp_path: Path) -> tuple[Path, Description]:
    """The file and the description of a board of modules whose Pico is at an existing port."""
    port, file = tmp_path / "port", tmp_path / "mine.toml"
    port.touch()
    board = replace(read_board(MODULES), bank=PicoBank(str(port)))
    write_board(board, file)
    return file, board


def switched_on(fresh: Make, board: Description, tmp_path: Path) -> EmulatedBoard:
    """An emulated board wired as described, with tied inputs, 0.3 s after it was switched on."""
    settings: dict[str, Any] = json.loads(board.bank.settings(board))  # type: ignore[attr-defined]
    made = fresh(firmware_files(tmp_path, **settings), **settings)
    low = [
        8 * chip + bit
        for chip, each in enumerate(board.tied_chips)
        for bit in range(8)
        if each.mask & ~each.level & 1 << bit
    ]
    made.step(300_000, holes=[[channel, True] for channel in low])
    return made


def test_doctor_finds_no_fault_of_a_good_board_and_detects_a_broken_connection(
    fresh: Make,
    described: tuple[Path, Description],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file, board = described
    emulated = switched_on(fresh, board, tmp_path)
    with plugged_in(emulated, monkeypatch):
        main(["doctor", str(file), "--seconds", "0.1"])
        output = capsys.readouterr().out
        assert "sensor" not in output, output
        assert "does not answer" not in output, output
        emulated.step(holes=[[channel, True] for channel in range(8 * 9, 160)])
        assert main(["doctor", str(file), "--seconds", "0.1"]) == 1
    named = "strip 3 of side B (B12-B17) does not answer: look at its cable from strip 2"
    assert named in capsys.readouterr().out


def test_setup_of_an_emulated_board_asks_for_holes_and_can_be_left_after_an_answer(
    fresh: Make,
    described: tuple[Path, Description],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file, board = described
    emulated = switched_on(fresh, board, tmp_path)
    reading, writing = os.pipe()
    os.write(writing, b"n\nq\n")
    os.close(writing)
    with plugged_in(emulated, monkeypatch), open(reading) as keyboard:  # noqa: PTH123 - a descriptor
        monkeypatch.setattr(sys, "stdin", keyboard)
        assert main(["setup", str(file)]) == 1
    output = capsys.readouterr().out
    assert "Put the marble into A0." in output
    assert "Stopped after 1 answer" in output
    assert "Some sensors are on, but the board should be empty" not in output


def test_setup_finds_the_crossed_wires_of_an_emulated_board(
    fresh: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but the last `ANSWERS` answers are given at a simulated board, which is faster.

    `EMULATED_ANSWERS=1000 TEST_LIMIT=7200` gives all answers at the emulated board.
    """
    file = tmp_path / "mine.toml"
    (tmp_path / "port").touch()
    board = replace(new_board(Choices(reading="pico", buttons=False)), bank=PicoBank(str(tmp_path / "port")))
    write_board(board, file)
    # If no answer is wrong, setup asks three times about each hole: by name, by light, and by both.
    most = 3 * board.names.holes
    main(["setup", str(file), "--twin", "5", "--stop-after", str(max(0, most - ANSWERS))])
    emulated = switched_on(fresh, board, tmp_path)
    reading, writing = os.pipe()
    hands = SetupHands(emulated, board, 5, writing)
    monkeypatch.setattr("wiring.bringup.terminal.write_line", hands.write_line)
    with plugged_in(emulated, monkeypatch, beside=hands.work), open(reading) as keyboard:  # noqa: PTH123 - a descriptor
        monkeypatch.setattr(sys, "stdin", keyboard)
        assert main(["setup", str(file)]) == 0
    assert hands.answered == min(ANSWERS, most)
    found, (channel_of, hole_of) = read_board(file), crossing(board.names.holes, 5)
    assert [found.channels.index(hole) for hole in range(board.names.holes)] == list(channel_of)
    assert found.lights.holes == hole_of


def game_at(fresh: Make, path: Path) -> tuple[Game, VirtualClock]:
    """A game of simulated people with the sensors and lights of an emulated Pico, and its clock."""
    clock = VirtualClock()

    def road(game: Game) -> MakeSensors:
        def make(wood: VirtualBoard, clock: Clock, *, seed: int) -> EmulatedSensors:
            board = fresh(channels=wood.holes, leds=wood.holes)
            board.step(300_000)
            assert isinstance(clock, VirtualClock)
            return EmulatedSensors(wood, clock, board, seed=seed, record=game.record)

        return make

    wanted = SHORT if RULES is None else Wanted(rules=RULES, players=4)
    return Game(path, clock, road, speed=50.0, wanted=wanted), clock


def test_plays_sensed_by_an_emulated_pico_get_the_verdicts_of_perfect_sensors(
    fresh: Make, tmp_path: Path
) -> None:
    """`EMULATED_PLAYS=1000 TEST_LIMIT=7200` plays to the end; `EMULATED_RULES=texas` has four players."""
    (tmp_path / "table").mkdir()
    game, clock = game_at(fresh, tmp_path / "table")
    while not game.over and sum(isinstance(verdict, Move) for verdict in game.verdicts) < PLAYS:
        assert clock.run_next()
    clock.run_until(clock.now() + 1.0)
    assert comparable(game, game.verdicts) == comparable(game, game.shadow())
    game.close()


def test_flash_puts_the_firmware_onto_a_pico_that_has_only_micropython(
    fresh: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "nothing").mkdir()
    (tmp_path / "empty").write_bytes(file_system(tmp_path / "nothing"))
    (tmp_path / "board.json").write_text('{"buzzer_pin": 15}')
    board = fresh(tmp_path / "empty")
    ask = firmware._to_the_prompt

    def ask_and_wait(path: str) -> None:
        """Send the board to its prompt and wait until it is there; a real board is there at once."""
        ask(path)
        end = board.now + 1.0
        while board.now < end:
            time.sleep(0.05)

    monkeypatch.setattr(firmware, "_to_the_prompt", ask_and_wait)
    with at_a_terminal(board, tmp_path / "port") as port:
        assert main(["firmware", "flash", "--port", str(port), "--board", str(tmp_path / "board.json")]) == 0
    assert f"The firmware is on the board at {port}." in capfd.readouterr().out
    facts = linked(board).session.info
    assert facts is not None
    assert facts.build.startswith("jokerboard ")
    assert Feature.BUZZER in facts.features


def test_serve_announces_plays_made_at_an_emulated_pico(
    fresh: Make, described: tuple[Path, Description], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The simulated hands read only the page."""
    file, board = described
    listen = f"127.0.0.1:{free_port()}"
    (tmp_path / "table.toml").write_text(
        f'[table]\nboard = "{file}"\nstate = "{tmp_path / "state"}"\nlisten = "{listen}"\n'
        '[game]\nrules = "texas"\nplayers = 4\ncards = "none"\n'
    )
    emulated = switched_on(fresh, board, tmp_path)
    hands = ServedHands(emulated, board, f"http://{listen}/api/state", SERVED)
    with plugged_in(emulated, monkeypatch, beside=hands.play):
        assert main(["serve", "--config", str(tmp_path / "table.toml")]) == 0
    assert hands.announced == hands.made
    assert len(hands.made) == SERVED
    assert hands.lit
