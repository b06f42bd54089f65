"""Roles of lights become colours and rhythms; every role can be recognised without its colour."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.referee.lights import Light
from hardware.clock import VirtualClock
from hardware.parts.ws2812b import WS2812B
from hardware.parts.ws2812b.twin import Ws2812Chain
from jokerboard.table.showing.led_patterns import (
    ROLES,
    SEAT_COLOURS,
    SHORT_FLASH,
    STEADY,
    WHITE,
    Rgb,
    Rhythm,
    colour,
    frame,
    next_change,
)
from jokerboard.table.showing.outputs import StripUpdates

CONTRACT = {"illegal", "put-back", "bump", "choose", "movable", "target", "turn", "fault", "win"}
CONTRACT |= {"carry-from", "carry-to"}
MOVING = [role for role in ROLES if role != "turn"]


def shone(role: str, t: float, seat: int | None = 1) -> bytes:
    return frame({0: Light(role, seat)}, t, 1)


def levels(role: str) -> tuple[float, ...]:
    """The brightness of a light in this role over four seconds, twenty times a second."""
    bright = max(colour(Light(role, 1)))
    return tuple(round(max(shone(role, n / 20 + 0.001)) / bright, 2) for n in range(80))


def test_every_documented_role_of_a_light_has_a_colour_and_a_rhythm() -> None:
    assert set(ROLES) == CONTRACT


@pytest.mark.parametrize(("one", "other"), list(combinations(ROLES, 2)))
def test_no_two_roles_of_lights_blink_in_the_same_rhythm(one: str, other: str) -> None:
    assert levels(one) != levels(other)


@pytest.mark.parametrize(("one", "other"), list(combinations(SEAT_COLOURS, 2)))
def test_the_light_colours_of_any_two_seats_are_far_apart(one: Rgb, other: Rgb) -> None:
    assert math.dist(one, other) > 100


def test_every_seat_of_the_largest_board_has_a_colour() -> None:
    assert len(SEAT_COLOURS) == 8


def test_a_bump_is_shown_in_the_bumped_seats_colour_and_an_illegal_hole_in_red() -> None:
    assert shone("bump", 0.0, 2) == bytes(SEAT_COLOURS[2])
    assert shone("illegal", 0.0, 2) == b"\xff\x00\x00"
    assert shone("put-back", 0.0, None) == bytes(WHITE)


def test_holes_without_a_light_are_dark() -> None:
    assert frame({2: Light("turn", 0)}, 5.0, 4) == bytes(6) + bytes(SEAT_COLOURS[0]) + bytes(3)


def test_steady_lights_need_no_timer() -> None:
    assert next_change({3: Light("turn", 0), 4: Light("turn", 1)}, 12.3) is None
    assert next_change({}, 12.3) is None


@given(role=st.sampled_from(MOVING), t=st.floats(0, 1e5))
def test_the_brightness_of_a_blinking_light_is_constant_until_its_next_change(role: str, t: float) -> None:
    due = next_change({0: Light(role, 1)}, t)
    assert due is not None
    assert due > t
    assume(due - t > 1e-4)  # Two times that are closer than this count as one.
    early = t + (due - t) * 0.9
    assert shone(role, early) == shone(role, t)


@given(role=st.sampled_from(MOVING), t=st.floats(0, 1e5))
def test_the_next_change_of_a_blinking_light_is_always_in_the_future(role: str, t: float) -> None:
    lights: Mapping[int, Light] = {0: Light(role, 1)}
    first = t
    for _ in range(20):
        due = next_change(lights, t)
        assert due is not None
        assert due > t + 1e-6
        t = due
    assert t < first + 45


def test_a_short_flash_is_bright_for_a_fifth_of_a_second_every_two_seconds() -> None:
    assert [SHORT_FLASH.at(t)[0] for t in (0.0, 0.19, 0.21, 1.9, 2.0)] == [1.0, 1.0, 0.0, 0.0, 1.0]
    assert SHORT_FLASH.period == 2.0
    assert STEADY.at(7.0) == (1.0, None)
    assert Rhythm(((0.5, 1.0), (0.5, 0.0))).at(0.5 - 1e-9)[0] == 0.0


class Show:
    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.spi = Ws2812Chain(4)
        self.lights = StripUpdates(self.clock, WS2812B.on_spi(self.spi, 4))


def test_a_blinking_light_is_sent_only_when_it_changes() -> None:
    show = Show()
    show.lights.show({0: Light("illegal")})
    show.clock.run_until(2.95)
    assert show.spi.frames == 18


def test_steady_lights_are_sent_once_and_need_no_timer_of_the_clock() -> None:
    show = Show()
    show.lights.show({0: Light("turn", 0)})
    show.lights.show({0: Light("turn", 0)})
    assert show.spi.frames == 1
    assert show.clock.next_at is None


def test_the_timer_ends_when_no_light_blinks_any_more() -> None:
    show = Show()
    show.lights.show({0: Light("illegal")})
    show.clock.run_until(0.2)
    show.lights.show({})
    assert show.clock.next_at is None
    assert show.spi.pixels == bytes(12)


def test_nothing_is_sent_to_a_closed_strip() -> None:
    show = Show()
    show.lights.show({0: Light("illegal")})
    show.lights.close()
    frames = show.spi.frames
    show.lights.show({1: Light("turn", 0)})
    show.clock.run_until(5.0)
    assert show.spi.frames == frames


@pytest.mark.parametrize("role", ROLES)
def test_no_light_flashes_more_than_three_times_a_second(role: str) -> None:
    lit, t = {0: Light(role, 0)}, 0.0
    rises, dark = list[float](), True
    while t < 20.0:
        now_dark = sum(frame(lit, t, 1)) == 0
        if dark and not now_dark:
            rises.append(t)
        dark = now_dark
        following = next_change(lit, t)
        t = 20.0 if following is None else following
    assert all(later - first > 1.0 for first, later in zip(rises, rises[3:], strict=False))
