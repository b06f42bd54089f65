"""Tests of brightness, gamma and the current limit of a strip."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import HardwareError
from hardware.lights import DimmedStrip
from hardware.parts.ws2812b import WS2812B
from hardware.parts.ws2812b.twin import Ws2812Chain

LEDS = 12
FRAMES = st.binary(min_size=3 * LEDS, max_size=3 * LEDS)


def strip(brightness: float = 1.0, gamma: float = 1.0, amperes: float = 2.0) -> DimmedStrip:
    return WS2812B.on_spi(Ws2812Chain(LEDS), LEDS, brightness=brightness, gamma=gamma, amperes=amperes)


def drawn(rgb: bytes) -> float:
    """The milliamperes that a frame takes: 1 for each LED, and 59 / 3 for each full colour."""
    return LEDS + sum(rgb) / 255 * 59 / 3


@given(FRAMES, st.floats(0.013, 1.0), st.floats(0, 1), st.floats(0.5, 3))
def test_no_frame_takes_more_current_than_the_limit(
    rgb: bytes, amperes: float, brightness: float, gamma: float
) -> None:
    lights = strip(brightness, gamma, amperes)
    out = lights.dimmed(rgb)
    assert drawn(out) <= amperes * 1000 + 1e-6
    assert drawn(out) <= lights.milliamperes < drawn(out) + 1


@given(FRAMES)
def test_a_frame_within_the_current_limit_is_sent_unchanged(rgb: bytes) -> None:
    assert strip(amperes=LEDS * 0.060).dimmed(rgb) == rgb


def test_full_white_takes_60_milliamperes_an_led() -> None:
    lights = strip(amperes=10)
    lights.show(bytes([255]) * 3 * LEDS)
    assert lights.milliamperes == 60 * LEDS
    lights.show(bytes(3 * LEDS))
    assert lights.milliamperes == LEDS


def test_the_current_limit_dims_every_led_by_the_same_factor() -> None:
    out = strip(amperes=0.3).dimmed(bytes([240, 120, 60]) * LEDS)
    assert out == bytes([out[0], out[1], out[2]]) * LEDS
    assert out[0] // 2 in (out[1], out[1] + 1, out[1] - 1)
    assert 290 < drawn(out) <= 300


@given(st.integers(1, 255), st.floats(0.01, 1), st.floats(0.1, 5))
def test_gamma_correction_keeps_lit_leds_lit_and_the_order_of_brightness(
    value: int, brightness: float, gamma: float
) -> None:
    lights = strip(brightness, gamma, amperes=10)
    out = lights.dimmed(bytes([value, value - 1, 255]) + bytes(3 * LEDS - 3))
    assert out[0] >= 1
    assert out[2] >= out[0] >= out[1]
    assert out[3:] == bytes(3 * LEDS - 3)


def test_the_brightness_0_darkens_every_led() -> None:
    assert strip(brightness=0).dimmed(bytes([255]) * 3 * LEDS) == bytes(3 * LEDS)


def test_gamma_correction_dims_medium_colours_and_keeps_black_and_full_colours() -> None:
    out = strip(gamma=2.0, amperes=10).dimmed(bytes([0, 128, 255]) * LEDS)
    assert out[:3] == bytes([0, 64, 255])


def test_equal_frames_are_sent_as_equal_bytes() -> None:
    wires = Ws2812Chain(LEDS), Ws2812Chain(LEDS)
    for wire in wires:
        WS2812B.on_spi(wire, LEDS, brightness=0.3, gamma=2.2, amperes=0.2).show(bytes(range(3 * LEDS)))
    assert wires[0].sent == wires[1].sent
    assert any(wires[0].pixels)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"brightness": 1.1}, "brightness must be from 0 to 1, not 1.1"),
        ({"brightness": -0.1}, "brightness must be"),
        ({"gamma": 0.0}, "gamma must be from 0.1 to 10, not 0.0"),
        ({"amperes": 0.011}, "12 LEDs take 0.012 A when dark; a limit of 0.011 A is too small"),
    ],
)
def test_impossible_settings_of_a_strip_are_refused(settings: dict[str, float], sentence: str) -> None:
    with pytest.raises(HardwareError, match=sentence):
        strip(**settings)
