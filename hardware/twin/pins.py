"""Simulated pins of a Raspberry Pi, for gpiozero's drivers, with something soldered to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin

from hardware.parts.hc165.twin import ShiftChain


class WiredPin(MockPin):  # type: ignore[misc]
    """A mock pin that tells what is soldered to it, and keeps no history (MockPin's grows for ever)."""

    _state: bool

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.told: list[Callable[[bool], None]] = []
        super().__init__(*args, **kwargs)

    def _change_state(self, value: bool) -> bool:
        if self._state == value:
            return False
        self._state = value
        for tell in self.told:
            tell(bool(value))
        return True


def wired_factory() -> Any:
    """gpiozero's mock pin factory with pins to solder to."""
    return MockFactory(pin_class=WiredPin)


def solder(
    chain: ShiftChain, factory: Any, *, load_pin: int, clock_pin: int, data_pin: int, inhibit_pin: int
) -> None:
    """Wire `chain` to the pins of `factory`; the clock line and the inhibit line rest low at first."""
    load, clock, inhibit = (factory.pin(number) for number in (load_pin, clock_pin, inhibit_pin))
    data = factory.pin(data_pin)
    gate = {"high": False}

    def drive() -> None:
        # Most clocks leave the line as it is, and a game has a hundred million of them.
        if chain.out != data.state:
            (data.drive_high if chain.out else data.drive_low)()

    def loaded(_: bool) -> None:
        chain.load()
        drive()

    def clocked(_: bool) -> None:
        was, gate["high"] = gate["high"], bool(clock.state or inhibit.state)
        if gate["high"] and not was and load.state:
            chain.shift()
        drive()

    load.told.append(loaded)
    clock.told.append(clocked)
    inhibit.told.append(clocked)
