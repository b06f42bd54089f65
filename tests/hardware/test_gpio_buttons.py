"""Tests of buttons and buzzer on gpiozero's mock pins, with contacts that bounce."""

from __future__ import annotations

from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import VirtualClock
from hardware.errors import DeviceClosed, DeviceMissing
from hardware.parts.button import BUTTON
from hardware.parts.button.driver import DOWN_LOOKS, OPEN_LOOKS, GpioButtons, Press
from hardware.parts.buzzer import BUZZER
from hardware.parts.buzzer.driver import GpioSounder
from hardware.parts.hc165.twin import wired_factory
from hardware.ports import ButtonName, ButtonPressed, HardwareEvent, Tune
from tests.hardware.contract_buttons import ButtonsContract

PINS: dict[tuple[ButtonName, str], int] = {
    ("ok", "A"): 5,
    ("back", "A"): 6,
    ("help", "A"): 13,
    ("ok", "table"): 16,
    ("back", "table"): 19,
    ("help", "table"): 20,
}


class Fingers:
    """A bench whose presses pull a pin low; the contact bounces for 7 ms at press and release."""

    places = ("A", "table")

    def __init__(self) -> None:
        self.clock, self.factory = VirtualClock(), wired_factory()
        self.buttons = GpioButtons(self.clock, PINS, pin_factory=self.factory)

    def press(self, name: ButtonName, place: str, seconds: float = 0.1) -> None:
        pin, now = self.factory.pin(PINS[name, place]), self.clock.now()
        for after, level in ((0.0, "low"), (0.003, "high"), (0.007, "low")):
            self.clock.call_at(now + after, getattr(pin, f"drive_{level}"))
        for after, level in ((0.0, "high"), (0.004, "low"), (0.007, "high")):
            self.clock.call_at(now + seconds + after, getattr(pin, f"drive_{level}"))

    def wait(self, seconds: float) -> None:
        self.clock.run_until(self.clock.now() + seconds)


class TestGpioButtons(ButtonsContract):
    make = Fingers


@given(st.lists(st.booleans(), max_size=60), st.booleans())
def test_a_press_needs_several_reads_of_a_pressed_button_after_several_reads_of_an_open_button(
    looks: list[bool], held: bool
) -> None:
    press = Press(held)
    presses = [i for i, down in enumerate(looks) if press.look(down)]
    for i, this in enumerate(presses):
        assert all(looks[this - DOWN_LOOKS + 1 : this + 1])
        since = presses[i - 1] if i else None
        between = looks[since:this] if since is not None else [held] * OPEN_LOOKS + looks[:this]
        runs = "".join("d" if down else "o" for down in between).split("d")
        assert any(len(run) >= OPEN_LOOKS for run in runs)


def test_a_single_read_of_a_button_down_is_no_press() -> None:
    press = Press(False)
    assert [press.look(down) for down in (True, False, True, False, True, True, True)] == [False] * 5 + [
        True,
        False,
    ]


def test_a_button_held_down_at_the_start_counts_only_when_it_is_pressed_again() -> None:
    fingers, events = Fingers(), list[HardwareEvent]()
    fingers.factory.pin(5).drive_low()
    fingers.buttons.start(events.append)
    fingers.wait(1)
    fingers.factory.pin(5).drive_high()
    fingers.wait(0.2)
    assert events == []
    fingers.press("ok", "A")
    fingers.wait(0.5)
    assert [(event.name, event.place) for event in events if isinstance(event, ButtonPressed)] == [
        ("ok", "A")
    ]
    fingers.buttons.close()


def test_closing_the_buttons_at_a_press_suppresses_a_second_press_at_the_same_time() -> None:
    fingers, events = Fingers(), list[HardwareEvent]()

    def receive(event: HardwareEvent) -> None:
        events.append(event)
        fingers.buttons.close()

    fingers.buttons.start(receive)
    fingers.press("ok", "A")
    fingers.press("back", "table")
    fingers.wait(0.05)
    assert len(events) == 1


def test_a_button_pin_in_use_is_reported_and_the_other_pins_are_released() -> None:
    from gpiozero import LED

    factory = wired_factory()
    busy = LED(6, pin_factory=factory)
    with pytest.raises(DeviceMissing, match=r"the pin of button back at A cannot be used: .*GPIO6"):
        GpioButtons(VirtualClock(), PINS, pin_factory=factory)
    busy.close()
    GpioButtons(VirtualClock(), PINS, pin_factory=factory).close()


class Buzzer:
    """A bench with a buzzer on a mock pin that can do PWM."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.factory: Any = MockFactory(pin_class=MockPWMPin)
        self.pin = self.factory.pin(12)
        self.sounder = GpioSounder(self.clock, 12, pin_factory=self.factory)

    @property
    def sound(self) -> int:
        """The buzzer's present tone in hertz; 0 if it is silent."""
        return self.pin.frequency if self.pin.state else 0


@pytest.mark.parametrize(("plays", "tones"), [
    pytest.param({0.0: ((440, 0.5),)}, {0.0: 440, 0.49: 440, 0.5: 0}, id="a beep ends"),
    pytest.param(
        {0.0: ((440, 0.5),), 0.4: ((880, 0.5),)}, {0.6: 880, 0.89: 880, 0.9: 0}, id="a second beep at once"
    ),
    pytest.param(
        {0.0: ((440, 0.2), (0, 0.1), (660, 0.2))},
        {0.05: 440, 0.15: 440, 0.25: 0, 0.35: 660, 0.45: 660, 0.55: 0},
        id="a tune with its pause",
    ),
])  # fmt: skip
def test_the_buzzer_sounds_each_tone_for_its_time(plays: dict[float, Tune], tones: dict[float, int]) -> None:
    buzzer = Buzzer()
    for t, tune in plays.items():
        buzzer.clock.run_until(t)
        buzzer.sounder.play(tune)
    for t, sound in tones.items():
        buzzer.clock.run_until(t)
        assert buzzer.sound == sound
    buzzer.sounder.close()


def test_closing_the_buzzer_ends_its_tone_and_suppresses_further_tones() -> None:
    buzzer = Buzzer()
    buzzer.sounder.play(((440, 0.5),))
    buzzer.sounder.close()
    buzzer.sounder.close()
    assert buzzer.sound == 0
    buzzer.clock.run_until(1)
    with pytest.raises(DeviceClosed):
        buzzer.sounder.play(())
    other = GpioSounder(buzzer.clock, 12, pin_factory=buzzer.factory)
    other.close()


def test_a_buzzer_on_a_pin_without_pwm_is_reported() -> None:
    with pytest.raises(DeviceMissing, match="the buzzer's pin cannot be used"):
        GpioSounder(VirtualClock(), 12, pin_factory=wired_factory())


def test_the_catalogues_buttons_and_buzzer_are_those_on_pins_of_the_pi() -> None:
    assert (BUTTON.open, BUZZER.open) == (GpioButtons, GpioSounder)
