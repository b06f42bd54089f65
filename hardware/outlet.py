"""The life cycle of every device: started once, closed once, each loss and each return reported once."""

from __future__ import annotations

from collections.abc import Callable

from hardware.clock import Clock, Handle
from hardware.errors import DeviceClosed, DeviceLost
from hardware.ports import DeviceState, HardwareEvent, Sink


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
            self._say(False, self._trouble)

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

    def tell(self, event: HardwareEvent) -> None:
        """Deliver `event` to the sink, if there is one."""
        if self._sink is not None:
            self._sink(event)

    def lose(self, text: str) -> bool:
        """Report the device as lost unless that was reported already; return whether a report was made."""
        if self._trouble is not None:
            return False
        self._trouble = text
        self._say(False, text)
        return True

    def find(self, text: str, *, at_once: bool = False) -> bool:
        """If the device was lost, report it as back; return whether it was lost.

        `at_once`: deliver the report before returning. Do not set it in a method that the sink's owner calls.
        """
        if self._trouble is None:
            return False
        self._trouble = None
        if at_once:
            self.tell(DeviceState(self._clock.now(), self.device, True, text))
        else:
            self._say(True, text)
        return True

    def _say(self, ok: bool, text: str) -> None:
        """Schedule a DeviceState, so that the sink is not called before the caller's method has returned."""
        if self._sink is not None:
            self._clock.call_at(
                self._clock.now(), lambda: self.tell(DeviceState(self._clock.now(), self.device, ok, text))
            )
