"""The life cycle of every device: started once, closed once, each loss and each return reported once.

Devices that may be plugged in after the start are opened by their first use, or as soon as they are there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from hardware.clock import Clock, Handle
from hardware.errors import DeviceClosed, DeviceLost, DeviceMissing
from hardware.lights import check_frame
from hardware.ports import Buttons, DeviceState, HardwareEvent, LightStrip, Sink, Sounder, Tune


class Outlet:
    """The object through which a device delivers its events, by the rules of `hardware.ports`."""

    def __init__(self, device: str, clock: Clock) -> None:
        """`device`: the device's name in events and errors; `clock` schedules the calls of `look_at`."""
        self.device = device
        self._clock = clock
        self._sink: Sink | None = None
        self._closed = False
        self._trouble: str | None = None
        self._next: Handle | None = None

    @property
    def open(self) -> bool:
        """Whether the device was started and not closed."""
        return self._sink is not None

    @property
    def lost(self) -> bool:
        """Whether the device has been reported as lost."""
        return self._trouble is not None

    def start(self, sink: Sink) -> None:
        """Deliver events to `sink` from now on; if the device is lost already, report that first."""
        self.refuse_closed()
        if self._sink is not None:
            raise DeviceClosed(f"{self.device}: started already")
        self._sink = sink
        if self._trouble is not None:
            self._report(False, self._trouble)

    def close(self) -> bool:
        """Stop delivering events; return True unless `close` was called before."""
        was_closed, self._closed, self._sink = self._closed, True, None
        if self._next is not None:
            self._next.cancel()
        return not was_closed

    def look_at(self, t: float, look: Callable[[], None]) -> None:
        """Call `look` at time `t` if the device is open; `close` cancels the call scheduled last."""
        if self.open:
            self._next = self._clock.call_at(t, look)

    def refuse_closed(self) -> None:
        """Raise DeviceClosed if the device was closed."""
        if self._closed:
            raise DeviceClosed(f"{self.device}: closed")

    def refuse_lost(self) -> None:
        """Raise DeviceClosed or DeviceLost unless the device can be used."""
        self.refuse_closed()
        if self._trouble is not None:
            raise DeviceLost(self._trouble)

    def deliver(self, event: HardwareEvent) -> None:
        """Deliver `event` to the sink, if there is one."""
        if self._sink is not None:
            self._sink(event)

    def lose(self, text: str) -> bool:
        """Report the device as lost unless that was reported already; return whether a report was made."""
        if self._trouble is not None:
            return False
        self._trouble = text
        self._report(False, text)
        return True

    def find(self, text: str, *, at_once: bool = False) -> bool:
        """If the device was lost, report it as back; return whether it was lost.

        `at_once`: deliver the report before returning. Do not set it in a method that the sink's owner calls.
        """
        if self._trouble is None:
            return False
        self._trouble = None
        if at_once:
            self.deliver(DeviceState(self._clock.now(), self.device, True, text))
        else:
            self._report(True, text)
        return True

    def _report(self, ok: bool, text: str) -> None:
        """Schedule a DeviceState, so that the sink is not called before the caller's method has returned."""
        if self._sink is not None:
            self._clock.call_at(
                self._clock.now(), lambda: self.deliver(DeviceState(self._clock.now(), self.device, ok, text))
            )


_Device = TypeVar("_Device", bound=LightStrip | Sounder)

RETRY = 1.0
"""Seconds between two attempts to open missing buttons."""


class _Late(Generic[_Device]):
    """A device that is opened by its first use; while it is missing, its use raises DeviceLost."""

    def __init__(self, open_device: Callable[[], _Device], closed: str) -> None:
        """`open_device` raises DeviceMissing while there is no device; `closed`: the error after `close`."""
        self._open_device, self._closed_text = open_device, closed
        self._device: _Device | None = None
        self._closed = False

    def close(self) -> None:
        """Release the device, dark or silent, if it was opened."""
        if not self._closed:
            self._closed = True
            if self._device is not None:
                self._device.close()

    def _refuse_closed(self) -> None:
        if self._closed:
            raise DeviceClosed(self._closed_text)

    def _opened(self) -> _Device:
        if self._device is None:
            try:
                self._device = self._open_device()
            except DeviceMissing as error:
                raise DeviceLost(str(error)) from error
        return self._device


class LateStrip(_Late[LightStrip]):
    """A LightStrip that is opened by the first frame; while it is missing, `show` raises DeviceLost."""

    def __init__(self, open_strip: Callable[[], LightStrip], leds: int) -> None:
        super().__init__(open_strip, "the lights are closed")
        self.leds = leds

    def show(self, rgb: bytes) -> None:
        """Open the strip unless it is open, and send one frame; see LightStrip."""
        self._refuse_closed()
        check_frame(rgb, self.leds)
        self._opened().show(rgb)


class LateSounder(_Late[Sounder]):
    """A Sounder that is opened by the first tune; as long as it is missing, `play` raises DeviceLost."""

    def __init__(self, open_sounder: Callable[[], Sounder]) -> None:
        super().__init__(open_sounder, "the buzzer is closed")

    def play(self, tune: Tune) -> None:
        """Open the buzzer unless it is already open, and play `tune`."""
        self._refuse_closed()
        self._opened().play(tune)


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
        self._buttons.start(self._outlet.deliver)
