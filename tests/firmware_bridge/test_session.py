"""The host session, message by message: its states, refusals and messages for people."""

from __future__ import annotations

import random
from typing import Any

import pytest

from firmware_bridge import codec, messages
from firmware_bridge import events as ev
from firmware_bridge.codec import FrameReader, seal
from firmware_bridge.lightplan import Style
from firmware_bridge.messages import Message, Op, RawEdge, Status
from firmware_bridge.pings import EAGER
from firmware_bridge.session import HostSession, State

INFO = b"\0BOARD\0\1" + bytes.fromhex("0400 0300 4000 e803 0900 f401 05 01 05") + b"by hand"


class Puppet:
    """A device that sends the messages that a test gives it, and records the messages of the host."""

    def __init__(self) -> None:
        nonces = iter(range(1, 1000))
        self.session = HostSession(nonce=lambda: next(nonces))
        self.now = 10.0
        self.reader = FrameReader()
        self.events: list[ev.LinkEvent] = self.session.opened(self.now)

    def sent(self) -> list[Message]:
        return [codec.parse(p) for p in self.reader.feed(self.session.outgoing())]

    def send(self, *messages: Message | bytes) -> list[ev.LinkEvent]:
        data = b"".join(m if isinstance(m, bytes) else seal(codec.pack(m)) for m in messages)
        new = self.session.receive(data, self.now)
        self.events += new
        return new

    def wait(self, seconds: float, step: float = 0.005) -> list[ev.LinkEvent]:
        new: list[ev.LinkEvent] = []
        end = self.now + seconds
        while self.now < end:
            self.now += step
            deadline = self.session.deadline()
            if deadline is not None and self.now >= deadline:
                new += self.session.advance(self.now)
        self.events += new
        return new

    def link(self, number: int = 0x77, boot: int = 5, oldest: int = 0, next_: int = 0) -> list[ev.LinkEvent]:
        hello = [m for m in self.sent() if isinstance(m, messages.Hello)][-1]
        return self.send(messages.Welcome(number, hello.nonce, boot, oldest, next_, 1000))

    def answer(self, op: Op, data: bytes = b"", status: int = 0, number: int = 0x77) -> list[ev.LinkEvent]:
        for _ in range(50):
            for message in self.sent():
                if isinstance(message, messages.Command) and message.op == op:
                    return self.send(messages.Result(number, message.n, status, data))
            self.wait(0.02)
        raise AssertionError(f"{op.name} was not asked")

    def settle(self) -> None:
        self.link()
        self.answer(Op.SNAPSHOT, bytes.fromhex("00000000 0400 05"))
        self.answer(Op.INFO, INFO)

    def trouble(self) -> list[ev.Trouble]:
        return [e for e in self.events if isinstance(e, ev.Trouble)]


@pytest.fixture
def puppet() -> Puppet:
    return Puppet()


def test_a_link_starts_with_hello_then_delivers_the_channel_levels_and_the_devices_description(
    puppet: Puppet,
) -> None:
    puppet.settle()
    kinds = [type(e) for e in puppet.events]
    assert kinds == [ev.Linked, ev.Snapshot, ev.Facts]
    facts = next(e for e in puppet.events if isinstance(e, ev.Facts))
    assert facts.info.build == "by hand"
    snapshot = next(e for e in puppet.events if isinstance(e, ev.Snapshot))
    assert snapshot.levels == (True, False, True, False)
    assert puppet.session.state is State.LINKED


def test_hello_is_sent_often_at_first_and_then_rarely(puppet: Puppet) -> None:
    puppet.wait(0.5)
    assert len(puppet.sent()) >= 40
    puppet.wait(1.0)
    assert len(puppet.sent()) <= 12
    puppet.send(b"\x55")  # A byte arrives, so the line does not count as silent.
    puppet.wait(0.2)
    assert len(puppet.sent()) >= 15


def test_a_closed_session_reports_and_receives_nothing(puppet: Puppet) -> None:
    puppet.session.closed()
    assert puppet.session.deadline() is None
    assert puppet.session.outgoing() == b""
    assert puppet.send(messages.NoLink()) == []
    assert puppet.session.advance(99.0) == []


