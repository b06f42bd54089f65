"""The tests that every implementation of LightStrip must pass."""

from __future__ import annotations

from random import Random
from typing import Protocol

import pytest

from hardware.errors import BadFrame, DeviceClosed, DeviceLost
from hardware.ports import LightStrip
from tests.hardware.contract import Contract


class StripRig(Protocol):
    """A bench with a strip at full brightness, without gamma, and with a limit that no frame reaches."""

    @property
    def strip(self) -> LightStrip:
        """The strip under test."""
        ...

    def shining(self) -> bytes:
        """The colours that the LEDs show now, three bytes each, red first."""
        ...

    def unplug(self) -> None:
        """Disconnect the strip's port."""

    def replug(self) -> None:
        """Connect the strip's port again."""


class LightStripContract(Contract[StripRig]):
    def device(self, rig: StripRig) -> LightStrip:
        return rig.strip

    def test_a_strip_is_dark_before_the_first_frame(self) -> None:
        with self.rig() as rig:
            assert rig.shining() == bytes(3 * rig.strip.leds)

    def test_every_led_shows_its_last_colour(self) -> None:
        with self.rig() as rig:
            for seed in range(20):
                rgb = Random(seed).randbytes(3 * rig.strip.leds)
                rig.strip.show(rgb)
                assert rig.shining() == rgb

    def test_a_frame_of_a_wrong_length_is_refused_and_the_last_frame_stays(self) -> None:
        with self.rig() as rig:
            whole = bytes([9]) * 3 * rig.strip.leds
            rig.strip.show(whole)
            for wrong in (b"", whole[:-1], whole + b"\0", whole + b"\0\0\0"):
                with pytest.raises(BadFrame, match=f"{len(wrong)}"):
                    rig.strip.show(wrong)
            assert rig.shining() == whole

    def test_closing_a_strip_darkens_it_and_may_be_repeated(self) -> None:
        with self.rig() as rig:
            rig.strip.show(bytes([200]) * 3 * rig.strip.leds)
            rig.strip.close()
            assert rig.shining() == bytes(3 * rig.strip.leds)
            rig.strip.close()
            with pytest.raises(DeviceClosed):
                rig.strip.show(bytes(3 * rig.strip.leds))

    def test_a_lost_strip_raises_an_error_and_shows_the_next_frame_once_it_is_connected_again(self) -> None:
        with self.rig() as rig:
            whole = bytes([9]) * 3 * rig.strip.leds
            rig.unplug()
            with pytest.raises(DeviceLost):
                rig.strip.show(whole)
            rig.replug()
            rig.strip.show(whole)
            assert rig.shining() == whole

    def test_a_strip_whose_port_is_lost_can_be_closed(self) -> None:
        with self.rig() as rig:
            rig.strip.show(bytes([9]) * 3 * rig.strip.leds)
            rig.unplug()
            rig.strip.close()
            with pytest.raises(DeviceClosed):
                rig.strip.show(bytes(3 * rig.strip.leds))
