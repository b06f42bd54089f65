"""Tests of the simulated bank whose loose magnets lie down beside a neighbour."""

from __future__ import annotations

from hardware.clock import VirtualClock
from hardware.parts.hall.twin import LooseMagnets
from hardware.ports import HardwareEvent
from hardware.twin.wood import Held, VirtualBoard

ROW = ((1,), (0, 2), (1,))


class Row:
    def __init__(self, *, lie_down: bool = True, reach: bool = False) -> None:
        self.clock, self.events = VirtualClock(), list[HardwareEvent]()
        self.wood = VirtualBoard(3, hands=[Held(0, 0)] * 3)
        self.bank = LooseMagnets(self.wood, self.clock, ROW, lie_down=lie_down, reach=reach, seed=1)
        self.bank.start(self.events.append)

    def after(self, *, put: int | None = None, lift: int | None = None) -> tuple[bool, ...]:
        if put is not None:
            self.wood.place(put, 0)
        if lift is not None:
            self.wood.lift(lift)
        self.clock.run_until(self.clock.now() + 0.2)
        return self.bank.snapshot()


def test_a_loose_magnet_tips_over_beside_a_neighbour_and_rights_itself_afterwards() -> None:
    row = Row()
    assert row.after(put=0) == (True, False, False)
    assert row.after(put=1) == (False, False, False)
    assert row.after(lift=1) == (True, False, False)


def test_an_upright_magnet_is_sensed_with_any_neighbour() -> None:
    row = Row(lie_down=False)
    row.after(put=0)
    assert row.after(put=1) == (True, True, False)


def test_a_sensor_of_an_empty_hole_may_sense_two_neighbours() -> None:
    row = Row(lie_down=False, reach=True)
    row.after(put=0)
    assert row.after(put=2) == (True, True, True)
    assert row.after(lift=2) == (True, False, False)


def test_a_sensors_fault_overrides_its_loose_magnet() -> None:
    row = Row()
    row.bank.fail(1, "stuck_on")
    assert row.after(put=0) == (True, True, False)