def test_a_welcome_with_another_nonce_is_ignored(puppet: Puppet) -> None:
    assert puppet.send(messages.Welcome(9, 999, 5, 0, 0, 0)) == []
    assert puppet.session.state is State.HAILING


def test_edges_before_a_link_and_of_another_link_are_ignored_and_not_acknowledged(puppet: Puppet) -> None:
    one = messages.Edges(0x77, 0, (RawEdge(0, 1, True),))
    assert puppet.send(one) == []
    puppet.settle()
    puppet.sent()
    assert puppet.send(messages.Edges(0x78, 0, one.edges)) == []
    assert not [m for m in puppet.sent() if isinstance(m, messages.Ack)]
    (edge,) = puppet.send(one)
    assert isinstance(edge, ev.Edge)
    assert messages.Ack(0x77, 1) in puppet.sent()
    puppet.wait(0.02)
    assert puppet.send(one) == []
    assert messages.Ack(0x77, 1) in puppet.sent()


def test_a_newer_or_older_protocol_is_reported_with_a_remedy(puppet: Puppet) -> None:
    (newer,) = puppet.send(messages.Skew(2, 3))
    assert isinstance(newer, ev.Trouble)
    assert newer.problem is ev.Problem.SKEW
    assert "speaks protocol 2.3" in newer.text
    assert "update this program" in newer.text
    assert puppet.session.state is State.REFUSED
    assert puppet.send(messages.Skew(2, 3)) == []
    puppet.sent()
    puppet.wait(1.9)
    assert puppet.sent() == []
    puppet.wait(0.3)
    assert [type(m) for m in puppet.sent()] == [messages.Hello]
    other = Puppet()
    (older,) = other.send(messages.Skew(0, 9))
    assert isinstance(older, ev.Trouble)
    assert "flash the board again" in older.text


@pytest.mark.parametrize(
    ("noise", "sentence"),
    [
        (b"", "Nothing answers"),
        (b"\r\nMicroPython v1.25.0 on 2025-04-15; Raspberry Pi Pico\r\n>>> ", "MicroPython's prompt"),
        (b"$GPGGA,123519,4807.038,N\r\n", "it sends “$GPGGA,123519,4807.038,N”"),
        (b"\xf0\x9f\x00\x81\x00\xfe", "no frames of jokerboard's protocol"),
        (b"\xf0\x9f\x81\xfe", "answers, but not in"),
    ],
)
def test_a_device_that_is_no_board_is_reported_after_two_seconds(noise: bytes, sentence: str) -> None:
    puppet = Puppet()
    if noise:
        puppet.send(noise)
    puppet.wait(1.9)
    assert puppet.trouble() == []
    puppet.wait(2.0)
    (trouble,) = puppet.trouble()
    assert sentence in trouble.text
    assert trouble.problem is (ev.Problem.FOREIGN if noise else ev.Problem.SILENT)
    # A board that appears late is accepted at once.
    puppet.send(messages.NoLink())
    puppet.settle()
    assert puppet.session.state is State.LINKED


def test_a_silent_or_unlinked_board_is_sent_another_hello(puppet: Puppet) -> None:
    puppet.settle()
    puppet.wait(0.9)
    assert puppet.session.state is State.LINKED
    puppet.wait(0.2)
    assert [t.problem for t in puppet.trouble()] == [ev.Problem.SILENT]
    puppet.link(number=0x78)
    assert puppet.session.state is State.LINKED
    puppet.send(messages.NoLink())
    first = [m for m in puppet.sent() if isinstance(m, messages.Hello)]
    assert first[-1].nonce == 3


def test_pings_are_sent_and_their_pongs_set_the_clock_map(puppet: Puppet) -> None:
    puppet.settle()
    pings = 0
    for _ in range(8):
        puppet.wait(0.25)
        for message in puppet.sent():
            if isinstance(message, messages.Ping):
                pings += 1
                time = round((puppet.now - 9.0) * 1000)
                puppet.send(messages.Pong(0x77, message.token, time, 0, 0))
    assert 7 <= pings <= 9
    (edge,) = puppet.send(messages.Edges(0x77, 0, (RawEdge(round((puppet.now - 9.1) * 1000), 1, True),)))
    assert isinstance(edge, ev.Edge)
    assert edge.t == pytest.approx(puppet.now - 0.1, abs=0.003)
    puppet.send(messages.Pong(0x77, 0, 0, 0, 1))  # A PONG that answers no PING is no clock sample.
    assert puppet.session.host_events.clock.error < 0.01


