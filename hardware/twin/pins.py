"""Simulated pins of a Raspberry Pi for gpiozero's drivers; simulated parts can be soldered to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin


class WiredPin(MockPin):  # type: ignore[misc]
    """A mock pin with the part soldered to it. It keeps no history, because MockPin's grows without limit."""

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
    """gpiozero's mock pin factory with pins that parts can be soldered to."""
    return MockFactory(pin_class=WiredPin)
