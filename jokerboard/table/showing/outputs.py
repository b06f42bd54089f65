"""What a table shows: every change of lights on time, and sounds of the buzzer.

No frame is sent while nothing changes. A failing device is reported as lost once, and the game continues
meanwhile. A strip is retried until it works. LEDs lose their state when their supply sags: `again` resends
the colours of all LEDs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.referee.lights import Light
from engine.referee.verdicts import Illegal, Over, Verdict
from hardware.clock import Clock, Handle
from hardware.errors import HardwareError
from hardware.ports import AnimatedStrip, DeviceState, LightStrip, Sounder, Tune
from jokerboard.table.showing.led_patterns import frame, glows, next_change
from jokerboard.words.catalogue import words

RETRY = 0.5
"""Seconds between two attempts while the strip fails."""


class _Reports:
    """Reports a device as lost, or as found again, once each and after the present call."""

    def __init__(self, clock: Clock, device: str, tell: Callable[[DeviceState], None]) -> None:
        self._clock, self._device, self._tell = clock, device, tell
        self._lost = False

    def say(self, *, ok: bool, text: str) -> None:
        if self._lost is ok:
            self._lost = not ok
            now = self._clock.now()
            self._clock.call_at(now, lambda: self._tell(DeviceState(now, self._device, ok, text)))


class StripUpdates:
    """The lights of one strip.

    A strip that animates itself is updated only if a light gets another role or seat. Any other strip gets
    every frame, by a timer that runs only while a light blinks.
    """

    def __init__(
        self, clock: Clock, strip: LightStrip, tell: Callable[[DeviceState], None] = lambda _: None
    ) -> None:
        """`tell` gets a DeviceState, after the present call, when the strip is lost or found again."""
        self._clock, self._strip = clock, strip
        self._reports = _Reports(clock, "lights", tell)
        self._lights: dict[int, Light] = {}
        self._sent: bytes | None = None
        # Whether the strip animates these lights; None if it has not been asked yet.
        self._animated: bool | None = None
        self._tick: Handle | None = None
        self._closed = False

    def show(self, lights: Mapping[int, Light]) -> bool:
        """Show these lights from now on; return whether they differ from the last ones."""
        if self._closed or (self._sent is not None and lights == self._lights):
            return False
        self._lights = dict(lights)
        self._animated = None
        self._paint()
        return True

    def again(self) -> None:
        """Send the unchanged colours again, because the LEDs may have lost them."""
        if not self._closed and self._sent is not None:
            self._sent = self._animated = None
            self._paint()

    def close(self) -> None:
        """Stop the timer; the owner of the strip closes it."""
        self._closed = True
        self._forget_tick()

    def _paint(self) -> None:
        self._forget_tick()
        now = self._clock.now()
        pixels = frame(self._lights, now, self._strip.leds)
        if (pixels != self._sent or self._animated is None) and not self._shone(pixels):
            self._tick = self._clock.call_at(now + RETRY, self._paint)
            return
        when = next_change(self._lights, now)
        if when is not None:
            self._tick = self._clock.call_at(when, self._paint)

    def _shone(self, pixels: bytes) -> bool:
        """Send the colours; if that fails, report the strip as lost and return False."""
        try:
            self._send(pixels)
        except HardwareError as error:
            self._reports.say(ok=False, text=str(error))
            self._sent = self._animated = None
            return False
        self._reports.say(ok=True, text=words("device.shines"))
        self._sent = pixels
        return True

    def _send(self, pixels: bytes) -> None:
        strip = self._strip
        if not isinstance(strip, AnimatedStrip):
            if pixels != self._sent:
                strip.show(pixels)
            self._animated = False
            return
        if self._animated is None:
            self._animated = strip.animate(glows(self._lights))
        (strip.preview if self._animated else strip.show)(pixels)

    def _forget_tick(self) -> None:
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None


CARD: Tune = ((1760, 0.06),)
ILLEGAL: Tune = ((330, 0.15), (0, 0.08), (330, 0.15))
WIN: Tune = ((523, 0.15), (659, 0.15), (784, 0.15), (1047, 0.35), (0, 0.05), (784, 0.15), (1047, 0.6))


class Sounds:
    """The buzzer of one table; silent if the table has none."""

    def __init__(self, clock: Clock, sounder: Sounder | None, tell: Callable[[DeviceState], None]) -> None:
        """`tell` gets a DeviceState, after the present call, when the buzzer is lost or found again."""
        self._sounder, self._reports = sounder, _Reports(clock, "buzzer", tell)

    def card_read(self) -> None:
        """Sound that a known card was laid on a reader."""
        self._play(CARD)

    def said(self, verdict: Verdict) -> None:
        """Play the sound of an announced verdict, if it has one."""
        match verdict:
            case Illegal():
                self._play(ILLEGAL)
            case Over(team=team) if team:
                self._play(WIN)
            case _:
                pass

    def _play(self, tune: Tune) -> None:
        if self._sounder is None:
            return
        try:
            self._sounder.play(tune)
        except HardwareError as error:
            self._reports.say(ok=False, text=str(error))
        else:
            self._reports.say(ok=True, text=words("device.sounds"))
