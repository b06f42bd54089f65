"""The driver of a passive buzzer on a pin of a Raspberry Pi that can do PWM, through gpiozero."""

from __future__ import annotations

from typing import Any

from hardware.clock import Clock, Handle
from hardware.errors import DeviceClosed
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
