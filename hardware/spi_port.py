"""The kernel's SPI port for a WS2812 chain: every Pi has it, the Pi 5 included, and needs no root.

Data goes out on GPIO 10 (SPI 0), through a level shifter to 5 V. The port must be switched on once
(`dtparam=spi=on` in the Pi's config.txt), and the user must be in the group spi.
"""

from __future__ import annotations

import errno
from importlib import import_module

from hardware.errors import DeviceLost, DeviceMissing
from hardware.lights import SpiPort
from hardware.ws2812 import SPI_HERTZ


def open_spi(bus: int = 0, device: int = 0) -> SpiPort:
    """/dev/spidev`bus`.`device` at the speed of the WS2812 waveform; DeviceMissing says what to do."""
    path = f"/dev/spidev{bus}.{device}"
    try:
        port = import_module("spidev").SpiDev()
    except ImportError as error:
        raise DeviceMissing(
            f"{path} cannot be used: the module spidev is not installed"
            " (on Raspberry Pi OS: apt install python3-spidev, or pip install spidev)"
        ) from error
    try:
        port.open(bus, device)
        port.max_speed_hz = SPI_HERTZ
        port.mode = 0
    except OSError as error:
        port.close()
        if error.errno == errno.ENOENT:
            why = "is not there; put dtparam=spi=on into /boot/firmware/config.txt and start the Pi anew"
        elif error.errno == errno.EACCES:
            why = "may not be used; add yourself to its group (sudo usermod -aG spi $USER) and log in again"
        else:
            why = f"cannot be opened: {error}"
        raise DeviceMissing(f"{path} {why}") from error
    return _Port(port, path)


class _Port:
    """spidev's SpiDev, with its errors in words."""

    def __init__(self, port: SpiPort, path: str) -> None:
        self._port, self._path = port, path

    def writebytes2(self, data: bytes, /) -> None:
        try:
            self._port.writebytes2(data)
        except OSError as error:
            raise DeviceLost(f"{self._path} does not take the lights' data: {error}") from error

    def close(self) -> None:
        self._port.close()
