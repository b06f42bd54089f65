"""A machine's thinking: when it begins, how long it hesitates, and what makes it begin again."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.geometry import Hole
from engine.position import Position
from engine.referee.lights import Light
from hardware.clock import VirtualClock
from jokerboard.players.levels import PAUSE
from jokerboard.players.thinking import PATIENCE, Plan, Thinker, direct, thread_of
from tests.programs import PATIENCE as PATIENCE_OF_TESTS

FIRST, SECOND = Position.parse("A8/-/-/- A"), Position.parse("A9/-/-/- B")
PLAN = cast(Plan, SimpleNamespace(hesitation=3.0))


@dataclass
class FakeGame:
    """A game whose state the test sets."""

    position: Position = FIRST
    waits: bool = False
    lights: dict[Hole, Light] = field(default_factory=dict)
    occupied: set[Hole] = field(default_factory=set)

    @property
    def log(self) -> Any:
        return SimpleNamespace(position=self.position, in_force=())


class Machine:
    """A Thinker on a virtual clock, and the plans that it has decided on."""

    def __init__(self, plan: Plan | None = PLAN) -> None:
        self.clock, self.game, self.ready = VirtualClock(), FakeGame(), True
        self.decided: list[Plan | None] = []
        self.thinker = Thinker(
            cast(Any, self.game),
            self.clock,
            pause=2 * PAUSE,
            think=direct,
            ready=lambda: self.ready,
            choose=lambda: plan,
            decided=self.decided.append,
        )

    def decided_after(self, seconds: float) -> int:
        self.clock.run_until(self.clock.now() + seconds)
        return len(self.decided)


def test_at_a_table_with_twice_the_usual_machine_pause_a_machine_hesitates_twice_as_long() -> None:
    machine = Machine()
    machine.thinker.look()
    assert machine.decided_after(5.9) == 0
    assert machine.decided_after(0.2) == 1


def test_a_machine_with_one_option_does_not_hesitate() -> None:
    machine = Machine(plan=None)
    machine.thinker.look()
    assert machine.decided_after(0.1) == 1


def test_a_machine_hesitates_again_after_a_change_of_the_position() -> None:
    machine = Machine()
    machine.thinker.look()
    assert machine.decided_after(5.0) == 0
    machine.game.position = SECOND
    machine.thinker.look()
    assert machine.decided_after(5.9) == 0
    assert machine.decided_after(0.2) == 1


@pytest.mark.parametrize(
    "how", ["the game waits", "it is not its turn", "an alarm is raised", "it is closed"]
)
def test_a_machine_decides_nothing_out_of_turn_during_an_alarm_or_question_or_once_closed(
    how: str,
) -> None:
    machine = Machine()
    machine.thinker.look()
    assert machine.decided_after(3.0) == 0
    if how == "the game waits":
        machine.game.waits = True
    elif how == "it is not its turn":
        machine.ready = False
    elif how == "an alarm is raised":
        machine.game.lights = {8: Light("illegal")}
    else:
        machine.thinker.close()
    assert machine.decided_after(60.0) == 0


def test_a_machine_decides_once_a_bumped_marble_is_in_start_or_a_time_limit_has_passed() -> None:
    for home in (True, False):
        machine = Machine(plan=None)
        machine.game.lights = {30: Light("bump", 1)}
        machine.thinker.look()
        assert machine.decided_after(PATIENCE - 1) == 0
        if home:
            machine.game.occupied = {30}
            machine.thinker.look()
            assert machine.decided_after(0.5) == 1
        else:
            assert machine.decided_after(2.0) == 1


def test_a_machines_closed_thinker_leaves_no_timer() -> None:
    for lights in ({}, {30: Light("bump", 1)}):
        machine = Machine()
        machine.game.lights = lights
        machine.thinker.look()
        assert machine.clock.next_at is not None
        machine.thinker.close()
        assert machine.clock.next_at is None


def test_a_machines_plan_is_computed_in_a_thread_and_delivered_in_the_event_loop() -> None:
    async def table() -> list[object]:
        loop, arrived = asyncio.get_running_loop(), asyncio.Event()
        begun, go_on = asyncio.Event(), threading.Event()
        seen: list[object] = []

        def job() -> Plan | None:
            seen.append(threading.current_thread() is threading.main_thread())
            loop.call_soon_threadsafe(begun.set)
            assert go_on.wait(PATIENCE_OF_TESTS)
            return PLAN

        def done(plan: Plan | None) -> None:
            seen.extend((plan, threading.current_thread() is threading.main_thread()))
            arrived.set()

        thread_of(loop)(job, done)
        await asyncio.wait_for(begun.wait(), PATIENCE_OF_TESTS)
        go_on.set()
        await asyncio.wait_for(arrived.wait(), PATIENCE_OF_TESTS)
        return seen

    assert asyncio.run(table()) == [False, PLAN, True]
