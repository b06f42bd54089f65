"""The device's side of PROTOCOL.md. Each pass of the main loop is one `step`; all input comes from the hal.

A pass scans the sensors first, then sends edges, then reads bytes and a frame, then computes the colours of
some LEDs. The hal (hardware abstraction layer) reports the time left in the pass. Work that does not fit
waits for the next pass, so that the next scan is on time. A frame for which the line has no room is dropped,
because the protocol repeats it or requests it again. The device never waits for the host.
"""

from . import commands
from .analog import Analog
from .codec import Reader, Writer, u16_at, u32_at
from .lights import Lights
from .passes import Passes
from .payloads import put_edges, put_pong
from .scan import MASK, Ring, Scanner
from .store import from_bytes
from .tune import Tune
from .viper import micropython

MAJOR = 1
MINOR = 2

HELLO, ACK, PING, COMMAND = 0x01, 0x02, 0x03, 0x04
WELCOME, RESULT, NOLINK = 0x81, 0x84, 0x85  # The numbers of EDGES and PONG are in payloads.py.

BEACON_MS = 100
RESEND_MS = 15  # milliseconds before edges are sent again, until the host has measured the round trip
LONGEST_RESEND_MS = 1000
DOUBLINGS = 1  # how often the pause before a repetition doubles; on a bad line quick repetitions help
EDGES_A_FRAME = 16
EDGES_A_RESEND = 2
RESEND_AT_MOST = 24
WINDOW = 64
BYTES_A_STEP = 64
QUEUED_AT_MOST = 256  # bytes in the line's queue; while there are more, edges wait in the ring

# The microseconds that each piece of work takes at most, measured on the emulated RP2040. A piece is begun
# only if that much time is left of the pass.
TO_SEND_EDGES = 300
TO_READ = 250
TO_TAKE = 450
TO_LIGHT = 300


