"""The request for a link, without a session: when HELLO is due, and which fault is reported at which time."""

from __future__ import annotations

import pytest

from firmware_bridge import messages
from firmware_bridge.codec import FrameCounts
from firmware_bridge.events import Problem
from firmware_bridge.hailing import (
    ACTIVE_FOR,
    DIAGNOSE,
    HAIL_ACTIVE,
    HAIL_EAGER,
    HAIL_SILENT,
    RETRY_REFUSED,
    Hailing,
)
from firmware_bridge.messages import Message

CLEAN, NOISY = FrameCounts(), FrameCounts(good=9, bad=1)
BOARD: Message = messages.NoLink()
ECHO: Message = messages.Hello(1)
START = 16.0  # A power of two, so that sums with the constants below are exact.


def hailing() -> Hailing:
    nonces = iter(range(1, 9))
    request = Hailing(lambda: next(nonces))
    request.begin(START, CLEAN)
    return request


@pytest.mark.parametrize(
    ("data", "frames", "counts", "problem"),
    [
        (b"", [], CLEAN, Problem.SILENT),
        (b"login:", [], CLEAN, Problem.FOREIGN),
        (b"\0", [BOARD], CLEAN, Problem.DEAF),
        (b"\0", [BOARD], FrameCounts(good=95, bad=5), Problem.DEAF),
        (b"\0", [BOARD], FrameCounts(good=94, bad=5), Problem.NOISY),
        (b"\0", [ECHO], NOISY, Problem.ECHO),
    ],
)
def test_a_fault_is_diagnosed_two_seconds_after_the_request_and_only_once(
    data: bytes, frames: list[Message], counts: FrameCounts, problem: Problem
) -> None:
    request = hailing()
    request.received(data, START)
    for frame in frames:
        request.received_frame(frame, START)
    assert request.diagnose(START + DIAGNOSE - 0.001, counts) == []
    (trouble,) = request.diagnose(START + DIAGNOSE, counts)
    assert (trouble.t, trouble.problem) == (START + DIAGNOSE, problem)
    assert request.diagnose(START + 1000.0, counts) == []


def test_damaged_frames_before_the_request_are_not_evidence_of_noise() -> None:
    request = Hailing(lambda: 1)
    request.begin(START, NOISY)
    request.received_frame(BOARD, START)
    (trouble,) = request.diagnose(START + DIAGNOSE, NOISY)
    assert trouble.problem is Problem.DEAF


def test_a_changed_finding_is_reported_two_seconds_later_and_an_unchanged_one_is_not() -> None:
    request, now = hailing(), START
    reported: list[Problem] = []
    # The board's frame after the echo postpones the second diagnosis, which then finds the reported fault.
    for frames in ([BOARD], [ECHO, BOARD], [ECHO], [BOARD, ECHO], [BOARD]):
        for frame in frames:
            request.received_frame(frame, now)
        assert request.diagnose(now + DIAGNOSE - 0.001, CLEAN) == []
        now += DIAGNOSE
        reported += [each.problem for each in request.diagnose(now, CLEAN)]
    assert reported == [Problem.DEAF, Problem.ECHO, Problem.DEAF]


def test_hello_is_sent_more_often_at_first_and_while_bytes_arrive_until_the_fault_is_reported() -> None:
    request = hailing()
    late = START + HAIL_EAGER

    def wait(now: float, *, refused: bool = False) -> float:
        request.sent(now, refused=refused)
        return request.due - now

    assert request.due == START
    assert wait(late - 0.25) == pytest.approx(HAIL_ACTIVE)
    assert wait(late) == pytest.approx(HAIL_SILENT)
    request.received(b"\0", late + 0.05)
    assert request.due == late + 0.05 + HAIL_ACTIVE
    request.received(b"\0", late + 0.055)  # A later byte does not postpone HELLO.
    assert request.due == late + 0.05 + HAIL_ACTIVE
    assert wait(late + 0.055 + ACTIVE_FOR / 2) == pytest.approx(HAIL_ACTIVE)
    assert wait(late + 0.055 + ACTIVE_FOR) == pytest.approx(HAIL_SILENT)
    request.diagnose(START + DIAGNOSE, CLEAN)
    assert wait(START + 3) == pytest.approx(HAIL_SILENT)
    request.received(b"\0", START + 3)
    assert request.due == START + 3 + HAIL_SILENT
    assert wait(START + 3) == pytest.approx(HAIL_SILENT)
    request.received_frame(ECHO, START + 3)
    assert request.due == START + 3 + HAIL_SILENT
    request.received_frame(BOARD, START + 3)
    assert request.due == START + 3 + HAIL_ACTIVE
    assert wait(START + 4, refused=True) == RETRY_REFUSED
