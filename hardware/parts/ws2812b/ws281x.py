"""The driver of a WS2812 chain through rpi_ws281x: PWM, PCM or SPI of a Raspberry Pi 4 or earlier.

| GPIO | what drives it | needs |
|---|---|---|
| 12, 18 (channel 0), 13, 19 (channel 1) | PWM | root; no analog sound (`dtparam=audio=off`) |
| 21 | PCM | root; no I2S sound |
| 10 | SPI 0 | no root; `core_freq=250` on a Pi 3, `core_freq=500` and `core_freq_min=500` on a Pi 4 |

The C library writes to the registers of the processor and supports the models up to the Pi 4; the Pi 5 has
other registers. If the library's initialisation fails, its cleanup at the program's end reads memory that was
never allocated. So the model is checked before the library is used, and after a failure the cleanup is not
run. The SPI driver in the same folder does not need this library and works on every Pi.
"""

from __future__ import annotations

import atexit
import os
import re
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hardware.errors import INSTALL, DeviceLost, DeviceMissing, HardwareError
from hardware.lights import DimmedStrip
from hardware.parts.ws2812b import WS2812B

MODEL = Path("/proc/device-tree/model")
"""The kernel's file with the name of the computer's model, which ends with a zero byte."""

CHANNELS = MappingProxyType({12: 0, 18: 0, 13: 1, 19: 1, 21: 0, 10: 0})
"""For each pin that can drive LEDs, the library's channel."""

SPI_PIN = 10

HERTZ, DMA = 800_000, 10
"""The WS2812's bits per second, and a DMA channel that the system does not use."""

TOO_NEW = re.compile(r"Raspberry Pi (?:(?:Compute Module )?5\b|500\b)")


def open_ws281x(
    leds: int,
    pin: int = 18,
    *,
    brightness: float = 0.6,
    gamma: float = 1.8,
    amperes: float = 2.0,
    model_file: Path = MODEL,
    user: int | None = None,
) -> DimmedStrip:
    """Open a chain of `leds` LEDs on GPIO `pin`; DimmedStrip explains `brightness` to `amperes`.

    `user` is a user id, by default that of this process. Raise HardwareError if the pin cannot drive LEDs.
    Raise DeviceMissing if the library does not support the computer, root is needed, the library is missing,
    or it fails.
    """
    if pin not in CHANNELS:
        pins = ", ".join(map(str, sorted(CHANNELS)))
        raise HardwareError(f"GPIO {pin} cannot drive LEDs; rpi_ws281x can on GPIO {pins}")
    refuse_model(model_file)
    if pin != SPI_PIN and (os.geteuid() if user is None else user) != 0:
        raise DeviceMissing(
            f"LEDs on GPIO {pin} need root, since PWM and PCM are driven through /dev/mem; put them on GPIO"
            " 10 (SPI), which needs none, or run the service as root"
        )
    try:
        library = import_module("rpi_ws281x")
    except ImportError as error:
        raise DeviceMissing(
            f"LEDs on GPIO {pin} cannot be used: the module rpi_ws281x is not installed; {INSTALL}"
        ) from error
    # The colours are dimmed already, so the library uses full brightness and no gamma.
    strip = library.PixelStrip(leds, pin, HERTZ, DMA, False, 255, CHANNELS[pin])
    begin(library, strip, pin)
    wire = _Wire(strip, pin)
    return DimmedStrip(
        wire.send, wire.close, leds, WS2812B, brightness=brightness, gamma=gamma, amperes=amperes
    )


def refuse_model(model_file: Path = MODEL) -> None:
    """Raise DeviceMissing unless this computer is a Raspberry Pi that rpi_ws281x supports."""
    try:
        model = model_file.read_text(encoding="ascii", errors="replace").rstrip("\0\n")
    except OSError:
        model = ""
    if not model.startswith("Raspberry Pi"):
        what = f"this is a {model}" if model else "this computer is none"
        raise DeviceMissing(
            f"rpi_ws281x drives LEDs on a Raspberry Pi only, and {what}; use a Pico for the lights, or the"
            " simulated board"
        )
    if TOO_NEW.match(model):
        raise DeviceMissing(
            f"rpi_ws281x does not know the {model}; put the LEDs on GPIO 10 and use the driver for SPI"
            " (spidev), or a Pico"
        )


def begin(library: Any, strip: Any, pin: int) -> None:
    """Start the library's strip; if this fails, free the library's memory and raise DeviceMissing."""
    try:
        strip.begin()
    except RuntimeError as error:
        # The library's cleanup would read memory that a failed start has not allocated.
        atexit.unregister(strip._cleanup)
        structure, strip._leds = strip._leds, None
        library.ws.delete_ws2811_t(structure)
        raise DeviceMissing(
            f"LEDs on GPIO {pin} cannot be used: {error}; see that nothing else uses its PWM, PCM or SPI"
        ) from error


class _Wire:
    """The library's strip, whose errors become DeviceLost with a sentence."""

    def __init__(self, strip: Any, pin: int) -> None:
        self._strip, self._pin = strip, pin

    def send(self, rgb: bytes) -> None:
        for led in range(len(rgb) // 3):
            self._strip.setPixelColor(led, int.from_bytes(rgb[3 * led : 3 * led + 3], "big"))
        try:
            self._strip.show()
        except RuntimeError as error:
            raise DeviceLost(f"the LEDs on GPIO {self._pin} cannot be driven: {error}") from error

    def close(self) -> None:
        """Free DMA and memory now, and stop the library from freeing them again at the program's end."""
        atexit.unregister(self._strip._cleanup)
        self._strip._cleanup()
