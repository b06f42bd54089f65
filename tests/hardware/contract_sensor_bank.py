"""The tests that every implementation of SensorBank must pass."""

from __future__ import annotations

from random import Random
from typing import Protocol

import pytest

from hardware.errors import DeviceClosed, DeviceLost
from hardware.ports import DeviceState, DeviceTrouble, HardwareEvent, SensorBank, SensorEdge
from tests.hardware.contract import ReporterContract


class BankRig(Protocol):
    """A bench with a sensor bank; tests use channels 0 to 5."""

    @property
    def bank(self) -> SensorBank:
        """The bank under test."""
        ...

    @property
    def occupied(self) -> frozenset[int]:
        """The channels with a marble at the start."""
        ...

    def put(self, channel: int) -> None:
        """Place a marble at a channel without a marble."""

    def take(self, channel: int) -> None:
        """Lift the marble at a channel."""

    def wait(self, seconds: float) -> None:
        """Advance the time by `seconds`."""

    def unplug(self) -> None:
        """Pull the bank's cable."""

    def replug(self) -> None:
        """Plug the bank's cable in again."""


SETTLED = 0.3
"""Seconds after which every bank has delivered all events of a change, also of a pulled cable."""


def play(rig: BankRig, actions: list[tuple[int, float]]) -> frozenset[int]:
    """Lift or place a marble at each (channel, seconds to wait); return the channels with a marble at the
    end.
    """
    occupied = set(rig.occupied)
    for channel, pause in actions:
        (rig.take if channel in occupied else rig.put)(channel)
        occupied ^= {channel}
        rig.wait(pause)
    rig.wait(SETTLED)
    return frozenset(occupied)


def levels(rig: BankRig, occupied: frozenset[int]) -> tuple[bool, ...]:
    return tuple(channel in occupied for channel in range(rig.bank.channels))


def states(events: list[HardwareEvent]) -> list[bool]:
    return [event.ok for event in events if isinstance(event, DeviceState)]


class SensorBankContract(ReporterContract[BankRig]):
    def device(self, rig: BankRig) -> SensorBank:
        return rig.bank

    def test_a_snapshot_shows_the_marbles_at_the_start(self) -> None:
        with self.started() as (rig, _):
            rig.wait(SETTLED)
            assert rig.bank.snapshot() == levels(rig, rig.occupied)

    @pytest.mark.parametrize("seed", range(12))
    def test_every_snapshot_agrees_with_the_edges_reported_so_far(self, seed: int) -> None:
        random = Random(seed)
        actions = [(random.randrange(6), random.random() * 0.02) for _ in range(random.randrange(13))]
        with self.started() as (rig, events):
            rig.wait(SETTLED)
            believed = list(rig.bank.snapshot())
            del events[:]
            occupied = play(rig, actions)
            for event in events:
                assert isinstance(event, SensorEdge)
                assert believed[event.channel] != event.on
                believed[event.channel] = event.on
            assert tuple(believed) == rig.bank.snapshot() == levels(rig, occupied)
            assert [event.t for event in events] == sorted(event.t for event in events)

    def test_no_event_is_reported_before_the_device_is_started_or_after_it_is_closed(self) -> None:
        with self.rig() as rig:
            events: list[HardwareEvent] = []
            rig.put(1)
            rig.wait(SETTLED)
            rig.bank.start(events.append)
            rig.wait(SETTLED)
            assert events == []
            rig.take(1)
            rig.bank.close()
            rig.wait(SETTLED)
            assert events == []

    def test_no_event_is_delivered_before_the_call_that_caused_it_returns(self) -> None:
        with self.started() as (rig, events):
            rig.put(1)
            rig.bank.snapshot()
            rig.unplug()
            assert events == []
            rig.wait(SETTLED)
            assert events != []

    def test_a_lost_bank_is_reported_once_and_a_new_snapshot_shows_missed_changes(self) -> None:
        with self.started() as (rig, events):
            rig.wait(SETTLED)
            rig.unplug()
            rig.wait(SETTLED)
            rig.put(2)
            rig.wait(SETTLED)
            assert states(events) == [False]
            with pytest.raises(DeviceLost):
                rig.bank.snapshot()
            rig.replug()
            rig.wait(SETTLED)
            assert states(events) == [False, True]
            for event in events:
                assert isinstance(event, DeviceState | DeviceTrouble)
                assert event.text
                assert event.device
            assert rig.bank.snapshot() == levels(rig, rig.occupied | {2})
            rig.take(2)
            rig.wait(SETTLED)
            last = events[-1]
            assert isinstance(last, SensorEdge)
            assert (last.channel, last.on) == (2, False)

    def test_a_closed_bank_has_no_snapshot(self) -> None:
        with self.started() as (rig, _):
            rig.bank.close()
            with pytest.raises(DeviceClosed):
                rig.bank.snapshot()
