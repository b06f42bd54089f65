"""A table whose sensor edges are delivered late announces the same verdicts as without the delay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.clock import Clock, VirtualClock
from hardware.parts.pico.link import LATE_AT_MOST
from hardware.ports import SensorBank
from hardware.twin.wood import VirtualBoard
from jokerboard.table.runtime.game_setup import Wanted
from tests.jokerboard.table.runtime.core_pico import CorePico
from tests.jokerboard.table.virtual_table import VirtualTable

LATE = 0.3


class LateTable(VirtualTable):
    """A table whose `sim.devices.sensors` is a CorePico, so that its wire can be stalled."""

    @property
    def pico(self) -> CorePico:
        bank = self.sim.devices.sensors
        assert isinstance(bank, CorePico)
        return bank


def sensors(wood: VirtualBoard, clock: Clock, *, seed: int) -> SensorBank:
    assert isinstance(clock, VirtualClock)
    return CorePico(wood, clock, seed=seed)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LateTable]:
    """A table at which every seat has a marble on its come-out, and A has lifted its marble for a 5."""
    made = LateTable(tmp_path, Wanted(rules="texas"), sensors=sensors)
    for seat in "ABCD":
        made.play("K", (f"{seat}s1", f"{seat}8"))
    made.lay("5", "A")
    made.announcements.clear()
    yield made
    made.close()


def test_a_wrong_move_corrected_in_time_is_not_illegal_even_if_its_edges_are_delivered_late(
    table: LateTable,
) -> None:
    """The marble is lifted again before `illegal_after`, but this edge arrives later."""
    wood, hole = table.sim.wood, table.sim.board.hole
    colour = table.lift("A8")
    wood.place(hole("A14"), colour)
    table.wait(1.1)
    table.pico.wire.hold(LATE)
    table.wait(0.05)
    wood.lift(hole("A14"))
    table.wait(0.5)
    wood.place(hole("A13"), colour)
    table.wait(2.0)
    assert table.kinds == ["move", "turn"]
    assert table.game.log.position.line() == "A13/B8/C8/D8 B"


def test_a_card_is_judged_only_after_late_edges_from_before_the_card_was_laid(table: LateTable) -> None:
    """The next seat's card would make an unfinished play illegal at once, but this play is finished."""
    wood, hole = table.sim.wood, table.sim.board.hole
    colour = table.lift("A8")
    table.place("A14", colour)
    table.pico.wire.hold(LATE)
    wood.lift(hole("A14"))
    table.wait(0.1)
    wood.place(hole("A13"), colour)
    table.wait(0.1)
    table.sim.lay("B", "K")
    table.wait(1.0)
    assert table.kinds == ["move", "turn"]
    assert table.game.log.position.line() == "A13/B8/C8/D8 B"
    assert table.game.card == "K"


def test_a_lost_edge_delays_the_table_for_a_second_at_most(table: LateTable) -> None:
    hole = table.sim.board.hole
    table.pico.loses_edges = True
    table.lift("A8")
    lift = table.game.t
    table.wait(5.0)
    assert table.game.t == pytest.approx(lift + 5.0 - LATE_AT_MOST, abs=0.5)
    assert hole("A8") in table.game.occupied
    table.pico.loses_edges = False
    table.wait(1.0)
    assert hole("A8") not in table.game.occupied
    assert table.game.t == pytest.approx(lift + 6.0, abs=0.5)


def test_an_unplugged_board_does_not_delay_the_games_time(table: LateTable) -> None:
    table.pico.wire.hold(60.0)
    table.wait(3.0)
    assert "fault" in table.kinds
    assert table.game.t == pytest.approx(table.game._time.of(table.clock.now()), abs=0.001)
