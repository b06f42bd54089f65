"""A passive buzzer on a pin of a Raspberry Pi that can do PWM: the facts, and the driver through gpiozero."""

from __future__ import annotations

from typing import Any

from hardware.clock import Clock, Handle
from hardware.errors import DeviceClosed
from hardware.parts.computer import GPIO_FILES, GPIOZERO, LAST_GPIO, LGPIO, pi
from hardware.parts.part import SLACK, THIN, Material, Option, PinPart, Wire
from hardware.pins import board_pins, in_one_sentence
from hardware.ports import Tune


class GpioSounder:
    """A passive buzzer on a pin that can do PWM."""

    def __init__(self, clock: Clock, pin: int, *, pin_factory: Any = None) -> None:
        """`pin`: the GPIO number. Raise DeviceMissing if the pin is not available."""
        factory = board_pins(pin_factory)
        from gpiozero import PWMOutputDevice

        self._clock = clock
        self._next: Handle | None = None
        with in_one_sentence("the buzzer's pin"):
            self._buzzer: Any = PWMOutputDevice(pin, pin_factory=factory)

    def play(self, tune: Tune) -> None:
        """Sound the tones of `tune` one after another; see Sounder."""
        if self._buzzer is None:
            raise DeviceClosed("the buzzer is closed")
        self._sound(tune)

    def close(self) -> None:
        """Silence the buzzer and release its pin."""
        if self._buzzer is not None:
            self._sound(())
            self._buzzer.close()
            self._buzzer = None

    def _sound(self, tune: Tune) -> None:
        """Begin the first tone, and schedule the others; silence the buzzer if there is none."""
        if self._next is not None:
            self._next.cancel()
            self._next = None
        if not tune:
            self._buzzer.value = 0
            return
        (hertz, seconds), rest = tune[0], tune[1:]
        if hertz:
            self._buzzer.frequency = hertz
        self._buzzer.value = 0.5 if hertz else 0
        self._next = self._clock.call_at(self._clock.now() + seconds, lambda: self._sound(rest))


BUZZER = PinPart(
    word="buzzer",
    name="buzzer, passive piezo, 3.3 V",
    number="Murata PKM13EPYH4000-A0",
    alternatives="any passive piezo one",
    sheet="Murata PKM13EPYH4000-A0",
    volts=3.3,
    milliamperes=3.0,
    access=(GPIO_FILES,),
    modules=(GPIOZERO, LGPIO),
    options=(Option(key="buzzer", meaning="its GPIO, which makes the tone", limits=(0, LAST_GPIO)),),
    open=GpioSounder,
    materials=lambda count: (
        Material(count, "buzzer, passive piezo, 3.3 V", "Murata PKM13EPYH4000-A0", "any passive piezo one"),
        Material(count, "resistor 100 Ohm, in the buzzer's wire", "0.25 W"),
    ),
    wire=lambda pin, _what: Wire(
        "BUZ", "buzzer", (pi(pin), "R-BUZ 100 Ohm", "buzzer", "Pi ground (pin 20)"), "white", THIN, 2 * SLACK
    ),
)
PARTS = (BUZZER,)
