"""Tests of the WS2812 waveform: decoding returns the encoded colours, and damage is reported."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import BadFrame
from hardware.parts.ws2812b.driver import LEAD, PAUSE, SPI_HERTZ, encode
from hardware.parts.ws2812b.twin import decode

FRAMES = st.integers(0, 30).flatmap(lambda leds: st.binary(min_size=3 * leds, max_size=3 * leds))


@given(FRAMES)
def test_decoding_a_ws2812_frame_returns_the_encoded_colours(rgb: bytes) -> None:
    assert decode(encode(rgb)) == rgb


def test_the_colour_of_a_ws2812_led_is_encoded_bit_by_bit() -> None:
    stream = encode(bytes((0x01, 0x80, 0xFF)))
    assert stream == (
        LEAD
        + bytes.fromhex("e8888888")  # Green is first: 0x80, the highest bit first.
        + bytes.fromhex("8888888e")  # Red: 0x01.
        + bytes.fromhex("eeeeeeee")  # Blue: 0xff.
        + PAUSE
    )


def test_a_ws2812_bit_lasts_1250_ns_and_the_pause_280_us() -> None:
    assert 4e9 / SPI_HERTZ == 1250
    assert len(PAUSE) * 8e6 / SPI_HERTZ >= 280


def test_a_frame_for_224_ws2812_leds_fits_the_default_spidev_buffer() -> None:
    assert len(encode(bytes(3 * 224))) == 112 + 2688 + 112 <= 4096


def test_pulses_of_two_spi_bits_are_decoded_as_ones() -> None:
    assert decode(bytes.fromhex("c888888c" * 3) + PAUSE) == b"\x81\x81\x81"


def test_a_frame_that_ends_within_an_led_cannot_be_encoded() -> None:
    with pytest.raises(BadFrame, match="4 bytes are 1 LEDs and a rest"):
        encode(bytes(4))


def test_a_ws2812_stream_of_only_pauses_is_a_frame_without_leds() -> None:
    assert decode(PAUSE) == b""


@given(FRAMES.filter(bool), st.data())
def test_the_error_of_a_ws2812_stream_names_the_byte_that_encodes_no_pulse(
    rgb: bytes, data: st.DataObject
) -> None:
    stream = bytearray(encode(rgb))
    # Zeros at the ends of the pulses would be a pause, which another test covers.
    at = len(LEAD) + data.draw(st.integers(1, 4 * len(rgb) - 2))
    stream[at] = data.draw(st.sampled_from([0x0F, 0x8F, 0xF8, 0x18, 0x99, 0xA8, 0x00]))
    with pytest.raises(BadFrame, match=f"byte {at} of the stream"):
        decode(bytes(stream))


@given(FRAMES.filter(bool), st.data())
def test_a_stream_cut_within_an_led_or_its_pause_is_refused(rgb: bytes, data: st.DataObject) -> None:
    stream = encode(rgb)
    cut = data.draw(st.integers(len(LEAD) + 1, len(stream) - 1))
    with pytest.raises(BadFrame, match=r"within an LED, at byte|no pause of 280 us"):
        decode(stream[:cut])
