"""Tests of `jokerboard doctor`: each fault is found with its remedy, and a sound computer has no finding."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from hardware.clock import VirtualClock
from hardware.parts.hc165 import ChainBank
from hardware.parts.hc165.twin import DirectSensors
from hardware.parts.mcp23017.twin import ExpanderSensors
from hardware.readers import Reader
from hardware.twin.sensors import Fault, SolderedBank, TwinSensors
from hardware.twin.wood import VirtualBoard
from jokerboard.cli.main import main
from jokerboard.host.health import THROTTLED
from tests.wiring.boards import DIRECT, PEGS, PICO
from wiring.bringup.computer_checks import CMDLINE, CONFIG, MODEL, Computer, computer_faults
from wiring.bringup.doctor_session import EmptyBoardWatch
from wiring.description import Description

DEVICES = ("gpiochip0", "spidev0.0", "spidev1.0", "i2c-1", "i2c-3", "ttyUSB0", "kbd")
FILES = {
    MODEL: "Raspberry Pi 4 Model B Rev 1.4\0",
    CONFIG: (
        "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\ndtoverlay=i2c3,baudrate=400000\ndtparam=audio=off\n"
        "dtparam=spi=on\ndtoverlay=spi1-1cs\ncore_freq=500\ncore_freq_min=500\nenable_uart=1\n"
    ),
    CMDLINE: "console=tty1 root=/dev/mmcblk0p2\n",
    THROTTLED: "0\n",
    "proc/mounts": "/dev/root / ext4 rw,noatime 0 0\nproc /proc proc rw 0 0\nshort\n",
    "etc/group": "".join(f"{g}:x:1:ann,bo\n" for g in ("gpio", "spi", "i2c", "dialout", "input")) + "odd\n",
    **{
        f"dev/{name}": ""
        for name in ("gpiochip0", "spidev0.0", "spidev1.0", "i2c-1", "i2c-3", "ttyUSB0", "ttyS0", "ttyACM0")
    },
    "dev/input/event3": "",
}
LINKS = {"kbd": "input/event3", "serial0": "ttyS0", "serial/by-id/pico": "../../ttyACM0"}
READERS = (Reader("keyboard", "A", "/dev/kbd"), Reader("rdm6300", "B", "/dev/ttyUSB0"))
LEDS_WS = replace(DIRECT, lights=replace(DIRECT.lights, driver="ws281x", pin=12))
PINS = replace(DIRECT, bank=ChainBank("pins", 25, 5, 6, 13), lights=LEDS_WS.lights)
BARE = replace(PICO, readers=(), buttons=())
ON_HEADER = replace(PICO, readers=(Reader("rdm6300", "table", "/dev/serial0"),))
BOARDS = (ON_HEADER, DIRECT, PEGS, PICO, PINS, BARE, replace(DIRECT, readers=READERS, buzzer=26))


def sound(root: Path) -> Computer:
    """A computer without a fault, whose files are written below `root`."""
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    for name, to in LINKS.items():
        (root / "dev" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "dev" / name).unlink(missing_ok=True)
        (root / "dev" / name).symlink_to(to)
    return Computer(root, "ann", datetime(2026, 12, 24), 10**10, (3, 11), lambda name: "0.2.2.0")


def report(computer: Computer, board: Description | None) -> str:
    return "\n".join(map(str, computer_faults(computer, board)))


@pytest.mark.parametrize("board", [*BOARDS, None])
def test_the_doctor_finds_nothing_on_a_computer_without_faults(
    board: Description | None, tmp_path: Path
) -> None:
    assert report(sound(tmp_path), board) == ""
    assert report(replace(sound(tmp_path), user="root"), board) == ""


@pytest.mark.parametrize(
    ("file", "text", "board", "what", "remedy"),
    [
        (MODEL, None, DIRECT, "no Raspberry Pi", "run the board on a Raspberry Pi"),
        (MODEL, "Raspberry Pi 5 Model B", LEDS_WS, "does not know the Raspberry Pi 5", "to spi"),
        (THROTTLED, "0x50005", None, "voltage is too low now", "stronger supply"),
        (THROTTLED, "50005", None, "slowed down now", "more air"),
        ("proc/mounts", "/dev/root / ext4 ro 0 0\n", None, "read-only", "worn out"),
        (
            "proc/mounts",
            "/dev/root / ext4 rw 0 0\ntmpfs /var tmpfs rw 0 0\n",
            None,
            "games are lost",
            "partition",
        ),
        ("etc/group", "spi:x:1:bo\n", DIRECT, "ann is not in the group spi", "usermod -aG spi ann"),
        ("dev/spidev0.0", None, DIRECT, "/dev/spidev0.0 is not there", "put dtparam=spi=on"),
        ("dev/spidev1.0", None, DIRECT, "/dev/spidev1.0 is not there", "put dtoverlay=spi1-1cs"),
        ("dev/gpiochip0", None, PINS, "/dev/gpiochip0 is not there", "update the system"),
        ("dev/i2c-1", None, PEGS, "/dev/i2c-1 is not there", "i2c_arm_baudrate=400000"),
        ("dev/i2c-3", None, PEGS, "/dev/i2c-3 is not there", "dtoverlay=i2c3"),
        ("dev/serial0", None, ON_HEADER, "/dev/serial0 is not there", "put enable_uart=1 into"),
        (
            CMDLINE,
            "console=serial0,115200",
            ON_HEADER,
            "console uses the serial port",
            "do_serial_cons 1",
        ),
        (CONFIG, "dtparam=spi=on\n", ON_HEADER, "lacks enable_uart=1", "below [all]"),
        (CONFIG, "dtparam=spi=on\n", DIRECT, "lacks core_freq_min=500", "all lights turn white"),
        ("dev/ttyUSB0", None, PICO, "/dev/ttyUSB0 is not there", "plug the reader of table in"),
    ],
)
def test_each_fault_of_the_computer_is_found_with_its_remedy(
    file: str, text: str | None, board: Description | None, what: str, remedy: str, tmp_path: Path
) -> None:
    computer = sound(tmp_path)
    (tmp_path / file).unlink()
    if text is not None:
        (tmp_path / file).write_text(text)
    assert any(what in str(each) and remedy in each.remedy for each in computer_faults(computer, board))


@pytest.mark.parametrize(("hertz", "found"), [(500_000_992, False), (250_000_000, True), (None, False)])
def test_a_core_clock_that_ignores_its_setting_is_found(
    hertz: int | None, found: bool, tmp_path: Path
) -> None:
    computer = replace(sound(tmp_path), core_clock=hertz)
    assert ("the core clock runs at 250 MHz although" in report(computer, DIRECT)) is found
    assert report(computer, replace(PICO, readers=())) == ""


def test_on_a_computer_without_config_txt_the_doctor_finds_nothing(tmp_path: Path) -> None:
    computer = sound(tmp_path)
    (tmp_path / CONFIG).unlink()
    assert report(computer, DIRECT) == ""


def test_a_device_that_the_services_sandbox_refuses_is_found(tmp_path: Path) -> None:
    computer = sound(tmp_path)
    (tmp_path / "dev/rfcomm0").write_text("")
    (tmp_path / "dev/scanner").symlink_to("rfcomm0")
    board = replace(PICO, readers=(Reader("barcode", "table", "/dev/scanner"),))
    text = report(computer, board)
    assert "does not let the table use /dev/scanner (rfcomm0)" in text
    assert "DeviceAllow=/dev/rfcomm0 rw" in text


def test_a_pico_that_is_not_plugged_in_is_reported(tmp_path: Path) -> None:
    computer = sound(tmp_path)
    (tmp_path / "dev/serial/by-id/pico").unlink()
    (tmp_path / "dev/serial/by-id").rmdir()
    assert "jokerboard firmware flash" in report(computer, PICO)


def test_an_old_python_a_wrong_clock_a_full_disk_and_missing_libraries_are_found(tmp_path: Path) -> None:
    computer = replace(
        sound(tmp_path), python=(3, 9), now=datetime(1970, 1, 1), free=1, version=lambda name: None
    )
    text = report(computer, DIRECT)
    for what in ("Python is 3.9", "the clock shows 1970-01-01", "only 0 MB", "spidev is not installed"):
        assert what in text
    assert "rpi_ws281x is not installed" in report(computer, LEDS_WS)
    assert "smbus2 is not installed" in report(computer, PEGS)
    assert "an empty package" in report(replace(computer, version=lambda name: "0.0.0.2"), DIRECT)


@pytest.mark.parametrize(
    ("fault", "what"),
    [
        (Fault.STUCK_ON, "the sensor of A0 (channel 0) reports a marble on the empty board"),
        (Fault.NOISY, "the sensor of A0 (channel 0) is restless"),
        (None, "the sensors do not answer"),
    ],
)
def test_stuck_restless_and_silent_sensors_of_an_empty_board_are_found(
    fault: Fault | None, what: str
) -> None:
    clock = VirtualClock()
    sensors = TwinSensors(VirtualBoard(112), clock)
    watch = EmptyBoardWatch(DIRECT, sensors.snapshot())
    sensors.start(watch.receive)
    clock.run_until(1)
    assert not list(watch.findings())
    if fault is None:
        sensors.unplug()
        clock.run_until(2)
        sensors.replug()
    else:
        sensors.fail(0, fault)
    clock.run_until(3)
    assert any(str(each).startswith(what) for each in watch.findings())


def broken_chain(bank: SolderedBank) -> None:
    assert isinstance(bank, DirectSensors)
    bank.chain.broken_before = 3


def no_power(bank: SolderedBank) -> None:
    assert isinstance(bank, DirectSensors)
    bank.powered = False


def missing_chip(bank: SolderedBank) -> None:
    assert isinstance(bank, ExpanderSensors)
    bank.buses[1].missing.add(0x23)


def brown_out(bank: SolderedBank) -> None:
    """Lower the supply again and again, as a loose plug does."""
    assert isinstance(bank, ExpanderSensors)
    chip = bank.buses[1].chips[0x23]
    read = chip.read

    def failing(register: int) -> int:
        chip.power_up()
        return read(register)

    chip.read = failing  # type: ignore[method-assign]


@pytest.mark.parametrize(
    ("made", "fault", "sentence"),
    [
        (DirectSensors, broken_chain, "the sensor chain's last chip reads 11111111, not 10100101: check the"),
        (DirectSensors, no_power, "the sensor chain's last chip reads 00000000, not 10100101: check the"),
        (ExpanderSensors, missing_chip, "no sensor chip answers at 0x23 on the I2C bus: check its plug, its"),
        (
            ExpanderSensors,
            brown_out,
            "the sensor chip at 0x23 has lost its settings: its supply dropped; check",
        ),
    ],
)
def test_each_fault_of_the_sensors_chips_is_found_with_its_remedy(
    made: type[SolderedBank], fault: Callable[[SolderedBank], None], sentence: str
) -> None:
    clock = VirtualClock()
    wood = VirtualBoard(112)
    bank: SolderedBank = made(wood, clock, seed=1)  # type: ignore[call-arg, arg-type]
    watch = EmptyBoardWatch(DIRECT, bank.snapshot())
    bank.start(watch.receive)
    clock.run_until(1)
    assert not list(watch.findings())
    fault(bank)
    clock.run_until(2)
    assert [each for each in watch.findings() if each.what.startswith(sentence)]
    assert watch.is_lost
    bank.close()


def test_a_marble_reported_by_a_channel_without_a_hole_is_found_with_the_channels_number() -> None:
    board = replace(DIRECT, channels=(None, *DIRECT.channels[1:]))
    found = list(EmptyBoardWatch(board, (True, *[False] * 111)).findings())
    assert "the sensor of no hole (channel 0)" in str(found[0])


def test_doctor_prints_its_findings_and_returns_the_matching_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sound(tmp_path)
    assert main(["doctor", "--root", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "Nothing is wrong.\n"
    file = tmp_path / "mine.toml"
    main(["wiring", "new", str(file), "--yes"])
    (tmp_path / MODEL).unlink()
    assert main(["doctor", str(file), "--root", str(tmp_path), "--machine-only"]) == 1
    assert main(["doctor", str(file), "--root", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert "the board cannot be checked" in out
    assert "found." in out
