"""Faults that the host must detect although frames are undamaged.

A board may receive nothing, answer only PINGs, be slow, have a wrong clock, or have another version.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from firmware_bridge import messages
from firmware_bridge.events import Answer, Edge, Facts, Health, Linked, LinkEvent, Problem, Snapshot, Trouble
from firmware_bridge.facts import BoardHealth, Passes
from firmware_bridge.lightplan import Style
from firmware_bridge.messages import Op
from tests.examples import some
from tests.firmware_bridge.test_session import INFO, Puppet
from tests.firmware_bridge.virtual import VirtualRig


def troubles(events: Sequence[LinkEvent], problem: Problem) -> list[Trouble]:
    return [event for event in events if isinstance(event, Trouble) and event.problem is problem]


def linked_rig(seed: int = 1, **board: object) -> VirtualRig:
    rig = VirtualRig(0.0, seed, **board)
    rig.open()
    rig.until(lambda: any(isinstance(e, Facts) for e in rig.events))
    rig.until(lambda: any(isinstance(e, Snapshot) for e in rig.events))
    return rig


# A board that answers PINGs but no command


class PingsOnly(Puppet):
    """A device that answers every PING and HELLO, but no COMMAND once `commands` is False."""

    def __init__(self) -> None:
        super().__init__()
        self.commands = True
        self.asked: list[int] = []
        self.links = 0

    def live(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.wait(0.010)
            for message in self.sent():
                self.respond(message)

    def respond(self, message: messages.Message) -> None:
        match message:
            case messages.Hello(nonce):
                self.links += 1
                self.send(messages.Welcome(self.links, nonce, 5, 0, 0, round(self.now * 1000)))
            case messages.Ping(link, token):
                self.send(messages.Pong(link, token, round(self.now * 1000), 0, 0))
            case messages.Command(link, n, op):
                self.asked.append(op)
                if self.commands:
                    data = {
                        Op.INFO: INFO,
                        Op.SNAPSHOT: bytes.fromhex("00000000 0400 05"),
                        Op.HEALTH: bytes(26),
                    }
                    self.send(messages.Result(link, n, 0, data.get(Op(op), b"")))
            case _:
                pass


def test_a_board_that_answers_only_pings_is_reported_within_three_seconds() -> None:
    board = PingsOnly()
    board.live(1.0)
    board.session.show((Style(9, 9, 9),))
    board.live(1.0)
    assert troubles(board.events, Problem.UNANSWERED) == []
    board.commands = False
    board.session.show((Style(200, 9, 9),))
    board.live(3.0)
    (trouble,) = troubles(board.events, Problem.UNANSWERED)
    assert "no command" in trouble.text
    assert board.links >= 2


def test_unanswered_commands_are_reported_once_and_do_not_accumulate() -> None:
    board = PingsOnly()
    board.live(1.0)
    board.commands = False
    board.live(200.0)
    assert len(troubles(board.events, Problem.UNANSWERED)) == 1
    assert len(board.session.commands) <= 3
    board.commands = True
    board.live(25.0)
    assert any(isinstance(event, Health) for event in board.events[-200:])
    board.commands = False
    board.live(20.0)
    assert len(troubles(board.events, Problem.UNANSWERED)) == 2


# A board that receives no bytes from its host, and a line that only echoes


@pytest.mark.parametrize("linked_before", some([True, False], 1))
def test_a_board_that_receives_nothing_is_reported_once(linked_before: bool) -> None:
    rig = linked_rig() if linked_before else VirtualRig(0.0, 1)
    rig.down.broken = True
    if not linked_before:
        rig.open()
    mark = len(rig.events)
    rig.tick(60_000)
    reported = [event for event in rig.events[mark:] if isinstance(event, Trouble)]
    assert [event.problem for event in reported][-1] is Problem.DEAF
    assert len(troubles(reported, Problem.DEAF)) == 1
    assert "receives nothing" in reported[-1].text
    rig.down.broken = False
    rig.until(lambda: any(isinstance(e, Linked) for e in rig.events[mark:]))


def test_a_line_that_returns_the_hosts_own_frames_is_reported_as_an_echo() -> None:
    host = Puppet()
    for _ in range(300):
        host.wait(0.010)
        host.send(host.session.outgoing())
    (trouble,) = [event for event in host.events if isinstance(event, Trouble)]
    assert trouble.problem is Problem.ECHO
    assert "returns everything" in trouble.text


# A host with a later minor version


def test_a_command_with_fields_of_a_later_minor_version_is_carried_out() -> None:
    rig = linked_rig()
    seen: dict[int, int] = {}
    asked = {
        rig.session.request(Op.INFO, b"\x01\x02"): Op.INFO,
        rig.session.request(Op.DEBOUNCE, b"\x07\xff\xff"): Op.DEBOUNCE,
        rig.session.request(Op.LIMITS, b"\xff\0\0\x01"): Op.LIMITS,
        rig.session.request(Op.HEALTH, b"\x01"): Op.HEALTH,
    }
    rig.tick(300)
    for event in rig.events:
        if type(event).__name__ == "Answer":
            seen[event.ticket] = event.status  # type: ignore[union-attr]
    assert seen == dict.fromkeys(asked, 0)
    assert rig.device.scanner.debounce_ms == 7


# A calibration that cannot be read


def test_a_damaged_calibration_is_reported_at_every_link_until_a_new_calibration_is_stored() -> None:
    rig = VirtualRig(0.0, 1, analog=True, channels=8, leds=0)
    rig.hal.kept = b"JBC1 but damaged"
    rig.restart_device()
    rig.tick(5000)  # The fault happens before the link is observed.
    rig.open()
    rig.until(lambda: any(isinstance(e, Facts) for e in rig.events))
    (trouble,) = troubles(rig.events, Problem.CALIBRATION)
    assert "calibration" in trouble.text
    rig.reopen()
    rig.tick(100)
    assert len(troubles(rig.events, Problem.CALIBRATION)) == 2
    rig.session.request(Op.CAL_SAVE)
    rig.tick(100)
    rig.reopen()
    rig.tick(100)
    assert len(troubles(rig.events, Problem.CALIBRATION)) == 2


# Clocks and round trips


@pytest.mark.parametrize("skew", [-0.02, -0.001, 0.0, 0.001, 0.02])
def test_edge_times_are_right_even_if_the_boards_clock_is_fast_or_slow(skew: float) -> None:
    rig = linked_rig(channels=112)
    rig.skew = skew
    rig.tick(3000)
    chance, did = random.Random(5), []
    for _ in range(80):
        channel = chance.randrange(112)
        rig.hal.levels[channel] ^= True
        rig.tick(1)
        did.append(rig.now)
        rig.tick(chance.randrange(20, 260))
    rig.tick(200)
    times = [event.t for event in rig.events if isinstance(event, Edge)]
    assert len(times) == len(did)
    assert max(abs(a - b) for a, b in zip(times, did, strict=True)) < 0.004


def test_on_a_line_with_a_round_trip_of_400_ms_few_edges_and_commands_are_repeated() -> None:
    rig = linked_rig(channels=112, leds=112)
    rig.up.delay = rig.down.delay = 0.200  # The round trip takes 400 ms.
    rig.tick(3000)
    resent, repeats = rig.device.resent, rig.session.commands.repeats
    chance = random.Random(2)
    for _ in range(300):
        rig.hal.levels[chance.randrange(112)] ^= True
        rig.session.show((Style(chance.randrange(256), 0, 0),) * 112)
        rig.tick(100)
    rig.tick(2000)
    assert rig.device.resent - resent < 100
    assert rig.session.commands.repeats - repeats < 20


def test_a_noisy_cable_is_reported_once_for_either_direction_with_its_percentage() -> None:
    rig = linked_rig()
    rig.up.rate = rig.down.rate = 0.01
    for turn in range(1100):
        rig.hal.levels[turn % 100] ^= True
        rig.tick(20)
    reported = troubles(rig.events, Problem.NOISY)
    assert len(reported) == 2
    assert "% of the frames from the board" in reported[0].text
    assert "% of the frames to the board" in reported[1].text


def test_a_board_without_health_reports_is_asked_once_for_a_report_and_causes_no_trouble() -> None:
    host = PingsOnly()
    host.live(1.0)
    host.commands = False
    host.asked.clear()
    for _ in range(6000):
        host.wait(0.010)
        for message in host.sent():
            if isinstance(message, messages.Command):
                host.asked.append(message.op)
                host.send(messages.Result(message.link, message.n, messages.Status.UNKNOWN_OP))
            else:
                host.respond(message)
    assert host.asked == [Op.HEALTH]
    assert host.trouble() == []


# An earlier firmware of this project


def test_an_older_firmware_works_and_its_update_is_recommended_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_bridge.firmware.device.MINOR", 1)
    rig = linked_rig()
    rig.hal.levels[5] = True
    rig.tick(30)
    rig.reopen()
    rig.tick(500)
    (trouble,) = troubles(rig.events, Problem.OLD)
    assert "protocol 1.1, not 1.2" in trouble.text
    assert "newest firmware with `jokerboard firmware flash`" in trouble.text
    assert [(e.channel, e.on) for e in rig.events if isinstance(e, Edge)] == [(5, True)]


def test_the_newest_firmware_and_foreign_firmware_are_not_reported_as_old(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert troubles(linked_rig().events, Problem.OLD) == []
    monkeypatch.setattr("firmware_bridge.firmware.device.MINOR", 0)
    monkeypatch.setattr("firmware_bridge.firmware.commands.BUILD", "my own board 3")
    assert troubles(linked_rig().events, Problem.OLD) == []


def test_health_reports_the_longest_pass_since_the_previous_health_report() -> None:
    rig = linked_rig()
    rig.tick(300)

    def passes() -> Passes | None:
        ticket = rig.session.request(Op.HEALTH)
        rig.until(lambda: any(isinstance(e, Answer) and e.ticket == ticket for e in rig.events), 300)
        (answer,) = [e for e in rig.events if isinstance(e, Answer) and e.ticket == ticket]
        return BoardHealth.unpack(answer.data).passes

    passes()
    rig.tick(200)
    rig.hal.ms += 30
    rig.tick(1)
    assert passes() == Passes(1000, 31_000, 31_000)
    rig.tick(200)
    assert passes() == Passes(1000, 1000, 1000)
    assert BoardHealth.unpack(bytes(26)).passes is None
