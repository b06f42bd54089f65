"""Devices that may be plugged in after the start: opened at first use, or as soon as they are connected."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from hardware.clock import Clock
from hardware.errors import DeviceClosed, DeviceLost, DeviceMissing
from hardware.lights import check_frame
from hardware.outlet import Outlet
from hardware.ports import Buttons, LightStrip, Sink, Sounder, Tune

_Device = TypeVar("_Device")

RETRY = 1.0
"""Seconds between two attempts to open missing buttons."""


class LateStrip:
    """A LightStrip that is opened by the first frame; while it is missing, `show` raises DeviceLost."""

    def __init__(self, open_strip: Callable[[], LightStrip], leds: int) -> None:
        """`open_strip` raises DeviceMissing while the strip is missing."""
        self._open_strip, self.leds = open_strip, leds
        self._strip: LightStrip | None = None
        self._closed = False

    def show(self, rgb: bytes) -> None:
        """Open the strip unless it is open, and send one frame; see LightStrip."""
        if self._closed:
            raise DeviceClosed("the lights are closed")
        check_frame(rgb, self.leds)
        if self._strip is None:
            self._strip = _opened(self._open_strip)
        self._strip.show(rgb)

    def close(self) -> None:
        """Release the strip, with its LEDs dark, if it was opened."""
        if not self._closed:
            self._closed = True
            if self._strip is not None:
                self._strip.close()


class LateButtons:
    """Buttons that are opened at the start or, if they are missing then, once they are connected."""

    def __init__(self, open_buttons: Callable[[], Buttons], clock: Clock) -> None:
        """`open_buttons` raises DeviceMissing while the buttons are missing."""
        self._open_buttons, self._clock = open_buttons, clock
        self._outlet = Outlet("buttons", clock)
        self._buttons: Buttons | None = None

    def start(self, sink: Sink) -> None:
        """Open the buttons and report presses; while they are missing, report them as lost and try again."""
        self._outlet.start(sink)
        self._try()

    def close(self) -> None:
        """Release the buttons if they were opened."""
        if self._outlet.close() and self._buttons is not None:
            self._buttons.close()

    def _try(self) -> None:
        if not self._outlet.open:
            return
        try:
            self._buttons = self._open_buttons()
        except DeviceMissing as error:
            self._outlet.lose(str(error))
            self._outlet.look_at(self._clock.now() + RETRY, self._try)
            return
        self._outlet.find("the buttons answer")
        self._buttons.start(self._outlet.tell)


class LateSounder:
    """A Sounder that is opened by the first tune; as long as it is missing, `play` raises DeviceLost."""

    def __init__(self, open_sounder: Callable[[], Sounder]) -> None:
        """`open_sounder` raises DeviceMissing while the buzzer is missing."""
        self._open_sounder = open_sounder
        self._sounder: Sounder | None = None
        self._closed = False

    def play(self, tune: Tune) -> None:
        """Open the buzzer unless it is already open, and play `tune`."""
        if self._closed:
            raise DeviceClosed("the buzzer is closed")
        if self._sounder is None:
            self._sounder = _opened(self._open_sounder)
        self._sounder.play(tune)

    def close(self) -> None:
        """Release the buzzer, if it was opened."""
        self._closed = True
        if self._sounder is not None:
            self._sounder.close()


def _opened(open_device: Callable[[], _Device]) -> _Device:
    """Open a device; if it is missing, raise DeviceLost with the text of the DeviceMissing."""
    try:
        return open_device()
    except DeviceMissing as error:
        raise DeviceLost(str(error)) from error
