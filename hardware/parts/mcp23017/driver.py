"""Hole sensors on MCP23017 port expanders, up to eight on an I2C bus, read by the Pi itself.

Wiring: SDA on GPIO 2, SCL on GPIO 3 (bus 1), A2 A1 A0 of each chip set its address from 0x20 to 0x27, RESET
to 3.3 V. A hall switch pulls its input to ground; the chip's own pull-up (100 kOhm) holds it high.

The newer data sheets make GPA7 and GPB7 outputs only. So a chip has 14 inputs, GPA0 to GPA6, then GPB0 to
GPB6, eight of them just the 112 of a four-sided board; and the two spare pins watch: GPA7 drives high, GPB7
low, and every read must show them so. A chip that lost its supply for a moment forgets its directions and
pull-ups and then reads anything: its watch pins then read wrong at once. To be sure, each scan also compares
the settings of one chip, in turn. A chip that fails is set up again. With `inputs=16` (old chips) there are
no watch pins, only the comparison.

One access takes 0.12 ms on a bus at 400 kHz, measured up to 0.8 ms from a Pi: eight chips may take longer
than a scan's period, and the scans then follow each other. With the chips' INT pins joined to one pin of the
Pi (open drain, each chip mirrors A and B) `interrupt` says whether a read is due at all; every twentieth scan
reads nevertheless, so that a broken line or a dead chip is found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Protocol

from hardware.clock import Clock
from hardware.errors import INSTALL, DeviceLost, DeviceMissing, HardwareError, not_opened
from hardware.parts.mcp23017 import ADDRESSES
from hardware.pins import board_pins, in_one_sentence
from hardware.scan import ScannedBank

IODIR, GPINTEN, IOCON, GPPU, GPIO, OLAT = 0x00, 0x04, 0x0A, 0x0C, 0x12, 0x14
"""The A half's registers (IOCON.BANK = 0); the B half's follow each, so a word is A, then B."""

MIRROR, OPEN_DRAIN = 0x40, 0x04
"""Bits of IOCON: both INT pins carry the same signal, and only ever pull low."""

WATCH_PINS, WATCH_LEVELS = 0x8080, 0x0080
"""The bits of GPA7 and GPB7 in a 16-bit word, and the levels that these pins drive: GPA7 high, GPB7 low."""

READ_ANYWAY = 20
"""At least one of this many scans reads the chips, whatever the state of the interrupt line."""


class I2cBus(Protocol):
    """The part of smbus2's SMBus that is used; its twin has it too. Words are sent low byte first."""

    def read_word_data(self, i2c_addr: int, register: int, /) -> int:
        """The two registers from `register` on; OSError without an acknowledgement."""
        ...

    def write_word_data(self, i2c_addr: int, register: int, value: int, /) -> None:
        """Write 16 bits to a register pair, low byte first."""
        ...

    def close(self) -> None:
        """Release the bus."""
        ...


def open_i2c(bus: int = 1) -> I2cBus:
    """The bus /dev/i2c-`bus`; DeviceMissing names the remedy."""
    path = f"/dev/i2c-{bus}"
    try:
        made = import_module("smbus2").SMBus
    except ImportError as error:
        raise DeviceMissing(
            f"{path} cannot be used: the module smbus2 is not installed; {INSTALL}"
        ) from error
    try:
        opened: I2cBus = made(bus)
    except OSError as error:
        lines = "dtparam=i2c_arm=on,i2c_arm_baudrate=400000"
        absent = f"put {lines} into /boot/firmware/config.txt, restart the Pi"
        raise not_opened(path, error, absent=absent, group="i2c") from error
    return opened


