"""Serial readers over pseudo-terminals: RDM6300, ID-12LA and a scanner, pulled out and put back."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import serial

from hardware.clock import VirtualClock
from hardware.errors import DeviceMissing
from hardware.ports import CardSeen, DeviceState, HardwareEvent
from hardware.serial_cards import SPOKEN_ONCE, SerialCardReader, open_serial
from hardware.tags import LineParser, RfidParser, TagParser
from hardware.twin.serial_cards import PtyReader, barcode_line, id12la_frame, rdm6300_frame
from tests.hardware.contract_card_reader import CardReaderContract, ReaderRig
from tests.hardware.patient import Patient, ReaderBench


class PatientPty(Patient, PtyReader):
    """A reader whose words arrive at once."""


class PtyBench(ReaderBench):
    """A reader that speaks by itself on a pseudo-terminal, in virtual time."""

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
    @contextmanager
    def rig(self) -> Iterator[ReaderRig]:
        with bench() as made:
            yield made


class TestId12la(CardReaderContract):
    @contextmanager
    def rig(self) -> Iterator[ReaderRig]:
        with bench(id12la_frame) as made:
            yield made


class TestScannerOnItsStand(CardReaderContract):
    @contextmanager
    def rig(self) -> Iterator[ReaderRig]:
        with bench(barcode_line, LineParser(), ("7H", "TD#2"), SPOKEN_ONCE) as made:
            yield made


def test_a_reader_that_speaks_once_a_card_reads_the_same_card_again_after_a_while() -> None:
    with bench(removed_after=SPOKEN_ONCE) as made:
        made.reader.start(made.told.append)
        made.wait(0.1)
        for pause in (0.5, 1.5, 1.5):
            made.far.say(rdm6300_frame("010063E9AE"))
            made.wait(pause)
        assert [event.tag for event in made.told if isinstance(event, CardSeen)] == [
            "010063E9AE",
            None,
            "010063E9AE",
            None,
        ]


def test_a_card_is_seen_within_a_look_at_the_port_and_found_again_within_two_seconds_of_the_plug() -> None:
    with bench() as made:
        made.reader.start(made.told.append)
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
        first, lost, found, second = made.told
        assert isinstance(first, CardSeen)
        assert first.t - laid <= 0.011
        assert isinstance(lost, DeviceState)
        assert lost.text == "reader A: it was unplugged; plug it in again"
        assert isinstance(found, DeviceState)
        assert found.text == "reader A answers again"
        assert isinstance(second, CardSeen)
        assert second.t - plugged < 2


def test_a_reader_closed_by_whoever_hears_its_card_looks_no_more() -> None:
    with bench() as made:

        def hear(event: HardwareEvent) -> None:
            made.told.append(event)
            made.reader.close()

        made.reader.start(hear)
        made.wait(0.1)
        made.lay("010063E9AE")
        made.wait(0.2)
        made.take_off()
        made.wait(1)
        assert [event.tag for event in made.told if isinstance(event, CardSeen)] == ["010063E9AE"]
        assert made.clock.next_at is None


def test_a_reader_that_is_not_there_at_the_start_is_found_when_it_comes() -> None:
    with bench() as made:
        made.unplug()
        made.reader.start(made.told.append)
        made.wait(5)
        (lost,) = made.told
        assert isinstance(lost, DeviceState)
        assert lost.text.startswith(f"reader A: {made.path} is not there; plug the reader in")
        made.replug()
        made.wait(1)
        assert [event.ok for event in made.told if isinstance(event, DeviceState)] == [False, True]


def test_garbled_reads_are_counted() -> None:
    with bench() as made:
        made.reader.start(made.told.append)
        made.wait(0.1)
        made.garble(3)
        made.lay("010063E9AE")
        made.wait(0.5)
        assert made.reader.garbled == 3
        assert len(made.told) == 1


def test_half_a_frame_before_the_plug_was_pulled_is_not_joined_to_what_comes_after() -> None:
    with bench() as made:
        made.reader.start(made.told.append)
        made.wait(0.1)
        made.far.say(rdm6300_frame("010063E9AE")[:8])
        made.wait(0.1)
        made.unplug()
        made.wait(1)
        made.replug()
        made.wait(1)
        made.far.say(rdm6300_frame("010063E9AE")[8:])
        made.wait(0.5)
        assert [type(event) for event in made.told] == [DeviceState, DeviceState]
        assert made.reader.garbled == 1


def test_nothing_is_sent_into_a_line_that_is_not_there() -> None:
    with bench() as made:
        made.unplug()
        made.far.lay("010063E9AE")
        PtyReader.say(made.far, b"nobody hears this")
        made.wait(1)
        assert made.told == []


def test_a_reader_that_does_not_repeat_says_its_card_once(tmp_path: Path) -> None:
    clock = VirtualClock()
    far = PatientPty(tmp_path / "scanner", clock, barcode_line, repeat=None)
    far.lay("7H")
    clock.run_until(5)
    assert far.cable is not None
    assert os.read(far.cable, 100) == b"7H\r\n"
    far.close()
    far.close()


def test_a_port_belongs_to_one_program() -> None:
    with bench() as made:
        port = open_serial(str(made.path))
        with pytest.raises(DeviceMissing, match="is in use by another program; stop that one first"):
            open_serial(str(made.path))
        port.close()


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOENT, "^/dev/reader is not there; plug the reader in"),
        (errno.EACCES, r"^/dev/reader may not be used; add yourself to its group \(sudo usermod -aG dialout"),
        (errno.EBUSY, "^/dev/reader is in use by another program"),
        (errno.EIO, "^/dev/reader cannot be opened: .*broken"),
    ],
)
def test_why_a_port_cannot_be_opened_is_said_with_the_way_out(
    number: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise serial.SerialException(number, "broken")

    monkeypatch.setattr("serial.Serial", refuse)
    with pytest.raises(DeviceMissing, match=said):
        open_serial("/dev/reader")
