"""The ports: the events that devices send to the table, and the calls that it may make.

Devices know channels, LEDs, tags and buttons by number or name, never what they mean in the game.

Every port keeps these promises (one contract suite in the tests holds all drivers and twins to them):

- `start(sink)` is called once; events come only between `start` and `close`, one at a time, in the
  order they happened, never from inside a call into the device. A second `start` raises DeviceClosed.
- `close` may be called twice; any other use after it raises DeviceClosed.
- A device that is lost says so with one `DeviceState(ok=False)` and comes back with one
  `DeviceState(ok=True)`. Changes in between were not seen: after a sensor bank came back, take a
  new `snapshot`.
- Times are the clock's seconds. Each device's own times never decrease; two devices that stamp their
  events themselves may overtake each other by the length of a thread switch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from firmware_bridge.facts import Calibration

ButtonName: TypeAlias = Literal["ok", "back", "help"]


@dataclass(frozen=True, slots=True)
class SensorEdge:
    """The raw level of `channel` became `on` (True: a marble is there), contact bounce included."""

    t: float
    channel: int
    on: bool


@dataclass(frozen=True, slots=True)
class CardSeen:
    """`tag` now lies on the reader `reader` (a seat's letter or "table"); None: it was taken off.

    One event however often the device repeats itself. A tag laid over another comes without a None
    between them.
    """

    t: float
    tag: str | None
    reader: str


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """Button `name` was pressed once at `place`, a seat's letter or "table"."""

    t: float
    name: ButtonName
    place: str


@dataclass(frozen=True, slots=True)
class DeviceState:
    """`device` was lost (`ok` False) or is back; `text` is a sentence for people."""

    t: float
    device: str
    ok: bool
    text: str


@dataclass(frozen=True, slots=True)
class DeviceTrouble:
    """`device` has a fault that does not stop it, or that explains why it is lost; `text` is for people.

    `missed`: changes happened on the board that nobody will hear of, so the open turn may be judged wrongly.
    """

    t: float
    device: str
    text: str
    missed: bool = False


HardwareEvent: TypeAlias = SensorEdge | CardSeen | ButtonPressed | DeviceState | DeviceTrouble
Sink: TypeAlias = Callable[[HardwareEvent], None]


class SensorBank(Protocol):
    """All the hole sensors of a board, one channel a hole."""

    @property
    def channels(self) -> int:
        """How many there are; they are numbered from 0."""
        ...

    def start(self, sink: Sink) -> None:
        """Report every SensorEdge from now on, and DeviceState when the bank is lost or back."""
        ...

    def snapshot(self) -> tuple[bool, ...]:
        """The raw level of every channel: an earlier snapshot with every edge since applied.

        DeviceLost while the bank does not answer.
        """
        ...

    def close(self) -> None:
        """Release the device."""
        ...


@runtime_checkable
class LateBank(SensorBank, Protocol):
    """A SensorBank behind a link that may deliver an edge late. Every other bank delivers edges at once."""

    @property
    def complete(self) -> float:
        """The clock's time before which every edge has been told, except while a contact bounces.

        A bank that is lost, or that confirms nothing, holds nobody up: its time runs on all the same.
        """
        ...

    def confirm(self, t: float, then: Callable[[], None]) -> None:
        """Call `then` as soon as `complete` is `t` or later; `t` is not in the future.

        Only the last call counts.
        """


@runtime_checkable
class AnalogBank(SensorBank, Protocol):
    """A SensorBank of analog hall sensors."""

    def readings(self) -> tuple[int, ...]:
        """Every channel's reading now, 0 to 65535; DeviceLost while the bank does not answer."""
        ...

    def calibrate(self, wanted: tuple[Calibration | None, ...]) -> None:
        """Work with these by channel from now on, and keep them; None: no sensor is there. DeviceLost."""
        ...


class LightStrip(Protocol):
    """A chain of RGB LEDs."""

    @property
    def leds(self) -> int:
        """How many there are."""
        ...

    def show(self, rgb: bytes) -> None:
        """Light the chain: red, green, blue, 0 to 255, for each LED in chain order.

        BadFrame unless there are exactly three bytes an LED; DeviceLost when the chain is not there.
        """
        ...

    def close(self) -> None:
        """Release the device, the LEDs dark."""
        ...


Effect: TypeAlias = Literal["steady", "blink", "pulse", "double flash", "flash", "dip"]
"""The course of a light in each period: always on; on for the first half; up and down; on twice for a
seventh; on for the first tenth; down to a quarter in the second half."""


@dataclass(frozen=True, slots=True)
class Glow:
    """How one LED shines by itself: its colour when brightest, the effect and its period in seconds."""

    rgb: tuple[int, int, int]
    effect: Effect = "steady"
    seconds: float = 1.0


@runtime_checkable
class AnimatedStrip(LightStrip, Protocol):
    """A LightStrip whose LEDs can change by themselves, so that only changes of meaning have to be sent."""

    def animate(self, glows: Mapping[int, Glow]) -> bool:
        """Show these, all other LEDs dark, until the next `animate` or `show`.

        False, and nothing is shown, if the device cannot do it. DeviceLost when the chain is not there.
        """
        ...

    def preview(self, rgb: bytes) -> None:
        """Take what the animated LEDs show at this moment, for those who mirror them; nothing is sent."""
        ...


class CardReader(Protocol):
    """One reader of tags; a board may have several."""

    @property
    def name(self) -> str:
        """A seat's letter, or "table". The device's name in DeviceState is "reader " and this."""
        ...

    def start(self, sink: Sink) -> None:
        """Report CardSeen from now on, and DeviceState when the reader is lost or back."""
        ...

    def close(self) -> None:
        """Release the device."""
        ...


class Buttons(Protocol):
    """All buttons of a board."""

    def start(self, sink: Sink) -> None:
        """Report one ButtonPressed for each press from now on, however the contact bounces."""
        ...

    def close(self) -> None:
        """Release the device."""
        ...


Tune: TypeAlias = tuple[tuple[int, float], ...]
"""Tones one after another: (hertz, seconds); 0 hertz is a pause."""

LONGEST_TUNE = 29
"""Tones; a microcontroller takes no more."""


class Sounder(Protocol):
    """A buzzer."""

    def play(self, tune: Tune) -> None:
        """Sound these tones, in place of any that still sound; returns at once. DeviceLost."""
        ...

    def close(self) -> None:
        """Release the device, silent."""
        ...
