"""Garbage is collected while nobody moves a marble, and by Python's defaults once the table is closed."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hardware.clock import VirtualClock
from jokerboard.table.serving.upkeep import RARE, REST, collecting_at_rest


@contextmanager
def watched(clock: VirtualClock) -> Iterator[list[float]]:
    """The clock times of all full collections."""
    looks: list[float] = []

    def looked(phase: str, info: dict[str, int]) -> None:
        if phase == "start" and info["generation"] == 2:
            looks.append(clock.now())

    gc.callbacks.append(looked)
    try:
        yield looks
    finally:
        gc.callbacks.remove(looked)


def test_garbage_is_collected_once_after_marbles_have_come_to_rest_and_never_while_they_move() -> None:
    clock, moved = VirtualClock(), [0.0]

    def move() -> None:
        moved[0] = clock.now()

    for n in range(50):
        clock.call_at(10.0 + 0.1 * n, move)  # The last collection was at 14.9 s.
    with collecting_at_rest(clock, lambda: moved[0]), watched(clock) as looks:
        clock.run_until(30.0)
    assert [t for t in looks if t < 10.0] == [pytest.approx(REST)]
    assert not [t for t in looks if 10.0 <= t < 14.9 + REST]
    assert len([t for t in looks if t >= 14.9 + REST]) == 1


def test_a_closed_table_restores_the_settings_of_pythons_garbage_collector() -> None:
    clock, before, frozen = VirtualClock(), gc.get_threshold(), gc.get_freeze_count()
    with collecting_at_rest(clock, lambda: 0.0):
        assert gc.get_threshold() == RARE
        assert gc.get_freeze_count() > frozen
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
    with watched(clock) as looks:
        clock.run_until(30.0)
    assert looks == []
