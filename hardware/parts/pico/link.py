"""The link to a Pico that runs `firmware_bridge/firmware`; the link can be lost and come back.

The link is polled when bytes arrive and when a deadline is reached, so a quiet board causes only a few polls
a second. A lost board is found again when it answers. The board adds its own time to each edge, so an edge
has the time at which it happened.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from firmware_bridge import calibration as calibrating
from firmware_bridge.errors import BridgeError, LinkError
from firmware_bridge.events import Answer, Edge, Facts, Gap, LinkEvent, Problem, Snapshot, Trouble
from firmware_bridge.facts import Calibration
from firmware_bridge.link import BoardLink
from hardware.clock import Clock, Handle
from hardware.errors import DeviceLost, DeviceMissing
from hardware.outlet import Outlet
from hardware.parts.chain_watch import Watch
from hardware.parts.pico.levels import PicoLevels, WatchedChain
from hardware.ports import DeviceTrouble

AGAIN = 0.001
"""The fewest seconds between two polls of the link if no bytes arrive."""

LINKS_WITHIN = 3.0
"""Seconds within which a board must answer when its link is opened; a Pico boots in less than one second."""

SETTLES = 0.05
"""Seconds in which a board with new thresholds has read every channel: 14 ms for 224 channels, and
debouncing.
"""

UNUSED = Calibration(0x8000, 0xFFFF, 0)
"""The calibration of a channel without a sensor, which is never on."""

MENDED = 0.15
"""Seconds without a fault and without edges after which a repaired chain counts as working again.

