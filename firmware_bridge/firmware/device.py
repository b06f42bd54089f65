"""The device's side of PROTOCOL.md: one `step` a pass, told everything by its hal.

Scan first, then a few bytes in, then edges out, then a slice of light. The rest onto the line
is left out: it is sent again, or asked for again. The device never waits for the host.
"""

from . import commands
from .codec import Reader, Writer, u16_at, u32_at
from .lights import Lights
from .ring import Ring
from .scan import MASK, Analog, Scanner
from .store import from_bytes
from .tune import Tune

MAJOR = 1
MINOR = 1

HELLO, ACK, PING, COMMAND = 0x01, 0x02, 0x03, 0x04
WELCOME, EDGES, PONG, RESULT, NOLINK = 0x81, 0x82, 0x83, 0x84, 0x85

BEACON_MS = 100
RESEND_MS = 15  # until the host has measured the round trip
LONGEST_RESEND_MS = 1000
DOUBLINGS = 1  # The host measures the round trip four times a second; on a bad line every try counts.
EDGES_A_FRAME = 8
EDGES_A_RESEND = 2
RESEND_AT_MOST = 24
WINDOW = 64
BYTES_A_STEP = 64


class Device:
    """Everything the firmware knows. `hal` is the hardware, `board` what it is built of."""

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
        self.restart = -1  # a mode once the host asked for it
        self.resent = 0
        self.overruns = 0
        self._uptime_ms = 0
        self._next_link = u16_at(hal.random(2), 0)
        self._nonce = bytearray(4)
        self._sent = 0
        self._sent_at = 0
        self._lost_told = 0
        self._heard_at = 0
        self._heard = False
        self._beacon_at = 0
        self._now = hal.now()
        self._turns = 0  # how often the 30-bit clock went round: bits 30 and 31 of the time we tell
        self._last_n = 0
        self._answer = bytearray(len(self.writer.wire))
        self._answer_length = 0
        self._buffer = bytearray(BYTES_A_STEP)
        self._patience = RESEND_MS
        self._repeats = 0  # how often the oldest edge was sent again
        self.calibration_damaged = False
        self._calibrate()

    def _calibrate(self):
        if self.analog:
            kept = self.hal.load()
            self.calibration_damaged = kept is not None and not from_bytes(self.analog, kept)

    def step(self):
        """One pass. Call it every `scan_ms`."""
        now = self.hal.now()
        if now < self._now:
            self._turns += 1
        passed = (now - self._now) & MASK
        self._uptime_ms += passed
        if passed > 2 * self.board.scan_ms:
            self.overruns += 1
        self._now = now
        self.scanner.scan(now)
        self._listen()
        silent = not self._heard or (now - self._heard_at) & MASK > self.board.silence_s * 1000
        if silent:
            self._heard = False  # Or the 30-bit clock, once round, would take silence for speech.
        if self.link:
            self._tell_edges()
        if (silent or not self.link) and (now - self._beacon_at) & MASK >= BEACON_MS:
            # A host that hears this and is not heard knows which wire is broken.
            self._beacon_at = now
            self.writer.begin(NOLINK, 0)
            self._send()
        self.lights.step(now, silent)
        self.tune.step(now)
        self.hal.feed()

    def uptime_s(self):
        """Whole seconds since the start."""
        return self._uptime_ms // 1000

    # Out ----------------------------------------------------------------------------------------

    def _send(self):
        self.hal.write(self.writer.wire, self.writer.seal())

    def _put_time(self, time):
        """A 30-bit time before this pass as 32 bits."""
        self._put(time, self._turns if time <= self._now else self._turns - 1)

    def _put(self, time, turns):
        self.writer.u16(time)
        self.writer.u16(time >> 16 | (turns & 3) << 14)

    def _tell_edges(self):
        ring = self.ring
        if self._sent < ring.oldest:
            self._sent = ring.oldest
        if ring.lost != self._lost_told:
            self._lost_told = ring.lost
            self._pong(0)
        wait = min(self._patience << min(self._repeats, DOUBLINGS), LONGEST_RESEND_MS)
        if ring.oldest < self._sent and (self._now - self._sent_at) & MASK >= wait:
            last = min(self._sent, ring.oldest + RESEND_AT_MOST)
            at = ring.oldest
            while at < last:
                count = self._edges(at, min(EDGES_A_RESEND, last - at))
                self.resent += count
                at += count
            self._sent_at = self._now
            self._repeats += 1
        while self._sent < ring.next and self._sent - ring.oldest < WINDOW:
            if self._sent == ring.oldest:
                self._sent_at = self._now
            self._sent += self._edges(self._sent, min(EDGES_A_FRAME, ring.next - self._sent))

    def _edges(self, first, count):
        """Sends up to `count` edges from `first`; how many it were."""
        ring = self.ring
        writer = self.writer
        before = ring.times[first % ring.capacity]
        writer.begin(EDGES, self.link)
        writer.u32(first)
        self._put_time(before)
        for told in range(count):
            slot = (first + told) % ring.capacity
            step = (ring.times[slot] - before) & MASK
            if step > 0xFFFF:
                count = told
                break
            before = ring.times[slot]
            writer.u16(step)
            writer.u16(ring.what[slot])
        self._send()
        return count

    def _pong(self, token):
        writer = self.writer
        writer.begin(PONG, self.link)
        writer.u16(token)
        now = self.hal.now()  # A pass may have taken a millisecond and more until here.
        self._put(now, self._turns if now >= self._now else self._turns + 1)
        writer.u32(self.ring.oldest)
        writer.u32(self.ring.next)
        self._send()

    # In -----------------------------------------------------------------------------------------

    def _listen(self):
        count = self.hal.read(self._buffer)
        for i in range(count):
            if self.reader.feed(self._buffer[i]):
                self._take(self.reader.frame, self.reader.length)

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
        elif kind == PING and length >= 5:
            if length >= 7:
                self._patience = max(u16_at(frame, 5), RESEND_MS)
            self._pong(u16_at(frame, 3))
        elif kind == COMMAND and length >= 6:
            self._command(frame, length)

    def _hello(self, frame, length):
        if frame[5] != MAJOR or length < 11:
            # Another version: say ours in the part of WELCOME that never changes, and stay unlinked.
            self.writer.begin(WELCOME, 0)
            self.writer.blob(b"JB")
            self.writer.u8(MAJOR)
            self.writer.u8(MINOR)
            self._send()
            return
        if not self.link or not self._same_nonce(frame):
            self._nonce[:] = frame[7:11]
            self._next_link = self._next_link % 0xFFFF + 1
            self.link = self._next_link
            self._sent = self.ring.oldest
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
        self._put_time(self._now)
        self._send()

    def _same_nonce(self, frame):
        return all(self._nonce[i] == frame[7 + i] for i in range(4))

    def _command(self, frame, length):
        n = u16_at(frame, 3)
        if n == self._last_n:
            self.hal.write(self._answer, self._answer_length)
            return
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
