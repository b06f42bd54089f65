"""The host's side of the protocol: bytes and time in, bytes and events out. No clock, no line, no thread.

    CLOSED --opened--> HAILING --WELCOME--> LINKED --silence, NOLINK--> HAILING
                          |  ^
         WELCOME of another v  | from time to time
               version   REFUSED

Feed it: `opened`, `receive`, `advance`, `closed`, each with the time in seconds; each returns events.
Ask it: `outgoing` for bytes to send, `deadline` for when to call `advance` at the latest. What the host
wants shown (`show`) and asked (`request`) may be said in any state, and is done when there is a link.

While hailing, HELLO is said again and again with one nonce: every 10 ms when somebody makes himself
heard, else every 100 ms. Linked, a PING goes out four times a second; it tells the device that the host
lives, and its PONG maps the clocks and says which edges the device keeps.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import assert_never

from firmware_bridge import frames
from firmware_bridge.codec import FrameReader, seal
from firmware_bridge.commands import CommandQueue
from firmware_bridge.diagnosis import foreign_text, silent_text, skew_text
from firmware_bridge.errors import FrameError
from firmware_bridge.events import (
    Answer,
    Facts,
    Health,
    Linked,
    LinkEvent,
    NoteHeard,
    Problem,
    Resume,
    Trouble,
)
from firmware_bridge.facts import BoardHealth, BoardInfo, RawSnapshot
from firmware_bridge.frames import Message, Op, Status
from firmware_bridge.inbox import Inbox, InboxItem
from firmware_bridge.lightplan import LightPlan, Style
from firmware_bridge.teller import Teller


@dataclass(frozen=True, slots=True)
class Timing:
    """The host's patience, seconds. PROTOCOL.md section 9 gives the reasons."""

    hail_eager: float = 0.5
    hail_heard: float = 0.010
    hail_unheard: float = 0.100
    heard_for: float = 0.250
    ping: float = 0.250
    ping_again: float = 0.030
    silence: float = 1.0
    diagnose: float = 2.0
    retry_refused: float = 2.0
    health: float = 10.0


class State(Enum):
    """Where the host stands."""

    CLOSED = auto()
    HAILING = auto()
    LINKED = auto()
    REFUSED = auto()


@dataclass(slots=True)
class SessionCounts:
    """What happened so far, for health and benchmarks."""

    frames_malformed: int = 0
    links: int = 0
    bytes_out: int = 0


_SAMPLE = 400
"""Bytes kept of what a device says that is not understood, to name it."""