def confirmed(puppet: Puppet, next_: int) -> None:
    """Answer the latest PING with a PONG in which the board's next edge number is `next_`."""
    ping = [m for m in puppet.sent() if isinstance(m, messages.Ping)][-1]
    puppet.send(messages.Pong(0x77, ping.token, 1000, 0, next_))


def past_the_first_pings(puppet: Puppet) -> None:
    """Answer the quick PINGs at the start of a link, and one more PING."""
    for _ in range(EAGER + 1):
        while not (pings := [m for m in puppet.sent() if isinstance(m, messages.Ping)]):
            puppet.wait(0.01)
        puppet.send(messages.Pong(0x77, pings[-1].token, 1000, 0, 0))
    puppet.wait(0.02)


def test_the_first_pings_of_a_link_follow_quickly_after_each_answer(puppet: Puppet) -> None:
    puppet.settle()
    begin = puppet.now
    past_the_first_pings(puppet)
    assert puppet.now - begin < 0.75  # Five PINGs at the usual interval take 1.25 s.
    assert puppet.session.host_events.clock.error < 0.01


def test_repeated_edges_are_acknowledged_at_once_by_few_messages(puppet: Puppet) -> None:
    puppet.settle()
    edges = messages.Edges(0x77, 0, (RawEdge(900, 1, True),))
    puppet.send(edges)
    puppet.wait(0.02)
    puppet.sent()
    for _ in range(12):
        puppet.send(edges)
        puppet.wait(0.001)
    acks = [m for m in puppet.sent() if isinstance(m, messages.Ack)]
    assert 1 <= len(acks) <= 6
    assert {ack.next for ack in acks} == {1}


def test_a_confirmation_is_requested_at_once_and_repeatedly_until_its_pong_arrives(puppet: Puppet) -> None:
    puppet.settle()
    past_the_first_pings(puppet)
    wanted = puppet.now
    puppet.wait(0.05)
    assert puppet.sent() == []
    puppet.session.confirm(puppet.now)
    assert puppet.session.whole_until <= wanted
    puppet.wait(0.06)
    pings = [m for m in puppet.sent() if isinstance(m, messages.Ping)]
    assert len(pings) > 1  # The first PING is not answered.
    puppet.send(messages.Pong(0x77, pings[0].token, 1000, 0, 0))
    assert wanted < puppet.session.whole_until < puppet.now
    puppet.wait(0.1)
    assert not [m for m in puppet.sent() if isinstance(m, messages.Ping)]


def test_no_time_is_confirmed_while_an_edge_before_it_is_missing(puppet: Puppet) -> None:
    puppet.settle()
    past_the_first_pings(puppet)
    before = puppet.session.whole_until
    puppet.session.confirm(asked := puppet.now)
    puppet.wait(0.01)
    confirmed(puppet, 2)
    puppet.send(messages.Edges(0x77, 1, (RawEdge(990, 2, False),)))
    assert puppet.session.whole_until == before
    puppet.send(messages.Edges(0x77, 0, (RawEdge(980, 1, True),)))
    assert puppet.session.whole_until >= asked


def test_the_sending_times_of_many_unanswered_pings_are_dropped(puppet: Puppet) -> None:
    puppet.settle()
    for _ in range(300):
        puppet.wait(0.3)
        puppet.send(messages.Result(0x77, 999, 0))  # This reply answers no request.
    assert len(puppet.session._pings._sent) <= 64


def test_an_answer_has_the_number_of_its_request(puppet: Puppet) -> None:
    puppet.settle()
    ticket = puppet.session.request(Op.DEBOUNCE, b"\x08")
    puppet.wait(0.01)
    (answer,) = puppet.answer(Op.DEBOUNCE, status=Status.BAD_ARGUMENTS)
    assert answer == ev.Answer(puppet.now, ticket, Op.DEBOUNCE, Status.BAD_ARGUMENTS, b"")


