"""Tests of the kernel's SPI port for the LEDs, with a fake spidev."""

from __future__ import annotations

import errno
import sys

import pytest

from hardware.errors import DeviceMissing
from hardware.parts.ws2812b import WS2812B
from hardware.parts.ws2812b.driver import SPI_HERTZ
from hardware.parts.ws2812b.twin import Ws2812Chain
from hardware.pins import open_spi
from tests.hardware.contract_light_strip import LightStripContract
from tests.hardware.fake_spidev import FakeSpiDev, installed

LEDS = 28


made: list[FakeSpiDev] = []


@pytest.fixture(autouse=True)
def _spidev(monkeypatch: pytest.MonkeyPatch) -> None:
    global made
    made = installed(monkeypatch)
    monkeypatch.setattr(FakeSpiDev, "wire", Ws2812Chain(LEDS))


class SpidevStrip:
    def __init__(self) -> None:
        self.strip = WS2812B.on_spi(open_spi(0, SPI_HERTZ), LEDS, brightness=1, gamma=1, amperes=10)
        self.spi = made[-1]

    def shining(self) -> bytes:
        assert isinstance(self.spi.wire, Ws2812Chain)
        return self.spi.wire.pixels

    def unplug(self) -> None:
        self.spi.gone = True

    def replug(self) -> None:
        self.spi.gone = False


class TestSpidevStrip(LightStripContract):
    make = SpidevStrip


def test_the_spi_port_of_ws2812_lights_runs_at_the_speed_of_the_waveform_and_is_released() -> None:
    port = open_spi(1, SPI_HERTZ)
    (spi,) = made
    assert (spi.opened, spi.max_speed_hz, spi.mode) == ((1, 0), 3_200_000, 0)
    port.close()
    assert spi.closed


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (
            FileNotFoundError(errno.ENOENT, "No such file"),
            r"^/dev/spidev0\.0 is not there; put dtparam=spi=on",
        ),
        (
            PermissionError(errno.EACCES, "Permission denied"),
            r"^/dev/spidev0\.0 may not be used; .* -aG spi ",
        ),
        (OSError(errno.EIO, "it smokes"), r"^/dev/spidev0\.0 cannot be opened: .*it smokes"),
    ],
)
def test_an_spi_port_that_cannot_be_opened_is_reported_with_the_remedy(
    error: OSError, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeSpiDev, "refuses", error)
    with pytest.raises(DeviceMissing, match=sentence):
        open_spi(0, SPI_HERTZ)
    assert made[0].closed


def test_a_missing_spidev_is_reported_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(DeviceMissing, match=r"the module spidev is not installed; sudo make pi"):
        open_spi(0, SPI_HERTZ)
