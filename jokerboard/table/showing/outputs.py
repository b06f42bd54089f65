"""The outputs of a table: its lights, with the marbles and the card that its page shows then; its sounds.

Every change of lights is sent on time, and no frame while nothing changes. A failing device is reported as
lost once, and the game continues meanwhile. A strip is retried until it works. LEDs lose their state when
their supply sags: `again` resends the colours of all LEDs.

While a play is not on the disk yet, only lights that mirror the board change (`_MIRROR`); everything else
stays as at the last announcement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from engine.geometry import Board, Hole, Seat
from engine.referee.lights import Light
from engine.referee.machine import Referee
from engine.referee.verdicts import Illegal, Over, Owed, Verdict
from hardware.clock import Clock, Handle
from hardware.errors import HardwareError
from hardware.ports import AnimatedStrip, DeviceState, LightStrip, Sounder, Tune
from jokerboard.table.showing.led_patterns import frame, glows, next_change
from jokerboard.words.catalogue import words

RETRY = 0.5
"""Seconds between two attempts while the strip fails."""


class _Reports:
    """Reports a device as lost, or as found again, once each and after the present call."""

    def __init__(self, clock: Clock, device: str, report: Callable[[DeviceState], None]) -> None:
        self._clock, self._device, self._report = clock, device, report
        self._lost = False

    def report(self, *, ok: bool, text: str) -> None:
        if self._lost is ok:
            self._lost = not ok
            now = self._clock.now()
            self._clock.call_at(now, lambda: self._report(DeviceState(now, self._device, ok, text)))


class StripUpdates:
    """The lights of one strip.

    A strip that animates itself is updated only if a light gets another role or seat. Any other strip gets
    every frame, by a timer that runs only while a light blinks.
    """

    def __init__(
        self, clock: Clock, strip: LightStrip, report: Callable[[DeviceState], None] = lambda _: None
    ) -> None:
        """`report` gets a DeviceState, after the present call, when the strip is lost or found again."""
        self._clock, self._strip = clock, strip
        self._reports = _Reports(clock, "lights", report)
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
            self._reports.report(ok=False, text=str(error))
            self._sent = self._animated = None
            return False
        self._reports.report(ok=True, text=words("device.shines"))
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


_MIRROR = ("illegal", "put-back", "fault", "choose")
"""Roles of lights that mirror the board and never wait for the disk."""


_MENDING = ("illegal", "put-back")
_MAY_BE_PLAYED = ("turn", "movable", "target")
"""Roles of lights that the lights of a machine or a hint replace."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The referee's state without its verdicts, as of the last announcement."""

    marbles: Mapping[Hole, Seat]
    owing: tuple[Owed, ...]
    card: str | None
    lights: Mapping[Hole, Light]
    offered: bool = False
    """Whether a new game is offered."""


class TableLights:
    """The lights of one board; `shown` is the state that they show."""

    def __init__(
        self, clock: Clock, board: Board, strip: LightStrip, report: Callable[[DeviceState], None]
    ) -> None:
        """`report` is called with a DeviceState when the strip is lost and when it is back."""
        self._board = board
        self._lights = StripUpdates(clock, strip, report)
        self._of_game: Mapping[Hole, Light] = {}
        self.shown = Shown({}, (), None, {})

    def show(
        self,
        referee: Referee,
        *,
        holds: bool,
        trouble: bool,
        asks: Iterable[Hole],
        instead: Mapping[Hole, Light] | None = None,
        added: Mapping[Hole, Light] | None = None,
    ) -> bool:
        """Show the referee's state; return whether it has changed.

        `holds`: a play of that state is not on the disk yet. `trouble`: the computer has a fault, which the
        corners show. `asks`: the holes of the menu's question. `instead`: the lights of a stopped game.
        `added`: the lights of a machine's request or a hint, which replace those of all possible plays.
        """
        lights = _with_added(referee.lights if instead is None else instead, added or {})
        if holds:
            lights = {hole: light for hole, light in lights.items() if light.role in _MIRROR}
            rest = {h: light for h, light in self._of_game.items() if light.role not in _MIRROR}
            shown = replace(self.shown, lights=rest | lights)
        else:
            card = None if referee.card is None else str(referee.card)
            shown = Shown(dict(referee.marbles), tuple(referee.owing), card, lights, referee.offered)
        self._of_game = shown.lights
        extra = corners(self._board) if trouble else {}
        asked = {hole: Light("choose") for hole in asks}
        shown = replace(shown, lights={**extra, **shown.lights, **asked})
        if shown == self.shown:
            return False
        self.shown = shown
        self._lights.show(shown.lights)
        return True

    def again(self) -> None:
        """Send the unchanged colours again, because the LEDs may have lost them."""
        self._lights.again()

    def close(self) -> None:
        """Send nothing to the strip any more."""
        self._lights.close()


def _with_added(lights: Mapping[Hole, Light], added: Mapping[Hole, Light]) -> dict[Hole, Light]:
    """The lights with `added` in place of possible plays; unchanged while people correct something."""
    if not added or any(light.role in _MENDING for light in lights.values()):
        return dict(lights)
    under = {hole: light for hole, light in lights.items() if light.role == "turn"}
    above = {hole: light for hole, light in lights.items() if light.role not in _MAY_BE_PLAYED}
    return {**under, **added, **above}


def corners(board: Board, role: str = "fault") -> dict[Hole, Light]:
    """The corner holes lit in a role, as a message about the whole board."""
    side = board.ring // board.sides
    return {corner: Light(role) for corner in range(0, board.ring, side)}


def standing(board: Board, winners: tuple[Seat, ...] | None) -> dict[Hole, Light]:
    """The lights of a stopped game: the winners' lanes, or white corners while it is paused (None)."""
    if winners is None:
        return corners(board, "turn")
    return {hole: Light("win", seat) for seat in winners for hole in board.lane(seat)}


CARD: Tune = ((1760, 0.06),)
ILLEGAL: Tune = ((330, 0.15), (0, 0.08), (330, 0.15))
WIN: Tune = ((523, 0.15), (659, 0.15), (784, 0.15), (1047, 0.35), (0, 0.05), (784, 0.15), (1047, 0.6))


class Sounds:
    """The buzzer of one table; silent if the table has none."""

    def __init__(self, clock: Clock, sounder: Sounder | None, report: Callable[[DeviceState], None]) -> None:
        """`report` gets a DeviceState, after the present call, when the buzzer is lost or found again."""
        self._sounder, self._reports = sounder, _Reports(clock, "buzzer", report)

    def card_read(self) -> None:
        """Sound that a known card was laid on a reader."""
        self._play(CARD)

    def announce(self, verdict: Verdict) -> None:
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
            self._reports.report(ok=False, text=str(error))
        else:
            self._reports.report(ok=True, text=words("device.sounds"))
