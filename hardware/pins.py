"""The Raspberry Pi's own pins through gpiozero, with an explicit pin factory, and the kernel's SPI ports.

Every Raspberry Pi has the SPI ports, and they need no root: a port must be enabled once (`dtparam=spi=on` in
the Pi's config.txt), and the user must be in the group spi.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from hardware.errors import INSTALL, DeviceLost, DeviceMissing, HardwareError, not_opened

CHIP = "/dev/gpiochip0"
"""The device file of the header's pins, on every model with a current Raspberry Pi OS."""


def board_pins(factory: Any = None) -> Any:
    """The pin factory for gpiozero: `factory`, or else lgpio's, which works on every Pi up to the Pi 5.

    It also becomes gpiozero's default, because gpiozero's software SPI always uses the default factory. Raise
    DeviceMissing, with the remedy, if gpiozero or lgpio is not installed or this computer is no Pi.
    """
    try:
        from gpiozero import Device

        if factory is None:
            _import_lgpio()
            from gpiozero.pins.lgpio import LGPIOFactory

            try:
                with in_one_sentence("the Pi's pins"):
                    factory = LGPIOFactory()
            except DeviceMissing:
                _refuse_closed_chip()
                raise
    except ImportError as error:
        raise DeviceMissing(f"the Pi's pins cannot be used: {error}; {INSTALL}") from error
    Device.pin_factory = factory
    return factory


@contextmanager
def in_one_sentence(what: str) -> Iterator[None]:
    """Turn an error of gpiozero or lgpio inside the block into a DeviceMissing with a sentence about
    `what`.
    """
    from gpiozero.exc import GPIOZeroError

    # lgpio.error inherits only from Exception, and gpiozero does not translate it.
    lgpio: tuple[type[Exception], ...] = (
        (sys.modules["lgpio"].error,) if hasattr(sys.modules.get("lgpio"), "error") else ()
    )
    try:
        yield
    except HardwareError:
        raise
    except (GPIOZeroError, OSError, ValueError, *lgpio) as error:
        raise DeviceMissing(f"{what} cannot be used: {error}") from error


def _import_lgpio() -> None:
    """Import lgpio in a temporary working directory, because lgpio creates and opens a pipe there.

    The directory is removed with the pipe afterwards; the open pipe keeps working.
    """
    if "lgpio" in sys.modules:
        return
    here = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
    try:
        with tempfile.TemporaryDirectory(prefix="lgpio-") as folder:
            os.chdir(folder)
            try:
                import lgpio  # noqa: F401
            finally:
                os.fchdir(here)
    finally:
        os.close(here)


def _refuse_closed_chip() -> None:
    """Raise DeviceMissing, with the kernel's reason, if the GPIO chip cannot be opened.

    The errors of lgpio do not contain this reason.
    """
    try:
        os.close(os.open(CHIP, os.O_RDWR))
    except OSError as error:
        absent = "this is no Raspberry Pi, or its system is older than 2023: update it"
        raise not_opened(CHIP, error, absent=absent, group="gpio") from error


class KernelSpi:
    """spidev's SpiDev, whose errors become DeviceLost with a sentence."""

    def __init__(self, path: str, port: Any) -> None:
        self._path, self._port = path, port

    def writebytes2(self, data: bytes, /) -> None:
        """Send `data` for lights; raise DeviceLost if this fails."""
        try:
            self._port.writebytes2(data)
        except OSError as error:
            raise DeviceLost(f"{self._path} does not take the lights' data: {error}") from error

    def transfer(self, data: list[int]) -> list[int]:
        """Send `data`; return the bytes received; raise DeviceLost if the port does not answer."""
        try:
            return list(self._port.xfer2(data))
        except OSError as error:
            raise DeviceLost(f"{self._path} does not answer: {error}") from error

    def close(self) -> None:
        """Release the port."""
        self._port.close()


def open_spi(bus: int, hertz: int, mode: int = 0) -> KernelSpi:
    """Open /dev/spidev`bus`.0; raise DeviceMissing with the remedy if this fails."""
    path = f"/dev/spidev{bus}.0"
    try:
        port = import_module("spidev").SpiDev()
    except ImportError as error:
        raise DeviceMissing(
            f"{path} cannot be used: the module spidev is not installed; {INSTALL}"
        ) from error
    try:
        port.open(bus, 0)
        port.max_speed_hz = hertz
        port.mode = mode
    except OSError as error:
        port.close()
        absent = "put dtparam=spi=on into /boot/firmware/config.txt and restart the Pi"
        raise not_opened(path, error, absent=absent, group="spi") from error
    return KernelSpi(path, port)
