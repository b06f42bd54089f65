"""The hardware of a Raspberry Pi Pico.

Sensors are read through a chain of 74HC165 or through multiplexers, WS2812 LEDs are driven by PIO and DMA,
and USB is the line to the host.
"""

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

_MAINTENANCE = "maintenance"  # a marker file: at the next start stay at the prompt, without the watchdog
_ASKED = "asked"  # a marker file: the next reset is a requested one, which the chip does not record
_KEPT = "calibration.bin"


# One bit takes 10 cycles at 8 MHz, 1.25 µs: high for 3 (a zero) or 6 (a one), the rest low.
@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=24)
def ws2812():
    """The PIO program that sends a word of 24 bits to the LEDs: green, red, blue, highest bit first."""
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
SPI_HZ = 1_000_000  # The clock is slow enough for 2 to 4 m of cable; reading 29 chips takes 0.23 ms.
SPI_MOSI = (19, 11)  # The pins that MicroPython uses for MOSI of SPI 0 and 1 if none is given.

# The register "buffer control" of USB endpoint 2 IN, which sends MicroPython's serial data. Its bit AVAILABLE
# is set while a packet waits for the computer to read it; while it is clear, USB's buffer of 256 bytes is
# empty.
USB_IN = 0x50100090
AVAILABLE = 1 << 10

UNSENT = 1024  # The most bytes that wait for the host to read them.
CHUNK = 128  # The most bytes in one write.
CHUNK_US = 250  # The most microseconds that one write takes.
POLL_US = 50  # Microseconds between two checks whether the packet was read.
READ_US = 40  # Microseconds that reading one byte takes.
LEAST = 4  # The bytes that each pass may read, however late it is.
KEPT_US = 150  # Microseconds of a pass that are reserved for the work after reading.


class Hal:
    """Access to a Pico's sensors, lights, buzzer, USB line, flash memory and clock."""

    def __init__(self):
        try:
            with open("board.json") as file:
                self.board = board = Board(json.load(file))
        except OSError:
            self.board = board = Board()
        self._cause = 2 if machine.reset_cause() == machine.WDT_RESET else 1
        if _taken(_ASKED):
            self._cause = 3
        micropython.kbd_intr(-1)  # A byte 3 belongs to a frame, and must not interrupt as ^C does.
        self._spi = SPI(board.spi, baudrate=SPI_HZ, polarity=1, phase=0, sck=Pin(board.sck),
                        miso=Pin(board.miso))  # fmt: skip
        Pin(SPI_MOSI[board.spi], Pin.IN)  # The chain needs no MOSI, so the pin is left free for another part.
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
        self._from = 0  # The index in the queue of the next byte to send.
        self.waiting = 0  # The number of bytes that wait to be sent.
        self._next_us = time.ticks_add(time.ticks_us(), 1000 * board.scan_ms)
        self._watchdog = WDT(timeout=board.watchdog_ms) if board.watchdog_ms else None

    def now(self):
        """The clock in milliseconds, as a 30-bit number that wraps."""
        return time.ticks_ms()

    def micros(self):
        """The clock in microseconds, as a 30-bit number that wraps."""
        return time.ticks_us()

    @micropython.native
    def left(self):
        """Microseconds until the next scan is due; negative if it is late."""
        return time.ticks_diff(self._next_us, time.ticks_us())

    def random(self, count):
        """`count` random bytes."""
        return os.urandom(count)

    def board_id(self):
        """The unique number of the flash chip, eight bytes."""
        return machine.unique_id()

    def reset_cause(self):
        """The cause of the last reset: 1 power, 2 the watchdog, 3 a request."""
        return self._cause

    def sensors(self, raw):
        """Reads the levels of all chips into `raw`; input A of the first chip is channel 0."""
        self._load(0)
        self._load(1)
        self._spi.readinto(raw)

    def measure(self, first, end, reading):
        """Measures the channels `first` to `end` - 1 into `reading`."""
        self._mux.measure(first, end, reading)

    @micropython.native
    def read(self, buffer):
        """Reads the received bytes for which this pass has time into `buffer`; returns how many."""
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
        """Sends some queued bytes if USB's buffer is empty; returns whether it was empty.

        A write of more bytes than the buffer has room for would wait up to half a second, and MicroPython
        only reports whether there is any room. But if the computer has read the last packet, the buffer is
        empty.
        """
        _ready(self._room)  # MicroPython's USB driver works only while it is polled.
        if machine.mem16[USB_IN] & AVAILABLE:
            return False
        count = min(self.waiting, CHUNK, UNSENT - self._from)
        self._stdout.write(self._unsent, self._from, count)
        self._from = (self._from + count) % UNSENT
        self.waiting -= count
        return True

    def show(self):
        """Starts sending all pixels to the LED chain."""
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
        """The stored calibration as bytes; None if there is none."""
        return store.load(_KEPT)

    def save(self, data):
        """Stores the calibration `data`, or deletes the stored one if None; returns False on failure."""
        return store.save(_KEPT, data)

    def feed(self):
        """Restarts the watchdog's timer, which would otherwise reset the chip."""
        if self._watchdog:
            self._watchdog.feed()

    @micropython.native
    def rest(self):
        """Sends queued bytes, then waits for the next scan.

        If the next scan is late by more than a pass, later scans are timed from now.
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
        # A wait may end a microsecond late, so the period is shorter by a microsecond.
        scan_us = 1000 * self.board.scan_ms - 1
        if left < -scan_us:
            self._next_us = time.ticks_us()
        self._next_us = time.ticks_add(self._next_us, scan_us)
        return True

    def restart(self, mode):
        """Resets the chip.

        After it, mode 0 runs the firmware, 1 stays at the prompt, 2 waits as a USB disk for a new
        MicroPython.
        """
        if mode == 2:
            machine.bootloader()
        with open(_MAINTENANCE if mode == 1 else _ASKED, "w"):
            pass
        machine.reset()
        return False


class _Multiplexers:
    """Reads analog sensors through multiplexers of 16 channels each, by the RP2040's registers.

    Each enable pin selects one multiplexer for each ADC pin. A reading takes the settling time and some 10
    µs; through MicroPython's pins it would take 200 µs.
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
    sio = ptr32(0xD0000000)  # SIO, indexed by words: register 5 sets pins, 6 clears pins.
    adc = ptr32(0x4004C000)  # ADC, indexed by words: register 0 controls, 1 has the result.
    timer = ptr32(0x40054000)  # Timer, indexed by words: register 10 counts microseconds.
    channel = first
    while channel < end:
        mux = channel >> 4
        sio[5] = number[1]  # Select no multiplexer while the address lines change.
        sio[6] = number[2]
        sio[5] = line[channel & 15]
        sio[6] = group[mux // number[0]]
        began = timer[10]
        while timer[10] - began <= number[3]:
            pass
        adc[0] = 5 | (adc_input[mux % number[0]] << 12)  # switch the ADC on and start one conversion
        while not adc[0] & 0x100:
            pass
        value = adc[1]
        into[channel] = (value << 4) | (value >> 8)
        channel += 1


def _ready(poll):
    """Whether the polled stream can be used without waiting. `ipoll` allocates no list, unlike `poll`."""
    for _ in poll.ipoll(0):
        return True
    return False


def _taken(marker):
    """Removes a marker file; returns whether it existed."""
    try:
        os.remove(marker)
    except OSError:
        return False
    return True


def boot():
    """Runs the firmware, unless it is to stay at the prompt; main.py on the Pico calls this."""
    if _taken(_MAINTENANCE) or rp2.bootsel_button():
        return
    from .main import run

    run(Hal())
