"""The order of edges, the queue of commands, round trips and the map of clocks, each by itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.clock import ClockMap
from firmware_bridge.commands import QUEUE, CommandQueue, QueueFullError
from firmware_bridge.edge_order import WINDOW, Delivered, EdgeOrder, Levels, Missing, OrderedItem
from firmware_bridge.facts import RawSnapshot
from firmware_bridge.messages import Op, RawEdge, Result
from firmware_bridge.pings import LONGEST, SHORTEST, RoundTrip


def edge(number: int) -> RawEdge:
    return RawEdge(number, number % 5, number % 2 == 0)


def numbers(items: list[OrderedItem]) -> list[int]:
    return [item.seq for item in items if isinstance(item, Delivered)]


def welcomed(oldest: int, next_edge: int) -> EdgeOrder:
    """An `EdgeOrder` with a link to a device that keeps the edges `oldest` to `next_edge` - 1."""
    inbox = EdgeOrder()
    inbox.welcome(1, oldest, next_edge)
    return inbox


@given(st.integers(1, 30), st.data())
def test_edges_received_in_any_order_and_repeatedly_are_delivered_once_and_in_order(
    count: int, data: st.DataObject
) -> None:
    inbox = welcomed(0, 0)
    got: list[int] = []
    parts = data.draw(st.lists(st.tuples(st.integers(0, count - 1), st.integers(1, 4)), max_size=60))
    parts += [(n, 1) for n in data.draw(st.permutations(range(count)))]
    for first, length in parts:
        got += numbers(inbox.edges(first, tuple(edge(n) for n in range(first, min(first + length, count)))))
    assert got == list(range(count))
    assert (inbox.boot, inbox.expected) == (1, count)


@given(st.integers(0, 20), st.integers(0, 20), st.sets(st.integers(0, 19)))
def test_a_gap_is_reported_only_for_edges_that_the_device_no_longer_keeps(
    come: int, oldest: int, early: set[int]
) -> None:
    inbox = welcomed(0, 20)
    items = inbox.edges(0, tuple(edge(n) for n in range(come)))
    for n in sorted(early):
        items += inbox.edges(n, (edge(n),))
    items += inbox.keeps(oldest)
    delivered: list[int] = []
    at = 0
    for item in items:
        if isinstance(item, Missing):
            assert item.lost is not None
            at += item.lost
        elif isinstance(item, Delivered):
            assert item.seq == at
            delivered.append(item.seq)
            at += 1
    assert at >= oldest
    assert set(delivered) == {n for n in early | set(range(come)) if n < at}


def test_a_snapshot_is_delivered_after_the_edges_before_it() -> None:
    inbox = welcomed(0, 2)
    inbox.asked()
    assert inbox.snapshot(RawSnapshot(2, (True, False, True))) == []
    first = inbox.edges(0, (RawEdge(0, 2, True), RawEdge(1, 1, True)))
    assert numbers(first) == [0, 1]
    assert first[-1] == Levels((True, False, True), (1,))
    assert not inbox.wants_snapshot


def test_a_late_snapshot_is_updated_by_the_edges_since_its_request() -> None:
    inbox = welcomed(0, 0)
    inbox.asked()
    inbox.edges(0, (RawEdge(0, 0, True), RawEdge(1, 1, True), RawEdge(2, 9, True)))
    assert inbox.snapshot(RawSnapshot(1, (True, False))) == [Levels((True, True), ())]


def test_a_snapshot_taken_before_a_gap_is_dropped_and_requested_again() -> None:
    inbox = welcomed(0, 5)
    inbox.asked()
    assert inbox.keeps(9) == [Missing(9)]
    assert inbox.wants_snapshot
    assert inbox.snapshot(RawSnapshot(3, (True,))) == []
    assert inbox.wants_snapshot


def test_a_restarted_device_or_a_lower_edge_number_starts_a_new_sequence() -> None:
    inbox = welcomed(7, 7)
    assert inbox.welcome(1, 5, 9) == []
    assert inbox.expected == 7
    assert inbox.welcome(1, 8, 9) == [Missing(1)]
    assert inbox.welcome(1, 0, 3) == [Missing(None)]
    assert inbox.expected == 0
    assert inbox.welcome(2, 4, 4) == [Missing(None)]
    assert inbox.expected == 4
    assert EdgeOrder().welcome(2, 4, 4) == []
    assert EdgeOrder().boot is None


def test_edges_and_levels_from_before_a_restart_do_not_count_in_the_new_sequence() -> None:
    inbox = welcomed(0, 9)
    inbox.edges(0, (RawEdge(0, 0, True),))
    inbox.edges(2, (RawEdge(2, 1, True),))
    inbox.welcome(2, 0, 4)
    inbox.asked()
    assert inbox.snapshot(RawSnapshot(0, (False, False))) == [Levels((False, False), ())]
    new = tuple(RawEdge(100 + n, n, True) for n in range(4))
    assert inbox.edges(0, new) == [Delivered(n, each) for n, each in enumerate(new)]


def test_edges_far_ahead_of_the_sequence_are_not_stored() -> None:
    inbox = welcomed(0, 0)
    for number in range(1, 3 * WINDOW):
        inbox.edges(number, (edge(number),))
    assert len(inbox._early) == WINDOW - 1


def test_commands_are_sent_one_at_a_time_and_each_is_repeated_until_answered() -> None:
    queue = CommandQueue(RoundTrip())
    assert queue.due(7, 0.0) is None
    assert queue.deadline is None
    first, second = queue.ask(Op.INFO), queue.ask(Op.HEALTH)
    urgent = queue.insert(Op.SNAPSHOT, first=True)
    assert queue.deadline == 0.0
    command = queue.due(7, 1.0)
    assert command is not None
    assert (command.n, command.op) == (1, Op.SNAPSHOT)
    assert queue.due(7, 1.0) is None
    waits = [0.02, 0.04, 0.04, 0.04, 0.04]
    now = 1.0
    for repeats, wait in enumerate(waits):
        assert queue.deadline == pytest.approx(now + wait)
        now += wait + 1e-9
        assert queue.due(7, now) == command
        assert queue.repeats == repeats + 1
    assert queue.unanswered(2.0) == (Op.SNAPSHOT, 1.0)
    assert queue.answered(Result(7, 9, 0)) is None
    answered = queue.answered(Result(7, 1, 0))
    assert answered is not None
    assert answered.ticket == urgent
    assert queue.answered(Result(7, 1, 0)) is None
    command = queue.due(7, 2.0)
    assert command is not None
    assert (command.n, command.op) == (2, Op.INFO)
    queue.relink()
    command = queue.due(8, 2.0)
    assert command is not None
    assert (command.n, command.op, command.link) == (1, Op.INFO, 8)
    queue.forget({second})
    queue.answered(Result(8, 1, 0))
    assert len(queue) == 0
    assert first != second


def test_a_restart_command_is_not_repeated_in_the_link_after_the_restart() -> None:
    queue = CommandQueue(RoundTrip())
    queue.ask(Op.RESTART, b"\0")
    assert queue.due(1, 0.0) is not None
    queue.relink()
    assert queue.due(2, 0.0) is None


def test_a_request_beyond_the_full_queue_raises_an_error() -> None:
    queue = CommandQueue(RoundTrip())
    for _ in range(QUEUE):
        queue.ask(Op.INFO)
    with pytest.raises(QueueFullError, match="does not answer"):
        queue.ask(Op.INFO)


def test_the_timeout_of_an_answer_follows_the_measured_round_trips() -> None:
    trip = RoundTrip()
    assert (trip.expected, trip.patience()) == (None, SHORTEST)
    trip.measured(0.4)
    assert trip.expected == LONGEST  # One sample does not determine the rate of the clocks.
    for _ in range(60):
        trip.measured(0.4)
    assert 0.4 < trip.patience() < 0.45
    assert trip.patience(1) == pytest.approx(2 * trip.patience())
    assert trip.patience(9) == trip.patience(1) < LONGEST
    for _ in range(200):
        trip.measured(0.002)
    assert trip.patience() == SHORTEST
    assert trip.expected is not None
    assert trip.expected < 0.004


def test_the_timeout_grows_after_three_long_round_trips_in_a_row_and_not_after_one() -> None:
    trip = RoundTrip()
    for seconds in (0.002, 0.003, 0.120, 0.002, 0.250, 0.150, 0.003):
        trip.measured(seconds)
    assert trip.patience() == SHORTEST
    for _ in range(3):
        trip.measured(0.4)
    assert trip.patience() > 0.4


@given(st.floats(0.95, 1.05), st.integers(3, 64), st.floats(0.0005, 0.05))
def test_the_fitted_clock_rate_is_within_the_errors_of_its_samples(
    rate: float, count: int, half: float
) -> None:
    clock = ClockMap()
    for n in range(count):
        clock.sample(0.25 * n - half, 0.25 * n + half, round(250 * n * rate))
    at = 0.25 * (count - 1)
    wrong = abs(clock.to_host(round(1000 * (at + 0.2) * rate)) - (at + 0.2))
    assert wrong <= half + 0.2 * abs(rate - 1) + 0.002


def test_the_first_pong_replaces_the_clock_guess_from_the_welcome() -> None:
    clock = ClockMap()
    clock.guess(10.0, 1000)
    assert clock.to_host(1100) == pytest.approx(10.1)
    clock.sample(10.0, 10.8, 1200)  # On this slow line, the WELCOME took 400 ms.
    assert clock.to_host(1200) == pytest.approx(10.4, abs=0.001)
    clock.guess(99.0, 5000)
    assert clock.to_host(1200) == pytest.approx(10.4, abs=0.001)


def test_the_clock_map_keeps_intervals_and_prefers_samples_with_short_round_trips() -> None:
    clock = ClockMap()
    with pytest.raises(LookupError):
        clock.to_host(0)
    assert clock.error == float("inf")
    clock.sample(100.0, 100.5, 1000)  # This PONG was delayed by half a second.
    clock.sample(101.0, 101.002, 2001)
    assert clock.error == pytest.approx(0.0015)
    assert clock.to_host(2001) == pytest.approx(101.001, abs=0.001)
    assert clock.to_host(2101) - clock.to_host(2001) == pytest.approx(0.1)
    assert clock.to_host(1) == pytest.approx(99.001, abs=0.001)


def test_a_clock_sample_of_days_ago_is_ignored() -> None:
    clock = ClockMap()
    clock.sample(100.0, 100.002, 5000)
    clock.sample(100.2, 100.201, 5200 - (1 << 30))
    clock.sample(100.4, 100.402, 5400)
    assert clock.rate == 1.0
    assert clock.to_host(5450) == pytest.approx(100.45, abs=0.002)


@given(st.integers(0, 0xFFFFFFFF), st.integers(-1_000_000, 1_000_000))
def test_host_times_continue_when_the_devices_clock_wraps(start: int, step: int) -> None:
    clock = ClockMap()
    clock.sample(50.0, 50.0, start)
    assert clock.to_host((start + step) % 2**32) == pytest.approx(50.0 + step / 1000)


def test_a_timeout_is_the_mean_of_the_round_trips_plus_four_deviations() -> None:
    trip = RoundTrip()
    trip.measured(0.08)
    assert trip.expected == pytest.approx(0.08 + 4 * 0.04)
    trip.measured(0.16)
    assert trip.expected == pytest.approx(0.09 + 4 * 0.05)
