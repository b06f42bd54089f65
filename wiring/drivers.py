"""Which Python modules drive a board's devices, and where a Raspberry Pi gets each from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from wiring.description import ChainBank, Description, ExpanderBank


@dataclass(frozen=True, slots=True)
class Driver:
    """One module: the system's package, and what pip needs to build it if the system has none."""

    apt: str | None
    build: tuple[str, ...] = ()
    """Packages of the system that pip's build needs; none where pip has a wheel, or plain Python."""
    pip_before: tuple[int, int] | None = None
    """pip has it only for Pythons before this one."""


COMPILER = ("gcc", "python3-dev")

DRIVERS: Mapping[str, Driver] = MappingProxyType(
    {
        "gpiozero": Driver("python3-gpiozero"),
        "lgpio": Driver("python3-lgpio", pip_before=(3, 13)),
        "spidev": Driver("python3-spidev", COMPILER),
        "smbus2": Driver("python3-smbus2"),
        "evdev": Driver("python3-evdev", COMPILER),
        "rpi_ws281x": Driver(None, COMPILER),
    }
)
"""python3-lgpio is in Raspberry Pi OS, Debian 12's pip has a wheel of it, Debian 13's has none."""


def modules(board: Description) -> tuple[str, ...]:
    """The modules that this board's devices need, each once."""
    return tuple(dict.fromkeys(_modules(board)))


def _modules(board: Description) -> Iterator[str]:
    bank = board.bank
    interrupt = isinstance(bank, ExpanderBank) and bank.interrupt is not None
    if isinstance(bank, ChainBank) or interrupt or board.buttons or board.buzzer is not None:
        yield from ("gpiozero", "lgpio")
    if (isinstance(bank, ChainBank) and bank.port != "pins") or board.lights.driver == "spi":
        yield "spidev"
    if isinstance(bank, ExpanderBank):
        yield "smbus2"
    if board.lights.driver == "ws281x":
        yield "rpi_ws281x"
    if any(reader.kind == "keyboard" for reader in board.readers):
        yield "evdev"
