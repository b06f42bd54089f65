"""Every device that a board's description may name can be opened inside the unit's sandbox.

A class of devices is listed in /proc/devices only while the driver's module is loaded, and systemd reads that
list when the unit starts. The live test runs a separate systemd with a Pi's /proc/devices and device files
with a Pi's numbers. Opening a device that the sandbox refuses fails with EPERM; opening a device that it
allows fails because the hardware is missing.
"""

from __future__ import annotations

import errno
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.examples import whole
from tests.systemd.own_systemd import missing, run_under_systemd
from tests.wiring.boards import ALL
from wiring.bringup.computer_checks import SANDBOX
from wiring.description import Description

UNIT = Path(__file__).parents[2] / "systemd" / "jokerboard.service"


@dataclass(frozen=True)
class Class:
    """A class of devices: its name and number in /proc/devices, and its kernel module with the source."""

    name: str
    major: int
    module: str | None
    source: str
    access: str = "rw"


CLASSES = (
    Class("gpiochip", 254, None, 'drivers/gpio/gpiolib.c: alloc_chrdev_region(.., "gpiochip")'),
    Class("spi", 153, "spidev", 'drivers/spi/spidev.c: register_chrdev(SPIDEV_MAJOR, "spi", ..)'),
    Class("i2c", 89, "i2c_dev", 'drivers/i2c/i2c-dev.c: register_chrdev_region(.., "i2c")'),
    Class("ttyS", 4, None, 'drivers/tty/serial/8250/8250_core.c: .dev_name = "ttyS"'),
    Class("ttyAMA", 204, None, 'drivers/tty/serial/amba-pl011.c: .dev_name = "ttyAMA"'),
    Class("ttyACM", 166, "cdc_acm", 'drivers/usb/class/cdc-acm.c: acm_tty_driver->name = "ttyACM"'),
    Class("ttyUSB", 188, "usbserial", 'drivers/usb/serial/usb-serial.c: tty_driver->name = "ttyUSB"'),
    Class("input", 13, None, 'drivers/input/input.c: register_chrdev_region(.., "input")', "r"),
)
CLASS = {each.name: each for each in CLASSES}

PATHS = {
    "/dev/gpiochip0": "gpiochip",
    "/dev/gpiochip4": "gpiochip",
    "/dev/spidev0.0": "spi",
    "/dev/spidev1.0": "spi",
    "/dev/i2c-1": "i2c",
    "/dev/i2c-6": "i2c",
    "/dev/ttyS0": "ttyS",
    "/dev/ttyAMA0": "ttyAMA",
    "/dev/ttyAMA10": "ttyAMA",
    "/dev/ttyACM0": "ttyACM",
    "/dev/ttyUSB3": "ttyUSB",
    "/dev/input/event7": "input",
}
"""Every kind of device file that a description names or links to, with its class."""

LINKS = {
    "/dev/serial0": ("ttyS", "ttyAMA"),
    "/dev/serial1": ("ttyS", "ttyAMA"),
    "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0": ("ttyUSB", "ttyACM"),
    "/dev/serial/by-path/platform-xhci-hcd.0-usb-0:1:1.0-port0": ("ttyUSB", "ttyACM"),
    "/dev/jokerboard-pico": ("ttyACM",),
    "/dev/input/by-id/usb-Scanner-event-kbd": ("input",),
}
"""The links that a description may name, with the classes of the devices that they may lead to."""


def values(key: str) -> list[str]:
    """The values of the setting `key` in the unit, in their order."""
    return re.findall(rf"(?m)^{key}=(.+)$", UNIT.read_text())


def allowed() -> dict[str, str]:
    """The access that the unit allows, by class of devices."""
    pairs = [value.split() for value in values("DeviceAllow")]
    return {name.removeprefix("char-"): access for name, access in pairs}


@pytest.mark.parametrize("path", PATHS)
def test_the_systemd_unit_allows_the_class_of_every_device_that_a_description_may_name(path: str) -> None:
    each = CLASS[PATHS[path]]
    assert allowed()[each.name] == each.access


@pytest.mark.parametrize("path", PATHS)
def test_doctors_pattern_of_allowed_devices_agrees_with_the_systemd_unit(path: str) -> None:
    assert SANDBOX.search(path)
    assert SANDBOX.pattern.count("|") == len(allowed()) - 1


@pytest.mark.parametrize("path", ["/dev/rfcomm0", "/dev/hidraw1", "/dev/mem", "/dev/ttyTHS1", "/dev/tty1"])
def test_doctor_names_a_device_that_the_unit_refuses(path: str) -> None:
    assert not SANDBOX.search(path)


def test_the_unit_allows_only_device_classes_that_a_description_may_need() -> None:
    classes = {*PATHS.values(), *(name for names in LINKS.values() for name in names)}
    assert set(allowed()) == classes == set(CLASS)


