"""A part opens the device of its own driver; a stand-in for the driver needs no Raspberry Pi."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hardware.clock import VirtualClock
from hardware.parts import catalogue
from hardware.parts.hc165 import ChainBank
from wiring.new_board import Choices, new_board


class StandIn(SimpleNamespace):
    """A module in which every function returns the module's name, its own name and its positional
    arguments.

    `options` keeps the keyword arguments of the last call.
    """

    options: ClassVar[dict[str, Any]] = {}

    def __getattr__(self, name: str) -> Any:
        def opened(*given: Any, **options: Any) -> tuple[Any, ...]:
            StandIn.options = options
            return (self.module, name, *given)

        return opened


@pytest.fixture(autouse=True)
def _no_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.parts.part.import_module", lambda name: StandIn(module=name))


@pytest.mark.parametrize(("word", "hertz"), [("ws2812b", 3_200_000), ("sk9822", 1_000_000)])
def test_a_chain_of_leds_is_opened_on_the_spi_port_of_its_pin(
    word: str, hertz: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = list[tuple[int, int]]()
    chip = catalogue.LEDS[word]
    chain = catalogue.twin(chip)(10)

    def opened_spi(bus: int, hertz: int) -> Any:
        opened.append((bus, hertz))
        return chain

    monkeypatch.setattr("hardware.parts.light_part.open_spi", opened_spi)
    spi = chip.drivers["spi"]
    assert spi.open is not None
    for pin in (10, 20):
        spi.open(chip, 10, pin, 2.0).show(bytes([255] * 30))
        assert any(chain.pixels)
    assert opened == [(0, hertz), (1, hertz)]


def test_timed_leds_are_opened_by_the_driver_of_rpi_ws281x() -> None:
    chip = catalogue.LEDS["ws2812b"]
    timed = chip.drivers["ws281x"]
    assert timed.open is not None
    opened: Any = timed.open(chip, 10, 18, 2.0)
    assert opened == ("hardware.parts.ws2812b.ws281x", "open_ws281x", 10, 18)
    assert StandIn.options == {"amperes": 2.0}


@pytest.mark.parametrize(
    ("settings", "function", "options"),
    [
        ({"port": "spi0", "load": 5}, "open_hc165_spi", {"bus": 0, "load_pin": 5}),
        ({"port": "spi1", "load": 6}, "open_hc165_spi", {"bus": 1, "load_pin": 6}),
        (
            {"port": "pins", "load": 1, "clock": 2, "data": 3, "select": 4},
            "open_hc165",
            {"load_pin": 1, "clock_pin": 2, "data_pin": 3, "select_pin": 4},
        ),
        ({}, "open_hc165_spi", {"bus": 1, "load_pin": 25}),
        (
            {"port": "pins"},
            "open_hc165",
            {"load_pin": 25, "clock_pin": 21, "data_pin": 19, "select_pin": 18},
        ),
    ],
)
def test_a_chain_is_opened_with_the_pins_of_the_description(
    settings: dict[str, Any], function: str, options: dict[str, int]
) -> None:
    board = new_board(Choices())
    opened: Any = ChainBank(**settings).open(board, VirtualClock()).sensors
    module, called, _clock, channels = opened
    assert (module, called, channels) == ("hardware.parts.hc165.driver", function, len(board.channels))
    assert StandIn.options == {**options, "modules": ()}
