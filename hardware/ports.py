"""The interfaces of all devices: the events that a device sends to the table, and the calls that it accepts.

Devices know channels, LEDs, tags and buttons by number or name, never their meaning in the game.

Every device keeps these rules (a suite in the tests checks every driver and every twin):

- `start(sink)` is called once. Events come only between `start` and `close`, one at a time, in the order in
  which they happened, and never before a call of a method of the device has returned. A second `start` raises
  DeviceClosed.
- `close` may be called twice; any other call after it raises DeviceClosed.
- A lost device sends one `DeviceState(ok=False)`, and when it is back one `DeviceState(ok=True)`. Changes in
  between are unknown: after a sensor bank came back, take a new `snapshot`.
- Times are in the clock's seconds. The times of one device never decrease. An event of another device with a
  slightly later time may come first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from firmware_bridge.facts import Calibration

ButtonName: TypeAlias = Literal["ok", "back", "help"]


@dataclass(frozen=True, slots=True)
class SensorEdge:
    """The raw level of `channel` became `on` (True: a marble is there). Edges of a contact's bounce are
    sent.
    """

    t: float
    channel: int
    on: bool


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card with `tag` was laid on the reader named `reader`; `tag` None: the card was taken off.

    A card that lies still causes only one event. If a card is laid over another card, there is no event with
    None between them.
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
    """`device` was lost (`ok` is False) or is back (True); `text` is a sentence for people."""

    t: float
    device: str
    ok: bool
    text: str


@dataclass(frozen=True, slots=True)
class DeviceTrouble:
    """`device` has a fault that does not stop it, or that explains why it is lost; `text` is for people.

    `missed`: changes on the board are missing, so the table may judge the present turn wrongly.
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
        """Call `sink` with every SensorEdge from now on, and with DeviceState when the bank is lost or
        back.
        """
        ...

    def snapshot(self) -> tuple[bool, ...]:
        """The raw level of every channel, after all edges that have been delivered.

        Raise DeviceLost while the bank does not answer.
        """
        ...

    def close(self) -> None:
        """Release the device."""
        ...


@runtime_checkable
class LateBank(SensorBank, Protocol):
    """A SensorBank behind a link, which may deliver an edge late. All other banks deliver edges at once."""

    @property
    def complete(self) -> float:
        """The time before which all edges have been delivered, except those of a contact that still bounces.

        While the bank is lost or silent, this time advances with the clock, so that the game does not wait.
        """
        ...

    def confirm(self, t: float, then: Callable[[], None]) -> None:
        """Call `then` as soon as `complete` is `t` or later; `t` is not in the future.

        A new call replaces the previous call.
        """


@runtime_checkable
class AnalogBank(SensorBank, Protocol):
    """A SensorBank of analog hall sensors."""

    def readings(self) -> tuple[int, ...]:
        """The present reading of each channel, 0 to 65535; raise DeviceLost while the bank does not
        answer.
        """
        ...

    def calibrate(self, wanted: tuple[Calibration | None, ...]) -> None:
        """Use and store the calibrations `wanted`, by channel; None for a channel without a sensor.

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
        """Show `rgb`: red, green and blue, 0 to 255, for each LED in the order of the chain.

        Raise BadFrame unless there are exactly three bytes an LED; raise DeviceLost if the chain does not
        answer.
        """
        ...

    def close(self) -> None:
        """Turn the LEDs off and release the device."""
        ...


Effect: TypeAlias = Literal["steady", "blink", "pulse", "double flash", "flash", "dip"]
"""The way in which an LED's brightness changes over one period.

Steady: always on. Blink: on in the first half. Pulse: up and down. Double flash: on twice for a seventh each.
Flash: on in the first tenth. Dip: down to a quarter in the second half.
"""


@dataclass(frozen=True, slots=True)
class Glow:
    """The animation of one LED: its brightest colour, the effect, and the period in seconds."""

    rgb: tuple[int, int, int]
    effect: Effect = "steady"
    seconds: float = 1.0


@runtime_checkable
class AnimatedStrip(LightStrip, Protocol):
    """A LightStrip whose device animates the LEDs, so that not every frame must be sent."""

    def animate(self, glows: Mapping[int, Glow]) -> bool:
        """Animate LEDs (LED number to Glow), all others dark, until the next `animate` or `show`.

        Return False, without any effect, if the device cannot animate. Raise DeviceLost if the chain does not
        answer.
        """
        ...

    def preview(self, rgb: bytes) -> None:
        """Note the present colours of the animated LEDs for observers of the strip; send nothing."""
        ...


class CardReader(Protocol):
    """One reader of cards; a board may have several."""

    @property
    def name(self) -> str:
        """A seat's letter, "table" or "shoe". In DeviceState the device is "reader " followed by this
        name.
        """
        ...

    def start(self, sink: Sink) -> None:
        """Call `sink` with CardSeen from now on, and with DeviceState when the reader is lost or back."""
        ...

    def close(self) -> None:
        """Release the device."""
        ...


class Buttons(Protocol):
    """All buttons of a board."""

    def start(self, sink: Sink) -> None:
        """Call `sink` with one ButtonPressed for each press from now on; a contact's bounce is filtered."""
        ...

    def close(self) -> None:
        """Release the device."""
        ...


Tune: TypeAlias = tuple[tuple[int, float], ...]
"""The tones of a tune, one after another, as (hertz, seconds); 0 hertz is a pause."""

LONGEST_TUNE = 29
"""The most tones of a tune: a microcontroller stores no more."""


class Sounder(Protocol):
    """A buzzer."""

    def play(self, tune: Tune) -> None:
        """Begin to play `tune`, and end the tune that still plays; return at once.

        Raise DeviceLost if the buzzer is lost.
        """
        ...

    def close(self) -> None:
        """Silence the buzzer and release the device."""
        ...
