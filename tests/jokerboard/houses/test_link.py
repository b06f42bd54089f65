"""A link: it announces a lost and a returned other side, repeats unanswered messages, and closes."""

from __future__ import annotations

from random import Random

from hardware.clock import VirtualClock
from jokerboard.houses.changes import Json
from jokerboard.houses.channel import Channel, Side
from jokerboard.houses.code import Code
from jokerboard.houses.link import AGAIN, BEAT, SILENT, Link, Owner
from tests.jokerboard.houses.memory import MemoryNetwork

CODE = Code(bytes(16))


class House:
    """One side of a link, with everything that it received and the number of changes announced to it."""

    def __init__(self, network: MemoryNetwork, side: Side) -> None:
        self.message: Json = {"from": side}
        self.waits = False
        self.received: list[Json] = []
        self.changes = 0
        owner = Owner(lambda: dict(self.message), self.received.append, lambda: self.waits, self._changed)
        self.link = Link(network.clock, network.wire(side, "here"), Channel(CODE, side), owner)
        self.link.start()

    def _changed(self) -> None:
        self.changes += 1


class Two:
    """A host and a guest over a network in memory that have reached each other."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.network = MemoryNetwork(self.clock, Random(1), seen=[])
        self.host, self.guest = House(self.network, "host"), House(self.network, "guest")
        self.wait(BEAT + 1)
        assert self.host.link.linked
        assert self.guest.link.linked

    def wait(self, seconds: float) -> None:
        self.clock.run_until(self.clock.now() + seconds)

    def packets(self, seconds: float) -> int:
        """The number of packets that are sent in this number of seconds."""
        assert self.network.seen is not None
        self.network.seen.clear()
        self.wait(seconds)
        return len(self.network.seen)


def test_a_link_announces_once_that_the_other_side_is_silent_and_later_that_it_is_back() -> None:
    two = Two()
    before = two.host.changes
    two.guest.link.close()
    two.wait(SILENT + BEAT + 1)
    assert not two.host.link.linked
    assert two.host.changes == before + 1
    assert "has not been heard from for 18 seconds" in str(two.host.link.sentence())
    two.guest = House(two.network, "guest")
    two.wait(BEAT + 1)
    assert two.host.link.linked
    assert two.host.link.sentence() is None
    assert two.host.changes > before + 1


def test_an_unanswered_link_reports_why_and_how_long_it_has_waited() -> None:
    clock = VirtualClock()
    network = MemoryNetwork(clock, Random(1), up=False)
    house = House(network, "host")
    clock.run_until(130)
    assert "2 minutes" in str(house.link.sentence())
    assert "the network in memory is down" in str(house.link.sentence())


def test_a_link_repeats_its_message_each_second_until_it_is_answered() -> None:
    two = Two()
    assert two.packets(4 * BEAT) <= 10
    two.host.waits = True
    two.host.link.wake()
    assert two.packets(20 * AGAIN) >= 20


def test_a_dismissed_link_repeats_its_last_message_and_receives_none() -> None:
    two = Two()
    two.host.link.dismiss({"last": True})
    two.host.received.clear()
    two.guest.received.clear()
    two.wait(0.5)
    assert two.guest.received == [{"last": True}]
    two.wait(2 * BEAT)
    assert two.host.received == []
    assert two.guest.received[1:] == [{"last": True}] * len(two.guest.received[1:])


def test_a_closed_link_sends_no_packets_and_receives_no_message() -> None:
    two = Two()
    two.guest.link.wake()  # A packet of the guest is under way when the host closes.
    two.clock.run_until(two.clock.now())
    two.host.link.close()
    two.host.received.clear()
    changes = two.host.changes
    assert two.packets(60.0) > 0
    assert (two.host.received, two.host.changes) == ([], changes)
    two.guest.link.close()
    assert two.packets(60.0) == 0
