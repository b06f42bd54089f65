"""The Pi's own pins, through gpiozero, with the pin factory named and not guessed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hardware.errors import DeviceMissing, HardwareError

WAY_OUT = (
    "on a Raspberry Pi install gpiozero and lgpio 0.2.2 or newer (Debian 13: apt install python3-gpiozero"
    " python3-lgpio, and a virtual environment made with --system-site-packages)"
)


def board_pins(factory: Any = None) -> Any:
    """The pin factory of this board: `factory`, or else lgpio's, which knows every Pi up to the 5.

    It becomes gpiozero's default too, since gpiozero's software SPI asks for that whatever factory it
    was made with. DeviceMissing, with the way out, when gpiozero or lgpio is not installed or this is no Pi.
    """
    try:
        from gpiozero import Device

        if factory is None:
            from gpiozero.pins.lgpio import LGPIOFactory

            with said_plainly("the Pi's pins"):
                factory = LGPIOFactory()
    except ImportError as error:
        raise DeviceMissing(f"the Pi's pins cannot be used: {error}; {WAY_OUT}") from error
    Device.pin_factory = factory
    return factory


@contextmanager
def said_plainly(what: str) -> Iterator[None]:
    """gpiozero's own errors within, as one DeviceMissing sentence about `what`."""
    from gpiozero.exc import GPIOZeroError

    try:
        yield
    except HardwareError:
        raise
    except (GPIOZeroError, OSError, ValueError) as error:
        raise DeviceMissing(f"{what} cannot be used: {error}") from error