def test_wanted_lights_are_sent_after_linking_and_again_after_a_restart(puppet: Puppet) -> None:
    puppet.session.show((Style(255, 0, 0),) * 3)
    puppet.settle()
    assert puppet.answer(Op.STYLES) == []
    puppet.answer(Op.PAINT)
    puppet.wait(0.1)
    assert not [m for m in puppet.sent() if isinstance(m, messages.Command)]
    puppet.send(messages.NoLink())
    puppet.settle()
    puppet.answer(Op.STYLES)
    (refused,) = puppet.answer(Op.PAINT, status=Status.NOT_HERE)
    assert isinstance(refused, ev.Trouble)
    assert "refuses PAINT (status 3)" in refused.text


def test_health_is_requested_regularly_and_noise_is_reported(puppet: Puppet) -> None:
    puppet.settle()
    puppet.session.reader.feed(b"\x55\0" * 20)
    healths: list[Any] = []
    for _ in range(45):
        puppet.wait(0.25)
        for message in puppet.sent():
            if isinstance(message, messages.Ping):
                puppet.send(messages.Pong(0x77, message.token, 0, 0, 0))
            elif isinstance(message, messages.Command) and message.op == Op.HEALTH:
                healths += puppet.send(messages.Result(0x77, message.n, 0, bytes(24) + b"\x07\0"))
    assert healths
    assert isinstance(healths[0], ev.Health)
    assert healths[0].health.ring_high == 7
    assert [t.problem for t in puppet.trouble()] == [ev.Problem.NOISY]
    assert "32 % of the frames" in puppet.trouble()[0].text


def test_a_malformed_answer_is_reported_by_its_command(puppet: Puppet) -> None:
    puppet.link()
    (trouble,) = puppet.answer(Op.SNAPSHOT, b"\x01")
    assert isinstance(trouble, ev.Trouble)
    assert "answer to SNAPSHOT is malformed: a SNAPSHOT of 1 bytes" in trouble.text


def test_an_edge_of_a_channel_that_the_board_lacks_is_reported_as_trouble(puppet: Puppet) -> None:
    puppet.settle()
    (trouble,) = puppet.send(messages.Edges(0x77, 0, (RawEdge(0, 400, True),)))
    assert isinstance(trouble, ev.Trouble)
    assert "channel 400, but it has 4 channels" in trouble.text


def test_notes_of_the_device_become_events_and_unknown_messages_are_ignored(puppet: Puppet) -> None:
    puppet.settle()
    (note,) = puppet.send(messages.Note(0, "The kept calibration is damaged."))
    assert note == ev.NoteReceived(puppet.now, "The kept calibration is damaged.")
    assert puppet.send(messages.Unknown(0x9F), messages.Hello(1), b"\x03\x82\x01\0") == []
    before = puppet.session.frames_malformed
    puppet.send(seal(b"\x82\x77\0short"))
    assert puppet.session.frames_malformed == before + 1


def test_a_repeated_welcome_is_ignored_unless_the_board_has_restarted(
    puppet: Puppet,
) -> None:
    hello = [m for m in puppet.sent() if isinstance(m, messages.Hello)][-1]
    welcome = messages.Welcome(0x77, hello.nonce, 5, 0, 0, 1000)
    assert len(puppet.send(welcome)) == 1
    assert puppet.send(welcome) == []
    again = puppet.send(messages.Welcome(0x78, hello.nonce, 6, 0, 0, 0))
    assert [type(e).__name__ for e in again] == ["Linked", "Gap"]


def test_any_bytes_at_any_time_leave_the_session_able_to_link() -> None:
    chance = random.Random(7)
    for _ in range(30):
        puppet = Puppet()
        for _ in range(20):
            puppet.send(chance.randbytes(chance.randrange(60)))
            puppet.wait(0.02)
        puppet.send(b"\0")
        puppet.settle()
        assert puppet.session.state is State.LINKED
