"""Tests of the parsers: frames are read however they are cut, and no damage makes a wrong tag."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from hardware.parts.barcode_scanner.driver import LONGEST_LINE, LineParser
from hardware.parts.barcode_scanner.twin import barcode_line
from hardware.parts.rfid_module.driver import LONGEST_FRAME, RfidParser
from hardware.parts.rfid_module.twin import id12la_frame, rdm6300_frame
from hardware.tags import Garbled, Read, TagParser, WrongSetting, known_tag, same_chip

TAGS = st.binary(min_size=5, max_size=5).filter(any).map(lambda tag: tag.hex().upper())
FRAMES = st.sampled_from([rdm6300_frame, id12la_frame])


def fed(parser: TagParser, data: bytes) -> list[Read]:
    return list(parser.feed(data))


def test_the_rfid_frames_in_the_data_sheets_are_read() -> None:
    assert rdm6300_frame("010063E9AE") == b"\x02010063E9AE25\x03"
    assert id12la_frame("0C000621A5") == b"\x020C000621A58E\r\n\x03"
    assert fed(RfidParser(), b"\x02010063E9AE25\x03") == ["010063E9AE"]
    assert fed(RfidParser(), b"\x020C000621A58E\r\n\x03") == ["0C000621A5"]


def test_an_rfid_frame_in_small_letters_is_read_as_its_tag() -> None:
    assert fed(RfidParser(), b"\x02010063e9ae25\x03") == ["010063E9AE"]


@given(st.lists(st.tuples(TAGS, FRAMES), max_size=6), st.data())
def test_consecutive_rfid_frames_are_read_however_the_bytes_are_split(
    frames: list[tuple[str, object]], data: st.DataObject
) -> None:
    stream = b"".join(frame(tag) for tag, frame in frames)  # type: ignore[operator]
    parser, reads = RfidParser(), list[Read]()
    while stream:
        cut = data.draw(st.integers(1, len(stream)))
        reads += parser.feed(stream[:cut])
        stream = stream[cut:]
    assert reads == [tag for tag, _ in frames]


@given(TAGS, FRAMES, st.data())
def test_a_wrong_bit_in_a_frame_never_gives_another_tag(tag: str, frame: object, data: st.DataObject) -> None:
    damaged = bytearray(frame(tag))  # type: ignore[operator]
    at = data.draw(st.integers(0, len(damaged) - 1))
    damaged[at] ^= 1 << data.draw(st.integers(0, 7))
    parser = RfidParser()
    reads = fed(parser, bytes(damaged))
    # One bit makes a capital letter a small letter, which names the same tag.
    assert all(read == tag or isinstance(read, Garbled) for read in reads)
    assert "010063E9AE" in fed(parser, rdm6300_frame("010063E9AE"))


@given(st.binary(max_size=200), TAGS)
@example(b"\x02" * 40, "0000000001")
def test_after_any_noise_the_next_rfid_frame_is_read(noise: bytes, tag: str) -> None:
    parser = RfidParser()
    parser.feed(noise)
    assert parser.feed(rdm6300_frame(tag))[-1] == tag


@given(TAGS, st.integers(1, 13))
def test_a_truncated_frame_is_garbled_and_the_next_frame_is_read(tag: str, cut: int) -> None:
    reads = fed(RfidParser(), rdm6300_frame(tag)[:cut] + rdm6300_frame(tag))
    assert reads == [Garbled(f"a frame broke off after {cut - 1} bytes"), tag]


def test_two_frames_interleaved_give_no_tag() -> None:
    one, other = rdm6300_frame("010063E9AE"), rdm6300_frame("0C000621A5")
    mixed = bytes(byte for pair in zip(one, other, strict=True) for byte in pair)
    reads = fed(RfidParser(), mixed)
    assert reads != []
    assert all(isinstance(read, Garbled) for read in reads)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\x02010063E9AE24\x03", "a frame whose checksum is 24, not 25"),
        (b"\x02010063E9AE2\x03", "a frame of 11 characters, not 12"),
        (b"\x02\x03", "a frame of 0 characters, not 12"),
        (b"\x02010063E9AG25\x03", "a frame with characters that are not hexadecimal"),
        (b"E9AE25\x03", "a frame's end without its beginning"),
        (b"\x02" + b"0" * (LONGEST_FRAME + 1), "a frame does not end after 14 bytes"),
    ],
)
def test_an_invalid_read_is_garbled_with_its_reason(data: bytes, why: str) -> None:
    assert fed(RfidParser(), data) == [Garbled(why)]


def test_a_reset_of_the_parser_drops_an_interrupted_rfid_frame() -> None:
    parser = RfidParser()
    parser.feed(b"\x0201006")
    parser.reset()
    assert fed(parser, b"3E9AE25") == []
    assert fed(parser, rdm6300_frame("010063E9AE")) == ["010063E9AE"]


@given(
    st.lists(st.text(st.characters(min_codepoint=33, max_codepoint=92), min_size=1, max_size=20), max_size=5)
)
@example(["7H", "TD#2"])
def test_barcodes_are_lines_ended_by_cr_lf_or_both(texts: list[str]) -> None:
    for end in (b"\r", b"\n", b"\r\n"):
        parser = LineParser()
        reads = [read for text in texts for read in parser.feed(text.encode() + end)]
        assert reads == texts


def test_a_barcode_is_read_from_pieces_and_without_surrounding_blanks() -> None:
    parser = LineParser()
    assert fed(parser, b" 7") == []
    assert fed(parser, b"H#2 \r") == ["7H#2"]
    assert fed(parser, b"\n\r\n") == []
    assert fed(parser, barcode_line("X#3")) == ["X#3"]


@pytest.mark.parametrize("line", [b"7\xffH", b"7\x00H", b"   "])
def test_a_line_that_is_not_plain_text_is_garbled(line: bytes) -> None:
    assert fed(LineParser(), line + b"\n7H\n") == [Garbled("a line that is not plain text"), "7H"]


@given(st.integers(LONGEST_LINE - 1, 3 * LONGEST_LINE))
def test_a_barcode_line_without_an_end_does_not_fill_the_memory(length: int) -> None:
    assume(length != LONGEST_LINE)
    parser = LineParser()
    for _ in range(length):
        assert parser.feed(b"7") == ()
    (read,) = parser.feed(b"\n")
    assert isinstance(read, Garbled) == (length > LONGEST_LINE)
    assert parser.feed(b"7H\n") == ("7H",)


def test_a_reset_of_the_parser_drops_an_interrupted_barcode_line() -> None:
    parser = LineParser()
    parser.feed(b"garb" * LONGEST_LINE)
    parser.reset()
    assert fed(parser, b"7H\n") == ["7H"]


def test_a_barcode_line_between_stx_and_etx_is_read_without_these_bytes() -> None:
    parser = LineParser()
    assert fed(parser, b"\x027H#2\x03\x02TD\r\n\x03X#1\r") == ["7H#2", "TD", "X#1"]


def test_a_line_that_breaks_off_before_the_next_stx_is_garbled() -> None:
    assert fed(LineParser(), b"7H\x02TD\x03") == [Garbled("a line that broke off"), "TD"]


def test_an_rfid_module_described_as_a_scanner_is_recognised_by_its_checksum() -> None:
    wrong = WrongSetting("sends frames of an RFID module: describe it as kind rdm6300 or id12la")
    assert fed(LineParser(), rdm6300_frame("010063E9AE") + id12la_frame("010063E9AE")) == [wrong, wrong]
    assert fed(LineParser(), b"\x02010063E9AE26\x03") == ["010063E9AE26"]
    assert fed(LineParser(), b"010063E9AE25\r") == ["010063E9AE25"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("120074CBB1", "0007654321"),
        ("120074CBB1", "0074CBB1"),
        ("120074CBB1", "116,52145"),
        ("0007654321", "11652145"),
        ("0007654321", "0074cbb1"),
        ("04A1B2C3", "3283263748"),
        ("7H", "7H"),
    ],
)
def test_the_names_that_different_readers_give_one_chip_are_recognised_as_this_chip(
    one: str, other: str
) -> None:
    assert same_chip(one, other)
    assert same_chip(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("120074CBB1", "130074CBB1"),
        ("120074CBB1", "0007654322"),
        ("120074CBB1", "7654321"),
        ("120074CBB1", "116,52146"),
        ("120074CBB1", "4302621617"),  # A number of 33 bits whose low 32 bits are 0007654321.
        ("0007654321", "0003269430"),
        ("0074CBB1", "B1CB7400"),
        ("0000000044", "300,00044"),
        ("0000065580", "000,65580"),
        ("7H", "TD#2"),
    ],
)
def test_names_of_different_chips_are_never_taken_for_one_chip(one: str, other: str) -> None:
    assert not same_chip(one, other)
    assert not same_chip(other, one)


def test_the_name_of_a_tag_that_fits_two_taught_chips_is_unknown() -> None:
    assert known_tag("0007654321", ["120074CBB1", "TD"]) == "120074CBB1"
    assert known_tag("0007654321", ["120074CBB1", "130074CBB1"]) is None
    assert known_tag("120074CBB1", ["120074CBB1", "0007654321"]) == "120074CBB1"
    assert known_tag("DEADBEEF00", ["120074CBB1"]) is None
