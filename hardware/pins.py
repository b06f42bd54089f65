"""The Raspberry Pi's own pins through gpiozero, with an explicit pin factory."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hardware.errors import INSTALL, DeviceMissing, HardwareError, not_opened

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
