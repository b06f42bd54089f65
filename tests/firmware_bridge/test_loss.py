"""Device and host on noisy wires, in virtual time: no edge is lost or delivered twice."""

from __future__ import annotations

import random

import pytest

from firmware_bridge.events import Edge, Gap, Linked, Snapshot
from tests.examples import some, whole
from tests.firmware_bridge.virtual import VirtualRig

EDGES = 10_000 if whole() else 1_500


class Hands:
    """Lifts and places marbles at random, and keeps the edges that the host must receive."""

    def __init__(self, rig: VirtualRig, seed: int) -> None:
        self.rig = rig
        self.chance = random.Random(seed)
        self.did: list[tuple[int, bool]] = []
        self.when: list[int] = []

    def move(self, times: int = 1) -> None:
        for _ in range(times):
            self._turn_over()

    def _turn_over(self) -> None:
        channel = self.chance.randrange(len(self.rig.hal.levels))
        on = not self.rig.hal.levels[channel]
        self.rig.hal.levels[channel] = on
        self.did.append((channel, on))
        self.when.append(round(self.rig.now * 1000) + 1)
        # A hole that changed a moment ago is left alone, because bouncing is tested with the scanner.
        self.rig.tick(self.chance.randrange(6, 26))

    def worst_time(self) -> float:
        """The largest error, in seconds, in the times of the delivered edges."""
        times = [e.t for e in self.rig.events if isinstance(e, Edge)]
        return max(abs(t - ms / 1000) for t, ms in zip(times, self.when, strict=True))


def edges(rig: VirtualRig) -> list[tuple[int, bool]]:
    return [(e.channel, e.on) for e in rig.events if isinstance(e, Edge)]


def started(rate: float, seed: int) -> VirtualRig:
    rig = VirtualRig(rate, seed)
    rig.open()
    rig.until(lambda: any(isinstance(e, Snapshot) for e in rig.events))
    return rig


@pytest.mark.parametrize("rate", some([0.0, 0.01, 0.05, 0.001], 2))
def test_every_edge_is_delivered_once_and_in_order_despite_outages(rate: float) -> None:
    rig = started(rate, seed=5)
    hands = Hands(rig, seed=6)
    restarts = 0
    for _ in range(EDGES):
        hands.move()
        if hands.chance.random() < 0.002:
            restarts += 1
            rig.reopen()
            rig.tick(hands.chance.randrange(30))
    rig.until(lambda: len(edges(rig)) >= EDGES)
    rig.tick(500)
    assert restarts > EDGES // 1000
    assert edges(rig) == hands.did
    assert not [e for e in rig.events if isinstance(e, Gap)]
    assert [e.seq for e in rig.events if isinstance(e, Edge)] == list(range(EDGES))
    if rate:
        assert rig.up.harmed > rig.up.carried * rate * 0.9
        assert rig.device.resent > 0


@pytest.mark.parametrize("rate", [0.0, 0.01])
def test_an_edge_has_its_true_time_even_if_the_wire_delays_it(rate: float) -> None:
    rig = started(rate, seed=3)
    hands = Hands(rig, seed=4)
    rig.tick(1000)  # After a second of PINGs the host knows the device's clock.
    for _ in range(200):
        hands.move()
        if hands.chance.random() < 0.05:
            rig.up.delay = hands.chance.choice([0.001, 0.2])
    rig.up.delay = 0.001
    rig.until(lambda: len(edges(rig)) == 200)
    times = [e.t for e in rig.events if isinstance(e, Edge)]
    assert times == sorted(times)
    assert hands.worst_time() < 0.003


def test_edges_from_before_the_host_started_are_delivered_with_their_true_times() -> None:
    rig = started(0.0, seed=3)
    hands = Hands(rig, seed=4)
    rig.session.closed()
    hands.move(100)
    rig.tick(60_000)
    rig.reopen()
    rig.until(lambda: len(edges(rig)) == 100)
    assert edges(rig) == hands.did
    assert hands.worst_time() < 0.012


