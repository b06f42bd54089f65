"""Tests of the PN532: its frames, its protocol, and a simulated chip at the end of a pseudo-terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import VirtualClock
from hardware.errors import BadFrame, DeviceLost
from hardware.parts.pn532 import REMOVED_AFTER
from hardware.parts.pn532.driver import (
    ANSWERS_WITHIN,
    EVERY,
    LOOK,
    PATIENCE,
    SAM_CONFIGURATION,
    TRY_TWICE,
    WAKE,
    Pn532,
)
from hardware.parts.pn532.frames import ACK, NACK, Frame, Pn532Parser, encode
from hardware.parts.pn532.twin import Pn532Chip, PtyPn532
from hardware.ports import CardSeen, DeviceState, DeviceTrouble
from hardware.serial_reader import SerialCardReader, TwoWayPort, open_serial
from hardware.tags import Garbled
from tests.hardware.contract_card_reader import CardReaderContract
from tests.hardware.patient import Patient, ReaderBench, arrived, waiting

SAM_FRAME = bytes.fromhex("0000FF05FBD4140114010200")
LOOK_FRAME = bytes.fromhex("0000FF04FCD44A0100E100")
SAM_DONE = bytes.fromhex("0000FF02FED5151600")
RF_DONE = bytes.fromhex("0000FF02FED533F800")
NO_CARD = encode(0xD5, bytes.fromhex("4B00"))
CARD = encode(0xD5, bytes.fromhex("4B010100040804DEADBEEF"))

BODIES = st.binary(max_size=60)
FRAMES = st.builds(Frame, st.sampled_from([0xD4, 0xD5]), BODIES)
ERROR = bytes.fromhex("0000FF01FF7F8100")


def test_the_frames_of_a_pn532_equal_those_of_its_manual() -> None:
    assert encode(0xD4, SAM_CONFIGURATION) == SAM_FRAME
    assert encode(0xD4, LOOK) == LOOK_FRAME
    assert Pn532Parser().feed(SAM_FRAME) == (Frame(0xD4, SAM_CONFIGURATION),)
    assert Pn532Parser().feed(LOOK_FRAME) == (Frame(0xD4, LOOK),)
    assert Pn532Parser().feed(ACK + NACK) == ("ACK", "NACK")
    assert bytes.fromhex("0000FF00FF00") == ACK


def test_a_pn532_frame_has_room_for_253_bytes() -> None:
    assert len(Pn532Parser().feed(encode(0xD4, bytes(253)))) == 1
    with pytest.raises(BadFrame, match="takes 253 bytes, not 254"):
        encode(0xD4, bytes(254))


@given(
    st.lists(st.sampled_from([0xD4, 0xD5]).flatmap(lambda tfi: BODIES.map(lambda b: Frame(tfi, b)))),
    st.data(),
)
def test_consecutive_pn532_frames_are_read_however_the_bytes_are_split(
    frames: list[Frame], data: st.DataObject
) -> None:
    stream = b"".join(encode(frame.tfi, frame.data) for frame in frames)
    parser, found, at = Pn532Parser(), list[object](), 0
    while at < len(stream):
        step = data.draw(st.integers(1, 20))
        found += parser.feed(stream[at : at + step])
        at += step
    assert found == frames


@given(BODIES, st.data())
def test_a_pn532_frame_with_one_wrong_byte_is_never_read_as_another_frame(
    body: bytes, data: st.DataObject
) -> None:
    spoilt = bytearray(encode(0xD5, body))
    at = data.draw(st.integers(2, len(spoilt) - 2))
    spoilt[at] ^= data.draw(st.integers(1, 255))
    assert Frame(0xD5, body) not in Pn532Parser().feed(bytes(spoilt))
    assert not any(isinstance(one, Frame) and one.tfi == 0xD5 for one in Pn532Parser().feed(bytes(spoilt)))


@pytest.mark.parametrize("kept", range(3, len(CARD) - 1))
def test_a_frame_after_a_truncated_frame_is_found(kept: int) -> None:
    parser = Pn532Parser()
    found = parser.feed(CARD[:kept]) + parser.feed(NO_CARD + CARD + CARD)
    assert Frame(0xD5, bytes.fromhex("4B00")) in found
    assert found[-1] == Frame(0xD5, bytes.fromhex("4B010100040804DEADBEEF"))


def test_two_frames_mixed_byte_by_byte_give_no_card() -> None:
    mixed = bytes(byte for pair in zip(CARD, CARD[3:] + CARD[:3], strict=True) for byte in pair)
    assert not any(isinstance(one, Frame) for one in Pn532Parser().feed(mixed))


def test_noise_before_a_frame_is_skipped_and_a_lost_first_zero_does_not_matter() -> None:
    assert Pn532Parser().feed(b"\x80\x31\x00" + CARD[1:-1]) == (
        Frame(0xD5, bytes.fromhex("4B010100040804DEADBEEF")),
    )


@pytest.mark.parametrize(
    ("spoilt", "why"),
    [
        ("0000FF05FCD4140114010200", "length is 05 and the check of the length FC"),
        ("0000FF05FBD4140114010300", "off by 01"),
    ],
)
def test_a_garbled_frame_is_reported_with_the_reason(spoilt: str, why: str) -> None:
    (garbled,) = Pn532Parser().feed(bytes.fromhex(spoilt))
    assert isinstance(garbled, Garbled)
    assert why in garbled.why


def woken(talk: Pn532) -> float:
    """Run the protocol up to the first poll for cards; return the time of this poll."""
    assert talk.to_send(0.0) == WAKE + SAM_FRAME
    assert not talk.ready
    assert talk.feed(ACK + SAM_DONE) == ()
    assert talk.to_send(0.01) == encode(0xD4, TRY_TWICE)
    assert talk.feed(ACK + RF_DONE) == ()
    assert talk.ready
    assert talk.to_send(0.02) == b""
    assert talk.to_send(EVERY + 0.01) == LOOK_FRAME
    return EVERY + 0.01


def test_the_pn532_is_woken_set_up_and_then_polled_regularly() -> None:
    talk = Pn532()
    t = woken(talk)
    assert talk.feed(ACK + CARD) == ("DEADBEEF",)
    assert talk.to_send(t + 0.03) == b""
    assert talk.to_send(t + EVERY) == LOOK_FRAME
    assert talk.feed(ACK + NO_CARD) == ()


@pytest.mark.parametrize("uid", ["DEADBEEF", "04A1B2C3D4E5F6", "04A1B2C3D4E5F60718AA"])
def test_card_uids_of_4_7_and_10_bytes_are_read(uid: str) -> None:
    talk = Pn532()
    woken(talk)
    number = bytes.fromhex(uid)
    listed = b"\x4b\x01\x01\x00\x04\x08" + bytes([len(number)]) + number
    assert talk.feed(encode(0xD5, listed)) == (uid,)


@pytest.mark.parametrize(
    "listed", ["4B", "4B0101000408", "4B010100040804DEAD", "4B010100040803DEADBE", "4B0101"]
)
def test_a_pn532_answer_without_a_whole_uid_is_garbled(listed: str) -> None:
    talk = Pn532()
    woken(talk)
    (garbled,) = talk.feed(encode(0xD5, bytes.fromhex(listed)))
    assert isinstance(garbled, Garbled)
    assert garbled.why.startswith("a card without a whole UID")


@pytest.mark.parametrize("answer", [SAM_DONE, encode(0xD4, LOOK), ERROR])
def test_an_answer_to_another_command_is_garbled_and_the_right_answer_still_counts(answer: bytes) -> None:
    talk = Pn532()
    woken(talk)
    (garbled,) = talk.feed(answer)
    assert isinstance(garbled, Garbled)
    assert garbled.why.startswith("an answer without a question")
    assert talk.feed(CARD) == ("DEADBEEF",)


def test_a_refused_command_is_a_garbled_read_and_is_sent_again() -> None:
    talk = Pn532()
    t = woken(talk)
    assert talk.feed(NACK) == (Garbled("the chip did not understand a command"),)
    assert talk.to_send(t + ANSWERS_WITHIN) == WAKE + LOOK_FRAME
    assert not talk.ready
    assert talk.feed(ACK + CARD) == ("DEADBEEF",)
    assert talk.ready


def test_a_pn532_that_misses_three_answers_is_lost() -> None:
    talk = Pn532()
    for attempt in range(PATIENCE):
        assert talk.to_send(attempt * ANSWERS_WITHIN) == WAKE + SAM_FRAME
        assert talk.to_send((attempt + 0.9) * ANSWERS_WITHIN) == b""
    with pytest.raises(DeviceLost, match="the PN532 does not answer; check its power, that RX and TX are"):
        talk.to_send(PATIENCE * ANSWERS_WITHIN)


def test_the_simulated_pn532_sleeps_until_it_is_woken_and_ignores_damaged_frames() -> None:
    chip = Pn532Chip(lambda: "DEADBEEF")
    assert chip.receive(SAM_FRAME) == []
    assert chip.receive(WAKE + SAM_FRAME[:9]) == []
    assert [sentence for _, sentence in chip.receive(SAM_FRAME[9:])] == [ACK, SAM_DONE]
    spoilt = SAM_FRAME[:-2] + b"\x03\x00"
    assert chip.receive(spoilt) == []
    assert [sentence for _, sentence in chip.receive(LOOK_FRAME)] == [ACK, CARD]
    assert [sentence for _, sentence in chip.receive(encode(0xD4, b"\x02"))] == [
        ACK,
        bytes.fromhex("0000FF01FF7F8100"),
    ]


def test_the_simulated_pn532_polls_forever_unless_a_number_of_tries_is_set() -> None:
    chip = Pn532Chip(lambda: None)
    assert [sentence for _, sentence in chip.receive(WAKE + LOOK_FRAME)] == [ACK]
    chip.receive(encode(0xD4, bytes.fromhex("3202000B0A")))
    assert [sentence for _, sentence in chip.receive(LOOK_FRAME)] == [ACK]
    chip.receive(encode(0xD4, TRY_TWICE))
    assert [sentence for _, sentence in chip.receive(LOOK_FRAME)] == [ACK, NO_CARD]


class PatientPn532(Patient, PtyPn532):
    """A simulated chip whose bytes arrive before time advances."""

    @property
    def wire(self) -> int:
        assert self._wire is not None
        return self._wire


class PatientPort:
    """The computer's end of the line, whose bytes arrive at the chip before time advances."""

    def __init__(self, port: TwoWayPort, far: PatientPn532) -> None:
        self._port, self._far = port, far
        self.read, self.close = port.read, port.close

    def write(self, data: bytes, /) -> int | None:
        if self._far.cable is None:
            return self._port.write(data)
        before = waiting(self._far.wire)
        self._port.write(data)
        arrived(self._far.wire, before + len(data))
        return len(data)


