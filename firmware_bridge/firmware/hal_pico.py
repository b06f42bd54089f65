"""The Raspberry Pi Pico: '165 chain or multiplexers in, WS2812 by PIO and DMA out, USB as the wire."""

import json
import os
import select
import sys
import time
from array import array

import machine
import micropython
import rp2
from machine import ADC, PWM, SPI, WDT, Pin

from . import store
from .board import Board
from .codec import enqueue

_MAINTENANCE = "maintenance"  # a marker file: stay at the prompt once, without the watchdog
_ASKED = "asked"  # a marker file: the coming reset was asked for, which the chip itself cannot tell
_KEPT = "calibration.bin"


# One bit takes 10 cycles at 8 MHz, 1.25 µs: high for 3 (a zero) or 6 (a one), the rest low.
@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=24)
def ws2812():
    """The PIO program: 24 bits a word, green first, the highest bit first."""
    wrap_target()
    label("bit")
    out(x, 1).side(0)[3]
    jmp(not_x, "zero").side(1)[2]
    nop().side(1)[2]
    wrap()
    label("zero")
    jmp("bit").side(0)[2]


PIO_HZ = 8_000_000
WORD_US = 30
LATCH_US = 300
SPI_HZ = 1_000_000  # for a trunk of 2 to 4 m: 0.23 ms for 29 chips
SPI_MOSI = (19, 11)  # the pins that MicroPython takes for an SPI's MOSI when none is named

# The buffer control of endpoint 2 IN, MicroPython's serial data. Its bit "available" is set while a packet
# waits for the computer to read it; when it is clear, USB's buffer of 256 bytes is empty.
USB_IN = 0x50100090
AVAILABLE = 1 << 10

UNSENT = 1024  # bytes that may wait for the host to read them
CHUNK = 128  # bytes in one write
CHUNK_US = 250  # microseconds for one write, generously
POLL_US = 50  # microseconds between two checks whether the packet was read
READ_US = 40  # microseconds to read one byte
LEAST = 4  # bytes that each pass reads, however late it is
KEPT_US = 150  # microseconds of a pass that are kept for the work after reading


