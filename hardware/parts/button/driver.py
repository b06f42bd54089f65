"""Buttons and a buzzer on the Pi's own pins, through gpiozero.

A button connects its pin to ground; the Pi's pull-up holds it high. The pins are looked at every few
milliseconds by the clock that everything else runs by, not from a thread of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hardware.clock import Clock, Handle
from hardware.errors import DeviceClosed
from hardware.outlet import Outlet
from hardware.pins import board_pins, said_plainly
from hardware.ports import ButtonName, ButtonPressed, Sink, Tune

PERIOD = 0.010
"""Seconds from one look at the buttons to the next."""

DOWN_LOOKS, OPEN_LOOKS = 2, 5
"""Looks in a row at which a button is down before it counts, and open before it counts again.

So a spark on a long wire is no press, and a contact that bounces, for 5 to 20 ms, is one press.
"""


class Press:
    """One button's memory, sans-I/O: shown its contact at every look, it knows a press."""

    __slots__ = ("_armed", "_down", "_run")

    def __init__(self, down: bool) -> None:
        self._armed, self._down, self._run = not down, down, 0

    def look(self, down: bool) -> bool:
        """Whether this look makes it a press."""
        self._run = self._run + 1 if down == self._down else 1
        self._down = down
        if not down:
            self._armed = self._armed or self._run >= OPEN_LOOKS
        elif self._armed and self._run >= DOWN_LOOKS:
            self._armed = False
            return True
        return False


class GpioButtons:
    """Buttons by place and name, each on a pin of its own."""

    def __init__(
        self, clock: Clock, pins: Mapping[tuple[ButtonName, str], int], *, pin_factory: Any = None
    ) -> None:
        """`pins`: (name, place) to GPIO number. DeviceMissing when a pin cannot be had."""
        self._clock = clock
        self._outlet = Outlet("buttons", clock)
        factory = board_pins(pin_factory)
        from gpiozero import DigitalInputDevice

        self._buttons: dict[tuple[ButtonName, str], Any] = {}
        self._presses: dict[tuple[ButtonName, str], Press] = {}
        try:
            for key, pin in pins.items():
                with said_plainly(f"the pin of button {key[0]} at {key[1]}"):
                    self._buttons[key] = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
        except OSError:
            self._release()
            raise

    def start(self, sink: Sink) -> None:
        """Begin to look; a button held down from before counts when it is pressed again."""
        self._outlet.start(sink)
        self._presses = {key: Press(bool(button.value)) for key, button in self._buttons.items()}
        self._outlet.look_at(self._clock.now() + PERIOD, self._look)

    def close(self) -> None:
        """Release the pins."""
        if self._outlet.close():
            self._release()

    def _look(self) -> None:
        now = self._clock.now()
        pressed = [
            key for key, button in self._buttons.items() if self._presses[key].look(bool(button.value))
        ]
        for name, place in pressed:
            self._outlet.tell(ButtonPressed(now, name, place))
        self._outlet.look_at(now + PERIOD, self._look)

    def _release(self) -> None:
        for button in self._buttons.values():
            button.close()
        self._buttons = {}


class GpioSounder:
    """A passive buzzer on a pin that can do PWM."""

    def __init__(self, clock: Clock, pin: int, *, pin_factory: Any = None) -> None:
        """`pin`: the GPIO number. DeviceMissing when it cannot be had."""
        factory = board_pins(pin_factory)
        from gpiozero import PWMOutputDevice

        self._clock = clock
        self._next: Handle | None = None
        with said_plainly("the buzzer's pin"):
            self._buzzer: Any = PWMOutputDevice(pin, pin_factory=factory)

    def play(self, tune: Tune) -> None:
        """Sound these tones; see Sounder."""
        if self._buzzer is None:
            raise DeviceClosed("the buzzer is closed")
        self._sound(tune)

    def close(self) -> None:
        """Silence it and release the pin."""
        if self._buzzer is not None:
            self._sound(())
            self._buzzer.close()
            self._buzzer = None

    def _sound(self, tune: Tune) -> None:
        """Begin the first tone, and make the appointment for the rest."""
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