class ChipBench(ReaderBench):
    """A PN532 on a pseudo-terminal, in virtual time."""

    def __init__(self, home: Path) -> None:
        clock, path = VirtualClock(), home / "reader"
        self.far = PatientPn532(path, clock)
        reader = SerialCardReader(
            "A",
            clock,
            lambda: PatientPort(open_serial(str(path), 115200), self.far),
            Pn532(),
            removed_after=REMOVED_AFTER,
        )
        super().__init__(clock, self.far, reader, ("DEADBEEF", "04A1B2C3D4E5F6"))


@contextmanager
def bench() -> Iterator[ChipBench]:
    with TemporaryDirectory() as home:
        made = ChipBench(Path(home))
        try:
            yield made
        finally:
            made.close()


class TestPn532(CardReaderContract):
    rig = staticmethod(bench)


def test_garbled_answers_for_seconds_do_not_remove_the_card() -> None:
    with bench() as made:
        made.reader.start(made.events.append)
        made.lay("DEADBEEF")
        made.wait(1)
        made.garble(6)
        made.wait(5)
        made.take_off()
        made.wait(1)
        assert [event.tag for event in made.events if isinstance(event, CardSeen)] == ["DEADBEEF", None]
        assert made.reader.garbled >= 6
        assert not any(isinstance(event, DeviceState) for event in made.events)


