"""The computers to which parts are connected: pins and ports, and the modules and settings that a port
needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Computer:
    """One model of Raspberry Pi; `word` is its name in a description."""

    word: str
    name: str
    amperes: float
    """The computer's current at 5 V under load, with nothing plugged in, rounded up."""
    core_megahertz: int | None
    """The core clock from which SPI takes its clock (figures of rpi_ws281x's README); None if SPI has its
    own.
    """
    i2c: Mapping[int, tuple[int, int]]
    """Each I2C bus with the GPIO of SDA and SCL: the default pins of the kernel's overlays (overlays/README
    of the Raspberry Pi kernel: i2c3 to i2c6 for a Pi 4, i2c2-pi5 and i2c3-pi5 for a Pi 5)."""
    sections: tuple[str, ...]
    """The sections of config.txt that apply to this computer, besides [all]."""


_COMPUTERS = (
    Computer("zero2", "Raspberry Pi Zero 2 W", 0.8, 250, {1: (2, 3)}, ("pi02", "pi0w")),
    Computer("pi3", "Raspberry Pi 3 Model B+", 1.2, 250, {1: (2, 3)}, ("pi3", "pi3+")),
    Computer(
        "pi4",
        "Raspberry Pi 4 Model B, 1 GB or more",
        1.5,
        500,
        {1: (2, 3), 3: (4, 5), 5: (12, 13), 6: (22, 23)},
        ("pi4", "pi400", "cm4"),
    ),
    Computer(
        "pi5",
        "Raspberry Pi 5, 2 GB or more",
        2.4,
        None,
        {1: (2, 3), 2: (4, 5), 3: (6, 7)},
        ("pi5", "pi500", "cm5"),
    ),
)
COMPUTERS: Mapping[str, Computer] = MappingProxyType({each.word: each for each in _COMPUTERS})

PI_RAIL, PICO_RAIL = 0.5, 0.3
"""Amperes that the 3.3 V pin of a Raspberry Pi and of a Pico gives at most; more needs a regulator."""

HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22,
    11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
"""For each GPIO, its pin on the 40-pin header."""

PICO_EDGE = {
    0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19,
    15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34,
}  # fmt: skip
"""For each GP number of a Pico, its pin on the board's edge."""

LAST_GPIO, LAST_GP = 27, 28


def pi(gpio: int) -> str:
    """The name that people read for a pin of the Raspberry Pi: its GPIO and its place on the header."""
    return f"Pi GPIO {gpio} (pin {HEADER[gpio]})"


def pico(gp: int) -> str:
    """The name that people read for a pin of a Pico: its GP number and its place on the edge."""
    return f"Pico GP{gp} (pin {PICO_EDGE[gp]})"


# The ports of a Raspberry Pi


@dataclass(frozen=True, slots=True)
class Module:
    """A Python module that a driver imports, and how it is installed: `apt` is the system's package, if
    any.
    """

    name: str
    apt: str | None
    build: tuple[str, ...] = ()
    """The system's packages that pip needs to build the module; empty if pip gets a wheel or pure Python."""
    renamed: tuple[tuple[int, int], str] | None = None
    """(Python's version, name of pip's package from this version on) if it differs from the module's name."""

    def pip_package(self, python: tuple[int, int]) -> str:
        """The name of the package with which pip installs the module for this version of Python."""
        if self.renamed is not None and python >= self.renamed[0]:
            return self.renamed[1]
        return self.name


COMPILER = ("gcc", "python3-dev")
GPIOZERO = Module("gpiozero", "python3-gpiozero")
LGPIO = Module("lgpio", "python3-lgpio", renamed=((3, 13), "adafruit-lgpio"))
"""Raspberry Pi OS has a package for lgpio, Debian has none. lgpio's author builds wheels up to Python 3.12;
Adafruit builds the same version of lgpio for later Pythons."""
SPIDEV = Module("spidev", "python3-spidev", COMPILER)
SMBUS2 = Module("smbus2", "python3-smbus2")
EVDEV = Module("evdev", "python3-evdev", COMPILER)


@dataclass(frozen=True, slots=True)
class Access:
    """A class of device files: the group that may open them, and how the service's sandbox admits them."""

    group: str
    allow: tuple[str, ...]
    """The values for systemd's setting DeviceAllow=."""
    files: str
    """The names of the device files below /dev, as a regular expression."""


