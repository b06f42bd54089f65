"""The contract of all Buttons; a driver joins as in contract_sensor_bank."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

import pytest

from hardware.errors import DeviceClosed
from hardware.ports import ButtonName, ButtonPressed, Buttons, HardwareEvent


class ButtonsRig(Protocol):
    """Buttons on the bench."""

    @property
    def buttons(self) -> Buttons:
        """The device."""
        ...

    @property
    def places(self) -> tuple[str, str]:
        """Two places that have all three buttons."""
        ...

    def press(self, name: ButtonName, place: str) -> None:
        """A finger presses a button, whose contact bounces, and lets it go."""

    def wait(self, seconds: float) -> None:
        """Time passes."""


PRESSED = 0.3
"""Seconds after which a press was said, and its button is at rest."""


class ButtonsContract:
    """The contract; a driver adds `make`, which sets up a bench, or a `rig` of its own."""

    make: Callable[[], ButtonsRig]

    @contextmanager
    def rig(self) -> Iterator[ButtonsRig]:
        made = self.make()
        yield made
        made.buttons.close()

    def test_each_press_is_said_once_with_its_name_and_place(self) -> None:
        with self.rig() as rig:
            told: list[HardwareEvent] = []
            rig.buttons.start(told.append)
            pressed: list[tuple[ButtonName, str]] = [
                (n, p) for p in rig.places for n in ("ok", "back", "help", "ok")
            ]
            for name, place in pressed:
                rig.press(name, place)
                rig.wait(PRESSED)
            assert [(e.name, e.place) for e in told if isinstance(e, ButtonPressed)] == pressed
            assert [event.t for event in told] == sorted(event.t for event in told)

    def test_nothing_is_said_before_the_start_nor_after_the_close(self) -> None:
        with self.rig() as rig:
            told: list[HardwareEvent] = []
            rig.press("ok", rig.places[0])
            rig.wait(PRESSED)
            rig.buttons.start(told.append)
            rig.wait(PRESSED)
            rig.buttons.close()
            rig.buttons.close()
            rig.press("ok", rig.places[0])
            rig.wait(PRESSED)
            assert told == []

    def test_nothing_is_said_from_inside_a_call(self) -> None:
        with self.rig() as rig:
            told: list[HardwareEvent] = []
            rig.buttons.start(told.append)
            rig.press("help", rig.places[1])
            assert told == []

    def test_started_twice_or_after_the_close_is_refused(self) -> None:
        with self.rig() as rig:
            rig.buttons.start(list[HardwareEvent]().append)
            with pytest.raises(DeviceClosed):
                rig.buttons.start(list[HardwareEvent]().append)
            rig.buttons.close()
            with pytest.raises(DeviceClosed):
                rig.buttons.start(list[HardwareEvent]().append)