class Hal:
    """The Pico's hardware: sensors, lights, buzzer, USB, clock."""

    def __init__(self):
        try:
            with open("board.json") as file:
                self.board = board = Board(json.load(file))
        except OSError:
            self.board = board = Board()
        self._cause = 2 if machine.reset_cause() == machine.WDT_RESET else 1
        if _taken(_ASKED):
            self._cause = 3
        micropython.kbd_intr(-1)  # Byte 3 is data here, not an interrupt.
        self._spi = SPI(board.spi, baudrate=SPI_HZ, polarity=1, phase=0, sck=Pin(board.sck),
                        miso=Pin(board.miso))  # fmt: skip
        Pin(SPI_MOSI[board.spi], Pin.IN)  # The chain has no MOSI: the pin is free for another part.
        self.pixels = bytearray(4 * board.leds)
        self._machine = rp2.StateMachine(0, ws2812, freq=PIO_HZ, sideset_base=Pin(board.led_pin, Pin.OUT))
        self._machine.active(1)
        self._dma = rp2.DMA()
        self._dma_control = self._dma.pack_ctrl(size=2, inc_write=False, treq_sel=0)
        self._shown_at = time.ticks_us()
        self._load = Pin(board.load, Pin.OUT, value=1)
        self._mux = _Multiplexers(board) if board.analog else None
        self._buzzer = PWM(Pin(board.buzzer_pin)) if board.buzzer_pin >= 0 else None
        self._stdin = sys.stdin.buffer
        self._stdout = sys.stdout.buffer
        self._typed = select.poll()
        self._typed.register(sys.stdin, select.POLLIN)
        self._room = select.poll()
        self._room.register(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)
        self._unsent = bytearray(UNSENT)
        self._from = 0  # the place in the queue of the next byte to send
        self.waiting = 0  # how many bytes wait to be sent
        self._next_us = time.ticks_add(time.ticks_us(), 1000 * board.scan_ms)
        self._watchdog = WDT(timeout=board.watchdog_ms) if board.watchdog_ms else None

    def now(self):
        """Milliseconds as a 30-bit number."""
        return time.ticks_ms()

    def micros(self):
        """Microseconds as a 30-bit number."""
        return time.ticks_us()

    @micropython.native
    def left(self):
        """Microseconds until the next scan is due; negative when it is late."""
        return time.ticks_diff(self._next_us, time.ticks_us())

    def random(self, count):
        """Random bytes."""
        return os.urandom(count)

    def board_id(self):
        """The flash chip's number."""
        return machine.unique_id()

    def reset_cause(self):
        """The cause of the last reset: 1 power, 2 the watchdog, 3 a request."""
        return self._cause

    def sensors(self, raw):
        """Latches the chain and shifts it into `raw`; the first chip's input A is channel 0."""
        self._load(0)
        self._load(1)
        self._spi.readinto(raw)

    def measure(self, first, end, reading):
        """Measures the channels `first` to `end` - 1 into `reading`."""
        self._mux.measure(first, end, reading)

    @micropython.native
    def read(self, buffer):
        """Reads the bytes that have come and this pass has time for, one a poll; returns how many."""
        typed, into, byte = self._typed.ipoll, self._stdin.readinto, self._byte
        count = 0
        most = LEAST
        while True:
            there = False
            for _ in typed(0):  # `poll` would allocate a list.
                there = True
            if not there:
                return count
            if not count:
                most = max(LEAST, min((self.left() - KEPT_US) // READ_US, len(buffer)))
            into(byte)
            buffer[count] = byte[0]
            count += 1
            if count == most:
                return count

    @micropython.native
    def write(self, buffer, count):
        """Queues a frame for the host; a frame that does not fit is dropped."""
        if self.waiting + count <= UNSENT:
            enqueue(self._unsent, (self._from + self.waiting) % UNSENT, UNSENT, buffer, count)
            self.waiting += count

    @micropython.native
    def _send(self):
        """Sends some queued bytes if USB's buffer is empty; returns whether it was.

        A write of more bytes than the buffer has room for would wait up to half a second, and MicroPython
        reports only whether there is any room. Whether the computer has read the last packet shows if the
        whole buffer is empty.
        """
        _ready(self._room)  # MicroPython's USB driver moves bytes only when it is polled.
        if machine.mem16[USB_IN] & AVAILABLE:
            return False
        count = min(self.waiting, CHUNK, UNSENT - self._from)
        self._stdout.write(self._unsent, self._from, count)
        self._from = (self._from + count) % UNSENT
        self.waiting -= count
        return True

    def show(self):
        """Starts the transfer of all pixels to the LED chain."""
        self._dma.config(read=self.pixels, write=self._machine, count=self.board.leds,
                         ctrl=self._dma_control, trigger=True)  # fmt: skip
        self._shown_at = time.ticks_us()

    def busy(self):
        """Whether the chain is still being sent, or has not shown its colours yet."""
        return time.ticks_diff(time.ticks_us(), self._shown_at) < self.board.leds * WORD_US + LATCH_US

    def tone(self, hertz):
        """Sounds the buzzer at `hertz`; 0 silences it."""
        if self._buzzer:
            if hertz:
                self._buzzer.freq(hertz)
            self._buzzer.duty_u16(0x8000 if hertz else 0)

    def load(self):
        """The kept calibration, or None."""
        return store.load(_KEPT)

    def save(self, data):
        """Keeps the calibration `data`, or deletes it (None); returns False if that failed."""
        return store.save(_KEPT, data)

    def feed(self):
        """Resets the watchdog's timer."""
        if self._watchdog:
            self._watchdog.feed()

    @micropython.native
    def rest(self):
        """Sends queued bytes, then waits for the next scan.

        If the scan is more than a pass late, the next ones are timed from now.
        """
        if self.waiting:
            self._send()
        left = self.left()
        while self.waiting and left > CHUNK_US:
            if not self._send():
                time.sleep_us(POLL_US)
            left = self.left()
        if left > 0:
            time.sleep_us(left)
        # A wait may end a microsecond late, so the period is a microsecond shorter.
        scan_us = 1000 * self.board.scan_ms - 1
        if left < -scan_us:
            self._next_us = time.ticks_us()
        self._next_us = time.ticks_add(self._next_us, scan_us)
        return True

    def restart(self, mode):
        """Restarts.

        Mode 0 restarts the firmware, 1 stays at the prompt once, 2 waits as a USB disk for a new MicroPython.
        """
        if mode == 2:
            machine.bootloader()
        with open(_MAINTENANCE if mode == 1 else _ASKED, "w"):
            pass
        machine.reset()
        return False


class _Multiplexers:
    """Up to three multiplexers of 16 channels on each group of ADC pins, by the RP2040's registers.

    One reading through MicroPython's pins would take 200 µs; this class takes the settling time and some 10
    µs.
    """

    def __init__(self, board):
        if "RP2040" not in sys.implementation._machine:
            raise ValueError("analog sensors need an RP2040")
        for pin in board.mux_select:
            Pin(pin, Pin.OUT, value=0)
        for pin in board.mux_enable:
            Pin(pin, Pin.OUT, value=1)
        for pin in board.mux_adc:
            ADC(Pin(pin))
        lines = [
            sum(1 << pin for i, pin in enumerate(board.mux_select) if line >> i & 1) for line in range(16)
        ]
        groups = [1 << pin for pin in board.mux_enable]
        inputs = [pin - 26 for pin in board.mux_adc]
        self._lines = array("i", lines)
        self._groups = array("i", groups)
        self._inputs = array("i", inputs)
        self._numbers = array("i", (len(inputs), sum(groups), lines[15], board.settle_us))

    def measure(self, first, end, reading):
        """Measures the channels `first` to `end` - 1 into `reading`."""
        _measure(first, end, reading, self._lines, self._groups, self._inputs, self._numbers)


@micropython.viper
def _measure(first: int, end: int, reading, lines, groups, inputs, numbers):
    into = ptr16(reading)
    line = ptr32(lines)
    group = ptr32(groups)
    adc_input = ptr32(inputs)
    number = ptr32(numbers)
    sio = ptr32(0xD0000000)  # registers of SIO, by word: 5 sets outputs, 6 clears outputs
    adc = ptr32(0x4004C000)  # registers of the ADC: 0 control, 1 result
    timer = ptr32(0x40054000)  # registers of the timer: 10 is the lower half of the microseconds
    channel = first
    while channel < end:
        mux = channel >> 4
        sio[5] = number[1]  # All multiplexers are off while the address lines change.
        sio[6] = number[2]
        sio[5] = line[channel & 15]
        sio[6] = group[mux // number[0]]
        began = timer[10]
        while timer[10] - began <= number[3]:
            pass
        adc[0] = 5 | (adc_input[mux % number[0]] << 12)  # switch the ADC on and convert once
        while not adc[0] & 0x100:
            pass
        value = adc[1]
        into[channel] = (value << 4) | (value >> 8)
        channel += 1


def _ready(poll):
    """Whether the stream of this poll can be used without waiting; `poll.poll` would allocate a list."""
    for _ in poll.ipoll(0):
        return True
    return False


def _taken(marker):
    """Remove this marker file; return whether it existed."""
    try:
        os.remove(marker)
    except OSError:
        return False
    return True


def boot():
    """Run the firmware, unless it was asked to stay at the prompt; main.py on the Pico calls it."""
    if _taken(_MAINTENANCE) or rp2.bootsel_button():
        return
    from .main import run

    run(Hal())
