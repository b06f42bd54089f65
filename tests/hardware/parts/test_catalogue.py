"""Every part has facts, a driver and a twin, and is used by description, checks, papers and doctor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest

import hardware.parts
from hardware.clock import VirtualClock
from hardware.parts import catalogue
from hardware.parts.bank_part import BankPart, HallSensor
from hardware.parts.computer import COMPUTERS, Take
from hardware.parts.hc165 import ChainBank
from hardware.parts.light_part import LedChip
from hardware.parts.part import Part, PinPart, ReaderPart
from hardware.parts.pico import PicoBank
from hardware.readers import Reader
from hardware.twin.lamps import SimulatedChain
from hardware.twin.sensors import TwinSensors
from tests.hardware.contract_light_strip import LightStripContract, StripRig
from tests.hardware.parts.parts_document import DOCUMENT, document
from tests.systemd.test_devices import values
from tests.wiring.boards import PICO, checked
from wiring.bringup.computer_checks import SANDBOX, modules
from wiring.bringup.doctor_session import DoctorSession
from wiring.description import Button, Description
from wiring.new_board import Choices, new_board
from wiring.papers.build import documents
from wiring.papers.lists import materials
from wiring.papers.wires import wires
from wiring.printing import summary

ROOT = Path(__file__).parents[3]
PARTS = pytest.mark.parametrize("part", catalogue.PARTS, ids=lambda part: f"{part.kind} {part.word}")
LEDS = tuple(catalogue.LEDS.values())


def board_with(part: Part, **choices: Any) -> Description:
    """A new board with `part`, for pegs unless the part is a hall sensor for other pieces."""
    usual = new_board(Choices(**choices))
    match part:
        case BankPart():
            hall = next(w for w, h in catalogue.HALLS.items() if h.analog == part.analog and not h.hertz)
            return new_board(Choices(reading=part.reading, part=hall, **choices))
        case HallSensor():
            return new_board(Choices(reading="pico" if part.analog else "direct", part=part.word, **choices))
        case LedChip():
            return new_board(Choices(leds=part.word, **choices))
        case ReaderPart():
            return replace(usual, readers=(Reader(part.word, "table", "/dev/x"),))
        case PinPart(word="buzzer"):
            return replace(usual, buzzer=12)
        case PinPart():
            return replace(usual, buttons=(Button("ok", "table", 17),))
    return usual


@PARTS
def test_every_part_has_a_name_a_number_and_positive_electrical_figures(part: Part) -> None:
    for field in fields(part):
        value = getattr(part, field.name)
        if field.name in ("word", "name", "number", "sheet", "folder"):
            assert value.strip() == value != "", field.name
        if field.name in ("volts", "milliamperes", "high_from", "operate", "release", "dark_milliamperes"):
            assert value > 0, field.name
    assert part.volts in (3.3, 5.0)
    assert re.search(r"[A-Z0-9]", part.sheet), "a figure needs its source"
    assert part.word.isidentifier()


@PARTS
def test_every_option_of_a_part_has_words_units_or_limits_and_a_valid_default(part: Part) -> None:
    for option in part.options:
        assert option.meaning
        assert option.values
        if option.words and option.default is not None:
            assert option.default in option.words
        if option.limits is not None and option.default is not None:
            assert option.limits[0] <= option.default <= option.limits[1]


@PARTS
def test_the_folder_of_every_part_has_facts_a_driver_or_the_reason_for_none_and_a_twin(part: Part) -> None:
    folder = ROOT.joinpath(*part.folder.split("."))
    assert part in import_module(part.folder).PARTS
    assert (folder / "driver.py").exists() == (not part.no_driver)
    assert callable(catalogue.twin(part))


@PARTS
def test_a_board_with_any_part_is_accepted_unchanged_by_the_check_and_has_a_summary(part: Part) -> None:
    if isinstance(part, HallSensor) and (part.operate > 25 or 0 < part.hertz < 10):
        return  # Such a sensor is listed only so that the check can explain why it does not fit.
    board = board_with(part)
    assert checked(board) == board
    assert all(line.strip() for line in summary(board))


@PARTS
def test_every_part_of_a_board_is_in_the_parts_list_and_all_wire_names_are_unique(part: Part) -> None:
    board = board_with(part)
    bought = " ".join(f"{each.what} {each.number}" for each in materials(board))
    assert part.number in bought
    names = [wire.name for wire in wires(board)]
    assert len(names) == len(set(names))
    assert all(wire.what and len(wire.ends) > 1 for wire in wires(board))


@PARTS
@pytest.mark.parametrize("computer", COMPUTERS)
def test_the_ports_of_every_part_have_an_allowed_device_class_and_installable_modules(
    part: Part, computer: str
) -> None:
    board = replace(board_with(part), computer=computer)
    for take in takes(board):
        port = take.port
        assert port.access is None or port.access in catalogue.accesses()
        assert not port.file or port.absent
        assert port.access is None or port.file.startswith("/dev/")
        assert all(module.apt or module.build for module in port.modules)
        assert all(line.why for line in port.boot)
    declared = {module for each in catalogue.PARTS for module in each.modules}
    assert set(modules(board)) <= declared


def takes(board: Description) -> list[Take]:
    return [take for _, _, take in board.takes()]


def test_the_sandbox_of_the_service_allows_exactly_the_devices_that_parts_need() -> None:
    needed = {line for access in catalogue.accesses() for line in access.allow}
    assert set(values("DeviceAllow")) == needed
    for file in ("gpiochip0", "spidev1.0", "i2c-3", "ttyAMA10", "ttyACM0", "input/event3"):
        assert SANDBOX.match(f"/dev/{file}")
    assert not SANDBOX.match("/dev/mem")


@pytest.mark.parametrize("part", catalogue.BANKS, ids=lambda part: part.name)
def test_the_chip_of_each_sensor_bank_is_drawn_with_every_pin_once(part: BankPart) -> None:
    chip = board_with(part).bank.chip
    pins = [pin for pin, _ in chip.inputs] + [
        str(pin)
        for group, _, _ in chip.others
        for span in group.split(", ")
        for pin in (range(int(span.split("-")[0]), int(span.split("-")[-1]) + 1))
    ]
    assert len(pins) == len(set(pins))
    assert len(chip.inputs) == board_with(part).bank.inputs_a_chip


@pytest.mark.parametrize("part", LEDS, ids=lambda part: part.word)
def test_the_doctor_checks_every_kind_of_light_on_its_twin(part: LedChip, tmp_path: Path) -> None:
    board = board_with(part, pieces="marbles")
    lights = [hole for hole in board.lights.holes if hole is not None]

    def consulted(*faults: str) -> list[str]:
        doctor = DoctorSession(board, tmp_path / "kept", seconds=1, lights=lights[:4], sensors=(), again=None)
        return [str(each) for each in doctor.on_the_twin(None, faults)]

    assert consulted() == []
    first, second = (board.names.name(hole) for hole in lights[:2])
    assert any(f"the light of {first} is dark" in each for each in consulted(f"dark:{first}"))
    assert any(f"the light of {first} has another colour" in each for each in consulted(f"colour:{first}"))
    ended = f"the chain of LEDs is dark from LED 1 in {second} on"
    assert any(ended in each for each in consulted(f"chain:{second}"))
    assert any("look at the level shifter" in each for each in consulted("shifter")) == part.shifted


@pytest.mark.parametrize("part", LEDS, ids=lambda part: part.word)
def test_a_simulated_led_chain_takes_the_current_that_the_catalogue_has_for_its_chip(part: LedChip) -> None:
    chain, strip = catalogue.simulated_lights(part, 10, brightness=1, gamma=1, amperes=10)
    strip.show(bytes(30))
    assert strip.milliamperes == round(10 * part.dark_milliamperes)  # type: ignore[attr-defined]
    strip.show(b"\xff" * 30)
    assert strip.milliamperes == round(10 * part.milliamperes)  # type: ignore[attr-defined]
    chain.line_volts = 3.3
    before = chain.pixels
    strip.show(bytes(30))
    assert (chain.pixels == before) == part.shifted


@pytest.mark.parametrize("part", LEDS, ids=lambda part: part.word)
class TestLights(LightStripContract):
    """The driver of each LED chip, on its twin, passes the tests of LightStrip."""

    part: LedChip

    @pytest.fixture(autouse=True)
    def _part(self, part: LedChip) -> None:
        self.part = part

    @contextmanager
    def rig(self) -> Iterator[StripRig]:
        made = ChainRig(self.part)
        yield made
        made.strip.close()


class ChainRig:
    """A bench with a chain of 28 LEDs."""

    def __init__(self, part: LedChip) -> None:
        self.chain: SimulatedChain
        self.chain, self.strip = catalogue.simulated_lights(part, 28, brightness=1, gamma=1, amperes=10)
        self.unplug, self.replug = self.chain.unplug, self.chain.replug

    def shining(self) -> bytes:
        return self.chain.pixels


@pytest.mark.parametrize("part", catalogue.READERS.values(), ids=lambda part: part.word)
def test_a_card_reader_that_is_not_connected_is_reported_with_its_port(part: ReaderPart) -> None:
    clock, events = VirtualClock(), list[Any]()
    reader = part.open("A", "/dev/no-such-reader", clock)
    reader.start(events.append)
    clock.run_until(1)
    assert "/dev/no-such-reader" in events[0].text
    reader.close()


@pytest.mark.parametrize("part", catalogue.READERS.values(), ids=lambda part: part.word)
def test_the_twin_of_every_card_reader_is_made_with_a_path_and_closed(
    part: ReaderPart, tmp_path: Path
) -> None:
    catalogue.twin(part)(part.word, tmp_path / "reader", VirtualClock()).close()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("part", catalogue.HALLS.values(), ids=lambda part: part.word)
def test_the_twin_of_every_hall_sensor_is_a_contact(part: HallSensor) -> None:
    assert catalogue.twin(part) is TwinSensors


def test_a_simulated_level_shifter_raises_a_high_input_to_5_volts_while_it_has_power() -> None:
    gate = catalogue.twin(catalogue.SHIFTER)()
    assert [gate.output(volts) for volts in (0.0, 1.9, 2.0, 3.3)] == [0.0, 0.0, 5.0, 5.0]
    gate.powered = False
    assert gate.output(3.3) == 0.0


def test_a_board_with_each_bank_gets_all_documents() -> None:
    common = set()
    for bank in catalogue.BANKS:
        board = board_with(bank)
        made = {name: data for name, data, _ in documents(board)}
        assert all(made.values())
        own = [name for name, _, _ in board.bank.files(board)]
        assert made.keys() >= {"wires.csv", "parts.csv", "segment.svg", "power.md", *own}
        common.add(frozenset(made) - {*own, *(name.replace("board", "bench") for name in own)})
    assert len(common) == 1, "the files of a bank are additional documents"


def test_the_catalogue_lists_every_folder_of_a_part_and_no_part_is_a_single_module() -> None:
    modules = [each for each in iter_modules(hardware.parts.__path__) if each.name != "catalogue"]
    assert set(catalogue.FOLDERS) == {each.name for each in modules if each.ispkg}
    single = [import_module(f"hardware.parts.{each.name}") for each in modules if not each.ispkg]
    assert not [module.__name__ for module in single if hasattr(module, "PARTS")]


def test_the_document_of_all_parts_is_up_to_date() -> None:
    assert DOCUMENT.read_text() == document(), "make docs writes it"


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("rdm6300", "9600 baud"),
        ("id12la", "9600 baud"),
        ("barcode", "9600 baud"),
        ("pn532", "115200 baud"),
    ],
)
def test_a_readers_line_runs_at_the_speed_of_its_data_sheet(word: str, line: str) -> None:
    assert catalogue.READERS[word].line == line


def test_the_pins_of_a_picos_chain_must_be_pins_of_the_rp2040s_first_spi() -> None:
    """The expected pins are those of SPI0 SCK and SPI0 RX in the RP2040's data sheet, section 1.4.3."""
    bank = PICO.bank
    assert isinstance(bank, PicoBank)
    taken = {
        (clock, data)
        for clock in range(29)
        for data in range(29)
        if not any(
            "of SPI 0" in fault.sentence for fault in replace(bank, clock=clock, data=data).faults(PICO)
        )
    }
    assert taken == {(clock, data) for clock in (2, 6, 18, 22) for data in (0, 4, 16, 20)}


def test_a_sensor_chain_on_pins_uses_the_pins_of_spi_1_by_default() -> None:
    assert {ChainBank(port="pins").pins, ChainBank(port="spi1").pins} == {(21, 19, 18)}


def test_leds_of_rpi_ws281x_on_gpio_21_use_another_port_than_on_gpio_12_and_18() -> None:
    drive = catalogue.LEDS["ws2812b"].drivers["ws281x"]
    ports = {pin: drive.takes(pin, "pi4")[0].port for pin in (12, 18, 21)}
    assert ports[12] == ports[18] != ports[21]
