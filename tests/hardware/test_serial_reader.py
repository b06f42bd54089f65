"""Tests of serial readers (RDM6300, ID-12LA, scanner) on pseudo-terminals, unplugged and plugged in again."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import serial

from hardware.clock import VirtualClock
from hardware.errors import DeviceMissing
from hardware.parts.barcode_scanner.driver import LineParser
from hardware.parts.barcode_scanner.twin import barcode_line
from hardware.parts.rfid_module.driver import RfidParser
from hardware.parts.rfid_module.twin import id12la_frame, rdm6300_frame
from hardware.ports import CardSeen, DeviceState, DeviceTrouble, HardwareEvent
from hardware.readers import Reader
from hardware.serial_reader import SerialCardReader, open_serial
from hardware.tags import LAID_AGAIN_AFTER, TagParser
from hardware.twin.pty_reader import PtyReader
from tests.hardware.contract_card_reader import CardReaderContract
from tests.hardware.patient import Patient, ReaderBench


class PatientPty(Patient, PtyReader):
    """A simulated reader whose bytes arrive before time advances."""


class PtyBench(ReaderBench):
    """A bench in virtual time with a reader that sends by itself, on a pseudo-terminal."""

    def __init__(
        self,
        home: Path,
        frame: Callable[[str], bytes],
        parser: TagParser | None,
        tags: tuple[str, str],
        removed_after: float,
    ) -> None:
        clock, self.path = VirtualClock(), home / "reader"
        self.far = PatientPty(self.path, clock, frame)
        reader = SerialCardReader(
            "A",
            clock,
            lambda: open_serial(str(self.path)),
            parser or RfidParser(),
            removed_after=removed_after,
        )
        super().__init__(clock, self.far, reader, tags)


@contextmanager
def bench(
    frame: Callable[[str], bytes] = rdm6300_frame,
    parser: TagParser | None = None,
    tags: tuple[str, str] = ("010063E9AE", "0C000621A5"),
    removed_after: float = 0.15,
) -> Iterator[PtyBench]:
    with TemporaryDirectory() as home:
        made = PtyBench(Path(home), frame, parser, tags, removed_after)
        try:
            yield made
        finally:
            made.close()


class TestRdm6300(CardReaderContract):
    rig = staticmethod(bench)


class TestId12la(CardReaderContract):
    rig = staticmethod(partial(bench, id12la_frame))


class TestScannerOnItsStand(CardReaderContract):
    rig = staticmethod(partial(bench, barcode_line, LineParser(), ("7H", "TD#2"), LAID_AGAIN_AFTER))


def test_a_reader_that_sends_a_card_once_reads_it_again_after_a_while() -> None:
    with bench(removed_after=LAID_AGAIN_AFTER) as made:
        made.reader.start(made.events.append)
        made.wait(0.1)
        for pause in (0.5, 1.5, 1.5):
            made.far.send(rdm6300_frame("010063E9AE"))
            made.wait(pause)
        assert [event.tag for event in made.events if isinstance(event, CardSeen)] == [
            "010063E9AE",
            None,
            "010063E9AE",
            None,
        ]


def test_a_card_is_reported_at_the_next_poll_and_again_within_two_seconds_after_replugging() -> None:
    with bench() as made:
        made.reader.start(made.events.append)
        made.wait(1.003)
        laid = made.clock.now()
        made.lay("010063E9AE")
        made.wait(0.2)
        made.unplug()
        made.wait(3)
        plugged = made.clock.now()
        made.replug()
        made.lay("0C000621A5")
        made.wait(3)
        first, lost, found, second = made.events
        assert isinstance(first, CardSeen)
        assert first.t - laid <= 0.011
        assert isinstance(lost, DeviceState)
        assert lost.text == "reader A: it was unplugged; plug it in again"
        assert isinstance(found, DeviceState)
        assert found.text == "reader A answers again"
        assert isinstance(second, CardSeen)
        assert second.t - plugged < 2


def test_a_card_reader_closed_by_the_receiver_of_its_event_stops_polling() -> None:
    with bench() as made:

        def receive(event: HardwareEvent) -> None:
            made.events.append(event)
            made.reader.close()

        made.reader.start(receive)
        made.wait(0.1)
        made.lay("010063E9AE")
        made.wait(0.2)
        made.take_off()
        made.wait(1)
        assert [event.tag for event in made.events if isinstance(event, CardSeen)] == ["010063E9AE"]
        assert made.clock.next_at is None


def test_a_reader_that_is_missing_at_the_start_is_found_when_it_is_plugged_in() -> None:
    with bench() as made:
        made.unplug()
        made.reader.start(made.events.append)
        made.wait(5)
        (lost,) = made.events
        assert isinstance(lost, DeviceState)
        assert lost.text.startswith(f"reader A: {made.path} is not there; plug the reader in")
        made.replug()
        made.wait(1)
        assert [event.ok for event in made.events if isinstance(event, DeviceState)] == [False, True]


def test_a_card_reader_counts_garbled_reads() -> None:
    with bench() as made:
        made.reader.start(made.events.append)
        made.wait(0.1)
        made.garble(3)
        made.lay("010063E9AE")
        made.wait(0.5)
        assert made.reader.garbled == 3
        assert [type(event) for event in made.events] == [DeviceTrouble, CardSeen]


def test_half_of_a_frame_received_before_unplugging_is_not_joined_to_later_bytes() -> None:
    with bench() as made:
        made.reader.start(made.events.append)
        made.wait(0.1)
        made.far.send(rdm6300_frame("010063E9AE")[:8])
        made.wait(0.1)
        made.unplug()
        made.wait(1)
        made.replug()
        made.wait(1)
        made.far.send(rdm6300_frame("010063E9AE")[8:])
        made.wait(0.5)
        assert [type(event) for event in made.events] == [DeviceState, DeviceState]
        assert made.reader.garbled == 1


def test_a_simulated_reader_without_a_line_sends_no_bytes() -> None:
    with bench() as made:
        made.unplug()
        made.far.lay("010063E9AE")
        PtyReader.send(made.far, b"nobody hears this")
        made.wait(1)
        assert made.events == []


def test_a_reader_that_does_not_repeat_reports_its_card_once(tmp_path: Path) -> None:
    clock = VirtualClock()
    far = PatientPty(tmp_path / "scanner", clock, barcode_line, repeat=None)
    far.lay("7H")
    clock.run_until(5)
    assert far.cable is not None
    assert os.read(far.cable, 100) == b"7H\r\n"
    far.close()
    far.close()


def test_a_serial_port_can_be_opened_by_only_one_program() -> None:
    with bench() as made:
        port = open_serial(str(made.path))
        with pytest.raises(DeviceMissing, match="is in use by another program; stop that one first"):
            open_serial(str(made.path))
        port.close()


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOENT, "^/dev/reader is not there; plug the reader in"),
        (errno.EACCES, r"^/dev/reader may not be used; add yourself to its group \(sudo usermod -aG dialout"),
        (errno.EBUSY, "^/dev/reader is in use by another program"),
        (errno.EIO, "^/dev/reader cannot be opened: .*broken"),
    ],
)
def test_a_port_that_cannot_be_opened_is_reported_with_the_remedy(
    number: int, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise serial.SerialException(number, "broken")

    monkeypatch.setattr("serial.Serial", refuse)
    with pytest.raises(DeviceMissing, match=sentence):
        open_serial("/dev/reader")


class SpecBench(ReaderBench):
    """A bench with a reader that is opened as for a board's description."""

    def __init__(self, clock: VirtualClock, far: PatientPty, reader: SerialCardReader) -> None:
        self.far = far
        super().__init__(clock, far, reader, ("010063E9AE", "0C000621A5"))


