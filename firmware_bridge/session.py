"""The host's side of the protocol, without I/O: it takes bytes and the time, and returns bytes and events.

    CLOSED --opened--> HAILING --WELCOME--> LINKED --silence, NOLINK, no answer--> HAILING
                          |  ^
         WELCOME of another v  | from time to time
               version   REFUSED

The caller reports what happens by `opened`, `receive`, `advance` and `closed`, with the time in seconds;
these return events. `outgoing` returns the bytes to send, `deadline` the time at which `advance` must be
called. Lights (`show`) and commands (`request`) may be given in any state; they are sent once there is a
link.

While linked, a PING goes out four times a second. A PING shows the device that the host is alive; its PONG
maps the clocks, measures the round trip and reports which edges the device keeps.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import assert_never

from firmware_bridge import messages
from firmware_bridge.codec import FrameReader, pack, parse, seal
from firmware_bridge.commands import CommandQueue
from firmware_bridge.diagnosis import NOT_CALIBRATED, HealthWatch, old_text, skew_text, unanswered_text
from firmware_bridge.edge_order import EdgeOrder, HostEvents, OrderedItem
from firmware_bridge.errors import FrameError
from firmware_bridge.events import Answer, Facts, Health, Linked, LinkEvent, NoteReceived, Problem, Trouble
from firmware_bridge.facts import BoardHealth, BoardInfo, RawSnapshot
from firmware_bridge.hailing import HAIL_ACTIVE, Hailing
from firmware_bridge.lightplan import LightPlan, Style
from firmware_bridge.messages import Feature, Message, Op, Status
from firmware_bridge.pings import Pings, RoundTrip

SILENCE = 1.0
"""Seconds without a good frame after which the link is given up; section 9 of PROTOCOL.md."""
UNANSWERED, UNANSWERED_NOISY = 2.0, 10.0
"""Seconds without an answer to a command after which a link is given up: usually, and on a noisy line."""
HEALTH, ACK_AGAIN = 10.0, 0.010
"""Seconds between two requests of HEALTH, and between two ACKs of repeated edges."""
OUR_BUILDS = "jokerboard "
"""The beginning of `build` in INFO if the board runs this project's firmware."""


class State(Enum):
    """The host's state in the protocol: see the diagram at the top of this module."""

    CLOSED = auto()
    HAILING = auto()
    LINKED = auto()
    REFUSED = auto()


