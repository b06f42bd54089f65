"""Simulated people see a table, and choose their next movement from what they see."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.geometry import Hole
from jokerboard.simulation.people.eyes_and_hands import ANNOUNCED_WITHIN, Lift, Observation, Place
from jokerboard.table.runtime.game_setup import Wanted
from tests.jokerboard.table.virtual_table import VirtualTable

A, B = 0, 1


class Seen:
    """A table whose people see a marble of A on A8 and on A12, and one of B on B3."""

    def __init__(self, path: Path) -> None:
        self.table = VirtualTable(path, Wanted(position="A8,A12/B3/-/- A"))
        self.eyes = Observation(self.table.game, self.table.sim)

    def hole(self, name: str) -> Hole:
        return self.table.sim.board.hole(name)

    def carry(self, source: str, target: str) -> None:
        wood = self.table.sim.wood
        wood.place(self.hole(target), wood.lift(self.hole(source)))


@pytest.fixture
def seen(tmp_path: Path) -> Seen:
    return Seen(tmp_path)


def test_simulated_people_correct_nothing_on_a_board_that_shows_the_announced_position(seen: Seen) -> None:
    assert seen.eyes.from_memory(()) is None
    assert seen.eyes.next_mend(()) is None
    assert (seen.eyes.n, seen.eyes.over, seen.eyes.asked) == (0, False, False)
    assert seen.eyes.announced_within == ANNOUNCED_WITHIN


def test_simulated_people_replace_a_marble_missing_on_the_ring_from_its_start(seen: Seen) -> None:
    seen.carry("A8", "As4")
    assert seen.eyes.from_memory(()) == Lift(A, None)
    taken = seen.hole("As4")
    seen.table.sim.wood.lift(taken)
    assert seen.eyes.from_memory(((A, taken),)) == Place(A, seen.hole("A8"))


def test_simulated_people_first_lift_a_marble_in_a_wrong_hole(seen: Seen) -> None:
    seen.carry("A12", "A13")
    assert seen.eyes.from_memory(()) == Lift(A, seen.hole("A13"))


def test_simulated_people_lift_a_marble_that_is_in_the_way_of_the_held_marble(seen: Seen) -> None:
    source = seen.hole("A8")
    seen.table.sim.wood.lift(source)
    seen.carry("B3", "A8")
    assert seen.eyes.from_memory(((A, source),)) == Lift(B, source)


def test_simulated_people_put_a_held_marble_that_no_hole_lacks_into_its_start(seen: Seen) -> None:
    source = seen.hole("Bs1")
    seen.table.sim.wood.lift(source)
    assert seen.eyes.from_memory(((B, source),)) == Place(B, None)


def test_simulated_people_move_a_misplaced_marble_where_the_lights_show(seen: Seen) -> None:
    seen.table.lay("5H", "A")
    seen.table.move("A8", "A11")
    seen.table.wait(2.0)
    assert seen.eyes.something_wrong
    assert seen.eyes.next_mend(()) == Lift(A, seen.hole("A11"))
    source = seen.hole("A11")
    seen.table.sim.wood.lift(source)
    seen.table.wait(0.5)
    assert seen.eyes.next_mend(((A, source),)) == Place(A, seen.hole("A8"))
    assert seen.eyes.corrected == 1


def test_simulated_people_first_lift_the_misplaced_marble_whose_own_hole_is_free(seen: Seen) -> None:
    seen.table.lay("5H", "A")
    seen.table.move("A8", "A11")
    seen.table.move("B3", "A8")
    seen.table.wait(3.0)
    assert {name for name, role in seen.table.roles().items() if role == "illegal"} == {"A8", "A11"}
    assert seen.eyes.next_mend(()) == Lift(B, seen.hole("A8"))


def test_the_page_is_notified_of_moved_marbles_also_on_the_board_of_a_new_game(tmp_path: Path) -> None:
    table, moved = VirtualTable(tmp_path), list[int]()
    panel = table.boards.panel
    panel.on_change(lambda: moved.append(1))
    table.lift("As1")
    assert len(moved) == 1
    table.desk.begin(Wanted(), attended=False)
    moved.clear()
    table.lift("As1")
    assert len(moved) == 1
    assert panel.state() is not None
    table.desk.close()