GPIO_FILES = Access("gpio", ("char-gpiochip rw",), "gpiochip[0-9]+")
SPI_FILES = Access("spi", ("char-spi rw",), r"spidev[0-9]+\.[0-9]+")
I2C_FILES = Access("i2c", ("char-i2c rw",), "i2c-[0-9]+")
SERIAL_FILES = Access(
    "dialout",
    ("char-ttyS rw", "char-ttyAMA rw", "char-ttyACM rw", "char-ttyUSB rw"),
    "tty(S|AMA|ACM|USB)[0-9]+",
)
INPUT_FILES = Access("input", ("char-input r",), "input/event[0-9]+")


@dataclass(frozen=True, slots=True)
class BootLine:
    """A line for config.txt, and the reason why a board needs it; lines of a lower `rank` are written
    first.
    """

    line: str
    why: str
    rank: int = 3


@dataclass(frozen=True, slots=True)
class Port:
    """A port of the computer: its device file and pins, the modules to install, the lines for config.txt."""

    name: str
    file: str = ""
    """The device file; empty if the port's driver needs none."""
    access: Access | None = None
    pins: tuple[int, ...] = ()
    modules: tuple[Module, ...] = ()
    boot: tuple[BootLine, ...] = ()
    absent: str = ""
    """The remedy if the device file is missing."""


class Take(NamedTuple):
    """A port or pins of the Raspberry Pi that a part uses; `use` names the part for people."""

    key: str
    """The key in the description that assigns the port or the pins."""
    use: str
    port: Port
    pins: tuple[int, ...]


PINS = Port(
    "the Pi's pins",
    "/dev/gpiochip0",
    GPIO_FILES,
    modules=(GPIOZERO, LGPIO),
    absent="update the system; every Raspberry Pi OS since 2023 has it",
)

SPI_PINS = {0: (7, 8, 9, 10, 11), 1: (18, 19, 20, 21)}
"""The pins that the kernel takes for each SPI port, with both chip selects of SPI 0, one of SPI 1 (spi1-1cs).
"""

SPI_SENDS, SPI_CLOCK, SPI_RECEIVES, SPI_SELECT = {0: 10, 1: 20}, {0: 11, 1: 21}, {0: 9, 1: 19}, {0: 8, 1: 18}
"""For each line of SPI, the GPIO that it has on each port."""

HEADER_SERIAL = ("/dev/serial0", "/dev/ttyS0", "/dev/ttyAMA0")
"""The device files that the serial port on GPIO 14 and 15 may have."""


def spi(bus: int) -> Port:
    """The port of SPI `bus`, 0 or 1, with chip select 0."""
    line = BootLine("dtparam=spi=on" if bus == 0 else "dtoverlay=spi1-1cs", f"SPI {bus}", bus)
    file = f"/dev/spidev{bus}.0"
    return Port(f"SPI {bus}", file, SPI_FILES, SPI_PINS[bus], (SPIDEV,), (line,), _switch_on(line))


def i2c(bus: int, computer: str) -> Port:
    """The port of I2C `bus` of a computer, at 400 kHz."""
    line = BootLine(
        "dtparam=i2c_arm=on,i2c_arm_baudrate=400000"
        if bus == 1
        else f"dtoverlay=i2c{bus}{'-pi5' * (computer == 'pi5')},baudrate=400000",
        f"I2C bus {bus} at 400 kHz",
        2,
    )
    pins = COMPUTERS[computer].i2c.get(bus, ())
    return Port(f"I2C bus {bus}", f"/dev/i2c-{bus}", I2C_FILES, pins, (SMBUS2,), (line,), _switch_on(line))


def serial(path: str, computer: str, absent: str) -> Port:
    """The serial port with the device file `path`: on USB, or on GPIO 14 and 15 of `computer`."""
    if path not in HEADER_SERIAL:
        return Port("USB", path, SERIAL_FILES, absent=absent)
    line = BootLine(
        "dtparam=uart0=on" if computer == "pi5" else "enable_uart=1", "the serial port on GPIO 14 and 15", 5
    )
    return Port("the header's serial port", path, SERIAL_FILES, (14, 15), (), (line,), _switch_on(line))


def core_clock(computer: str) -> tuple[BootLine, ...]:
    """The lines of config.txt that keep SPI's clock steady, for parts whose bits are timed pulses.

    Empty for a computer whose SPI has a clock of its own.
    """
    clock = COMPUTERS[computer].core_megahertz
    if clock is None:
        return ()
    why = "SPI keeps its speed; otherwise the core clock falls, and all lights turn white despite the limit"
    lines = (f"core_freq={clock}", f"core_freq_min={clock}")[: 2 if computer == "pi4" else 1]
    return tuple(BootLine(line, why) for line in lines)


def _switch_on(line: BootLine) -> str:
    return f"put {line.line} into /boot/firmware/config.txt, then restart the Pi"