@pytest.fixture
def rdm6300(tmp_path: Path) -> Iterator[SpecBench]:
    clock = VirtualClock()
    far = PatientPty(tmp_path / "reader", clock, rdm6300_frame)
    reader = Reader("rdm6300", "A", str(tmp_path / "reader")).open(clock)
    assert isinstance(reader, SerialCardReader)
    bench = SpecBench(clock, far, reader)
    reader.start(bench.events.append)
    yield bench
    bench.close()


GHOSTS = ("0000000000", "00F00000F0", "F000060007")


def cards(events: list[HardwareEvent]) -> list[str | None]:
    return [event.tag for event in events if isinstance(event, CardSeen)]


@pytest.mark.parametrize("ghost", GHOSTS)
def test_a_ghost_read_is_no_card_and_removes_no_card(rdm6300: SpecBench, ghost: str) -> None:
    rdm6300.wait(0.1)
    rdm6300.far.ghost(ghost)
    rdm6300.wait(1.0)
    assert cards(rdm6300.events) == []
    rdm6300.lay("010063E9AE")
    for _ in range(5):
        rdm6300.wait(0.12)
        rdm6300.far.ghost(ghost)
    rdm6300.wait(0.5)
    assert cards(rdm6300.events) == ["010063E9AE"]


def test_a_tag_of_zeros_is_no_card_however_often_it_is_read(rdm6300: SpecBench) -> None:
    rdm6300.lay("0000000000")
    rdm6300.wait(2.0)
    assert cards(rdm6300.events) == []


