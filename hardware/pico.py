"""A board behind a microcontroller: sensors and lights of a Pico that runs `firmware_bridge/firmware`.

One link serves both ports. The link is pumped every few milliseconds by the clock that everything else runs
by, from the opening on; it finds the board again by itself, and loses no edge that the board still keeps.
The board dates its edges itself, so an edge's time is when it happened, up to some milliseconds ago.
"""

from __future__ import annotations

from collections.abc import Callable

from firmware_bridge import calibration as calibrating
from firmware_bridge.errors import BridgeError, LinkError
from firmware_bridge.events import Answer, Edge, LinkEvent, Snapshot, Trouble
from firmware_bridge.facts import Calibration
from firmware_bridge.link import BoardLink
from firmware_bridge.transport import Line, SerialLine
from hardware.clock import Clock, Handle
from hardware.errors import DeviceLost, DeviceMissing
from hardware.lights import DimmedStrip
from hardware.outlet import Outlet
from hardware.ports import SensorEdge, Sink

PUMP = 0.002
"""Seconds from one look at the link to the next."""

LINKS_WITHIN = 3.0
"""Seconds that a board has at the opening to answer; a Pico that boots takes less than one."""

FAREWELL = 50
"""Looks at the link, of up to 10 ms, that a last dark frame has to go out."""

SETTLES = 0.05
"""Seconds for a board with new thresholds to look at every channel: 14 ms for 224, and its debouncing."""

UNUSED = Calibration(0x8000, 0xFFFF, 0)
"""Of a channel without a sensor: nothing puts it on."""

SILENT = "the board's microcontroller does not answer; check its USB cable"


