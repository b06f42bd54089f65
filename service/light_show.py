"""Keeps a strip showing what the referee's lights mean, in time; sends nothing while nothing changes."""

from __future__ import annotations

from collections.abc import Mapping

from hardware.clock import Clock, Handle
from hardware.ports import LightStrip
from service.light_plan import Lit, frame, next_change


class LightShow:
    """One strip's lights; blinking ones are ticked by the clock, and only while there are any."""

    def __init__(self, clock: Clock, strip: LightStrip) -> None:
        self._clock = clock
        self._strip = strip
        self._lights: dict[int, Lit] = {}
        self._sent: bytes | None = None
        self._tick: Handle | None = None
        self._closed = False

    @property
    def lights(self) -> Mapping[int, Lit]:
        """What is shown, by LED."""
        return self._lights

    def show(self, lights: Mapping[int, Lit]) -> bool:
        """Show these from now on; True when they differ from what was shown."""
        if self._closed or (self._sent is not None and lights == self._lights):
            return False
        self._lights = dict(lights)
        self._paint()
        return True

    def close(self) -> None:
        """No more ticks; the strip is its owner's to close."""
        self._closed = True
        self._forget_tick()

    def _paint(self) -> None:
        self._forget_tick()
        now = self._clock.now()
        picture = frame(self._lights, now, self._strip.leds)
        if picture != self._sent:
            self._strip.show(picture)
            self._sent = picture
        when = next_change(self._lights, now)
        if when is not None:
            self._tick = self._clock.call_at(when, self._paint)

    def _forget_tick(self) -> None:
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None