def test_a_pn532_without_power_is_lost_although_its_port_is_open_and_found_with_its_card() -> None:
    with bench() as made:
        made.reader.start(made.events.append)
        made.lay("DEADBEEF")
        made.wait(1)
        receive, made.far.chip.receive = made.far.chip.receive, lambda data: []  # type: ignore[method-assign]
        made.wait(3)
        lost = made.events[-1]
        assert isinstance(lost, DeviceState)
        assert lost.text.startswith("reader A: the PN532 does not answer; check its power")
        made.far.chip.receive = receive  # type: ignore[method-assign]
        made.far.chip.power_up()
        back = made.clock.now()
        made.wait(3)
        first, _, found = made.events
        assert isinstance(first, CardSeen)
        assert isinstance(found, DeviceState)
        assert found.text == "reader A answers again"
        assert found.t - back < 2


def test_a_reader_whose_port_fails_during_a_write_is_lost() -> None:
    with bench() as made:
        made.reader.start(made.events.append)
        made.wait(1)

        def refuse(data: bytes) -> int:
            raise OSError("gone")

        assert made.reader._port is not None
        made.reader._port.write = refuse  # type: ignore[attr-defined]
        made.wait(0.2)
        lost = made.events[0]
        assert isinstance(lost, DeviceState)
        assert lost.text == "reader A: it was unplugged; plug it in again"
        made.wait(2)
        assert [event.ok for event in made.events if isinstance(event, DeviceState)] == [False, True]


def test_a_phone_is_reported_once_as_a_phone_and_is_no_card() -> None:
    with bench() as made:
        made.reader.start(made.events.append)
        for number in range(200):
            made.lay(f"08{number:06X}")
            made.wait(0.1)
        (trouble,) = made.events
        assert isinstance(trouble, DeviceTrouble)
        assert trouble.text == (
            "Reader A has a phone or a bank card, whose number changes at every look, on it"
        )
        made.take_off()
        made.wait(5.0)
        made.lay("DEADBEEF")
        made.wait(1.0)
        made.lay("08AABBCC")
        made.wait(1.0)
        assert [type(event) for event in made.events[1:]] == [CardSeen, DeviceTrouble, CardSeen]
