"""The configuration that a Raspberry Pi needs for a board: lines of config.txt, and the serial console.

One list serves three: the builder's paper says it, `make pi` prints what is missing, `doctor` checks it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from wiring.description import ChainBank, Description, ExpanderBank
from wiring.pins import LED_TO_SPI, SPI0_PINS

HEADER_PORTS = ("/dev/serial0", "/dev/ttyS0", "/dev/ttyAMA0")
"""The serial port on GPIO 14 and 15, by the names that it may have."""

CORE_CLOCK = {"zero2": 250, "pi3": 250, "pi4": 500}
"""Megahertz at which the core clock has to stay where SPI draws the lights' pulses; a Pi 5 has a clock of its
own for SPI. rpi_ws281x's README has the same figures."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A line of config.txt, and why a board needs it."""

    line: str
    why: str


def settings(board: Description) -> tuple[Setting, ...]:
    """The lines that config.txt needs for this board, in the order that they are best written in."""
    return (*_ports(board), *_core_clock(board), *_sound(board), *_serial(board))


def _ports(board: Description) -> Iterator[Setting]:
    bank = board.bank
    buses = {bank.port[-1] for _ in "." if isinstance(bank, ChainBank) and bank.port != "pins"}
    if lights_on_spi(board):
        buses.add("0" if LED_TO_SPI.get(board.lights.pin) is SPI0_PINS else "1")
    if "0" in buses:
        yield Setting("dtparam=spi=on", "SPI 0")
    if "1" in buses:
        yield Setting("dtoverlay=spi1-1cs", "SPI 1")
    if isinstance(bank, ExpanderBank):
        for bus in dict.fromkeys(bus for bus, _ in bank.chips):
            yield Setting(_i2c_line(bus, board.computer), f"I2C bus {bus} at 400 kHz")


def lights_on_spi(board: Description) -> bool:
    """Whether the kernel's SPI driver draws the lights' pulses; rpi_ws281x uses it on GPIO 10."""
    return board.lights.driver == "spi" or (board.lights.driver == "ws281x" and board.lights.pin == 10)


def _i2c_line(bus: int, computer: str) -> str:
    if bus == 1:
        return "dtparam=i2c_arm=on,i2c_arm_baudrate=400000"
    return f"dtoverlay=i2c{bus}{'-pi5' * (computer == 'pi5')},baudrate=400000"


def _core_clock(board: Description) -> Iterator[Setting]:
    clock = CORE_CLOCK.get(board.computer)
    if clock is None or not lights_on_spi(board):
        return
    why = (
        "SPI keeps its speed: else the core clock falls, and every light turns white whatever the current cap"
    )
    yield Setting(f"core_freq={clock}", why)
    if board.computer == "pi4":
        yield Setting(f"core_freq_min={clock}", why)


def _sound(board: Description) -> Iterator[Setting]:
    if board.lights.driver == "ws281x" and board.lights.pin in (12, 13, 18, 19):
        yield Setting("dtparam=audio=off", "analog sound uses the same PWM as the lights")


def _serial(board: Description) -> Iterator[Setting]:
    if uses_header_port(board):
        line = "dtparam=uart0=on" if board.computer == "pi5" else "enable_uart=1"
        yield Setting(line, "the serial port on GPIO 14 and 15")


def uses_header_port(board: Description) -> bool:
    """Whether a card reader hangs on GPIO 14 and 15."""
    return any(reader.path in HEADER_PORTS for reader in board.readers)


_FILTERS = {
    "zero2": {"all", "pi02", "pi0w"},
    "pi3": {"all", "pi3", "pi3+"},
    "pi4": {"all", "pi4", "pi400", "cm4"},
    "pi5": {"all", "pi5", "pi500", "cm5"},
}


def missing(board: Description, config: str) -> tuple[Setting, ...]:
    """The settings that `config`, the text of config.txt, does not make for this board's computer."""
    made = _made(config, board.computer)
    return tuple(each for each in settings(board) if not _asked(each.line) <= made)


def _made(config: str, computer: str) -> set[str]:
    """Every setting in force, taken apart; of a key that is set twice the last counts."""
    counts, plain, parts = True, dict[str, str](), set[str]()
    for raw in config.splitlines():
        line = raw.partition("#")[0].strip()
        if section := re.fullmatch(r"\[(.+)\]", line):
            counts = section[1].lower() in _FILTERS[computer]
        elif counts and line.startswith(("dtparam=", "dtoverlay=")):
            parts |= _asked(line)
        elif counts and "=" in line:
            key, _, value = line.partition("=")
            plain[key.strip()] = value.strip()
    return parts | {f"{key}={value}" for key, value in plain.items()}


def _asked(line: str) -> set[str]:
    """The settings of a line: a dtparam line several things, an overlay itself with each parameter."""
    key, _, rest = line.partition("=")
    if key == "dtparam":
        return {f"dtparam={_switch(each)}" for each in rest.split(",")}
    if key == "dtoverlay":
        name, *parameters = rest.split(",")
        return {f"overlay {name}", *(f"overlay {name}: {each}" for each in parameters)}
    return {line}


def _switch(parameter: str) -> str:
    """A dtparam with the words for on written one way; `i2c` is another name for `i2c_arm`."""
    name, _, value = parameter.strip().partition("=")
    name = {"i2c": "i2c_arm", "i2c_baudrate": "i2c_arm_baudrate"}.get(name, name)
    return f"{name}={'on' if value in ('', 'on', 'true', 'yes', '1') else value}"


def console_on_serial(cmdline: str) -> bool:
    """Whether `cmdline`, the text of cmdline.txt, puts Linux's console on the serial port of the header."""
    consoles = re.findall(r"\bconsole=(\w+)", cmdline)
    return any(name in ("serial0", "ttyS0", "ttyAMA0") for name in consoles)