class PicoBoard:
    """Both ports of one board: `sensors`, and `strip` over the same link."""

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
        open_line: Callable[[str], Line] = SerialLine,
    ) -> None:
        """`path`: the serial port, as in /dev/serial/by-id; the lights' settings as in DimmedStrip.

        `calibration`: of an analog board, by channel; if empty, what the board works with now.

        DeviceMissing, with the link's own words, when no board answers or it is too small.
        """
        self._clock = clock
        self._link = BoardLink(path, clock=clock.now, open_line=open_line)
        self._outlet = Outlet("sensors", clock)
        self._levels: tuple[bool, ...] = ()
        self._channels, self._leds = channels, leds
        self._trouble = SILENT
        self._edge_t = 0.0
        self._users = {"sensors", "strip"}
        self._meet()
        self.sensors = PicoSensors(self)
        self.strip = DimmedStrip(
            self._show, self._leave_strip, leds, brightness=brightness, gamma=gamma, amperes=amperes
        )
        self._next: Handle = clock.call_at(clock.now(), self._look)
        if calibration:
            try:
                self.calibrate(calibration)
            except DeviceLost as error:
                self._close()
                raise DeviceMissing(str(error)) from error

    def _meet(self) -> None:
        """Pump until the board has told what it is and what lies on it."""
        end = self._clock.now() + LINKS_WITHIN
        while (facts := self._link.facts) is None or not self._levels:
            if self._clock.now() > end:
                self._link.close()
                raise DeviceMissing(f"no board at {self._link.path}: {self._trouble}")
            for event in self._link.pump(0.05):
                self._hear(event)
        has = (len(self._levels), facts.leds)
        if has[0] < self._channels or has[1] < self._leds:
            self._link.close()
            raise DeviceMissing(
                f"the board at {self._link.path} has {has[0]} sensors and {has[1]} LEDs, this game needs"
                f" {self._channels} and {self._leds}; see board.json of its firmware"
            )

    # Analog boards.

    @property
    def path(self) -> str:
        """Its serial port."""
        return self._link.path

    def ask(self, op: int, args: bytes = b"", timeout: float = 2.0) -> Answer:
        """Give the board a command and wait for its answer; what it tells meanwhile is heard. LinkError."""
        ticket, end = self._link.request(op, args), self._clock.now() + timeout
        while self._clock.now() < end:
            answer: Answer | None = None
            for event in self._link.pump(0.05):
                self._hear(event)
                if isinstance(event, Answer) and event.ticket == ticket:
                    answer = event
            if answer is not None:
                return answer
        raise LinkError(f"the board at {self.path} does not answer within {timeout:g} s")

    def readings(self) -> tuple[int, ...]:
        """What every channel measures, 0 to 65535; DeviceLost when the board does not answer, or not so."""
        try:
            return calibrating.measure(self, self._channels)
        except BridgeError as error:
            raise DeviceLost(str(error)) from error

    def calibrate(self, wanted: tuple[Calibration | None, ...]) -> None:
        """Have the board work with this calibration and keep it, unless it does already. DeviceLost."""
        want = tuple(UNUSED if each is None else each for each in wanted)
        try:
            if calibrating.read(self, len(want)) == want:
                return
            calibrating.write(self, want)
        except BridgeError as error:
            raise DeviceLost(str(error)) from error
        end = self._clock.now() + SETTLES
        while self._clock.now() < end:
            for event in self._link.pump(0.01):
                self._hear(event)

    def _look(self) -> None:
        """One look at the link, and the appointment for the next."""
        was = self._link.linked
        for event in self._link.pump(0.0):
            self._hear(event)
        if was and not self._link.linked:
            self._outlet.lose(self._trouble)
        if self._users:
            self._next = self._clock.call_at(self._clock.now() + PUMP, self._look)

    def _hear(self, event: LinkEvent) -> None:
        match event:
            case Edge(t, _, channel, on) if not self._outlet.lost and channel < len(self._levels):
                self._edge(t, channel, on)
            case Snapshot(t, levels, _):
                if self._levels and not self._outlet.lost:
                    for channel, on in enumerate(levels):
                        self._edge(t, channel, on)
                self._levels = levels
                self._outlet.find("the board's microcontroller answers again")
            case Trouble(_, _, text):
                self._trouble = text.rstrip(".")
                if not self._link.linked:
                    self._outlet.lose(self._trouble)
            case _:
                pass

    def _edge(self, t: float, channel: int, on: bool) -> None:
        if self._levels[channel] == on:
            return
        self._levels = (*self._levels[:channel], on, *self._levels[channel + 1 :])
        self._edge_t = max(self._edge_t, t)
        if channel < self._channels:
            self._outlet.tell(SensorEdge(self._edge_t, channel, on))

    def _show(self, rgb: bytes) -> None:
        if not self._link.linked:
            raise DeviceLost(self._trouble)
        self._link.show(rgb)

    def _leave_strip(self) -> None:
        """Wait a little for the last frame, dark, to reach the board."""
        for _ in range(FAREWELL):
            if not self._link.linked or self._link.session.lights.settled(self._leds):
                break
            for event in self._link.pump(0.01):
                self._hear(event)
        self.leave("strip")

    def leave(self, user: str) -> None:
        """A port is closed; with the last one the link is."""
        if user in self._users:
            self._users.remove(user)
            if not self._users:
                self._close()

    def _close(self) -> None:
        self._next.cancel()
        self._link.close()


class PicoSensors:
    """The SensorBank of a PicoBoard."""

    def __init__(self, board: PicoBoard) -> None:
        self._board, self._outlet = board, board._outlet

    @property
    def channels(self) -> int:
        """How many the game uses; the board may have more."""
        return self._board._channels

    def start(self, sink: Sink) -> None:
        """Report from now on."""
        self._outlet.start(sink)

    def snapshot(self) -> tuple[bool, ...]:
        """The levels as told so far."""
        self._outlet.refuse_lost()
        return self._board._levels[: self._board._channels]

    def readings(self) -> tuple[int, ...]:
        """Of an analog board; see AnalogBank."""
        return self._board.readings()

    def calibrate(self, wanted: tuple[Calibration | None, ...]) -> None:
        """Of an analog board; see AnalogBank."""
        self._board.calibrate(wanted)

    def close(self) -> None:
        """No more events."""
        if self._outlet.close():
            self._board.leave("sensors")
