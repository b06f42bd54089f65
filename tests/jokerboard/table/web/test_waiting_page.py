"""The page of a table that waits for a device or the disk."""

from __future__ import annotations

from pathlib import Path

from hardware.clock import VirtualClock
from hardware.twin.sensors import TwinSensors
from jokerboard.simulation.board.simulated_boards import SimulatedBoards
from jokerboard.table.runtime.game_setup import Wanted, header_for
from jokerboard.table.web.waiting_page import Reason, WaitingPage


def test_the_lights_of_a_waiting_table_are_shown_on_the_page_as_soon_as_they_shine(tmp_path: Path) -> None:
    clock = VirtualClock()
    boards = SimulatedBoards(clock, tmp_path, None, sensors=TwinSensors)
    header = header_for(Wanted(), id="", begun="", seed="", simulated=True)
    page = WaitingPage(clock, boards, header, Reason("storage", "the disk is full"))
    changes: list[str] = []
    lit: set[str] = set()

    def changed(what: str) -> None:
        changes.append(what)
        lit.update(page.lit())

    end = page.subscribe(changed)
    clock.run_until(3.0)
    assert set(changes) == {"leds"}
    assert lit == set(page.state()["lights"])
    end()
    changes.clear()
    page.close()
    assert changes == []