@pytest.mark.parametrize("key", ["Wants", "After"])
def test_the_unit_loads_kernel_modules_before_systemd_reads_the_device_classes(key: str) -> None:
    loaded = re.findall(r"modprobe@(\w+)\.service", " ".join(values(key)))
    assert len(loaded) == len(set(loaded))
    assert set(loaded) == {each.module for each in CLASSES if each.module}


def is_known(path: str) -> bool:
    """Whether PATHS or LINKS has `path`, or a path that differs only in its numbers or device names."""
    kinds = {re.sub(r"[0-9.]+$", "", each) for each in PATHS} | set(LINKS)
    folders = {"/dev/serial/by-id", "/dev/serial/by-path", "/dev/input/by-id"}
    shape = re.sub(r"[0-9.]+$", "", path)
    return shape in kinds or path in kinds | folders or str(Path(path).parent) in folders


@pytest.mark.parametrize("board", ALL, ids=lambda board: board.title)
def test_the_provided_board_descriptions_name_only_listed_devices(board: Description) -> None:
    needed = {take.port.file for _, _, take in board.takes() if take.port.access is not None}
    assert [path for path in needed if not is_known(path)] == []


SCRIPT = r"""
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
printf 'Character devices:\n%s\n' "@BUILT_IN@" >/opt/devices
mount --bind /opt/devices /proc/devices
# modprobe brings a class, as on a Pi.
rm -f /sbin/modprobe
cat >/sbin/modprobe <<'SH'
#!/bin/sh
for name; do case $name in @CASES@ esac; done
SH
chmod 755 /sbin/modprobe
cat >/opt/open.py <<'PY'
import os, sys
for path in sys.argv[1:]:
    how = os.O_RDONLY if "/input/" in path else os.O_RDWR
    try:
        os.close(os.open(path, how | os.O_NONBLOCK | os.O_NOCTTY))
        print("OPEN", path, 0, flush=True)
    except OSError as error:
        print("OPEN", path, error.errno, flush=True)
PY
mkdir -p /dev/input
@MKNOD@
{
    echo '[Unit]'; grep -E '@UNIT_KEYS@' @UNIT@
    echo '[Service]'; echo Type=oneshot; grep -E '^Device' @UNIT@
    echo "ExecStart=/usr/bin/python3 /opt/open.py @PATHS@ /dev/mem0"
} >/etc/systemd/system/opened.service
systemctl daemon-reload
systemctl start opened
journalctl -u opened -o cat
"""


def opened(*, keys: str) -> dict[str, int]:
    """The error number of opening each path under the unit's sandbox.

    `keys` are the settings of the unit's [Unit] section that are kept.
    """
    nodes = [f"mknod -m 666 {path} c {CLASS[name].major} 40" for path, name in PATHS.items()]
    cases = " ".join(
        f"{each.module}) echo '{each.major} {each.name}' >>/opt/devices;;" for each in CLASSES if each.module
    )
    built_in = "\n".join(f"{each.major} {each.name}" for each in CLASSES if each.module is None)
    script = SCRIPT
    for name, text in {
        "@BUILT_IN@": built_in, "@CASES@": cases, "@PATHS@": " ".join(PATHS), "@UNIT@": str(UNIT),
        "@UNIT_KEYS@": keys, "@MKNOD@": "\n".join([*nodes, "mknod -m 666 /dev/mem0 c 1 1"]),
    }.items():  # fmt: skip
        script = script.replace(name, text)
    with tempfile.TemporaryDirectory() as folder:
        output = run_under_systemd(script, Path(folder))
    found = {path: int(number) for path, number in re.findall(r"(?m)^OPEN (\S+) (\d+)$", output)}
    assert set(found) == {*PATHS, "/dev/mem0"}, output
    return found


@pytest.mark.skipif(bool(missing()), reason=f"needs {missing()}")
def test_under_systemd_exactly_the_allowed_devices_can_be_opened() -> None:
    found = opened(keys="^(Wants|After)=modprobe")
    assert found.pop("/dev/mem0") == errno.EPERM
    assert {path for path, number in found.items() if number == errno.EPERM} == set()


@pytest.mark.skipif(not whole(), reason="of systemd, not of ours: `make test-all`")
@pytest.mark.skipif(bool(missing()), reason=f"needs {missing()}")
def test_without_loaded_modules_systemd_refuses_a_device_that_appears_later() -> None:
    """Here a copy of the unit is started without its lines Wants=modprobe@ and After=modprobe@.

    If this test fails, systemd has begun to read the list of devices again, and the unit needs no such line.
    """
    found = opened(keys="^Nothing=")
    refused = {path for path, number in found.items() if number == errno.EPERM} - {"/dev/mem0"}
    assert refused == {path for path, name in PATHS.items() if CLASS[name].module}
