"""Tests of the clocks: the order of calls, cancelling, and time that never runs backwards."""

from __future__ import annotations

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import LoopClock, VirtualClock


@given(st.lists(st.floats(0, 10), max_size=20))
def test_scheduled_calls_are_made_in_order_of_time_and_then_of_scheduling(times: list[float]) -> None:
    clock, made = VirtualClock(), list[tuple[float, int]]()
    for i, when in enumerate(times):
        clock.call_at(when, lambda when=when, i=i: made.append((clock.now(), i)))  # type: ignore[misc]
    clock.run_until(10)
    assert made == sorted((when, i) for i, when in enumerate(times))
    assert clock.now() == 10


def test_a_cancelled_call_is_not_made() -> None:
    clock, made = VirtualClock(), list[str]()
    first = clock.call_at(1, lambda: made.append("first"))
    clock.call_at(2, lambda: made.append("second"))
    first.cancel()
    first.cancel()
    assert clock.next_at == 2
    clock.run_until(5)
    assert made == ["second"]


def test_a_call_may_schedule_another_call_and_a_past_time_counts_as_now() -> None:
    clock, made = VirtualClock(3.0), list[float]()

    def again() -> None:
        made.append(clock.now())
        if len(made) < 3:
            clock.call_at(0, again)

    clock.call_at(1, again)
    clock.run_until(3)
    assert made == [3.0, 3.0, 3.0]


def test_running_a_clock_until_a_time_stops_at_this_time_and_never_goes_back() -> None:
    clock, made = VirtualClock(), list[float]()
    clock.call_at(2, lambda: made.append(clock.now()))
    clock.run_until(1.5)
    assert (made, clock.now()) == ([], 1.5)
    clock.run_until(1.0)
    assert clock.now() == 1.5
    clock.run_until(2)
    assert made == [2]


def test_running_the_next_call_of_a_clock_returns_whether_there_was_a_call() -> None:
    clock, made = VirtualClock(), list[float]()
    for when in (4.0, 1.0):
        clock.call_at(when, lambda: made.append(clock.now()))
    assert clock.run_next()
    assert made == [1.0]
    assert clock.run_next()
    assert not clock.run_next()
    assert (made, clock.now(), clock.next_at) == ([1.0, 4.0], 4.0, None)


def test_the_event_loops_clock_begins_at_zero_and_makes_calls_in_order() -> None:
    made = list[str]()

    async def play() -> float:
        loop = asyncio.get_running_loop()
        before = loop.time()
        clock, done = LoopClock(loop), asyncio.Event()
        begun = clock.now()
        assert begun <= loop.time() - before
        clock.call_at(0.002, done.set)
        clock.call_at(0.001, lambda: made.append("second"))
        clock.call_at(-1, lambda: made.append("first"))
        clock.call_at(0.0005, lambda: made.append("never")).cancel()
        await done.wait()
        assert clock.now() >= 0.0019
        return begun

    assert asyncio.run(play()) >= 0
    assert made == ["first", "second"]