class Expander:
    """One chip on a bus: set up, checked and read."""

    def __init__(self, bus: I2cBus, address: int, *, inputs: int = 14) -> None:
        """`inputs` 14 or 16; raise HardwareError for an address or a number that no MCP23017 has."""
        if address not in ADDRESSES:
            raise HardwareError(f"an MCP23017 has an address from 0x20 to 0x27, not {address:#04x}")
        if inputs not in (14, 16):
            raise HardwareError(f"an MCP23017 has 14 or 16 inputs, not {inputs}")
        self._bus, self.address, self.inputs = bus, address, inputs
        watched = inputs == 14
        self._watch, self._expected = (WATCH_PINS, WATCH_LEVELS) if watched else (0, 0)
        ins = 0xFFFF & ~self._watch
        self._settings = ((OLAT, self._expected), (IODIR, ins), (GPPU, ins))
        self._bits = tuple(bit for bit in range(16) if ins >> bit & 1)

    def set_up(self, *, interrupt: bool) -> None:
        """Write every setting; `interrupt`: pull INT low while an input differs from its last read."""
        both = (MIRROR | OPEN_DRAIN) * 0x0101
        self._write(IOCON, both if interrupt else 0)
        for register, value in self._settings:
            self._write(register, value)
        self._write(GPINTEN, 0xFFFF & ~self._watch if interrupt else 0)

    def check(self) -> None:
        """Raise DeviceLost unless directions and pull-ups are as they were set."""
        for register, value in self._settings[1:]:
            if self._read(register) != value:
                raise self._forgot()

    def read(self) -> int:
        """The chip's two ports as a word; raise DeviceLost if the watch pins read wrong."""
        word = self._read(GPIO)
        if word & self._watch != self._expected:
            raise self._forgot()
        return word

    def levels(self, word: int) -> tuple[bool, ...]:
        """Every input's level in a word, True where a marble is."""
        word ^= 0xFFFF
        return tuple(bool(word >> bit & 1) for bit in self._bits)

    def _forgot(self) -> DeviceLost:
        return DeviceLost(
            f"the sensor chip at {self.address:#04x} has lost its settings: its supply dropped;"
            " check its 3.3 V and its plug"
        )

    def _read(self, register: int) -> int:
        try:
            return self._bus.read_word_data(self.address, register)
        except OSError as error:
            raise self._silent() from error

    def _write(self, register: int, value: int) -> None:
        try:
            self._bus.write_word_data(self.address, register, value)
        except OSError as error:
            raise self._silent() from error

    def _silent(self) -> DeviceLost:
        return DeviceLost(
            f"no sensor chip answers at {self.address:#04x} on the I2C bus:"
            " check its plug, its power and its address pins"
        )


class ExpanderBoard:
    """All chips of a board, read one after another as one scan."""

    def __init__(
        self, chips: Sequence[Expander], channels: int, interrupt: Callable[[], bool] | None = None
    ) -> None:
        """Raise HardwareError if the chips have too few inputs."""
        have = sum(chip.inputs for chip in chips)
        if have < channels:
            raise HardwareError(f"{channels} channels are more than the {have} inputs of {len(chips)} chips")
        self._chips, self._channels, self._interrupt = tuple(chips), channels, interrupt
        self._ready = False
        self._turn = self._skipped = 0
        self._last: tuple[bool, ...] = ()
        self._words: list[int] = []

    def scan(self) -> tuple[bool, ...]:
        """Every channel's level; if a chip is silent or has lost its settings, set all up again and raise
        DeviceLost.
        """
        if self._ready and self._quiet():
            return self._last
        try:
            if not self._ready:
                for chip in self._chips:
                    chip.set_up(interrupt=self._interrupt is not None)
                self._ready = True
            self._turn = (self._turn + 1) % len(self._chips)
            self._chips[self._turn].check()
            words = [chip.read() for chip in self._chips]
        except DeviceLost:
            self._ready = False
            raise
        if words != self._words:
            self._words = words
            read = zip(self._chips, words, strict=True)
            levels = [level for chip, word in read for level in chip.levels(word)]
            self._last = tuple(levels[: self._channels])
        return self._last  # An idle board repeats its words, so the last levels are returned again.

    def _quiet(self) -> bool:
        """Whether a read can be skipped: no chip pulls the interrupt line and no regular read is due."""
        if self._interrupt is None or self._interrupt() or self._skipped == READ_ANYWAY - 1:
            self._skipped = 0
            return False
        self._skipped += 1
        return True


def open_mcp23017(
    clock: Clock,
    channels: int,
    *,
    chips: Sequence[tuple[int, int]] | None = None,
    inputs: int = 14,
    interrupt_pin: int | None = None,
    open_bus: Callable[[int], I2cBus] = open_i2c,
    pin_factory: Any = None,
) -> ScannedBank:
    """The bank of `channels` sensors on `chips`, each (bus, address); by default from 0x20 on, on bus 1.

    Raise DeviceMissing if a bus or the interrupt pin is not available, HardwareError if the chips are too
    few.
    """
    if chips is None:
        chips = tuple((1, address) for address in ADDRESSES[: -(-channels // inputs)])
    buses: dict[int, I2cBus] = {}
    line: Any = None

    def release() -> None:
        for bus in buses.values():
            bus.close()
        if line is not None:
            line.close()

    try:
        for number in dict.fromkeys(number for number, _ in chips):
            buses[number] = open_bus(number)
        made = [Expander(buses[bus], at, inputs=inputs) for bus, at in chips]
        calls: Callable[[], bool] | None = None
        if interrupt_pin is not None:
            line = _input(interrupt_pin, pin_factory)
            calls = lambda: bool(line.value)  # noqa: E731 - as short as it is clear
        board = ExpanderBoard(made, channels, calls)
    except OSError:
        release()
        raise
    return ScannedBank(clock, channels, board.scan, release)


def _input(pin: int, pin_factory: Any) -> Any:
    """A pin held high that reads 1 while something pulls it low."""
    factory = board_pins(pin_factory)
    from gpiozero import DigitalInputDevice

    with in_one_sentence("the interrupt pin of the sensor chips"):
        return DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
