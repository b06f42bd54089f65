"""The kernel's SPI ports. Every Raspberry Pi has them, and they need no root.

A port must be enabled once (`dtparam=spi=on` in the Pi's config.txt), and the user must be in the group spi.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from hardware.errors import INSTALL, DeviceLost, DeviceMissing, not_opened
from hardware.lights import SpiPort


def open_spi(bus: int, hertz: int) -> SpiPort:
    """Open /dev/spidev`bus`.0 at `hertz` for sending; raise DeviceMissing with the remedy if this fails."""
    path, port = spidev_port(bus, 0, hertz, 0)
    return _Port(port, path)


def spidev_port(bus: int, device: int, hertz: int, mode: int) -> tuple[str, Any]:
    """Open an SPI port; return its path and spidev's SpiDev; raise DeviceMissing with the remedy."""
    path = f"/dev/spidev{bus}.{device}"
    try:
        port = import_module("spidev").SpiDev()
    except ImportError as error:
        raise DeviceMissing(
            f"{path} cannot be used: the module spidev is not installed; {INSTALL}"
        ) from error
    try:
        port.open(bus, device)
        port.max_speed_hz = hertz
        port.mode = mode
    except OSError as error:
        port.close()
        absent = "put dtparam=spi=on into /boot/firmware/config.txt and restart the Pi"
        raise not_opened(path, error, absent=absent, group="spi") from error
    return path, port


class _Port:
    """spidev's SpiDev, whose errors become DeviceLost with a sentence."""

    def __init__(self, port: SpiPort, path: str) -> None:
        self._port, self._path = port, path

    def writebytes2(self, data: bytes, /) -> None:
        try:
            self._port.writebytes2(data)
        except OSError as error:
            raise DeviceLost(f"{self._path} does not take the lights' data: {error}") from error

    def close(self) -> None:
        self._port.close()
