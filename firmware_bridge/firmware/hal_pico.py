"""The Raspberry Pi Pico: '165 chain or multiplexers in, WS2812 by PIO and DMA out, USB as the wire."""

import json
import os
import select
import sys
import time

import machine
import micropython
import rp2
from machine import ADC, PWM, SPI, WDT, Pin

from . import store
from .board import Board

_MAINTENANCE = "maintenance"  # a file: stay at the prompt once, without the watchdog
_ASKED = "asked"  # a file: the coming reset was asked for; the chip itself cannot tell
_KEPT = "calibration.bin"


# One bit takes 10 cycles at 8 MHz, 1.25 µs: high for 3 (a zero) or 6 (a one), the rest low.
@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=24)
def ws2812():
    """24 bits a word, green first, the highest bit first."""
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

UNSENT = 1024  # bytes that wait for the host to read
BYTE_US = 60  # to send one byte, generously
LEAST = 4  # bytes sent in each pass, however late it is


class Hal:
    """The Pico's pins."""

    def __init__(self):
        try:
            with open("board.json") as file:
                self.board = board = Board(json.load(file))
        except OSError:
            self.board = board = Board()
        self._cause = 2 if machine.reset_cause() == machine.WDT_RESET else 1
        if _taken(_ASKED):
            self._cause = 3
        micropython.kbd_intr(-1)  # Byte 3 is data here.
        self.pixels = bytearray(4 * board.leds)
        self._machine = rp2.StateMachine(0, ws2812, freq=PIO_HZ, sideset_base=Pin(board.led_pin, Pin.OUT))
        self._machine.active(1)
        self._dma = rp2.DMA()
        self._dma_control = self._dma.pack_ctrl(size=2, inc_write=False, treq_sel=0)
        self._shown_at = time.ticks_us()
        self._load = Pin(board.load, Pin.OUT, value=1)
        self._spi = SPI(board.spi, baudrate=SPI_HZ, polarity=1, phase=0, sck=Pin(board.sck),
                        miso=Pin(board.miso))  # fmt: skip
        self._select = [Pin(pin, Pin.OUT, value=0) for pin in board.mux_select]
        self._enable = [Pin(pin, Pin.OUT, value=1) for pin in board.mux_enable]
        self._adc = [ADC(Pin(pin)) for pin in board.mux_adc] if board.analog else []
        self._buzzer = PWM(Pin(board.buzzer_pin)) if board.buzzer_pin >= 0 else None
        self._stdin = sys.stdin.buffer
        self._stdout = sys.stdout.buffer
        self._typed = select.poll()
        self._typed.register(sys.stdin, select.POLLIN)
        self._room = select.poll()
        self._room.register(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)
        self._unsent = bytearray(UNSENT)
        self._from = 0  # the next byte to send
        self._waiting = 0  # how many wait
        self._next_us = time.ticks_us()
        self._watchdog = WDT(timeout=board.watchdog_ms) if board.watchdog_ms else None

    def now(self):
        """Milliseconds, 30 bits."""
        return time.ticks_ms()

    def random(self, count):
        """Random bytes."""
        return os.urandom(count)

    def board_id(self):
        """The flash chip's number."""
        return machine.unique_id()

    def reset_cause(self):
        """1 power, 2 the watchdog, 3 asked for."""
        return self._cause

    def sensors(self, raw):
        """Latches the chain and shifts it in; the first chip's input A is channel 0."""
        self._load(0)
        self._load(1)
        self._spi.readinto(raw)

    def measure(self, channel):
        """One reading through the multiplexers: 16 channels each, three of them side by side."""
        mux = channel >> 4
        for i in range(4):
            self._select[i](channel >> i & 1)
        group = mux // len(self._adc)
        for i in range(len(self._enable)):
            self._enable[i](0 if i == group else 1)
        time.sleep_us(self.board.settle_us)
        return self._adc[mux % len(self._adc)].read_u16()

    def read(self, buffer):
        """Reads what is there, a byte a poll; how many."""
        count = 0
        while count < len(buffer) and _ready(self._typed):
            self._stdin.readinto(self._byte)
            buffer[count] = self._byte[0]
            count += 1
        return count

    def write(self, buffer, count):
        """Puts a frame in line for the host; one that does not fit is gone.

        A write of more bytes than USB's buffer has room for would wait up to half a second. That room is
        not told: only that there is some. So `rest` sends byte after byte, while there is time.
        """
        if self._waiting + count <= UNSENT:
            at = (self._from + self._waiting) % UNSENT
            for i in range(count):
                self._unsent[at] = buffer[i]
                at = (at + 1) % UNSENT
            self._waiting += count

    def _send(self):
        """Sends what there is time and room for before the next scan."""
        sent = 0
        while self._waiting and (sent < LEAST or time.ticks_diff(self._next_us, time.ticks_us()) > BYTE_US):
            if not _ready(self._room):
                return
            self._byte[0] = self._unsent[self._from]
            self._stdout.write(self._byte)
            self._from = (self._from + 1) % UNSENT
            self._waiting -= 1
            sent += 1

    def show(self):
        """Starts the transfer of all pixels."""
        self._dma.config(read=self.pixels, write=self._machine, count=self.board.leds,
                         ctrl=self._dma_control, trigger=True)  # fmt: skip
        self._shown_at = time.ticks_us()

    def busy(self):
        """Whether the chain is still being sent, or has not latched yet."""
        return time.ticks_diff(time.ticks_us(), self._shown_at) < self.board.leds * WORD_US + LATCH_US

    def tone(self, hertz):
        """Sounds the buzzer; 0 is silence."""
        if self._buzzer:
            if hertz:
                self._buzzer.freq(hertz)
            self._buzzer.duty_u16(0x8000 if hertz else 0)

    def load(self):
        """The kept calibration, or None."""
        return store.load(_KEPT)

    def save(self, data):
        """Keeps a calibration, or forgets it; False when that failed."""
        return store.save(_KEPT, data)

    def feed(self):
        """Tells the watchdog that all is well."""
        if self._watchdog:
            self._watchdog.feed()

    def rest(self):
        """Waits for the next scan. Late, it goes on at once and counts from here."""
        self._next_us = time.ticks_add(self._next_us, self.board.scan_ms * 1000)
        self._send()
        left = time.ticks_diff(self._next_us, time.ticks_us())
        if left > 0:
            time.sleep_us(left)
        else:
            self._next_us = time.ticks_us()
        return True

    def restart(self, mode):
        """0 restarts, 1 stays at the prompt once, 2 waits as a USB disk for a new MicroPython."""
        if mode == 2:
            machine.bootloader()
        with open(_MAINTENANCE if mode == 1 else _ASKED, "w"):
            pass
        machine.reset()
        return False


def _ready(poll):
    """Whether the stream of this poll can be used without waiting; `poll.poll` would allocate a list."""
    for _ in poll.ipoll(0):
        return True
    return False


def _taken(marker):
    """Whether this marker file was there; now it is not."""
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
