"""Two tables at one board in another process: each gets the changes of the other, and each error by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import VirtualClock
from hardware.errors import DeviceLost, DeviceMissing, HardwareError
from hardware.twin.wood import Held, VirtualBoard
from jokerboard.simulation.board.far_wood import LOOK_EVERY, FarWood
from jokerboard.simulation.board.wood_server import WoodServer
from tests.jokerboard.simulation.test_wood_server import served
from tests.programs import until

START = dict.fromkeys(range(5), 0) | dict.fromkeys(range(10, 15), 1)


class TwoTables:
    """One board with two tables at it, each with a clock of its own."""

    def __init__(self, server: WoodServer, path: Path) -> None:
        self.server = server
        self.clock = VirtualClock()
        self.near, self.far = FarWood(path, self.clock), FarWood(path, self.clock)

    def agree(self) -> None:
        """Wait until both tables have the marbles and the hands that the server has."""
        wood = self.server.wood

        def equal() -> bool:
            self.clock.run_until(self.clock.now() + LOOK_EVERY)
            return all(
                (each.holes, each.marbles, each.hands) == (wood.holes, wood.marbles, wood.hands)
                for each in (self.near, self.far)
            )

        until(equal)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoTables]:
    path = tmp_path_factory.mktemp("board") / "socket"
    with served(path, path.with_name("board.json")) as server:
        both = TwoTables(server, path)
        yield both
        both.near.close()
        both.far.close()


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 14), st.integers(20, 27)), max_size=5))
def test_both_tables_at_a_board_in_another_process_see_all_its_marbles_and_every_lifted_marble(
    tables: TwoTables, carries: list[tuple[bool, int, int]]
) -> None:
    tables.near.set_up(START)
    tables.agree()
    for at_near, source, target in carries:
        wood = tables.near if at_near else tables.far
        if wood.occupied(source) and not wood.occupied(target):
            colour = wood.lift(source)
            assert wood.hands == (Held(colour, source),)
            tables.agree()
            wood.place(target, colour, source)
            assert not wood.hands
            assert wood.marbles[target] == colour
            tables.agree()


@pytest.mark.parametrize("act", [lambda wood: wood.lift(20), lambda wood: wood.place(0, 0)])
def test_a_board_in_another_process_refuses_impossible_movements_as_a_local_board_does(
    tables: TwoTables, act: Callable[[VirtualBoard], object]
) -> None:
    tables.near.set_up(START)
    with pytest.raises(HardwareError) as far:
        act(tables.near)
    with pytest.raises(HardwareError) as here:
        act(tables.server.wood)
    assert (type(far.value), str(far.value)) == (type(here.value), str(here.value))


def test_a_missing_or_ended_board_process_is_reported_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "board"
    with pytest.raises(DeviceMissing, match=r"no board answers at .*; start one: jokerboard board --socket"):
        FarWood(path, VirtualClock())
    clock = VirtualClock()
    with served(path, tmp_path / "board.json") as server:
        wood = FarWood(path, clock)
        for each in server.connected:
            each.request.shutdown(2)
        with pytest.raises(DeviceLost, match="has closed the connection; start it again, then the table"):
            until(lambda: clock.run_next() is False)
        with pytest.raises(DeviceLost, match="has closed the connection"):
            wood.lift(8)
        wood.close()


def test_reading_a_board_in_another_process_never_waits_and_ends_with_the_table(tmp_path: Path) -> None:
    path, clock = tmp_path / "board", VirtualClock()
    with served(path, tmp_path / "board.json"):
        wood = FarWood(path, clock)
        for _ in range(50):
            clock.run_next()
        assert clock.now() == pytest.approx(50 * LOOK_EVERY)
        wood.close()
        assert clock.next_at is None