The repair itself may still cause edges.
"""

LATE_AT_MOST = 1.0
"""The most seconds for which the table waits for edges that may still be on their way, also while the link
is silent."""

SILENT = "the board's microcontroller does not answer; check its USB cable"


def await_answer(path: str) -> None:
    """Block until a board answers at `path`, then close the line; raise DeviceMissing if none does."""
    link, why = BoardLink(path), SILENT
    end = link.clock() + LINKS_WITHIN
    try:
        while link.facts is None:
            for event in link.pump(0.05):
                if isinstance(event, Trouble):
                    why = event.text.rstrip(".")
            if link.clock() > end:
                raise DeviceMissing(f"no board at {path}: {why}")
    finally:
        link.close()


class PicoLink:
    """A board's link, with the facts and levels that the board has reported; `PicoBoard` adds its devices."""

    def __init__(
        self, link: BoardLink, clock: Clock, channels: int, leds: int, watch: Watch | None = None
    ) -> None:
        """Open the link; raise DeviceMissing if no board answers or it has too few channels or LEDs.

        `watch` checks the chain's tied inputs; None if the chain has none.
        """
        self._chain = None if watch is None else WatchedChain(watch)
        self._needed = channels if watch is None else 8 * watch.chips
        self._broken: str | None = None
        """A sentence about the chain's fault, which the tied inputs show; None without a fault."""
        self._whole_at: float | None = None
        """The time from which a repaired chain counts as working again; None if no chain was just repaired.
        """
        self._clock, self._link = clock, link
        self._outlet = Outlet("sensors", clock)
        self._channels, self._leds = channels, leds
        self._levels = PicoLevels(channels)
        self._trouble, self._problem = SILENT, Problem.SILENT
        self._too_small: str | None = None
        self._unreported: list[DeviceTrouble] = []
        self._users = {"sensors", "strip"}
        self._next: Handle | None = None
        self._watch: Handle | None = None
        self._watched: tuple[int, int | None] = (0, None)
        self._wanted: tuple[float, Callable[[], None]] | None = None
        self._meet()

    def _meet(self) -> None:
        """Poll until the board has reported its facts and its levels."""
        end = self._clock.now() + LINKS_WITHIN
        while (self._link.facts is None or not self._levels.levels) and self._too_small is None:
            if self._clock.now() > end:
                self._link.close()
                raise DeviceMissing(f"no board at {self._link.path}: {self._trouble}")
            self._handle_all(0.05)
        if self._too_small is not None:
            self._link.close()
            raise DeviceMissing(self._too_small)

    # Commands to the board

    @property
    def path(self) -> str:
        """The path of the board's serial port."""
        return self._link.path

    def ask(self, op: int, args: bytes = b"", timeout: float = 2.0) -> Answer:
        """Send a command and wait for its answer; raise LinkError without an answer within `timeout` seconds.

        Events of the link are handled meanwhile.
        """
        ticket, end = self._link.request(op, args), self._clock.now() + timeout
        while self._clock.now() < end:
            for event in self._handle_all(0.05):
                if isinstance(event, Answer) and event.ticket == ticket:
                    return event
        raise LinkError(f"the board at {self.path} does not answer within {timeout:g} s")

    def readings(self) -> tuple[int, ...]:
        """The reading of each channel of an analog board, 0 to 65535; raise DeviceLost without an answer."""
        try:
            return calibrating.measure(self, self._channels)
        except BridgeError as error:
            raise DeviceLost(str(error)) from error

    def calibrate(self, wanted: tuple[Calibration | None, ...]) -> None:
        """Send `wanted`, by channel, to an analog board unless the board has this calibration already.

        Raise DeviceLost if the board does not answer.
        """
        want = tuple(UNUSED if each is None else each for each in wanted)
        try:
            if calibrating.read(self, len(want)) == want:
                return
            calibrating.write(self, want)
        except BridgeError as error:
            raise DeviceLost(str(error)) from error
        end = self._clock.now() + SETTLES
        while self._clock.now() < end:
            self._handle_all(0.01)

    # The link

    def look_soon(self) -> None:
        """Poll soon, because something is waiting to be sent."""
        self._appoint(self._clock.now())

    def _look(self) -> None:
        """Poll the link, and schedule the next poll."""
        was = self._link.linked
        self._handle_all(0.0)
        if was and not self._link.linked:
            self._outlet.lose(self._trouble)
        self._call_when_complete()
        if self._users:
            soonest = self._clock.now() + AGAIN
            # Bytes that wait to be written have no deadline, so the link is polled until the port takes them.
            due = [soonest if self._link.waits_to_write else max(self._link.deadline, soonest)]
            if self._wanted is not None:
                due.append(self._wanted[0] + LATE_AT_MOST)
            if self._whole_at is not None:
                due.append(max(self._whole_at, soonest))
            self._appoint(min(due))

    def _appoint(self, when: float) -> None:
        if self._next is not None:
            self._next.cancel()
        self._next = self._clock.call_at(when, self._look)
        file = self._link.fileno()
        # The number of openings is compared as well: a new port may get the file number of the old port.
        line = (self._link.openings, file)
        if line != self._watched:
            if self._watch is not None:
                self._watch.cancel()
            self._watched = line
            self._watch = None if file is None else self._clock.watch(file, self._look)

    # Up to which time all edges have been delivered

    @property
    def complete(self) -> float:
        """The time before which all edges have been delivered; see LateBank."""
        now = self._clock.now()
        # The game must not wait for a lost or silent board: its edges are unknown in any case.
        return now if self._outlet.lost else max(self._link.whole_until, now - LATE_AT_MOST)

    def confirm(self, t: float, then: Callable[[], None]) -> None:
        """Call `then` when `complete` is `t` or later; see LateBank."""
        self._wanted = (t, then)
        self._link.confirm(t)
        self.look_soon()

    def _call_when_complete(self) -> None:
        if self._wanted is not None and self.complete >= self._wanted[0]:
            (_, then), self._wanted = self._wanted, None
            then()

    def _handle_all(self, timeout: float) -> list[LinkEvent]:
        events = self._link.pump(timeout)
        if self._chain is not None:
            self._watch_the_chain(self._chain, events)
        for event in events:
            self._handle(event)
        if self._whole_at is not None and self._clock.now() >= self._whole_at:
            self._mended()
        return events

    def _watch_the_chain(self, chain: WatchedChain, events: list[LinkEvent]) -> None:
        """Report a broken chain as lost before its events are handled; wait a while after its repair."""
        fault = chain.fault(events)
        if fault is not None:
            self._broken, self._whole_at = fault, None
            self._outlet.lose(fault)
        # An edge means that the repair still moves contacts, so the wait begins again.
        elif self._broken is not None and (
            self._whole_at is None or any(isinstance(event, Edge) for event in events)
        ):
            self._whole_at = self._clock.now() + MENDED

    def _mended(self) -> None:
        self._broken = self._whole_at = None
        if self.lost is None:
            self._levels.adopt()
            self._outlet.find("the sensor chain answers again", at_once=True)

    def _handle(self, event: LinkEvent) -> None:
        match event:
            case Edge():
                for edge in self._levels.edge(event, wait=self._outlet.lost):
                    self._outlet.deliver(edge)
            case Gap(t, _, _, text):
                self._levels.gap()
                self._report(DeviceTrouble(t, "sensors", text.rstrip("."), missed=True))
            case Facts(_, info):
                self._measure(info.channels, info.leds)
            case Snapshot(_, levels, _) if len(levels) < self._needed:
                pass  # The board is too small. The message INFO that follows has its size.
            case Snapshot():
                self._too_small = None  # There are enough sensors. The message INFO has the number of LEDs.
                self._levels.stand_in(event, lost=self._outlet.lost)
                if self._broken is not None:
                    return  # The levels were read through a broken chain.
                # Report first that the board is back: the edges continue from the levels known at that time.
                self._outlet.find("the board's microcontroller answers again", at_once=True)
                for edge in self._levels.catch_up(event):
                    self._outlet.deliver(edge)
            case Trouble(t, problem, text):
                self._take_trouble(t, problem, text.rstrip("."))
            case _:
                pass

    def _measure(self, channels: int, leds: int) -> None:
        """Report a board with too few sensors or LEDs as lost; it is checked at every new link."""
        if channels >= self._needed and leds >= self._leds:
            self._too_small = None
            return
        self._too_small = (
            f"the board at {self._link.path} has {channels} sensors and {leds} LEDs, this game needs"
            f" {self._needed} and {self._leds}; see board.json of its firmware"
        )
        self._trouble = self._too_small
        self._outlet.lose(self._too_small)

    def _take_trouble(self, t: float, problem: Problem, text: str) -> None:
        """Report trouble; if the board does not answer, report it as lost, and later a better reason."""
        if self._link.linked:
            self._report(DeviceTrouble(t, "sensors", text))
            return
        # The first problem is often only silence; a later problem may name the cause.
        better = self._outlet.lost and problem is not self._problem
        self._trouble, self._problem = text, problem
        if better:
            self._report(DeviceTrouble(t, "sensors", text))
        self._outlet.lose(text)

    def _report(self, trouble: DeviceTrouble) -> None:
        if self._outlet.open:
            self._outlet.deliver(trouble)
        else:
            self._unreported.append(trouble)

    def report_kept(self) -> None:
        """Report the trouble that came before the sensors were started."""
        unreported, self._unreported = self._unreported, []
        for trouble in unreported:
            self._clock.call_at(self._clock.now(), partial(self._outlet.deliver, trouble))

    # The interface for the devices of this board

    @property
    def lost(self) -> str | None:
        """The reason why the board cannot be used; None if it answers and is large enough."""
        if self._too_small is not None:
            return self._too_small
        return None if self._link.linked else self._trouble

    def leave(self, user: str) -> None:
        """Note that the device `user` ("sensors" or "strip") is closed; close the link after the last."""
        if user in self._users:
            self._users.remove(user)
            if not self._users:
                self._close()

    def _close(self) -> None:
        for handle in (self._next, self._watch):
            if handle is not None:
                handle.cancel()
        self._link.close()
