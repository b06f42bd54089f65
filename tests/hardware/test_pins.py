"""Tests of the pin factory: importing lgpio works in any folder, and unavailable pins are reported."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hardware import pins
from hardware.errors import DeviceMissing
from hardware.pins import board_pins, in_one_sentence

REFUSED = {
    errno.ENOENT: "is not there; this is no Raspberry Pi",
    errno.EACCES: r"may not be used; add yourself to its group \(sudo usermod -aG gpio",
    errno.EPERM: r"is refused by the service's sandbox \(DeviceAllow=",
}


class NoLgpio:
    """A fake of gpiozero.pins.lgpio on a computer whose GPIO chip cannot be opened."""

    @staticmethod
    def LGPIOFactory() -> None:  # noqa: N802 - gpiozero's name
        raise OSError("can not open gpiochip")


@pytest.fixture
def refusing(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setitem(sys.modules, "lgpio", NoLgpio)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", NoLgpio)
    return monkeypatch


def test_without_lgpio_the_command_that_installs_it_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    with pytest.raises(DeviceMissing, match=r"the Pi's pins cannot be used: .*sudo make pi"):
        board_pins()


@pytest.mark.parametrize("number", REFUSED)
def test_a_gpio_chip_that_cannot_be_opened_is_reported_with_the_kernels_reason(
    number: int, refusing: pytest.MonkeyPatch
) -> None:
    def refused(path: str, *_: object) -> int:
        raise OSError(number, os.strerror(number), path)

    refusing.setattr(os, "open", refused)
    with pytest.raises(DeviceMissing, match=rf"^/dev/gpiochip0 {REFUSED[number]}"):
        board_pins()


def test_an_error_of_lgpio_at_opening_the_pins_is_reported_with_its_text(
    refusing: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "chip").touch()
    refusing.setattr(pins, "CHIP", str(tmp_path / "chip"))
    with pytest.raises(DeviceMissing, match=r"^the Pi's pins cannot be used: can not open gpiochip$"):
        board_pins()


def test_an_error_of_lgpio_at_using_a_device_is_reported_in_one_sentence() -> None:
    lgpio = pytest.importorskip("lgpio")
    assert not issubclass(lgpio.error, OSError)
    with (
        pytest.raises(DeviceMissing, match=r"^the buzzer cannot be used: .*bad handle"),
        in_one_sentence("the buzzer"),
    ):
        raise lgpio.error("bad handle")


@pytest.mark.parametrize("folder", ["/proc", "/sys/kernel"])
def test_lgpio_is_imported_in_a_read_only_folder(folder: str) -> None:
    """lgpio makes a pipe in the working directory; without our wrapper, importing it here fails."""
    pytest.importorskip("lgpio")
    lines = subprocess.run(
        [
            sys.executable, "-c",
            "import os\nfrom hardware.pins import board_pins\ntry: board_pins()\n"
            "except OSError as e: print(e)\nprint(os.getcwd())",
        ],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    assert lines[0].startswith("/dev/gpiochip0 ")
    assert lines[1] == folder


def test_importing_lgpio_leaves_no_file_in_the_working_directory(tmp_path: Path) -> None:
    pytest.importorskip("lgpio")
    code = "from hardware.pins import _import_lgpio; _import_lgpio()"
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=env, check=True)
    assert list(tmp_path.iterdir()) == []
