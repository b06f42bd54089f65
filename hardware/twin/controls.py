"""The buttons and the buzzer of the simulated table."""

from __future__ import annotations

from hardware.clock import Clock
from hardware.errors import DeviceClosed, HardwareError
from hardware.outlet import Outlet
from hardware.ports import ButtonName, ButtonPressed, Sink, Tune

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
            self._clock.now(), lambda: self._outlet.tell(ButtonPressed(self._clock.now(), name, place))
        )


class TwinSounder:
    """A silent Sounder: `played` has the time and the tune of each call."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._closed = False
        self.played: list[tuple[float, Tune]] = []

    def play(self, tune: Tune) -> None:
        """Record the time and `tune` in `played`."""
        if self._closed:
            raise DeviceClosed("the buzzer is closed")
        self.played.append((self._clock.now(), tune))

    def close(self) -> None:
        """Close the buzzer: later calls of `play` raise DeviceClosed."""
        self._closed = True
