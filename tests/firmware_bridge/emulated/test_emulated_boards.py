"""The firmware on emulated Picos of other boards: with analog sensors, and the largest.

Each test has a new emulated board.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from firmware_bridge.events import Edge, Facts, Snapshot
from firmware_bridge.facts import BoardHealth, Calibration, unpack_readings
from firmware_bridge.lightplan import Effect, Style
from firmware_bridge.messages import Op, Status
from tests.examples import whole
from tests.firmware_bridge.emulated.conftest import linked
from tests.firmware_bridge.emulated.emulator import EmulatedBoard, Host, quantile

ANALOG = {"analog": True, "active_low": False, "leds": 0}

Make = Callable[..., EmulatedBoard]
"""A function that starts a new board with the given settings."""


def an_analog_board_measures_112_holes_in_8_ms_and_keeps_its_calibration_over_power_loss(fresh: Make) -> None:
    board = fresh(**ANALOG)
    host = linked(board)
    board.see("measured")
    host.run(0.1)
    times = board.see("measured")
    assert max(later - earlier for earlier, later in pairwise(times)) <= 8e6
    board.step(readings=[[50, 0xA000]])
    edge = host.run(0.2, lambda event: isinstance(event, Edge))
    assert isinstance(edge, Edge)
    assert (edge.channel, edge.on) == (50, True)
    (reading,) = unpack_readings(host.ask(Op.MEASURE, b"\x32\0\x01").data)
    assert abs(reading - 0xA000) < 16
    passes = BoardHealth.unpack(host.ask(Op.HEALTH).data).passes
    assert passes is not None
    assert passes.median_us <= 1000
    mine = Calibration(30000, 2000, 600)
    assert host.ask(Op.CAL_WRITE, b"\x03\0" + mine.pack()).status == Status.OK
    assert host.ask(Op.CAL_SAVE).status == Status.OK
    board.step(power=True)
    again = linked(board)
    assert Calibration.unpack_all(again.ask(Op.CAL_READ, b"\x03\0\x01").data) == (mine,)


def the_largest_board_of_224_holes_and_lights_scans_in_time(fresh: Make) -> None:
    board = fresh(channels=224, leds=224, cap_ma=4000)
    board.step(holes=[[223, True]])
    host = linked(board)
    (snapshot,) = host.all(Snapshot)
    assert [channel for channel, on in enumerate(snapshot.levels) if on] == [223]
    styles = [Style(led % 200, 9, 90, Effect(led % 7)) for led in range(56)] * 4
    host.show(styles)
    board.passes()
    host.run(0.3)
    passes = board.passes()
    assert quantile(passes, 0.5) <= 1000.5
    assert max(passes) <= 3000
    board.step(holes=[[channel, True] for channel in range(223)])
    seen = len(host.all(Edge))
    host.run(1.0, lambda _event: len(host.all(Edge)) == seen + 223)
    assert len(host.all(Edge)) == seen + 223


def restart_1_stays_at_the_prompt_once(fresh: Make) -> None:
    board = fresh()
    host = linked(board)
    host.ask(Op.RESTART, b"\x01")
    output = b""
    for _ in range(20):
        output += board.step(50_000, data=b"\r")["out"]
    assert b">>> " in output
    board.step(power=True)
    board.step(300_000)
    assert Host(board).run(2.0, lambda event: isinstance(event, Facts))


def the_pin_that_spi_would_take_for_mosi_is_free_for_the_lights(fresh: Make) -> None:
    board = fresh(led_pin=19)
    host = linked(board)
    host.show([Style(1, 2, 3)] * 112)
    host.run(0.06)
    assert board.see("pixels") == [[1, 2, 3]] * 112


BOARDS = (
    an_analog_board_measures_112_holes_in_8_ms_and_keeps_its_calibration_over_power_loss,
    the_largest_board_of_224_holes_and_lights_scans_in_time,
    restart_1_stays_at_the_prompt_once,
    the_pin_that_spi_would_take_for_mosi_is_free_for_the_lights,
)


@pytest.mark.skipif(not whole(), reason="each takes seven processor seconds: `make test-all`")
@pytest.mark.parametrize("fact", BOARDS, ids=lambda fact: str(fact.__name__))
def test_the_firmware_works_on_analog_boards_and_on_the_largest_board(
    fact: Callable[[Make], None], fresh: Make
) -> None:
    fact(fresh)
