"""Tests of a Pico's LEDs and buzzer, and of closing it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_bridge.events import Edge
from firmware_bridge.lightplan import DARK, Effect, Style
from firmware_bridge.messages import Feature, Op
from hardware.errors import DeviceClosed, DeviceLost
from hardware.parts.pico.driver import FAREWELL
from hardware.ports import Glow, HardwareEvent, SensorEdge
from tests.hardware.pico.scripted_pico import ScriptedBench, info


def test_a_picos_buzzer_plays_tunes_if_the_pico_reports_a_buzzer(
    scripted: ScriptedBench,
) -> None:
    assert scripted.board.sounder is None
    scripted.link.facts = replace(info(6, 4), features=Feature.BUZZER)
    sounder = scripted.board.sounder
    assert sounder is not None
    sounder.play(((440, 0.5), (0, 0.1)))
    assert scripted.link.asked == [(Op.TUNE, bytes.fromhex("b801 f401 0000 6400"))]
    sounder.close()
    assert scripted.link.asked[1:] == [(Op.TUNE, b"")]
    with pytest.raises(DeviceClosed):
        sounder.play(())
    scripted.link.linked = False
    other = scripted.board.sounder
    assert other is not None
    with pytest.raises(DeviceLost):
        other.play(())
    other.close()


def test_a_pico_animates_its_leds_within_the_current_limit(
    scripted: ScriptedBench,
) -> None:
    strip = scripted.board.strip
    assert strip.animate({1: Glow((255, 0, 0), "double flash", 1.1), 3: Glow((0, 0, 255))})
    assert scripted.link.styles == (
        DARK,
        Style(153, 0, 0, Effect.DOUBLE, 1100),
        DARK,
        Style(0, 0, 153, Effect.STEADY, 1000),
    )
    assert strip.milliamperes <= 4 + 2 * 20
    scripted.link.session.minor = 0
    assert not strip.animate({1: Glow((255, 0, 0))})
    scripted.link.linked = False
    with pytest.raises(DeviceLost):
        strip.animate({})


def test_closing_a_pico_waits_a_limited_time_for_the_last_frame(scripted: ScriptedBench) -> None:
    scripted.link.done = False
    scripted.board.strip.show(bytes([255]) * 12)
    scripted.link.coming = [Edge(1.0, 0, 1, True)]
    before = scripted.link.pumped
    scripted.board.strip.close()
    assert scripted.link.pumped - before == FAREWELL
    assert scripted.link.shown == bytes(12)
    assert scripted.events == [SensorEdge(1.0, 1, True)]
    assert not scripted.link.closed
    scripted.board.leave("strip")
    scripted.board.close()
    assert scripted.link.closed


def test_a_pico_closed_by_the_receiver_of_its_event_delivers_no_more_events(scripted: ScriptedBench) -> None:
    scripted.board.strip.close()

    def leave(_: HardwareEvent) -> None:
        scripted.board.close()

    scripted.board._outlet._sink = leave
    scripted.receive(Edge(1.0, 0, 1, True))
    assert scripted.link.closed
    assert scripted.clock.next_at is None
