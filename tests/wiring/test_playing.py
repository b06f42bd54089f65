"""Tests of games on simulated boards with crossed wires, with the description that setup has written."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.clock import VirtualClock
from hardware.ports import DeviceState, HardwareEvent, SensorEdge
from hardware.twin.sensors import TwinSensors
from hardware.twin.wood import Held, VirtualBoard
from jokerboard.cli.main import main
from tests.examples import some
from tests.programs import HEADLESS, SHORT, refused
from wiring.description import chain_order
from wiring.devices import HoleOrder, HoleSensors

FAST = [*HEADLESS, *SHORT, "--seed", "3"]


class Chain:
    leds = 3

    def __init__(self) -> None:
        self.shown = b""

    def show(self, rgb: bytes) -> None:
        self.shown = rgb

    def close(self) -> None:
        self.shown = b"closed"


def test_the_colour_of_a_hole_is_shown_by_the_led_of_this_hole() -> None:
    chain = Chain()
    strip = HoleOrder(chain, (2, None, 0), 3)
    strip.show(b"aaabbbccc")
    assert chain.shown == b"ccc\0\0\0aaa"
    strip.close()
    assert chain.shown == b"closed"


def test_edges_of_channels_without_a_hole_are_dropped_and_all_other_events_are_delivered() -> None:
    wood = VirtualBoard(2, hands=[Held(0, 0), Held(0, 0)])
    clock = VirtualClock()
    contacts = TwinSensors(wood, clock)
    bank = HoleSensors(contacts, (None, 0), 1)
    received: list[HardwareEvent] = []
    bank.start(received.append)
    wood.place(0, 0)
    clock.run_until(1)
    assert (received, bank.snapshot()) == ([], (False,))
    wood.place(1, 0)
    clock.run_until(2)
    assert {(e.channel, e.on) for e in received if isinstance(e, SensorEdge)} >= {(0, True)}
    assert bank.snapshot() == (True,)
    contacts.unplug()
    clock.run_until(3)
    assert isinstance(received[-1], DeviceState)
    bank.close()


@pytest.mark.parametrize("shape", some(["polygon", "cross", "paddles"], 1, first=1))
def test_wiring_new_setup_and_demo_play_a_game_with_crossed_wires_without_an_edited_file(
    shape: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    assert main(["wiring", "new", str(file), "--yes", "--reading", "pico", "--shape", shape]) == 0
    assert main(["wiring", "build", str(file), "--out", str(tmp_path / "out")]) == 0
    assert main(["setup", str(file), "--twin", "5", "--wrong", "0.05"]) == 0
    capsys.readouterr()
    assert main([*FAST, "--wiring", str(file), "--crossed", "5"]) == 0
    crossed = capsys.readouterr().out
    assert "over: " in crossed
    # With the right description, the game is the same whatever the wires.
    assert main(FAST) == 0
    assert capsys.readouterr().out.splitlines()[-3].split(",")[0] == crossed.splitlines()[-3].split(",")[0]


def test_a_game_with_a_wrong_description_gets_stuck(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    assert main(["wiring", "new", str(file), "--yes"]) == 0
    assert main([*FAST, "--wiring", str(file), "--crossed", "5"]) == 1
    assert "stuck" in capsys.readouterr().err
    assert main([*FAST, "--wiring", str(file)]) == 0


def test_a_game_on_a_board_that_is_too_small_or_has_a_bad_sensor_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    main(["wiring", "new", str(file), "--yes"])
    assert main([*FAST, "--wiring", str(file), "--hardware", "direct"]) == 2
    err = refused(capsys, *FAST, "--wiring", file, "--players", "6")
    assert "112 holes, but the game needs 168" in err
    text = file.read_text().replace("A0 A1 A2", "- A1 A2", 1)
    file.write_text(text.replace("sides = 4\n", 'sides = 4\nbad_sensors = "A0"\n'))
    assert "no working sensor: A0" in refused(capsys, *FAST, "--wiring", file)
    assert len(chain_order(4)) == 112
