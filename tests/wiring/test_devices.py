"""Tests of opening the devices of a description with their drivers and settings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from firmware_bridge.errors import BridgeError
from hardware.clock import VirtualClock
from hardware.errors import DeviceMissing
from hardware.parts.hc165 import ChainBank
from hardware.parts.pico import PicoBank
from tests.wiring.boards import DIRECT, PEGS, PICO
from wiring.devices import open_devices

OPENERS = (
    "hardware.parts.hc165.driver.open_hc165",
    "hardware.parts.hc165.driver.open_hc165_spi",
    "hardware.parts.mcp23017.driver.open_mcp23017",
    "hardware.parts.pico.driver.PicoBoard",
    "hardware.parts.ws2812b.ws281x.open_ws281x",
    "hardware.parts.light_part.open_spi",
)


class Opened:
    """The arguments with which the fake drivers were opened."""

    def __init__(self, opener: str, args: tuple[Any, ...], named: dict[str, Any]) -> None:
        self.opener, self.args, self.named = opener, args, named
        self.sensors = self.strip = self.sounder = self
        self.closed = False

    def close(self) -> None:
        self.closed = True

    def leave(self, user: str) -> None:
        assert user == "strip"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Opened]:
    log: list[Opened] = []
    for path in OPENERS:

        def made(*args: Any, path: str = path, **named: Any) -> Opened:
            log.append(Opened(path.rpartition(".")[2], args, named))
            return log[-1]

        monkeypatch.setattr(path, made)
    return log


WS = replace(DIRECT.lights, driver="ws281x", pin=12)


@pytest.mark.parametrize(
    ("board", "openers"),
    [
        (DIRECT, ["open_hc165_spi", "open_spi"]),
        (replace(DIRECT, bank=ChainBank("pins", 25, 5, 6, 13), lights=WS), ["open_hc165", "open_ws281x"]),
        (PEGS, ["open_mcp23017", "open_spi"]),
        (replace(PICO, bank=PicoBank("/dev/null")), ["PicoBoard"]),
        (replace(PICO, bank=PicoBank("/dev/null"), lights=DIRECT.lights), ["PicoBoard", "open_spi"]),
    ],
)
def test_each_device_of_a_board_is_opened_once_by_its_driver(
    board: Any, openers: list[str], opened: list[Opened]
) -> None:
    open_devices(board, VirtualClock())
    assert [each.opener for each in opened] == openers


def test_the_drivers_of_sensors_and_lights_get_the_settings_of_the_description(opened: list[Opened]) -> None:
    open_devices(DIRECT, VirtualClock())
    assert opened[0].named == {"bus": 1, "load_pin": 25, "modules": ()}
    assert opened[1].args == (0, 3_200_000)


def test_sensors_are_released_when_the_lights_are_missing(
    opened: list[Opened], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: int) -> None:
        raise DeviceMissing("no port")

    monkeypatch.setattr("hardware.parts.light_part.open_spi", missing)
    with pytest.raises(DeviceMissing, match="no port"):
        open_devices(DIRECT, VirtualClock())
    assert opened[0].closed


def test_the_missing_port_of_a_pico_is_reported_when_the_devices_are_opened() -> None:
    with pytest.raises(DeviceMissing, match=r"^/dev/no-such-port is not there; plug the board in"):
        open_devices(replace(PICO, bank=PicoBank("/dev/no-such-port")), VirtualClock())


def test_lights_that_may_be_connected_late_are_not_opened_before_the_first_frame(
    opened: list[Opened],
) -> None:
    _, strip, _ = open_devices(DIRECT, VirtualClock(), late_lights=True)
    assert [each.opener for each in opened] == ["open_hc165_spi"]
    assert strip.leds == 112


def test_a_pico_that_is_not_found_on_any_port_is_reported(
    opened: list[Opened], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_bridge.transport.find_board", lambda: "/dev/full")
    open_devices(PICO, VirtualClock())
    assert opened[0].args[1] == "/dev/full"

    def none() -> str:
        raise BridgeError("no board is plugged in")

    monkeypatch.setattr("firmware_bridge.transport.find_board", none)
    with pytest.raises(DeviceMissing, match="no board is plugged in"):
        open_devices(PICO, VirtualClock())
