"""Calibration, refused commands, lights and their current limit of a board in this process."""

from __future__ import annotations

import importlib
import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.events import Answer, Facts, Problem, Snapshot, Trouble
from firmware_bridge.facts import Calibration, unpack_readings
from firmware_bridge.lightplan import DARK, Effect, Style
from firmware_bridge.messages import Feature, Op, ResetCause, Status
from tests.firmware_bridge.virtual import VirtualRig

# Analog ------------------------------------------------------------------------------------------


def asked(rig: VirtualRig, op: Op, args: bytes = b"") -> Answer:
    ticket = rig.session.request(op, args)
    mark = len(rig.events)
    rig.until(lambda: any(isinstance(e, Answer) for e in rig.events[mark:]), 200)
    answer = next(e for e in rig.events[mark:] if isinstance(e, Answer))
    assert answer.ticket == ticket
    return answer


def linked(**board: object) -> VirtualRig:
    rig = VirtualRig(0.0, 1, **board)
    rig.open()
    rig.until(lambda: any(isinstance(e, Facts) for e in rig.events))
    return rig


def test_an_analog_channel_switches_with_hysteresis_for_both_poles_of_a_magnet() -> None:
    rig = linked(channels=20, leds=0, analog=True)
    rig.tick(20)
    for pole in (1, -1):
        for off, on in ((0x0B00, False), (0x0D00, True), (0x0A00, True), (0x0700, False)):
            rig.hal.readings[17] = 0x8000 + pole * off
            rig.tick(20)
            assert bool(rig.device.scanner.level[2] >> 1 & 1) is on


def test_a_calibration_can_be_read_written_stored_and_deleted_over_the_link() -> None:
    rig = linked(channels=20, leds=0, analog=True)
    rig.hal.readings[3] = 1234
    rig.tick(5)
    assert unpack_readings(asked(rig, Op.MEASURE, b"\x02\0\x02").data) == (0x8000, 1234)
    mine = Calibration(1000, 200, 50)
    assert asked(rig, Op.CAL_WRITE, b"\x03\0" + mine.pack() * 2).status == Status.OK
    assert Calibration.unpack_all(asked(rig, Op.CAL_READ, b"\x02\0\x03").data)[1:] == (mine, mine)
    assert asked(rig, Op.CAL_SAVE).status == Status.OK
    rig.restart_device()
    rig.tick(600)
    assert Calibration.unpack_all(asked(rig, Op.CAL_READ, b"\x03\0\x01").data) == (mine,)
    assert asked(rig, Op.CAL_FORGET).status == Status.OK
    rig.restart_device()
    rig.tick(600)
    assert Calibration.unpack_all(asked(rig, Op.CAL_READ, b"\x03\0\x01").data)[0].baseline == 0x8000
    rig.hal.can_save = False
    assert asked(rig, Op.CAL_SAVE).status == Status.FAILED


