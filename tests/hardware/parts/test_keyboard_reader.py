"""Tests of a scanner that appears as a keyboard, read through a simulated evdev device."""

from __future__ import annotations

import errno
import sys
from types import ModuleType

import pytest

from hardware.clock import VirtualClock
from hardware.errors import DeviceMissing
from hardware.parts.keyboard_scanner.driver import Typed, TypedLineParser, open_keyboard
from hardware.parts.keyboard_scanner.twin import KEYS, ScannerKeyboard, typed, typed_by_number
from hardware.parts.keyboard_scanner.twin import TypedEvent as Event
from hardware.ports import DeviceTrouble, HardwareEvent
from hardware.serial_reader import SerialCardReader
from hardware.tags import LAID_AGAIN_AFTER, Garbled, Read, WrongSetting
from tests.hardware.contract_card_reader import CardReaderContract, seen

SHIFT, ENTER = 42, 28


class ScannerBench:
    """A scanner on a stand, which scans the card below it at once, and again every 0.1 s."""

    tags = ("7H", "TD#2")
    settled = 1.6

    def __init__(self, keyboard: ScannerKeyboard) -> None:
        self.clock, self.keyboard = VirtualClock(), keyboard
        self.laid: str | None = None
        self.broken = 0
        self.reader = SerialCardReader(
            "A",
            self.clock,
            lambda: open_keyboard("/dev/input/by-id/scanner"),
            TypedLineParser(),
            removed_after=LAID_AGAIN_AFTER,
        )

    def lay(self, tag: str) -> None:
        self.laid = tag
        self.clock.call_at(self.clock.now(), self._scan)

    def take_off(self) -> None:
        self.laid = None

    def garble(self, reads: int) -> None:
        self.broken += reads

    def wait(self, seconds: float) -> None:
        self.clock.run_until(self.clock.now() + seconds)

    def unplug(self) -> None:
        self.keyboard.plugged = False

    def replug(self) -> None:
        self.keyboard.plugged, self.keyboard.grabbed = True, False

    def _scan(self) -> None:
        if self.laid is None:
            return
        taken = self.keyboard.grabbed and self.keyboard.plugged
        self.keyboard.type(self.laid, dropped=taken and self.broken > 0)
        self.broken -= taken and self.broken > 0
        self.clock.call_at(self.clock.now() + 0.1, self._scan)


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> ScannerKeyboard:
    """A scanner, which a simulated evdev opens."""
    made = ScannerKeyboard()

    def device(path: str) -> ScannerKeyboard:
        if not made.plugged:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", path)
        return made

    module = ModuleType("evdev")
    module.InputDevice = device  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "evdev", module)
    return made


class TestKeyboardScanner(CardReaderContract):
    @pytest.fixture(autouse=True)
    def _keyboard(self, keyboard: ScannerKeyboard) -> None:
        self.keyboard = keyboard

    def make(self) -> ScannerBench:
        self.keyboard.__init__()  # type: ignore[misc]
        return ScannerBench(self.keyboard)


@pytest.mark.parametrize(
    "text", ["7H", "TD#2", "x#3", "AbC-123 [;'`] {:\"~} \\z|/?<>.,", "0123456789!@$%^&*()_+=-"]
)
def test_the_keys_of_a_keyboard_scanner_are_read_as_their_characters(
    keyboard: ScannerKeyboard, text: str
) -> None:
    port = open_keyboard("/dev/input/event3")
    keyboard.waiting = typed(text)
    assert port.read() == text.encode() + b"\r"
    assert port.read() == b""
    port.close()


def test_every_ascii_character_can_be_typed_by_a_keyboard_scanner() -> None:
    assert {chr(code) for code in range(32, 127)} <= set(KEYS)


def test_a_held_key_does_not_repeat_and_unknown_keys_type_nothing(keyboard: ScannerKeyboard) -> None:
    port = open_keyboard("/dev/input/event3")
    keyboard.waiting = [Event(1, 8, 1), Event(1, 8, 2), Event(1, 8, 2), Event(1, 8, 0), Event(1, 113, 1)]
    assert port.read() == b"7"
    port.close()


def test_a_scanned_line_with_dropped_events_is_garbled_and_its_held_shift_is_forgotten(
    keyboard: ScannerKeyboard,
) -> None:
    bench, events = ScannerBench(keyboard), list[HardwareEvent]()
    bench.reader.start(events.append)
    keyboard.waiting = [Event(1, SHIFT, 1), Event(0, 3, 0), *typed("7H"), *typed("8H")]
    bench.wait(0.1)
    assert seen(events) == ["8H"]
    assert bench.reader.garbled == 1
    bench.reader.close()


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOENT, "^/dev/input/x is not there; plug the scanner in, or look for its name in /dev/input"),
        (errno.EACCES, "^/dev/input/x may not be used; .* -aG input "),
    ],
)
def test_a_keyboard_that_cannot_be_opened_is_reported_with_the_remedy(
    number: int, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def device(path: str) -> None:
        raise OSError(number, "no")

    module = ModuleType("evdev")
    module.InputDevice = device  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "evdev", module)
    with pytest.raises(DeviceMissing, match=sentence):
        open_keyboard("/dev/input/x")