def test_an_rdm6300_reports_each_card_and_each_removal_once(
    rdm6300: SpecBench,
) -> None:
    rdm6300.wait(0.1)
    rdm6300.lay("010063E9AE")
    rdm6300.wait(0.09)
    assert cards(rdm6300.events) == ["010063E9AE"]
    rdm6300.wait(3.0)
    rdm6300.take_off()
    rdm6300.wait(1.0)
    rdm6300.lay("010063E9AE")
    rdm6300.wait(1.0)
    assert cards(rdm6300.events) == ["010063E9AE", None, "010063E9AE"]


@pytest.mark.parametrize(
    "sent",
    [
        b"7H#1\t", b"7H#1\x1b[B", b"7H#1", b"\r\n7H#1\r", b"7H#1\r\n\0", b"]Q17H#1\r", b"]C07H#1",
        b"7H#1\n\r", b"7H#1\0",
    ],
)  # fmt: skip
def test_codes_are_read_without_the_scanners_prefix_and_suffix(tmp_path: Path, sent: bytes) -> None:
    clock = VirtualClock()
    far = PatientPty(tmp_path / "reader", clock, barcode_line, repeat=None)
    reader = Reader("barcode", "table", str(tmp_path / "reader")).open(clock)
    events: list[HardwareEvent] = []
    reader.start(events.append)
    clock.run_until(0.1)
    for _ in range(2):
        far.send(sent)
        clock.run_until(clock.now() + 0.5)
    clock.run_until(clock.now() + 3.0)
    assert cards(events)[0] == "7H#1"
    assert len([tag for tag in cards(events) if tag is not None]) == 1
    assert not [event for event in events if isinstance(event, DeviceTrouble)]
    reader.close()
    far.close()


def test_three_unusable_reads_in_a_row_are_reported(rdm6300: SpecBench) -> None:
    rdm6300.wait(0.1)
    for turn in range(6):
        rdm6300.far.send(b"\x02hello\x03")
        rdm6300.wait(0.2)
        troubles = [event for event in rdm6300.events if isinstance(event, DeviceTrouble)]
        assert len(troubles) == (turn >= 2)
    assert "Reader A sends unusable reads" in troubles[0].text
    assert "doctor --cards" in troubles[0].text


@pytest.mark.parametrize(("kind", "frame"), [("id12la", id12la_frame), ("barcode", barcode_line)])
def test_a_reader_that_sends_a_card_once_reports_no_removal_before_the_card_returns(
    tmp_path: Path, kind: str, frame: Callable[[str], bytes]
) -> None:
    clock = VirtualClock()
    far = PatientPty(tmp_path / "reader", clock, frame, repeat=None)
    reader = Reader(kind, "A", str(tmp_path / "reader")).open(clock)
    events: list[HardwareEvent] = []
    reader.start(events.append)
    one, other = "010063E9AE", "0C000621A5"
    clock.run_until(0.1)
    for tag, seen in ((one, [one]), (one, [one, None, one]), (other, [one, None, one, other])):
        far.lay(tag)
        clock.run_until(clock.now() + 30.0)
        assert cards(events) == seen
    reader.close()
    far.close()