@pytest.mark.parametrize("harm", ["torn", "bit", "other board"])
def test_a_damaged_calibration_is_reported_and_not_used(harm: str) -> None:
    rig = linked(channels=20, leds=0, analog=True)
    asked(rig, Op.CAL_WRITE, b"\x03\0" + Calibration(1000, 200, 50).pack())
    asked(rig, Op.CAL_SAVE)
    kept = bytearray(rig.hal.kept or b"")
    if harm == "torn":
        kept = kept[: len(kept) // 2]
    elif harm == "bit":
        kept[40] ^= 4
    else:
        kept[4] += 1
    rig.hal.kept = bytes(kept)
    rig.restart_device()
    rig.tick(600)
    troubles = [e for e in rig.events if isinstance(e, Trouble) and e.problem is Problem.CALIBRATION]
    assert "calibrate again" in troubles[0].text
    assert Calibration.unpack_all(asked(rig, Op.CAL_READ, b"\x03\0\x01").data)[0].baseline == 0x8000


ANALOG: dict[str, object] = {"channels": 20, "leds": 0, "analog": True}
LIGHTS: dict[str, object] = {"channels": 8, "leds": 8}


@pytest.mark.parametrize(
    ("board", "op", "args", "status"),
    [
        (ANALOG, Op.MEASURE, b"\x10\0\x08", Status.BAD_ARGUMENTS),
        (ANALOG, Op.MEASURE, b"", Status.BAD_ARGUMENTS),
        (ANALOG, Op.CAL_READ, b"\0\0\x13", Status.BAD_ARGUMENTS),
        (ANALOG, Op.CAL_WRITE, b"\0\0", Status.BAD_ARGUMENTS),
        (ANALOG, Op.CAL_WRITE, b"\x13\0" + bytes(12), Status.BAD_ARGUMENTS),
        (ANALOG, Op.CAL_WRITE, b"\0\0" + Calibration(1, 5, 5).pack(), Status.BAD_ARGUMENTS),
        (ANALOG, Op.DEBOUNCE, b"\x33", Status.BAD_ARGUMENTS),
        (ANALOG, Op.DEBOUNCE, b"\x08", Status.OK),
        (ANALOG, Op.STYLES, b"", Status.NOT_HERE),
        (ANALOG, Op.PAINT, b"", Status.NOT_HERE),
        (ANALOG, Op.LIMITS, b"", Status.NOT_HERE),
        (ANALOG, Op.RESTART, b"\x09", Status.BAD_ARGUMENTS),
        (ANALOG, 0x7F, b"", Status.UNKNOWN_OP),
        (LIGHTS, Op.MEASURE, b"\0\0\x01", Status.NOT_HERE),
        (LIGHTS, Op.CAL_READ, b"\0\0\x01", Status.NOT_HERE),
        (LIGHTS, Op.CAL_WRITE, b"\0\0", Status.NOT_HERE),
        (LIGHTS, Op.CAL_SAVE, b"", Status.NOT_HERE),
        (LIGHTS, Op.CAL_FORGET, b"", Status.NOT_HERE),
        (LIGHTS, Op.STYLES, b"\x01", Status.BAD_ARGUMENTS),
        (LIGHTS, Op.STYLES, b"\x00\xff\0\0\0\0\0", Status.BAD_ARGUMENTS),
        (LIGHTS, Op.STYLES, b"\x01\xff\0\0\x09\0\0", Status.BAD_ARGUMENTS),
        (LIGHTS, Op.PAINT, b"\x01", Status.BAD_ARGUMENTS),
        (LIGHTS, Op.PAINT, b"\x07\0\x02\0\x01", Status.BAD_ARGUMENTS),
        (LIGHTS, Op.PAINT, b"\0\0\x01\0\x40", Status.BAD_ARGUMENTS),
        (LIGHTS, Op.LIMITS, b"\x01", Status.BAD_ARGUMENTS),
    ],
)
def test_a_wrong_command_is_refused_with_the_status_of_its_fault(
    board: dict[str, object], op: Op, args: bytes, status: Status
) -> None:
    assert asked(linked(**board), op, args).status == status


def test_a_restart_command_is_answered_before_the_restart_whose_cause_is_then_reported() -> None:
    rig = linked(channels=8, leds=8)
    rig.session.request(Op.RESTART, b"\0")
    rig.until(lambda: sum(isinstance(e, Facts) for e in rig.events) == 2, 3000)
    facts = [e for e in rig.events if isinstance(e, Facts)][-1]
    assert facts.info.reset_cause is ResetCause.ASKED
    assert isinstance(rig.events[-1], Facts | Snapshot)


# Lights ------------------------------------------------------------------------------------------


def lit(rig: VirtualRig, *leds: Style, ms: int = 200) -> bytes:
    rig.session.show(leds)
    rig.tick(ms)
    return rig.hal.shown[-1]


def test_the_led_chain_shows_the_colours_that_the_host_wants() -> None:
    rig = linked(channels=8, leds=8)
    assert lit(rig, Style(1, 2, 3), DARK, Style(4, 5, 6))[:9] == bytes([1, 2, 3, 0, 0, 0, 4, 5, 6])


def test_light_effects_change_over_time_as_protocol_md_states() -> None:
    rig = linked(channels=8, leds=8)
    styles = [Style(200, 0, 0, effect, 400) for effect in (Effect.BLINK, Effect.PULSE, Effect.CHASE)]
    lit(rig, styles[0], styles[1], *[styles[2]] * 6, ms=2000)
    blink = {frame[0] for frame in rig.hal.shown[-20:]}
    pulse = {frame[3] for frame in rig.hal.shown[-20:]}
    assert blink == {0, 200}
    assert len(pulse) > 4
    heads = {tuple(frame[3 * i] for i in range(2, 8)) for frame in rig.hal.shown[-20:]}
    assert len(heads) > 3
    assert {value for frame in heads for value in frame} == {200, 25}


def test_steady_lights_are_sent_once_and_not_again() -> None:
    rig = linked(channels=8, leds=8)
    lit(rig, Style(9, 9, 9))
    rig.hal.shown.clear()
    rig.tick(2000)
    assert rig.hal.shown == []


def milliamperes(rgb: bytes) -> float:
    return len(rgb) / 3 + sum(rgb) * 20 / 255


@given(st.integers(0, 3000), st.integers(0, 255), st.lists(st.integers(0, 255), min_size=3, max_size=3))
def test_the_current_stays_under_the_limit_for_any_commands_of_the_host(
    cap: int, brightness: int, colour: list[int]
) -> None:
    rig = linked(channels=8, leds=60, cap_ma=1000)
    answer = asked(rig, Op.LIMITS, bytes([brightness]) + cap.to_bytes(2, "little"))
    in_force = int.from_bytes(answer.data, "little")
    assert in_force == (min(cap, 1000) if cap else 1000)
    rgb = lit(
        rig, *[Style(colour[0], colour[1], colour[2])] * 30, *[Style(255, 255, 255, Effect.CHASE, 300)] * 30
    )
    # The 60 dark LEDs take 60 mA, which no limit can reduce.
    assert milliamperes(rgb) <= max(in_force, 60) + 1e-9


def test_a_silent_host_causes_the_dim_pattern_until_it_sends_again() -> None:
    rig = linked(channels=8, leds=24)
    before = lit(rig, *[Style(90, 90, 90)] * 24)
    rig.session.closed()
    rig.tick(4600)
    assert rig.hal.shown[-1] == before
    rig.tick(800)
    dim = rig.hal.shown[-1]
    assert [i for i in range(24) if any(dim[3 * i : 3 * i + 3])] == [0, 8, 16]
    assert max(dim) == 8
    rig.open()
    rig.tick(300)
    assert rig.hal.shown[-1] == before


def test_a_board_without_a_host_shows_the_dim_pattern() -> None:
    rig = VirtualRig(0.0, 1, channels=8, leds=8)
    rig.tick(100)
    assert rig.hal.shown[-1][:3] == bytes([8, 5, 2])


def test_an_unknown_setting_in_board_json_is_refused_by_name() -> None:
    board = importlib.import_module("firmware_bridge.firmware.board")
    with pytest.raises(ValueError, match="no setting ledz"):
        board.Board({"ledz": 3})
    assert json.loads(json.dumps(board.DEFAULTS)) == board.DEFAULTS


def test_the_board_plays_a_tune_until_its_end_or_until_another_tune_begins() -> None:
    rig = linked(channels=8, leds=8, buzzer_pin=15)
    assert rig.session.info is not None
    assert Feature.BUZZER in rig.session.info.features
    assert asked(rig, Op.TUNE, bytes.fromhex("b801 6400 0000 3200 7003 6400")).status == Status.OK
    rig.tick(400)
    times, tones = zip(*rig.hal.tones, strict=True)
    assert tones == (440, 0, 880, 0)
    assert [b - a for a, b in pairwise(times)] == [100, 50, 100]
    rig.hal.tones.clear()
    asked(rig, Op.TUNE, bytes.fromhex("b801 ffff"))
    rig.tick(50)
    asked(rig, Op.TUNE)
    rig.tick(50)
    assert [hertz for _, hertz in rig.hal.tones] == [440, 0]
    assert asked(rig, Op.TUNE, b"\x01").status == Status.BAD_ARGUMENTS
    assert asked(linked(channels=8, leds=8), Op.TUNE, b"").status == Status.NOT_HERE
