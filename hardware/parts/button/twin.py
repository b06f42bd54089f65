"""Buttons of the simulated table."""

from __future__ import annotations

from hardware.clock import Clock
from hardware.errors import HardwareError
from hardware.outlet import Outlet
from hardware.ports import ButtonName, ButtonPressed, Sink

NAMES: tuple[ButtonName, ...] = ("ok", "back", "help")


class TwinButtons:
    """Buttons at every place, pressed by simulated fingers."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._outlet = Outlet("buttons", clock)

    def start(self, sink: Sink) -> None:
        """Begin to report."""
        self._outlet.start(sink)

    def close(self) -> None:
        """Stop: no events follow."""
        self._outlet.close()

    def press(self, name: ButtonName, place: str) -> None:
        """Press the button `name` at `place`, a seat's letter or "table"."""
        if name not in NAMES:
            raise HardwareError(f"there are buttons {', '.join(NAMES)}, no {name!r}")
        self._clock.call_at(
            self._clock.now(), lambda: self._outlet.tell(ButtonPressed(self._clock.now(), name, place))
        )


make = TwinButtons
