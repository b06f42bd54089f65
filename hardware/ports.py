"""The ports: the events that devices send to the table, and the calls that it may make.

Devices know channels, LEDs, tags and buttons by number or name, never their meaning in the game.

Every port keeps these promises (one contract suite in the tests holds all drivers and twins to them):

- `start(sink)` is called once; events come only between `start` and `close`, one at a time, in the
  order they happened, never from inside a call into the device. A second `start` raises DeviceClosed.
- `close` may be called twice; any other use after it raises DeviceClosed.
- A lost device sends one `DeviceState(ok=False)`, and when it is back one `DeviceState(ok=True)`.
  Changes in between were not seen: after a sensor bank came back, take a new `snapshot`.
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

    A device that repeats a tag causes only one event. A tag laid over another comes without a None
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

    `missed`: changes on the board were lost, so the open turn may be judged wrongly.
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
        """The number of channels; they are numbered from 0."""
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
        """The clock's time before which all edges have been delivered, except while a contact bounces.

        A bank that is lost, or that confirms nothing, delays nothing: its time goes on.
        """
        ...

    def confirm(self, t: float, then: Callable[[], None]) -> None:
        """Call `then` as soon as `complete` is `t` or later; `t` is not in the future.

        A new call replaces the one before.
        """


@runtime_checkable
class AnalogBank(SensorBank, Protocol):
    """A SensorBank of analog hall sensors."""

    def readings(self) -> tuple[int, ...]:
        """Every channel's reading now, 0 to 65535; raise DeviceLost while the bank does not answer."""
        ...

    def calibrate(self, wanted: tuple[Calibration | None, ...]) -> None:
        """Use and store these calibrations by channel; None where there is no sensor.

        Raise DeviceLost if the bank is lost.
        """
        ...


class LightStrip(Protocol):
    """A chain of RGB LEDs."""

    @property
    def leds(self) -> int:
        """The number of LEDs in the chain."""
        ...

    def show(self, rgb: bytes) -> None:
        """Light the chain: red, green, blue, 0 to 255, for each LED in chain order.

        Raise BadFrame unless there are exactly three bytes an LED; raise DeviceLost if the chain does not
        answer.
        """
        ...

    def close(self) -> None:
        """Release the device, the LEDs dark."""
        ...


Effect: TypeAlias = Literal["steady", "blink", "pulse", "double flash", "flash", "dip"]
"""How an LED's brightness changes over one period.

Steady: always on. Blink: on in the first half. Pulse: up and down. Double flash: on twice for a seventh each.
Flash: on in the first tenth. Dip: down to a quarter in the second half.
"""


@dataclass(frozen=True, slots=True)
class Glow:
    """An LED that the device animates: the brightest colour, the effect, and its period in seconds."""

    rgb: tuple[int, int, int]
    effect: Effect = "steady"
    seconds: float = 1.0


@runtime_checkable
class AnimatedStrip(LightStrip, Protocol):
    """A LightStrip whose LEDs can animate themselves, so that only changes of meaning are sent."""

    def animate(self, glows: Mapping[int, Glow]) -> bool:
        """Show these glows, with all other LEDs dark, until the next `animate` or `show`.

        Return False, with nothing shown, if the device cannot animate them. Raise DeviceLost if the chain
        does not answer.
        """
        ...

    def preview(self, rgb: bytes) -> None:
        """Take the present colours of the animated LEDs, for mirrors of the chain; nothing is sent."""
        ...


class CardReader(Protocol):
    """One reader of tags; a board may have several."""

    @property
    def name(self) -> str:
        """A seat's letter, or "table". The device's name in DeviceState is "reader " with this name."""
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
        """Report one ButtonPressed for each press from now on, without the contact's bounce."""
        ...

    def close(self) -> None:
        """Release the device."""
        ...


Tune: TypeAlias = tuple[tuple[int, float], ...]
"""Tones one after another: (hertz, seconds); 0 hertz is a pause."""

LONGEST_TUNE = 29
"""The most tones of a tune; a microcontroller takes no more."""


class Sounder(Protocol):
    """A buzzer."""

    def play(self, tune: Tune) -> None:
        """Play these tones instead of any that still sound; return at once.

        Raise DeviceLost if the buzzer is lost.
        """
        ...

    def close(self) -> None:
        """Silence and release the device."""
        ...
