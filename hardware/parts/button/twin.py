"""The buttons of the simulated table."""

from __future__ import annotations

from hardware.clock import Clock
from hardware.errors import HardwareError
from hardware.outlet import Outlet
from hardware.ports import ButtonName, ButtonPressed, Sink

NAMES: tuple[ButtonName, ...] = ("ok", "back", "help")


class TwinButtons:
    """A simulated `Buttons` device with buttons at every place."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._outlet = Outlet("buttons", clock)

    def start(self, sink: Sink) -> None:
        """Deliver presses to `sink` from now on."""
        self._outlet.start(sink)

    def close(self) -> None:
        """Stop delivering presses."""
        self._outlet.close()

    def press(self, name: ButtonName, place: str) -> None:
        """Press the button `name` at `place`, a seat's letter or "table"."""
        if name not in NAMES:
            raise HardwareError(f"there are buttons {', '.join(NAMES)}, no {name!r}")
        self._clock.call_at(
            self._clock.now(), lambda: self._outlet.deliver(ButtonPressed(self._clock.now(), name, place))
        )


make = TwinButtons
