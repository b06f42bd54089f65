"""Buttons and a buzzer of the simulated table."""

from __future__ import annotations

from hardware.clock import Clock
from hardware.errors import DeviceClosed, HardwareError
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
        """No more events."""
        self._outlet.close()

    def press(self, name: ButtonName, place: str) -> None:
        """Press the button `name` at `place`, a seat's letter or "table"."""
        if name not in NAMES:
            raise HardwareError(f"there are buttons {', '.join(NAMES)}, no {name!r}")

        self._clock.call_at(
            self._clock.now(), lambda: self._outlet.tell(ButtonPressed(self._clock.now(), name, place))
        )


class TwinSounder:
    """A buzzer that remembers what it sounded."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._closed = False
        self.beeps: list[tuple[float, int, float]] = []
        """(time, hertz, seconds) of every tone."""

    def beep(self, hertz: int = 2000, seconds: float = 0.08) -> None:
        """Sound one tone."""
        if self._closed:
            raise DeviceClosed("the buzzer is closed")
        self.beeps.append((self._clock.now(), hertz, seconds))

    def close(self) -> None:
        """Silence."""
        self._closed = True
