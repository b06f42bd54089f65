"""The driver of push buttons on pins of a Raspberry Pi, through gpiozero.

A button connects its pin to ground; the Pi's pull-up holds it high. The pins are read every few milliseconds
by the table's clock, not from a thread.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hardware.clock import Clock
from hardware.outlet import Outlet
from hardware.pins import board_pins, in_one_sentence
from hardware.ports import ButtonName, ButtonPressed, Sink

PERIOD = 0.010
"""Seconds between two reads of the buttons."""

DOWN_LOOKS, OPEN_LOOKS = 2, 5
"""The consecutive reads with the button down that make a press, and with it open before another press.

A spark on a long wire is therefore no press, and a contact that bounces for 5 to 20 ms gives one.
"""


class Press:
    """The debouncing of one button, sans-I/O: takes each read of the contact and detects presses."""

    __slots__ = ("_armed", "_down", "_run")

    def __init__(self, down: bool) -> None:
        self._armed, self._down, self._run = not down, down, 0

    def look(self, down: bool) -> bool:
        """Take one read of the contact; return whether it completes a press."""
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
        """`pins`: the GPIO number of each button, by (name, place).

        Raise DeviceMissing if a pin is not available.
        """
        self._clock = clock
        self._outlet = Outlet("buttons", clock)
        factory = board_pins(pin_factory)
        from gpiozero import DigitalInputDevice

        self._buttons: dict[tuple[ButtonName, str], Any] = {}
        self._presses: dict[tuple[ButtonName, str], Press] = {}
        try:
            for key, pin in pins.items():
                with in_one_sentence(f"the pin of button {key[0]} at {key[1]}"):
                    self._buttons[key] = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
        except OSError:
            self._release()
            raise

    def start(self, sink: Sink) -> None:
        """Begin to read; a button already held down counts only when it is pressed again."""
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
            self._outlet.deliver(ButtonPressed(now, name, place))
        self._outlet.look_at(now + PERIOD, self._look)

    def _release(self) -> None:
        for button in self._buttons.values():
            button.close()
        self._buttons = {}
