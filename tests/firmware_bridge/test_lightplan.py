"""The light plan: its commands make the device show the wanted lights, and are few."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.errors import FieldError
from firmware_bridge.lightplan import DARK, STYLES, Effect, LightPlan, Style, steady
from firmware_bridge.messages import Op, Status

RED = Style(255, 0, 0)
BLINK = Style(0, 255, 0, Effect.BLINK, 500)


class Chain:
    """The styles and lights that a device stores after the given commands."""

    def __init__(self, count: int) -> None:
        self.styles: dict[int, Style] = {0: DARK}
        self.leds = [77] * count  # The colours before the first command are unknown.
        self.bytes_sent = 0

    def take(self, op: int, args: bytes) -> None:
        self.bytes_sent += len(args)
        if op == Op.STYLES:
            for number, r, g, b, effect, period in struct.iter_unpack("<BBBBBH", args):
                assert 0 < number < STYLES
                self.styles[number] = Style(r, g, b, Effect(effect), period)
        else:
            for first, count, number in struct.iter_unpack("<HHB", args):
                self.leds[first : first + count] = [number] * count

    def settle(self, plan: LightPlan) -> None:
        while (step := plan.next_command(len(self.leds))) is not None:
            assert plan.next_command(len(self.leds)) is None
            self.take(*step)
            assert not plan.settled(len(self.leds))
            plan.answered(Status.OK, len(self.leds))
        assert plan.settled(len(self.leds))

    def showing(self) -> tuple[Style, ...]:
        return tuple(self.styles[number] for number in self.leds)


styles = st.sampled_from([DARK, RED, BLINK, Style(1, 2, 3), Style(0, 0, 255, Effect.CHASE, 2000)])


@given(st.lists(st.lists(styles, min_size=30, max_size=30), min_size=1, max_size=5), st.booleans())
def test_the_device_shows_the_wanted_lights_after_each_frame_and_each_new_link(
    frames: list[list[Style]], relink: bool
) -> None:
    plan, chain = LightPlan(), Chain(30)
    for leds in frames:
        plan.show(tuple(leds))
        chain.settle(plan)
        assert chain.showing() == tuple(leds)
        if relink:
            plan.relink()
            chain = Chain(30)
            chain.settle(plan)
            assert chain.showing() == tuple(leds)


def test_switching_one_light_off_takes_five_bytes() -> None:
    plan, chain = LightPlan(), Chain(112)
    plan.show((RED,) * 112)
    chain.settle(plan)
    before = chain.bytes_sent
    plan.show((RED,) * 50 + (DARK,) + (RED,) * 61)
    chain.settle(plan)
    assert chain.bytes_sent - before == 5


def test_any_number_of_styles_can_be_shown_one_after_another() -> None:
    plan, chain = LightPlan(), Chain(3)
    for shade in range(200):
        leds = (Style(shade, 0, 1), Style(0, shade, 2), DARK)
        plan.show(leds)
        chain.settle(plan)
        assert chain.showing() == leds


def test_a_refused_light_command_is_not_repeated_in_the_same_link() -> None:
    plan = LightPlan()
    plan.show((RED,))
    assert plan.next_command(0) is None
    assert plan.next_command(1) is not None
    plan.answered(Status.UNKNOWN_OP, 1)
    assert plan.refused == Status.UNKNOWN_OP
    assert plan.next_command(1) is None
    plan.answered(Status.OK, 1)  # An unexpected answer changes nothing.
    plan.relink()
    assert plan.next_command(1) is not None


def test_too_many_styles_and_impossible_colours_are_refused() -> None:
    plan = LightPlan()
    with pytest.raises(FieldError, match="64 different styles are wanted"):
        plan.show(tuple(Style(i, 0, 1) for i in range(64)))
    with pytest.raises(FieldError, match="does not fit"):
        plan.show((Style(256, 0, 0),))
    with pytest.raises(FieldError, match="three"):
        steady(b"1234")


def test_colours_beyond_the_number_of_styles_are_rounded_until_they_fit() -> None:
    few = steady(bytes(range(30)))
    assert few[1] == Style(3, 4, 5)
    many = steady(bytes(i * 7 % 256 for i in range(3 * 224)))
    assert len({DARK, *many}) <= STYLES
    assert len(many) == 224
