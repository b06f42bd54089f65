"""A part opens the device of its own driver; a stand-in for the driver needs no Raspberry Pi."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hardware.clock import VirtualClock
from hardware.parts import catalogue
from hardware.parts.light_part import LedChip
from hardware.parts.part import Part, PinPart

OPENED = pytest.mark.parametrize(
    "part",
    [part for part in catalogue.PARTS if isinstance(part, LedChip | PinPart)],
    ids=lambda part: part.word,
)


class StandIn(SimpleNamespace):
    """A module in which every function returns the module's name, its own name and its first arguments."""

    def __getattr__(self, name: str) -> Any:
        return lambda *given, **_options: (self.module, name, *given)


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