def test_a_keyboard_grabbed_by_another_program_is_reported_and_closed(keyboard: ScannerKeyboard) -> None:
    keyboard.grabbed = True
    with pytest.raises(DeviceMissing, match=r"^/dev/input/x is in use by another program; stop"):
        open_keyboard("/dev/input/x")
    assert not keyboard.grabbed


def test_a_missing_evdev_is_reported_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "evdev", None)
    with pytest.raises(DeviceMissing, match=r"the module evdev is not installed; sudo make pi"):
        open_keyboard("/dev/input/x")


def test_caps_lock_changes_only_letters_and_tab_or_down_ends_a_code() -> None:
    typed_, caps = Typed(), Event(1, 58, 1)
    seven_h = [Event(1, 8, 1), Event(1, 35, 1)]
    assert b"".join(typed_.take(event) for event in [*seven_h, caps, *seven_h, caps, *seven_h]) == b"7h7H7h"
    shift = Event(1, 42, 1)
    assert b"".join(typed_.take(event) for event in [caps, shift, *seven_h]) == b"&h"
    assert [Typed().take(Event(1, code, 1)) for code in (15, 108)] == [b"\t", b"\n"]


def read(parser: TypedLineParser, events: list[Event]) -> list[Read]:
    keys = Typed()
    return list(parser.feed(b"".join(keys.take(event) for event in events)))


@pytest.mark.parametrize(
    ("layout", "text", "keyboard"),
    [
        ("french", "7H", "a French"),
        ("french", "AH#1", "a French"),
        ("german", "7H#2", "a German or British"),
        ("spanish", "7H#2", "another country's"),
    ],
)
def test_a_scanner_set_to_another_keyboard_is_recognised_and_its_setting_named(
    layout: str, text: str, keyboard: str
) -> None:
    wrong = WrongSetting(
        f"types as {keyboard} keyboard: set it to the American (US) keyboard by the code in its manual"
    )
    assert read(TypedLineParser(), typed(text, layout=layout)) == [wrong]


def test_an_ace_from_a_french_scanner_is_not_read_as_a_queen_and_a_corrected_setting_is_noticed() -> None:
    parser = TypedLineParser()
    events = [*typed("7H", layout="french"), *typed("AH", layout="french")]
    assert [type(one) for one in read(parser, events)] == [WrongSetting, WrongSetting]
    assert read(parser, [*typed("7H"), *typed("AH")]) == ["7H", "AH"]


def test_a_wrong_setting_is_announced_once_until_a_card_is_read(keyboard: ScannerKeyboard) -> None:
    bench, events = ScannerBench(keyboard), list[HardwareEvent]()
    bench.reader.start(events.append)
    bench.wait(0.1)
    for text, layout in (("7H", "french"), ("8H", "french"), ("9H", ""), ("7H", "french")):
        keyboard.waiting = typed(text, layout=layout)
        bench.wait(3.0)
    troubles = [event.text for event in events if isinstance(event, DeviceTrouble)]
    assert len(troubles) == 2
    assert set(troubles) == {
        "Reader A types as a French keyboard: set it to the American (US) keyboard by the code in its manual"
    }
    assert seen(events) == ["9H", None]
    assert bench.reader.garbled == 3
    bench.reader.close()


def test_characters_that_a_scanner_types_as_alt_and_numbers_are_read() -> None:
    assert read(TypedLineParser(), typed_by_number("TD#2")) == ["TD#2"]
    alone = [Event(1, 56, 1), Event(1, 56, 0), *typed("7H")]
    assert read(TypedLineParser(), alone) == ["7H"]
    foreign = [Event(1, 56, 1), *[Event(1, code, 1) for code in (80, 75, 73)], Event(1, 56, 0), *typed("7H")]
    assert read(TypedLineParser(), foreign) == [Garbled("a line with a part missing")]


def test_a_line_ended_by_ctrl_m_and_framed_by_ctrl_b_and_ctrl_c_is_read() -> None:
    def ctrl(code: int) -> list[Event]:
        return [Event(1, 29, 1), Event(1, code, 1), Event(1, code, 0), Event(1, 29, 0)]

    seven = [Event(1, 8, 1), Event(1, 35, 1)]
    assert read(TypedLineParser(), [*ctrl(48), *seven, *ctrl(46), *seven, *ctrl(50)]) == ["7h", "7h"]


def test_a_half_typed_character_number_is_forgotten_if_the_kernel_drops_events() -> None:
    half = [Event(1, 56, 1), Event(1, 80, 1), Event(0, 3, 0), *typed("7H"), *typed("8H")]
    assert read(TypedLineParser(), half) == [Garbled("a line with a part missing"), "8H"]