class Device:
    """The state of the firmware; `hal` gives access to the hardware, `board` has the settings."""

    def __init__(self, hal, board):
        self.hal = hal
        self.board = board
        self.boot = hal.random(4)
        self.link = 0
        self.analog = Analog(board.channels, hal.measure) if board.analog else None
        self.ring = Ring(board.ring)
        front = self.analog.fill if board.analog else hal.sensors
        low = board.active_low and not board.analog
        self.scanner = Scanner(board.channels, front, self.ring, low, board.debounce_ms)
        self.lights = Lights(board.leds, board.cap_ma, hal.pixels, hal.show, hal.busy)
        self.tune = Tune(hal.tone)
        self.reader = Reader()
        self.writer = Writer()
        self.restart = -1  # the mode of the restart that the host has requested; -1: none
        self.resent = 0
        self.overruns = 0
        self.passes = Passes()
        self._uptime_ms = 0
        self._next_link = u16_at(hal.random(2), 0)
        self._nonce = bytearray(4)
        self._sent = 0  # The number of the next edge to send for the first time.
        # The numbers of the edges to send again: of the first, and of the one after the last.
        self._again = self._again_end = 0
        self._sent_at = 0
        self._lost_reported = 0
        self._heard_at = 0
        self._heard = False
        self._beacon_at = 0
        self._now = hal.now()
        self._us = hal.micros()
        # wraps of the 30-bit clock; their two lowest bits are bits 30 and 31 of a time on the wire
        self._wraps = 0
        self._last_n = 0
        self._answer = bytearray(len(self.writer.wire))
        self._answer_length = 0
        self._buffer = bytearray(BYTES_A_STEP)
        self._taken = self._received = 0  # bytes in the buffer: how many were handled, and how many received
        self._patience = RESEND_MS
        self._repeats = 0  # How often edges have been sent again since the last ACK.
        self._unread = False  # Whether the host has sent bytes that no pass has had time to read.
        self._waited = False  # Whether the previous pass had no time to read or handle bytes.
        self._dark_passes = 0  # The number of passes since the last one that computed lights.
        self.calibration_damaged = False
        self._calibrate()

    def _calibrate(self):
        if self.analog:
            kept = self.hal.load()
            self.calibration_damaged = kept is not None and not from_bytes(self.analog, kept)

    @micropython.native
    def step(self):
        """Runs one pass; to be called every `scan_ms` milliseconds."""
        hal = self.hal
        now = self._read_clock()
        self.scanner.scan(now)
        ring = self.ring
        if self.link and (ring.oldest != ring.next or ring.lost != self._lost_reported):
            self._send_edges()
        self._listen(hal.left())
        silent = not self._heard or (now - self._heard_at) & MASK > self.board.silence_s * 1000
        if silent:
            # Otherwise a wrap of the 30-bit clock would make a silent host look present.
            self._heard = False
            if (now - self._beacon_at) & MASK >= BEACON_MS:
                self._send_beacon(now)
        # Every ninth pass computes lights even if it has no time for them.
        self._dark_passes += 1
        if self._dark_passes > 8 or hal.left() > TO_LIGHT:
            self._dark_passes = 0
            self.lights.step(now, silent)
        if self.tune.count:
            self.tune.step(now)
        hal.feed()

    @micropython.native
    def _read_clock(self):
        """Returns the time of this pass in milliseconds.

        Counts wraps of the clock, and the duration of the last pass.
        """
        now = self.hal.now()
        if now < self._now:
            self._wraps += 1
        self._uptime_ms += (now - self._now) & MASK
        self._now = now
        us = self.hal.micros()
        passed = (us - self._us) & MASK
        self._us = us
        self.passes.add(passed)
        if passed > 2000 * self.board.scan_ms:
            self.overruns += 1
        return now

    def uptime_s(self):
        """Seconds since the firmware started, as a whole number."""
        return self._uptime_ms // 1000

    # Sending ------------------------------------------------------------------------------------

    def _send(self):
        self.hal.write(self.writer.wire, self.writer.seal())

    def _wraps_of(self, time):
        """The two highest bits on the wire for a 30-bit time after the last wrap, or shortly before it."""
        return (self._wraps if time <= self._now else self._wraps - 1) & 3

    def _send_beacon(self, now):
        """Sends NOLINK; a host that receives it but gets no answers can report which wire is broken."""
        self._beacon_at = now
        self.writer.begin(NOLINK, 0)
        self._send()

    @micropython.native
    def _send_edges(self):
        """Sends new edges, and repeats unacknowledged ones; more than one frame only if there is time."""
        ring = self.ring
        hal = self.hal
        oldest = ring.oldest
        if self._sent < oldest:
            self._sent = oldest
        if ring.lost != self._lost_reported:
            self._lost_reported = ring.lost
            self._pong(0)
        if self._again >= self._again_end:
            if hal.waiting:
                self._sent_at = self._now  # The wait for an ACK starts once the line has taken all frames.
            elif oldest < self._sent:
                self._repeat_late((self._now - self._sent_at) & MASK)
            # While an ACK is awaited, the pass keeps its time for reading.
            if self._again >= self._again_end and (self._sent == ring.next or self._sent - oldest >= WINDOW):
                return
        going = True
        while going and hal.waiting < QUEUED_AT_MOST:
            going = self._send_again() or self._send_new()
            if hal.left() < TO_SEND_EDGES:
                return

    @micropython.native
    def _repeat_late(self, waited):
        """Begins to repeat edges if their ACK is late; `waited` is the time since they were sent, in ms.

        Waits longer while received bytes are unread: the ACK may be among them, and repetitions would bring
        more ACKs to read.
        """
        if waited < self._patience or (self._unread and waited < LONGEST_RESEND_MS):
            return
        if waited >= min(self._patience << min(self._repeats, DOUBLINGS), LONGEST_RESEND_MS):
            self._again = self.ring.oldest
            self._again_end = min(self._sent, self._again + RESEND_AT_MOST)
            self._repeats += 1

    def _send_again(self):
        """Repeats a short frame of edges if there are any to repeat; returns whether it sent one."""
        if self._again < self.ring.oldest:
            self._again = self.ring.oldest
        if self._again >= self._again_end:
            return False
        count = self._edges(self._again, min(EDGES_A_RESEND, self._again_end - self._again))
        self.resent += count
        self._again += count
        self._sent_at = self._now
        return True

    def _send_new(self):
        """Sends a frame of new edges if any wait; returns whether it sent one."""
        ring = self.ring
        if self._sent == ring.next or self._sent - ring.oldest >= WINDOW:
            return False
        if self._sent == ring.oldest:
            self._sent_at = self._now
        self._sent += self._edges(self._sent, min(EDGES_A_FRAME, ring.next - self._sent))
        return True

    def _edges(self, first, count):
        """Sends one frame of up to `count` edges from number `first` on; returns how many it has."""
        ring = self.ring
        slot = first % ring.capacity
        wraps = self._wraps_of(ring.times[slot])
        writer = self.writer
        writer.length = put_edges(
            writer.payload, self.link, first, wraps, ring.times, ring.what, slot, ring.capacity, count
        )
        self._send()
        return (writer.length - 11) // 4

    def _pong(self, token):
        ring = self.ring
        now = self.hal.now()  # The pass may have taken more than a millisecond up to here.
        wraps = (self._wraps if now >= self._now else self._wraps + 1) & 3
        writer = self.writer
        writer.length = put_pong(writer.payload, self.link, token, now, wraps, ring.oldest, ring.next)
        self._send()

    # Receiving ----------------------------------------------------------------------------------

    @micropython.native
    def _listen(self, left):
        """Reads or handles bytes if `left` microseconds are enough or the last pass had too few."""
        if self._taken < self._received:
            due = left > TO_TAKE or self._waited
            if due:
                self._take_next()
        else:
            due = left > TO_READ or self._waited
            if due:
                self._received = self.hal.read(self._buffer)
                self._taken = 0
                self._unread = self._received > 0
                if self._received and self.hal.left() > TO_TAKE:
                    self._take_next()
        self._waited = not due

    def _take_next(self):
        """Passes read bytes to the reader and handles each complete frame, while there is time."""
        reader = self.reader
        while self._taken < self._received:
            self._taken = reader.feed(self._buffer, self._taken, self._received)
            if reader.length:
                self._take(reader.frame, reader.length)
                if self.hal.left() < TO_TAKE:
                    return

    def _take(self, frame, length):
        kind = frame[0]
        if kind == HELLO:
            if length >= 7 and frame[3] == 0x4A and frame[4] == 0x42:
                self._hello(frame, length)
            return
        if kind >= 0x80:
            return
        if not self.link or u16_at(frame, 1) != self.link:
            self.writer.begin(NOLINK, 0)
            self._send()
            return
        self._heard = True
        self._heard_at = self._now
        if kind == ACK and length >= 7:
            if self.ring.acknowledge(u32_at(frame, 3)):
                self._sent_at = self._now
                self._repeats = 0
                # Edges sent after the acknowledged ones are repeated by their own timer if they got lost.
                self._again_end = self._again
        elif kind == PING and length >= 5:
            if length >= 7:
                self._patience = max(u16_at(frame, 5), RESEND_MS)
            self._pong(u16_at(frame, 3))
        elif kind == COMMAND and length >= 6:
            self._command(frame, length)

    def _hello(self, frame, length):
        if frame[5] != MAJOR or length < 11:
            # The host has another major version. All versions share the part of WELCOME with the version
            # numbers, so only that part is sent, and no link is opened.
            self.writer.begin(WELCOME, 0)
            self.writer.blob(b"JB")
            self.writer.u8(MAJOR)
            self.writer.u8(MINOR)
            self._send()
            return
        if not self.link or not self._same_nonce(frame):
            self._nonce[:] = frame[7:11]
            # Link 0 means that there is no link.
            self._next_link = self._next_link % 0xFFFF + 1
            self.link = self._next_link
            self._sent = self._again = self._again_end = self.ring.oldest
            self._repeats = 0
            self._last_n = 0
        self._heard = True
        self._heard_at = self._now
        writer = self.writer
        writer.begin(WELCOME, self.link)
        writer.blob(b"JB")
        writer.u8(MAJOR)
        writer.u8(MINOR)
        writer.blob(self._nonce)
        writer.blob(self.boot)
        writer.u32(self.ring.oldest)
        writer.u32(self.ring.next)
        writer.u16(self._now & 0xFFFF)
        writer.u16(self._now >> 16 | self._wraps_of(self._now) << 14)
        self._send()

    def _same_nonce(self, frame):
        return all(self._nonce[i] == frame[7 + i] for i in range(4))

    def _command(self, frame, length):
        n = u16_at(frame, 3)
        if n == self._last_n:
            self.hal.write(self._answer, self._answer_length)
            return
        # Only the next number is a new command; any other is an old repetition or came too early.
        if n != self._last_n % 0xFFFF + 1:
            return
        self._last_n = n
        writer = self.writer
        writer.begin(RESULT, self.link)
        writer.u16(n)
        writer.u8(commands.OK)
        status = commands.carry_out(self, frame[5], frame, length, writer)
        if status:
            writer.length = 6
            writer.payload[5] = status
        self._answer_length = writer.seal()
        self._answer[:] = writer.wire
        self.hal.write(self._answer, self._answer_length)
