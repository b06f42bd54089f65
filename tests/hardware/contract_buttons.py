"""The tests that every implementation of Buttons must pass."""

from __future__ import annotations

from typing import Protocol

from hardware.ports import ButtonName, ButtonPressed, Buttons, HardwareEvent
from tests.hardware.contract import ReporterContract


class ButtonsRig(Protocol):
    """A bench with buttons under test."""

    @property
    def buttons(self) -> Buttons:
        """The buttons under test."""
        ...

    @property
    def places(self) -> tuple[str, str]:
        """The names of two places that have all three buttons."""
        ...

    def press(self, name: ButtonName, place: str) -> None:
        """Press a button, whose contact bounces, and release it."""

    def wait(self, seconds: float) -> None:
        """Advance the time by `seconds`."""


PRESSED = 0.3
"""Seconds after which a press has been delivered and its button is at rest."""


class ButtonsContract(ReporterContract[ButtonsRig]):
    def device(self, rig: ButtonsRig) -> Buttons:
        return rig.buttons

    def test_each_press_is_reported_once_with_the_name_and_the_place_of_its_button(self) -> None:
        with self.started() as (rig, events):
            pressed: list[tuple[ButtonName, str]] = [
                (n, p) for p in rig.places for n in ("ok", "back", "help", "ok")
            ]
            for name, place in pressed:
                rig.press(name, place)
                rig.wait(PRESSED)
            assert [(e.name, e.place) for e in events if isinstance(e, ButtonPressed)] == pressed
            assert [event.t for event in events] == sorted(event.t for event in events)

    def test_no_event_is_reported_before_the_device_is_started_or_after_it_is_closed(self) -> None:
        with self.rig() as rig:
            events: list[HardwareEvent] = []
            rig.press("ok", rig.places[0])
            rig.wait(PRESSED)
            rig.buttons.start(events.append)
            rig.wait(PRESSED)
            rig.buttons.close()
            rig.buttons.close()
            rig.press("ok", rig.places[0])
            rig.wait(PRESSED)
            assert events == []

    def test_no_event_is_delivered_before_the_call_that_caused_it_returns(self) -> None:
        with self.started() as (rig, events):
            rig.press("help", rig.places[1])
            assert events == []