class HostSession:
    """The host's end of one line; `nonce` returns a random number of 32 bits at each call."""

    def __init__(self, *, nonce: Callable[[], int]) -> None:
        self.state = State.CLOSED
        self.info: BoardInfo | None = None
        self.minor = 0
        """The minor version of the protocol that the board speaks."""
        self.order = EdgeOrder()
        self.trip = RoundTrip()
        self.commands = CommandQueue(self.trip)
        self.lights = LightPlan()
        self.reader = FrameReader()
        self.bytes_out = 0
        self.frames_malformed = 0
        self.host_events = HostEvents()
        self._hailing = Hailing(nonce)
        self._pings = Pings(self.trip)
        self._health = HealthWatch()
        self._link = 0
        self._out = bytearray()
        self._own: dict[int, Op] = {}
        self._good_at = self._health_at = 0.0
        self._refused_ops: set[Op] = set()
        self._unanswered_reported = False
        self._old_reported = False
        self._bad_then = 0
        self._ack_due = False
        self._acked_at = 0.0
        self._show_due = False

    # From the host ------------------------------------------------------------------------------

    def request(self, op: int, args: bytes = b"") -> int:
        """Queue a request; return a ticket, with which an Answer will come.

        Raise QueueFullError if too many wait.
        """
        return self.commands.ask(op, args)

    def show(self, leds: tuple[Style, ...]) -> None:
        """Set the wanted style of each LED in chain order.

        Raise FieldError for more than 63 different styles.
        """
        self.lights.show(leds)
        self._show_due = True

    def confirm(self, t: float) -> None:
        """Ask the board soon after `t` for its next edge number; the answer moves `whole_until` to `t` or
        later.
        """
        self._pings.confirm(t)

    @property
    def whole_until(self) -> float:
        """The time before which every edge has been delivered; minus infinity if unknown."""
        until = self.host_events.whole_until
        return float("-inf") if until is None else until

    def opened(self, now: float) -> list[LinkEvent]:
        """Start hailing on a line that was opened at the time `now`; return the events."""
        self.reader.reset()
        self._hail(now)
        return self.advance(now)

    def closed(self) -> None:
        """End the link, because the line was closed; queued requests and the next edge number are kept."""
        self.state = State.CLOSED
        self._out.clear()

    def outgoing(self) -> bytes:
        """The bytes to send since the previous call."""
        data = bytes(self._out)
        self._out.clear()
        self.bytes_out += len(data)
        return data

    def deadline(self) -> float | None:
        """The time at which `advance` must be called; None while the line is closed."""
        match self.state:
            case State.CLOSED:
                return None
            case State.HAILING | State.REFUSED:
                return self._hailing.due
            case State.LINKED:
                times = [self._pings.due, self._good_at + SILENCE]
                command = 0.0 if self._show_due else self.commands.deadline
                return min(times if command is None else [*times, command])
            case _ as never:  # pragma: no cover
                assert_never(never)

    # From the line ------------------------------------------------------------------------------

    def receive(self, data: bytes, now: float) -> list[LinkEvent]:
        """Process bytes received at the time `now`; return the events."""
        if self.state is State.CLOSED:
            return []
        if self.state is State.HAILING:
            self._hailing.received(data, now)
        events: list[LinkEvent] = []
        for payload in self.reader.feed(data):
            try:
                events += self._take(parse(payload), now)
            except FrameError:
                self.frames_malformed += 1
        if self._ack_due and self.state is State.LINKED:
            self._acked_at = now
            self._send(messages.Ack(self._link, self.order.expected))
        self._ack_due = False
        return events + self.advance(now)

    def advance(self, now: float) -> list[LinkEvent]:
        """Process everything that is due at the time `now`; return the events."""
        events: list[LinkEvent] = []
        if self.state is State.LINKED:
            events += self._give_up(now)
        match self.state:
            case State.HAILING | State.REFUSED:
                if now >= self._hailing.due:
                    self._hailing.sent(now, refused=self.state is State.REFUSED)
                    self._send(messages.Hello(self._hailing.nonce))
                if self.state is State.HAILING:
                    events += self._hailing.diagnose(now, self.reader.counts)
            case State.LINKED:
                events += self._keep_up(now)
            case State.CLOSED:
                pass
            case _ as never:  # pragma: no cover
                assert_never(never)
        return events

    def _send(self, message: Message) -> None:
        # The zero before the frame ends any noise on the line, which would otherwise join the frame.
        self._out += b"\0" + seal(pack(message))

    # Opening and ending a link ------------------------------------------------------------------

    def _hail(self, now: float) -> None:
        self.state = State.HAILING
        self._hailing.begin(now, self.reader.counts)

    def _give_up(self, now: float) -> list[LinkEvent]:
        """Hail again if the board is silent, or answers PINGs but no command; return the events."""
        if now >= self._good_at + SILENCE:
            self._hail(now)
            return [
                Trouble(now, Problem.SILENT, "The board has stopped answering; trying to reach it again.")
            ]
        under_way = self.commands.unanswered(now)
        if under_way is None or under_way[1] < UNANSWERED:
            return []
        # On a noisy line a command may need many tries.
        noisy = self.reader.counts.bad > self._bad_then or self._pings.unanswered
        if noisy and under_way[1] < UNANSWERED_NOISY:
            return []
        self._hail(now)
        if self._unanswered_reported:
            return []
        self._unanswered_reported = True
        op, seconds = under_way
        name = Op(op).name if op in Op.__members__.values() else f"command {op}"
        return [Trouble(now, Problem.UNANSWERED, unanswered_text(name, seconds))]

    def _welcome(self, message: messages.Welcome, now: float) -> list[LinkEvent]:
        if message.nonce != self._hailing.nonce or (
            self.state is State.LINKED and message.link == self._link
        ):
            return []
        if self.state is State.LINKED and self.order.is_past(message.boot, message.next):
            # A device's next edge number only grows while it runs, so this message was delayed.
            return []
        if message.boot != self.order.boot:
            self.host_events.restarted()
        self.state = State.LINKED
        self.minor = message.minor
        self._link = message.link
        self._good_at = now
        self._pings.begin(now)
        self._health.begin(self.reader.counts)
        self._health_at = now + HEALTH
        self.info = None
        self._refused_ops.clear()
        # The delay of the WELCOME is unknown: half a round trip, or 5 ms, half the interval of HELLOs.
        self.host_events.clock.guess(now - (self.trip.expected or HAIL_ACTIVE) / 2, message.time)
        self.commands.relink()
        self.commands.forget(self._own)
        self._own.clear()
        self.lights.relink()
        items = self.order.welcome(message.boot, message.oldest, message.next)
        self._ask_own(Op.INFO, first=True)
        # The snapshot is requested before INFO, whose long answer may need many tries on a bad line.
        self._ask_snapshot()
        self._ack_due = True
        return [Linked(now, message.boot), *self._deliver(items, now)]

    def _skew(self, major: int, minor: int, now: float) -> list[LinkEvent]:
        first = self.state is not State.REFUSED
        self.state = State.REFUSED
        self._hailing.sent(now, refused=True)
        return [Trouble(now, Problem.SKEW, skew_text(major, minor))] if first else []

    # Linked -------------------------------------------------------------------------------------

    def _take(self, message: Message, now: float) -> list[LinkEvent]:
        match message:
            case messages.Welcome():
                return self._welcome(message, now)
            case messages.Skew(major, minor):
                return self._skew(major, minor, now)
            case messages.Note(_, text):
                return [NoteReceived(now, text)]
            case messages.NoLink() if self.state is State.LINKED:
                self._hail(now)
            case messages.Edges() | messages.Pong() | messages.Result() if (
                self.state is State.LINKED and message.link == self._link
            ):
                self._good_at = now
                return self._take_linked(message, now)
            case _ if self.state is State.HAILING:
                self._hailing.received_frame(message, now)
            case _:
                pass
        return []

    def _take_linked(
        self, message: messages.Edges | messages.Pong | messages.Result, now: float
    ) -> list[LinkEvent]:
        match message:
            case messages.Edges(_, seq, edges):
                before = self.order.expected
                items = self.order.edges(seq, edges)
                # Repeated edges come in many short frames; a device has no time to read an ACK for each.
                if self.order.expected != before or now >= self._acked_at + ACK_AGAIN:
                    self._ack_due = True
                return self._deliver(items, now)
            case messages.Pong(_, token, time, oldest, next_):
                return self._pong(token, time, oldest, next_, now)
            case messages.Result():
                return self._result(message, now)
            case _ as never:  # pragma: no cover
                assert_never(never)

    def _pong(self, token: int, time: int, oldest: int, next_: int, now: float) -> list[LinkEvent]:
        sent = self._pings.answered(token, now)
        if sent is not None:
            self.host_events.clock.sample(sent, now, time)
            self.host_events.confirmed(sent, next_)
        return self._deliver(self.order.keeps(min(oldest, next_)), now)

    def _keep_up(self, now: float) -> list[LinkEvent]:
        events: list[LinkEvent] = []
        ping = self._pings.next(self._link, now, self._good_at)
        if ping is not None:
            self._send(ping)
        if now >= self._health_at:
            self._health_at = now + HEALTH
            self._ask_own(Op.HEALTH)
            events += self._health.received(self.reader.counts, now)
        self._ask_snapshot()
        self._show_due = False
        if self.info is not None:
            step = self.lights.next_command(self.info.leds)
            if step is not None:
                self._own[self.commands.insert(*step)] = step[0]
        command = self.commands.due(self._link, now)
        if command is not None:
            if not self.commands.tries:
                self._bad_then = self.reader.counts.bad
            self._send(command)
        return events

    # Commands of the session itself -------------------------------------------------------------

    def _ask_own(self, op: Op, *, first: bool = False) -> bool:
        """Queue `op` unless it is queued already or the board has refused it.

        Return whether it was queued.
        """
        if op in self._own.values() or op in self._refused_ops:
            return False
        self._own[self.commands.insert(op, first=first)] = op
        return True

    def _ask_snapshot(self) -> None:
        if self.order.wants_snapshot and self._ask_own(Op.SNAPSHOT, first=True):
            self.order.asked()

    def _result(self, message: messages.Result, now: float) -> list[LinkEvent]:
        request = self.commands.answered(message)
        if request is None:
            return []
        self._unanswered_reported = False
        own = self._own.pop(request.ticket, None)
        if own is None:
            return [Answer(now, request.ticket, request.op, message.status, message.data)]
        if own in (Op.STYLES, Op.PAINT) and self.info is not None:
            self.lights.answered(message.status, self.info.leds)
        if message.status != Status.OK:
            return self._refused(own, message.status, now)
        try:
            return self._own_result(own, message, now)
        except FrameError as error:
            return [Trouble(now, Problem.REFUSED, f"The board's answer to {own.name} is malformed: {error}.")]

    def _refused(self, op: Op, status: int, now: float) -> list[LinkEvent]:
        """The trouble about a refused command; no trouble for HEALTH, which a simple device may lack."""
        self._refused_ops.add(op)
        if op is Op.HEALTH and status in (Status.UNKNOWN_OP, Status.NOT_HERE):
            return []
        text = f"The board refuses {op.name} (status {status}); its firmware may be too old."
        return [Trouble(now, Problem.REFUSED, text)]

    def _own_result(self, own: Op, message: messages.Result, now: float) -> list[LinkEvent]:
        match own:
            case Op.INFO:
                self.info = BoardInfo.unpack(message.data)
                damaged = Feature.CALIBRATION_DAMAGED in self.info.features
                troubles = [Trouble(now, Problem.CALIBRATION, NOT_CALIBRATED)] if damaged else []
                return [Facts(now, self.info), *troubles, *self._old_firmware(self.info, now)]
            case Op.HEALTH:
                health = BoardHealth.unpack(message.data)
                return [Health(now, health), *self._health.answered(health, now)]
            case Op.SNAPSHOT:
                return self._deliver(self.order.snapshot(RawSnapshot.unpack(message.data)), now)
            case _:
                return []

    def _old_firmware(self, info: BoardInfo, now: float) -> list[Trouble]:
        """The trouble about an earlier firmware of this project, returned once in a session."""
        if self._old_reported or self.minor >= messages.MINOR or not info.build.startswith(OUR_BUILDS):
            return []
        self._old_reported = True
        return [Trouble(now, Problem.OLD, old_text(self.minor))]

    def _deliver(self, items: list[OrderedItem], now: float) -> list[LinkEvent]:
        events = self.host_events.events(items, now, None if self.info is None else self.info.channels)
        self.host_events.expects(self.order.expected)
        return events