@pytest.mark.parametrize("rate", [0.0, 0.001, 0.01])
def test_after_a_device_restart_a_gap_and_then_a_right_snapshot_are_delivered_within_a_second(
    rate: float,
) -> None:
    rig = started(rate, seed=11)
    hands = Hands(rig, seed=12)
    sequences: list[list[Edge]] = []
    for _ in range(40):
        hands.move(20)
        mark = len(rig.events)
        rig.restart_device()

        def healed(mark: int = mark) -> bool:
            kinds = [type(e) for e in rig.events[mark:]]
            return Gap in kinds and Snapshot in kinds[kinds.index(Gap) :]

        assert rig.until(healed) <= 1000
        new = rig.events[mark:]
        gap = next(i for i, e in enumerate(new) if isinstance(e, Gap))
        snapshot = next(e for e in new[gap:] if isinstance(e, Snapshot))
        assert list(snapshot.levels) == rig.hal.levels
        assert [e.lost for e in new if isinstance(e, Gap)] == [None]
        sequences.append([e for e in new[gap:] if isinstance(e, Edge)])
    by_boot: dict[int, list[int]] = {}
    boot = 0
    for event in rig.events:
        if isinstance(event, Linked):
            boot = event.boot
        elif isinstance(event, Edge):
            by_boot.setdefault(boot, []).append(event.seq)
    assert all(seqs == list(range(len(seqs))) for seqs in by_boot.values())
    assert len(by_boot) >= 40


def test_lost_edges_of_a_full_ring_are_counted_reported_and_corrected_by_a_snapshot() -> None:
    rig = started(0.0, seed=1)
    hands = Hands(rig, seed=2)
    rig.session.closed()
    hands.move(700)
    rig.reopen()
    rig.until(lambda: isinstance(rig.events[-1], Snapshot) or len(edges(rig)) >= 512)
    rig.tick(100)
    (gap,) = [e for e in rig.events if isinstance(e, Gap)]
    assert gap.lost == 700 - 512
    assert "188 changes of the last 11 s are lost" in gap.text
    assert edges(rig) == hands.did[188:]
    snapshots = [e for e in rig.events if isinstance(e, Snapshot)]
    assert list(snapshots[-1].levels) == rig.hal.levels
    assert rig.device.ring.high == 512


def test_after_an_overflow_of_the_ring_a_connected_host_gets_the_present_levels() -> None:
    rig = VirtualRig(0.0, 9, ring=8)
    rig.open()
    rig.until(lambda: any(isinstance(e, Snapshot) for e in rig.events))
    hands = Hands(rig, seed=2)
    rig.up.rate = 1.0  # The wires carry nothing for a second.
    hands.move(40)
    rig.up.rate = 0.0
    rig.tick(1500)
    assert sum(e.lost or 0 for e in rig.events if isinstance(e, Gap)) == 32
    snapshots = [e for e in rig.events if isinstance(e, Snapshot)]
    assert list(snapshots[-1].levels) == rig.hal.levels
    assert edges(rig) == hands.did[32:]


def test_at_twenty_percent_loss_no_wrong_level_is_reported_and_the_link_recovers() -> None:
    rig = started(0.0, seed=21)
    hands = Hands(rig, seed=22)
    rig.up.rate = rig.down.rate = 0.20
    hands.move(300)
    during = edges(rig)
    assert during == hands.did[: len(during)]
    rig.up.rate = rig.down.rate = 0.0
    rig.until(lambda: len(edges(rig)) == 300)
    assert edges(rig) == hands.did


def test_a_new_host_gets_the_edges_that_the_device_still_keeps() -> None:
    rig = started(0.0, seed=31)
    hands = Hands(rig, seed=32)
    hands.move(10)
    rig.restart_host()
    hands.move(10)
    rig.tick(200)
    assert edges(rig) == hands.did
    assert not [e for e in rig.events if isinstance(e, Gap)]