class HostSession:
    """One host's end of the line. `nonce` gives 32 random bits a call; `resume` is where to go on."""

    def __init__(
        self, *, nonce: Callable[[], int], resume: Resume | None = None, timing: Timing | None = None
    ) -> None:
        self.state = State.CLOSED
        self.info: BoardInfo | None = None
        self.inbox = Inbox(resume)
        self.commands = CommandQueue()
        self.lights = LightPlan()
        self.reader = FrameReader()
        self.counts = SessionCounts()
        self.teller = Teller()
        self._timing = timing or Timing()
        self._new_nonce = nonce
        self._nonce = 0
        self._link = 0
        self._out = bytearray()
        self._own: dict[int, Op] = {}
        self._hail_since = self._hail_at = self._heard_at = self._good_at = 0.0
        self._ping_at = self._pinged_at = self._health_at = 0.0
        self._pings: dict[int, float] = {}
        self._token = 0
        self._sample = bytearray()
        self._diagnosed = False
        self._weighed = (0, 0)
        self._ack_due = False
        self._show_due = False

    # What the host says -------------------------------------------------------------------------

    @property
    def resume(self) -> Resume | None:
        """Where a later session goes on; None before the first link."""
        return self.inbox.resume

    def request(self, op: int, args: bytes = b"") -> int:
        """Asks the device; an Answer with the returned ticket follows. Raises QueueFullError."""
        return self.commands.ask(op, args)

    def show(self, leds: tuple[Style, ...]) -> None:
        """Wants these lights, one style an LED in chain order. Raises FieldError."""
        self.lights.show(leds)
        self._show_due = True

    def opened(self, now: float) -> list[LinkEvent]:
        """The line is open."""
        self.reader.reset()
        self._hail(now)
        return self.advance(now)

    def closed(self) -> None:
        """The line is gone. What is wanted and where the edges stand is kept."""
        self.state = State.CLOSED
        self._out.clear()

    def outgoing(self) -> bytes:
        """Bytes to send now; they are handed out once."""
        data = bytes(self._out)
        self._out.clear()
        self.counts.bytes_out += len(data)
        return data

    def deadline(self) -> float | None:
        """When `advance` is due, or None while the line is closed."""
        match self.state:
            case State.CLOSED:
                return None
            case State.HAILING | State.REFUSED:
                return self._hail_at
            case State.LINKED:
                times = [self._ping_at, self._good_at + self._timing.silence]
                command = 0.0 if self._show_due else self.commands.deadline
                return min(times if command is None else [*times, command])
            case _ as never:  # pragma: no cover
                assert_never(never)

    # What the line says -------------------------------------------------------------------------

    def receive(self, data: bytes, now: float) -> list[LinkEvent]:
        """Bytes have come in."""
        if self.state is State.CLOSED:
            return []
        self._heard_at = now
        if self.state is State.HAILING:
            if not self._diagnosed:
                self._hail_at = min(self._hail_at, now + self._timing.hail_heard)
            self._sample += data[: _SAMPLE - len(self._sample)]
        events: list[LinkEvent] = []
        for payload in self.reader.feed(data):
            try:
                events += self._take(frames.parse(payload), now)
            except FrameError:
                self.counts.frames_malformed += 1
        if self._ack_due and self.state is State.LINKED:
            self._send(frames.Ack(self._link, self.inbox.expected))
        self._ack_due = False
        return events + self.advance(now)

    def advance(self, now: float) -> list[LinkEvent]:
        """Time has passed: says what is due."""
        events: list[LinkEvent] = []
        if self.state is State.LINKED and now >= self._good_at + self._timing.silence:
            text = "The board has fallen silent; trying to reach it again."
            events.append(Trouble(now, Problem.SILENT, text))
            self._hail(now)
        match self.state:
            case State.HAILING | State.REFUSED:
                if now >= self._hail_at:
                    self._say_hello(now)
                events += self._diagnose(now)
            case State.LINKED:
                events += self._keep_up(now)
            case State.CLOSED:
                pass
            case _ as never:  # pragma: no cover
                assert_never(never)
        return events

    def _send(self, message: Message) -> None:
        # The leading zero closes whatever noise stands on the line before the frame.
        self._out += b"\0" + seal(frames.pack(message))

    # Hailing ------------------------------------------------------------------------------------

    def _hail(self, now: float) -> None:
        self.state = State.HAILING
        self._nonce = self._new_nonce()
        self._hail_since = self._hail_at = now
        self._sample.clear()
        self._diagnosed = False

    def _say_hello(self, now: float) -> None:
        timing = self._timing
        if self.state is State.REFUSED:
            self._hail_at = now + timing.retry_refused
        elif now < self._hail_since + timing.hail_eager or (
            now < self._heard_at + timing.heard_for and not self._diagnosed
        ):
            self._hail_at = now + timing.hail_heard
        else:
            self._hail_at = now + timing.hail_unheard
        self._send(frames.Hello(self._nonce))

    def _diagnose(self, now: float) -> list[LinkEvent]:
        due = self._hail_since + self._timing.diagnose
        if self._diagnosed or self.state is not State.HAILING or now < due:
            return []
        self._diagnosed = True
        if self._sample:
            return [Trouble(now, Problem.FOREIGN, foreign_text(bytes(self._sample), self.reader.counts.bad))]
        return [Trouble(now, Problem.SILENT, silent_text())]

    def _welcome(self, message: frames.Welcome, now: float) -> list[LinkEvent]:
        if message.nonce != self._nonce or (self.state is State.LINKED and message.link == self._link):
            return []
        if self.state is State.LINKED and self.inbox.is_past(message.boot, message.next):
            return []  # it was long under way: a device's next edge never goes back in one boot
        if message.boot != self.inbox.boot:
            self.teller.restarted()
        self.state = State.LINKED
        self._link = message.link
        self._good_at = self._ping_at = self._pinged_at = now
        self._health_at = now + self._timing.health
        self._pings.clear()
        self.counts.links += 1
        self.info = None
        # How long the WELCOME was under way is not known; 10 ms is the time between two HELLOs.
        self.teller.clock.sample(max(self._hail_since, now - self._timing.hail_heard), now, message.time)
        self.commands.relink()
        self.commands.forget(self._own)
        self._own.clear()
        self.lights.relink()
        items = self.inbox.welcome(message.boot, message.oldest, message.next)
        self._ask_own(Op.INFO)
        self._ack_due = True
        return [Linked(now, message.boot), *self._tell(items, now)]

    # Linked -------------------------------------------------------------------------------------

    def _take(self, message: Message, now: float) -> list[LinkEvent]:
        match message:
            case frames.Welcome():
                return self._welcome(message, now)
            case frames.Skew(major, minor):
                return self._skew(major, minor, now)
            case frames.Note(_, text):
                return [NoteHeard(now, text)]
            case frames.NoLink() if self.state is State.LINKED or self._diagnosed:
                self._hail(now)
                return []
            case frames.Edges() | frames.Pong() | frames.Result() if (
                self.state is State.LINKED and message.link == self._link
            ):
                self._good_at = now
                return self._take_linked(message, now)
            case _:
                return []

    def _skew(self, major: int, minor: int, now: float) -> list[LinkEvent]:
        first = self.state is not State.REFUSED
        self.state = State.REFUSED
        self._hail_at = now + self._timing.retry_refused
        return [Trouble(now, Problem.SKEW, skew_text(major, minor))] if first else []

    def _take_linked(
        self, message: frames.Edges | frames.Pong | frames.Result, now: float
    ) -> list[LinkEvent]:
        match message:
            case frames.Edges(_, seq, edges):
                self._ack_due = True
                return self._tell(self.inbox.edges(seq, edges), now)
            case frames.Pong(_, token, time, oldest, next_):
                sent = self._pings.pop(token, None)
                if sent is not None:
                    self.teller.clock.sample(sent, now, time)
                return self._tell(self.inbox.keeps(min(oldest, next_)), now)
            case frames.Result():
                return self._result(message, now)
            case _ as never:  # pragma: no cover
                assert_never(never)

    def _keep_up(self, now: float) -> list[LinkEvent]:
        events: list[LinkEvent] = []
        if now >= self._ping_at:
            # A ping that nobody answered is repeated sooner: the line is bad, or the device is gone.
            answered = self._good_at >= self._pinged_at
            self._ping_at = now + (self._timing.ping if answered else self._timing.ping_again)
            self._pinged_at = now
            self._token = self._token % 0xFFFF + 1
            if len(self._pings) >= 64:
                self._pings.clear()
            self._pings[self._token] = now
            self._send(frames.Ping(self._link, self._token))
        if now >= self._health_at:
            self._health_at = now + self._timing.health
            self._ask_own(Op.HEALTH)
            events += self._weigh_noise(now)
        if self.inbox.wants_snapshot:
            self.inbox.asked()
            self._ask_own(Op.SNAPSHOT, first=True)
        self._show_due = False
        if self.info is not None:
            step = self.lights.next_command(self.info.leds)
            if step is not None:
                self._ask_own(*step)
        command = self.commands.due(self._link, now)
        if command is not None:
            self._send(command)
        return events

    def _weigh_noise(self, now: float) -> list[LinkEvent]:
        """Says so when more than one frame in twenty came damaged since the last weighing."""
        counts = self.reader.counts
        good, bad = counts.good - self._weighed[0], counts.bad - self._weighed[1]
        self._weighed = (counts.good, counts.bad)
        if bad * 20 <= good + bad:
            return []
        text = f"{bad} of {good + bad} frames came damaged: check the cable and its way past the LED supply."
        return [Trouble(now, Problem.NOISY, text)]

    def _ask_own(self, op: Op, args: bytes = b"", *, first: bool = False) -> None:
        self._own[self.commands.ask(op, args, first=first)] = op

    def _result(self, message: frames.Result, now: float) -> list[LinkEvent]:
        request = self.commands.answered(message)
        if request is None:
            return []
        own = self._own.pop(request.ticket, None)
        if own is None:
            return [Answer(now, request.ticket, request.op, message.status, message.data)]
        if own in (Op.STYLES, Op.PAINT) and self.info is not None:
            self.lights.answered(message.status, self.info.leds)
        if message.status != Status.OK:
            text = f"The board refuses {own.name} (status {message.status}); its firmware may be too old."
            return [Trouble(now, Problem.REFUSED, text)]
        try:
            return self._own_result(own, message, now)
        except FrameError as error:
            return [Trouble(now, Problem.REFUSED, f"The board answers {own.name} with {error}.")]

    def _own_result(self, own: Op, message: frames.Result, now: float) -> list[LinkEvent]:
        match own:
            case Op.INFO:
                self.info = BoardInfo.unpack(message.data)
                return [Facts(now, self.info)]
            case Op.HEALTH:
                return [Health(now, BoardHealth.unpack(message.data))]
            case Op.SNAPSHOT:
                return self._tell(self.inbox.snapshot(RawSnapshot.unpack(message.data)), now)
            case _:
                return []

    def _tell(self, items: list[InboxItem], now: float) -> list[LinkEvent]:
        return self.teller.tell(items, now, None if self.info is None else self.info.channels)
