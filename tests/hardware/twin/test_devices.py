"""Tests of the simulated strip, readers, buttons and buzzer, in addition to the common tests."""

from __future__ import annotations

import subprocess
import sys

import pytest

from hardware.clock import VirtualClock
from hardware.errors import BadFrame, DeviceClosed, HardwareError
from hardware.parts.button.twin import TwinButtons
from hardware.parts.buzzer.twin import TwinSounder
from hardware.parts.ws2812b.driver import PAUSE, encode
from hardware.parts.ws2812b.twin import Ws2812Chain
from hardware.ports import ButtonPressed, CardSeen, HardwareEvent
from hardware.twin.cards import TwinCardReader


def test_the_simulated_strip_decodes_and_shows_its_colours() -> None:
    spi, events = Ws2812Chain(2), list[bytes]()
    spi.listen(events.append)
    spi.writebytes2(encode(b"\x01\x02\x03\xff\xfe\xfd"))
    assert spi.pixels == b"\x01\x02\x03\xff\xfe\xfd"
    assert events == [spi.pixels]
    assert (spi.frames, spi.sent) == (1, encode(spi.pixels))


@pytest.mark.parametrize(
    ("stream", "sentence"),
    [
        (encode(bytes(9)), "260 bytes is for 3 LEDs, the chain has 2"),
        (encode(bytes(3)), "for 1 LEDs, the chain has 2"),
        (b"", "no pause"),
        (b"\x88" * 13 + PAUSE, "within an LED, at byte 13"),
        (b"\x88" * 7 + b"\x42" + b"\x88" * 16 + PAUSE, "byte 7 of the stream is 0x42"),
    ],
)
def test_the_simulated_strip_refuses_a_malformed_stream_and_keeps_its_colours(
    stream: bytes, sentence: str
) -> None:
    spi = Ws2812Chain(2)
    spi.writebytes2(encode(b"abcdef"))
    with pytest.raises(BadFrame, match=sentence):
        spi.writebytes2(stream)
    assert (spi.pixels, spi.frames) == (b"abcdef", 1)


def test_a_closed_simulated_spi_port_accepts_no_bytes() -> None:
    spi = Ws2812Chain(2)
    spi.close()
    with pytest.raises(DeviceClosed):
        spi.writebytes2(encode(bytes(6)))


def test_a_removed_card_is_reported_three_repeats_after_its_last_read() -> None:
    clock, events = VirtualClock(), list[HardwareEvent]()
    reader = TwinCardReader("table", clock)
    reader.start(events.append)
    clock.call_at(1.0, lambda: reader.lay("7H"))
    clock.call_at(1.98, reader.take_off)
    clock.run_until(5)
    assert events[0] == CardSeen(1.0, "7H", "table")
    assert isinstance(events[1], CardSeen)
    assert events[1].tag is None
    assert events[1].t == pytest.approx(1.95 + 0.150)
    assert len(events) == 2
    assert clock.next_at is None


def test_a_card_taken_off_and_laid_again_at_once_is_not_reported_as_removed() -> None:
    clock, events = VirtualClock(), list[HardwareEvent]()
    reader = TwinCardReader("A", clock)
    reader.start(events.append)
    reader.lay("7H")
    clock.run_until(1)
    reader.take_off()
    clock.run_until(1.08)
    assert reader.laid is None
    reader.lay("7H")
    clock.run_until(2)
    assert [event.tag for event in events if isinstance(event, CardSeen)] == ["7H"]


def test_unplugging_a_reader_twice_is_reported_once() -> None:
    clock, events = VirtualClock(), list[HardwareEvent]()
    reader = TwinCardReader("A", clock)
    reader.start(events.append)
    reader.replug()
    reader.unplug()
    reader.unplug()
    clock.run_until(1)
    assert [type(event).__name__ for event in events] == ["DeviceState"]


def test_several_simulated_readers_report_their_own_names() -> None:
    clock, events = VirtualClock(), list[HardwareEvent]()
    for name in ("A", "B", "table"):
        reader = TwinCardReader(name, clock)
        reader.start(events.append)
        reader.lay(f"card of {name}")
    clock.run_until(0.01)
    assert events == [CardSeen(0.0, f"card of {name}", name) for name in ("A", "B", "table")]


def test_an_unknown_simulated_button_is_refused() -> None:
    with pytest.raises(HardwareError, match="buttons ok, back, help, no 'fire'"):
        TwinButtons(VirtualClock()).press("fire", "A")  # type: ignore[arg-type]


def test_a_button_press_has_the_time_of_the_press() -> None:
    clock, events = VirtualClock(), list[HardwareEvent]()
    buttons = TwinButtons(clock)
    buttons.start(events.append)
    clock.call_at(2.5, lambda: buttons.press("help", "B"))
    clock.run_until(3)
    assert events == [ButtonPressed(2.5, "help", "B")]


def test_the_simulated_buzzer_records_its_tones_and_refuses_tones_after_closing() -> None:
    clock = VirtualClock(4.0)
    sounder = TwinSounder(clock)
    sounder.play(((2000, 0.08),))
    sounder.play(())
    assert sounder.played == [(4.0, ((2000, 0.08),)), (4.0, ())]
    sounder.close()
    with pytest.raises(DeviceClosed):
        sounder.play(())


ROOMS = (
    "clock ports lights layout outlet scan pins parts.hc165.driver"
    " tags serial_reader"
    " parts.ws2812b.driver parts.button.driver parts.ws2812b.twin parts.button.twin parts.mcp23017.twin"
    " twin.wood twin.sensors twin.cards twin.pty_reader"
)


def test_importing_the_hardware_package_imports_no_device_library() -> None:
    program = "\n".join(
        [*(f"import hardware.{name}" for name in ROOMS.split()), "import sys", "print(*sys.modules)"]
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "hardware.twin.sensors" in loaded
    assert not {"gpiozero", "serial", "spidev", "asyncio", "engine", "service"} & set(loaded)
