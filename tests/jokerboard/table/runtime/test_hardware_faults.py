"""A game continues when devices fail: the fault is announced and repaired, and nothing is counted twice."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.referee.verdicts import Fault as FaultSaid
from engine.referee.verdicts import Illegal, Move
from hardware.parts.hc165.twin import DirectSensors
from hardware.parts.mcp23017.twin import ExpanderSensors
from hardware.parts.ws2812b.twin import Ws2812Chain
from hardware.ports import CardSeen
from hardware.twin.sensors import Fault
from jokerboard.cli.main import main
from jokerboard.table.runtime.game_setup import Wanted
from tests.jokerboard.table.virtual_table import VirtualTable
from tests.programs import HEADLESS, SHORT


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    made = VirtualTable(tmp_path, Wanted(rules="texas"), sensors=DirectSensors)
    yield made
    made.close()


def bank(table: VirtualTable) -> DirectSensors:
    sensors = table.sim.devices.sensors
    assert isinstance(sensors, DirectSensors)
    return sensors


def spi(table: VirtualTable) -> Ws2812Chain:
    assert isinstance(table.sim.lamps, Ws2812Chain)
    return table.sim.lamps


def faults(table: VirtualTable) -> list[str]:
    """The announcements about lost and repaired devices."""
    return [a.sentence.text for a in table.announcements if isinstance(a.verdict, FaultSaid)]


def moves(table: VirtualTable) -> int:
    return sum(isinstance(announced.verdict, Move) for announced in table.announcements)


def test_a_play_is_received_through_pins_and_its_lights_are_sent_as_spi_bytes(table: VirtualTable) -> None:
    frames = table.sim.lamps.frames
    table.play("K", ("As1", "A8"))
    assert table.game.log.position.line() == "A8/-/-/- B"
    assert table.sim.lamps.frames > frames
    assert any(table.sim.lamps.pixels)


def test_a_broken_sensor_chain_is_announced_and_a_play_made_meanwhile_counts_after_its_repair(
    table: VirtualTable,
) -> None:
    table.play("K", ("As1", "A8"))
    bank(table).chain.broken_before = 3
    table.wait(1)
    assert len(faults(table)) == 1
    table.lay("K")
    table.move("Bs1", "B8")
    table.wait(5)
    assert moves(table) == 1
    bank(table).chain.broken_before = None
    table.until(lambda: table.game.log.n == 2)
    assert table.game.log.position.line() == "A8/B8/-/- C"
    assert not any(isinstance(announced.verdict, Illegal) for announced in table.announcements)


def test_after_a_brown_out_sensors_and_lights_work_as_before(table: VirtualTable) -> None:
    table.play("K", ("As1", "A8"))
    table.wait(3)
    before = table.sim.lamps.pixels
    assert any(before)
    bank(table).powered = False
    spi(table).sag(seed=4)
    table.wait(1)
    assert table.sim.lamps.pixels != before
    bank(table).powered = True
    spi(table).recover()
    table.wait(1)
    assert table.sim.lamps.pixels == before
    assert table.game.log.position.line() == "A8/-/-/- B"
    table.play("K", ("Bs1", "B8"))
    assert moves(table) == 2


def test_a_reader_unplugged_with_a_card_on_it_is_reported_and_the_card_counts_once(
    table: VirtualTable,
) -> None:
    table.lay("K")
    reader = table.sim.readers["A"]
    reader.unplug()
    table.wait(3)
    assert len(faults(table)) == 1
    reader.replug()
    table.wait(1)
    table.move("As1", "A8")
    table.until(lambda: table.game.log.n == 1)
    table.wait(5)
    assert moves(table) == 1
    assert not any(isinstance(announced.verdict, Illegal) for announced in table.announcements)


def test_lights_that_cannot_be_driven_are_reported_and_the_game_goes_on_without_them(
    table: VirtualTable,
) -> None:
    spi(table).unplug()
    table.play("K", ("As1", "A8"))
    table.wait(2)
    assert len(faults(table)) == 1
    spi(table).replug()
    table.wait(1)
    assert any(table.sim.lamps.pixels)
    table.play("K", ("Bs1", "B8"))
    assert moves(table) == 2


@pytest.mark.parametrize("fault", [Fault.STUCK_OFF, Fault.STUCK_ON, Fault.DEAD, Fault.NOISY])
def test_a_game_goes_on_with_a_faulty_sensor(table: VirtualTable, fault: Fault) -> None:
    bank(table).contacts.fail(table.sim.board.hole("C5"), fault)
    table.wait(3)
    table.play("K", ("As1", "A8"))
    table.play("K", ("Bs1", "B8"))
    assert table.game.log.position.line() == "A8/B8/-/- C"


def test_a_moment_of_low_supply_at_port_expanders_does_not_disturb_the_game(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(rules="texas"), sensors=ExpanderSensors)
    sensors = table.sim.devices.sensors
    assert isinstance(sensors, ExpanderSensors)
    table.play("K", ("As1", "A8"))
    for bus in sensors.buses.values():
        bus.brown_out()
    table.play("K", ("Bs1", "B8"))
    assert faults(table) == []
    assert table.game.log.position.line() == "A8/B8/-/- C"
    table.close()


def test_a_card_at_the_shoe_is_not_played_and_only_an_unknown_card_is_announced(
    table: VirtualTable,
) -> None:
    for tag in ("7H", None, "DEADBEEF00", None):
        table.game._on_hardware(CardSeen(table.clock.now(), tag, "shoe"))
        table.wait(1)
    codes = [a.verdict.code for a in table.announcements if isinstance(a.verdict, Illegal)]
    assert codes == ["card-unknown"]
    assert table.game.shown.card is None
    table.play("K", ("As1", "A8"))
    assert moves(table) == 1


@pytest.mark.parametrize("hardware", ["direct", "expanders"])
def test_a_whole_game_has_the_same_result_with_every_kind_of_simulated_hardware(
    hardware: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def played(name: str) -> list[str]:
        people = ("--speed", "50", "--mistakes", "0")
        assert main([*HEADLESS, *SHORT, *people, "--seed", "5", "--hardware", name]) == 0
        return capsys.readouterr().out.splitlines()[-3:-2]

    through_chips = played(hardware)
    assert through_chips[0].startswith("over: ")
    assert through_chips[0].split(" at the table")[0].split(", ")[0] == played("plain")[0].split(", ")[0]


def test_without_gpiozero_the_demo_names_the_command_that_installs_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "hardware.parts.hc165.twin", raising=False)
    for name in [name for name in sys.modules if name.partition(".")[0] == "gpiozero"] + ["gpiozero"]:
        monkeypatch.setitem(sys.modules, name, None)
    assert main([*HEADLESS, "--hardware", "direct"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("jokerboard: --hardware direct needs gpiozero, whose simulated pins it uses (")
    assert error.endswith("-m pip install 'gpiozero'\n")
