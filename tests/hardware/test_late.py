"""Tests of devices that are plugged in late: opening is tried again until it succeeds."""

from __future__ import annotations

import pytest

from hardware.clock import VirtualClock
from hardware.errors import DeviceLost, DeviceMissing
from hardware.outlet import LateButtons, LateStrip
from hardware.parts.button.twin import TwinButtons
from hardware.parts.ws2812b import WS2812B
from hardware.parts.ws2812b.twin import Ws2812Chain
from hardware.ports import ButtonName, Buttons, DeviceState, HardwareEvent, LightStrip
from tests.hardware.contract_buttons import ButtonsContract
from tests.hardware.contract_light_strip import LightStripContract

LEDS = 28


class Late:
    """A bench with a strip that cannot be opened before `came` is set."""

    def __init__(self, *, came: bool = True) -> None:
        self.came, self.spi = came, Ws2812Chain(LEDS)
        self.strip: LightStrip = LateStrip(self._open, LEDS)
        self.unplug, self.replug = self.spi.unplug, self.spi.replug

    def _open(self) -> LightStrip:
        if not self.came:
            raise DeviceMissing("/dev/spidev0.0 is not there")
        return WS2812B.on_spi(self.spi, LEDS, brightness=1, gamma=1, amperes=10)

    def shining(self) -> bytes:
        return self.spi.pixels


class TestLateStrip(LightStripContract):
    make = Late


def test_a_strip_connected_late_is_lost_at_first_and_then_shows_the_next_frame() -> None:
    late = Late(came=False)
    for _ in range(2):
        with pytest.raises(DeviceLost, match=r"^/dev/spidev0\.0 is not there$"):
            late.strip.show(bytes([1] * 3 * LEDS))
    late.came = True
    late.strip.show(bytes([1] * 3 * LEDS))
    assert late.shining() == bytes([1] * 3 * LEDS)
    late.strip.close()


def test_a_strip_that_was_never_connected_can_be_closed() -> None:
    late = Late(came=False)
    late.strip.close()
    late.strip.close()


class LatePressed:
    """A bench with buttons that can be opened only after `after` seconds."""

    def __init__(self, after: float = 0.0) -> None:
        self.clock, self._after = VirtualClock(), after
        self.twin = TwinButtons(self.clock)
        self.buttons: Buttons = LateButtons(self._open, self.clock)

    places = ("A", "table")

    def press(self, name: ButtonName, place: str) -> None:
        self.twin.press(name, place)

    def wait(self, seconds: float) -> None:
        self.clock.run_until(self.clock.now() + seconds)

    def _open(self) -> Buttons:
        if self.clock.now() < self._after:
            raise DeviceMissing("the Pi's pins cannot be used")
        return self.twin


class TestLateButtons(ButtonsContract):
    make = LatePressed


def test_buttons_connected_late_are_reported_as_lost_and_later_deliver_their_presses() -> None:
    late, events = LatePressed(after=2.5), list[HardwareEvent]()
    late.buttons.start(events.append)
    late.clock.run_until(1.0)
    assert events == [DeviceState(0.0, "buttons", False, "the Pi's pins cannot be used")]
    late.clock.run_until(3.5)
    assert events[1:] == [DeviceState(3.0, "buttons", True, "the buttons answer")]
    late.twin.press("ok", "table")
    late.clock.run_until(4.0)
    assert len(events) == 3
    late.buttons.close()


def test_buttons_that_are_never_connected_are_not_tried_after_the_close() -> None:
    late, events = LatePressed(after=9.0), list[HardwareEvent]()
    late.buttons.start(events.append)
    late.clock.run_until(0.5)
    late.buttons.close()
    late.clock.run_until(20.0)
    assert len(events) == 1
    assert late.clock.next_at is None
