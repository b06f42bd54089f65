"""A part opens the device of its own driver; a stand-in for the driver needs no Raspberry Pi."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hardware.clock import VirtualClock
from hardware.parts import catalogue
from hardware.parts.hc165 import ChainBank
from hardware.parts.light_part import LedChip
from hardware.parts.part import Part, PinPart
from wiring.new_board import Choices, new_board

OPENED = pytest.mark.parametrize(
    "part",
    [part for part in catalogue.PARTS if isinstance(part, LedChip | PinPart)],
    ids=lambda part: part.word,
)


class StandIn(SimpleNamespace):
    """A module in which every function returns the module's name, its own name and its first arguments.

    `options` keeps the named arguments of the last call.
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


def all_opened(part: Part) -> list[Any]:
    """The devices of a part, one for each way to open it."""
    match part:
        case LedChip():
            ways = [each for each in part.drivers.values() if each.open is not None]
            alone = [each.open(10, each.pins[0], 2.0) for each in ways if each.open is not None]
            return [*alone, part.on_spi("port", 10)]
        case PinPart():
            return [part.open(VirtualClock(), 12)]
    return []


@OPENED
def test_the_device_of_its_driver_is_handed_over(part: Part) -> None:
    opened = all_opened(part)
    assert opened
    for module, _function, *given in opened:
        assert module.startswith(f"{part.folder}.")
        assert {10, 12} & set(given)


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
