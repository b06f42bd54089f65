"""The devices of a Pico: sensors, lights and buzzer over one link."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from contextlib import suppress

from firmware_bridge.errors import BridgeError
from firmware_bridge.facts import Calibration
from firmware_bridge.lightplan import DARK, Style
from firmware_bridge.lightplan import Effect as BoardEffect
from firmware_bridge.link import BoardLink
from firmware_bridge.messages import Feature, Op
from firmware_bridge.transport import Line, SerialLine
from hardware.clock import Clock
from hardware.errors import DeviceClosed, DeviceLost, DeviceMissing
from hardware.lights import DimmedStrip
from hardware.parts.chain_watch import Watch
from hardware.parts.pico.link import PicoLink
from hardware.parts.ws2812b import WS2812B
from hardware.ports import LONGEST_TUNE, Effect, Glow, Sink, Tune

FAREWELL = 50
"""The most polls of the link, up to 10 ms each, for sending the last frame, a dark one."""

ANIMATES = 1
"""The first minor version of the protocol in which a board supports every effect of `BOARD_EFFECTS`."""

BOARD_EFFECTS: Mapping[Effect, BoardEffect] = {
    "steady": BoardEffect.STEADY,
    "blink": BoardEffect.BLINK,
    "pulse": BoardEffect.PULSE,
    "double flash": BoardEffect.DOUBLE,
    "flash": BoardEffect.FLASH,
    "dip": BoardEffect.DIP,
}


class PicoBoard(PicoLink):
    """The SensorBank of one board; its lights (`strip`) and its buzzer (`sounder`) are on the same link."""

    def __init__(
        self,
        clock: Clock,
        path: str,
        channels: int,
        leds: int,
        *,
        brightness: float = 0.6,
        gamma: float = 1.8,
        amperes: float = 2.0,
        calibration: tuple[Calibration | None, ...] = (),
        watch: Watch | None = None,
        open_line: Callable[[str], Line] = SerialLine,
    ) -> None:
        """`path`: the serial port, as in /dev/serial/by-id; DimmedStrip explains `brightness` to `amperes`.

        `watch` checks the chain's tied inputs; None if the chain has none. `calibration`, by channel, is sent
        to an analog board; if empty, the board keeps the calibration that it has. Raise DeviceMissing, with
        the reason, if no board answers or the board has too few channels or LEDs.
        """
        link = BoardLink(path, clock=clock.now, open_line=open_line)
        super().__init__(link, clock, channels, leds, watch)
        self.strip = PicoStrip(self, leds, brightness=brightness, gamma=gamma, amperes=amperes)
        self.look_soon()
        if calibration:
            try:
                self.calibrate(calibration)
            except DeviceLost as error:
                self._close()
                raise DeviceMissing(str(error)) from error

    @property
    def channels(self) -> int:
        """The number of channels that the game uses; the board itself may have more."""
        return self._channels

    def start(self, sink: Sink) -> None:
        """Deliver events to `sink` from now on, first the trouble that came before the start."""
        self._outlet.start(sink)
        self.report_kept()

    def snapshot(self) -> tuple[bool, ...]:
        """The levels after all reported edges."""
        self._outlet.refuse_lost()
        return tuple(self._levels.levels)

    def close(self) -> None:
        """Stop delivering events."""
        if self._outlet.close():
            self.leave("sensors")

    @property
    def animates(self) -> bool:
        """Whether the board can animate its LEDs with every effect."""
        return self._link.session.minor >= ANIMATES

    def show(self, rgb: bytes) -> None:
        """Send the colours to the board: three bytes for each LED, red first."""
        self._link.show(rgb)
        self.look_soon()

    def show_styles(self, styles: tuple[Style, ...]) -> None:
        """Send one style for each LED to the board."""
        self._link.show_styles(styles)
        self.look_soon()

    @property
    def sounder(self) -> PicoSounder | None:
        """The board's buzzer, if the board has reported one."""
        facts = self._link.facts
        return PicoSounder(self) if facts is not None and Feature.BUZZER in facts.features else None

    def play(self, tune: Tune) -> None:
        """Send `tune` to the board; raise DeviceLost if the board does not answer."""
        if self.lost is not None:
            raise DeviceLost(self.lost)
        tones = [struct.pack("<HH", hertz, round(1000 * seconds)) for hertz, seconds in tune]
        try:
            self._link.request(Op.TUNE, b"".join(tones[:LONGEST_TUNE]))
        except BridgeError as error:
            raise DeviceLost(str(error)) from error
        self.look_soon()

    def leave_strip(self) -> None:
        """Wait up to half a second until the last frame, a dark one, has reached the board."""
        for _ in range(FAREWELL):
            if not self._link.linked or self._link.session.lights.settled(self._leds):
                break
            self._handle_all(0.01)
        self.leave("strip")


class PicoSounder:
    """The Sounder of a PicoBoard; the board plays the tune by itself."""

    def __init__(self, board: PicoBoard) -> None:
        self._board = board
        self._closed = False

    def play(self, tune: Tune) -> None:
        """Send the tune; see Sounder."""
        if self._closed:
            raise DeviceClosed("the buzzer is closed")
        self._board.play(tune)

    def close(self) -> None:
        """Silence the buzzer if the board can still be reached."""
        if not self._closed:
            self._closed = True
            # If the board is lost, its buzzer is silent already.
            with suppress(DeviceLost):
                self._board.play(())


class PicoStrip(DimmedStrip):
    """The AnimatedStrip of a PicoBoard."""

    def __init__(
        self, board: PicoBoard, leds: int, *, brightness: float, gamma: float, amperes: float
    ) -> None:
        super().__init__(
            self._show, board.leave_strip, leds, WS2812B, brightness=brightness, gamma=gamma, amperes=amperes
        )
        self._board = board

    def animate(self, glows: Mapping[int, Glow]) -> bool:
        """Let the board animate its LEDs; see AnimatedStrip.

        The current is limited as if all LEDs were at their brightest at the same time.
        """
        if self._closed:
            raise DeviceClosed("the lights are closed")
        self._refuse_lost()
        if not self._board.animates:
            return False
        brightest = bytearray(3 * self.leds)
        for led, glow in glows.items():
            brightest[3 * led : 3 * led + 3] = bytes(glow.rgb)
        rgb = self.dimmed(bytes(brightest))
        styles = [DARK] * self.leds
        for led, glow in glows.items():
            red, green, blue = rgb[3 * led : 3 * led + 3]
            period = round(1000 * glow.seconds)
            styles[led] = Style(red, green, blue, BOARD_EFFECTS[glow.effect], period)
        self._board.show_styles(tuple(styles))
        return True

    def preview(self, rgb: bytes) -> None:
        """Do nothing: the LEDs animate themselves."""

    def _show(self, rgb: bytes) -> None:
        self._refuse_lost()
        self._board.show(rgb)

    def _refuse_lost(self) -> None:
        if self._board.lost is not None:
            raise DeviceLost(self._board.lost)
