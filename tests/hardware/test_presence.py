"""Tests of Presence: repeats are one card, silence is a removal, a garbled read is neither."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hardware.tags import REMOVED_AFTER, Presence


def test_a_repeated_card_is_reported_once() -> None:
    there = Presence()
    assert there.read(1.0, "7H") == "7H"
    assert [there.read(1.0 + i * 0.05, "7H") for i in range(1, 9)] == [None] * 8
    assert not there.advance(1.5)
    assert there.tag == "7H"


def test_a_card_not_read_for_a_while_is_removed_once() -> None:
    there = Presence()
    there.read(1.0, "7H")
    assert there.deadline == 1.0 + REMOVED_AFTER
    assert not there.advance(1.149)
    assert there.advance(1.15)
    assert not there.advance(9.0)
    assert there.tag is None
    assert there.read(10.0, "7H") == "7H"


def test_a_card_laid_over_another_card_is_reported_at_once() -> None:
    there = Presence()
    there.read(1.0, "7H")
    assert there.read(1.05, "8H") == "8H"


def test_a_reader_without_a_card_has_no_deadline_for_a_removal() -> None:
    assert Presence().deadline is None


def test_garbled_reads_keep_a_card_present_and_report_no_new_card() -> None:
    there = Presence()
    there.corrupt(0.5)
    assert there.tag is None
    there.read(1.0, "7H")
    for i in range(1, 20):
        there.corrupt(1.0 + i * 0.05)
        assert not there.advance(1.0 + i * 0.05 + 0.01)
    assert there.read(2.0, "7H") is None


def test_after_an_outage_of_its_reader_a_card_has_time_to_be_read_again() -> None:
    there = Presence()
    there.read(1.0, "7H")
    there.resume(60.0)
    assert not there.advance(60.1)
    assert there.read(60.12, "7H") is None
    assert there.advance(60.28)


@given(st.lists(st.tuples(st.floats(0.001, 0.4), st.sampled_from(["7H", "8H", "garbled"])), max_size=30))
def test_a_reader_never_reports_the_same_card_or_removal_twice_in_a_row(
    reads: list[tuple[float, str]],
) -> None:
    there, t, reported = Presence(), 0.0, list[str | None]()
    for gap, tag in reads:
        t += gap
        if there.advance(t):
            reported.append(None)
        if tag == "garbled":
            there.corrupt(t)
        elif (news := there.read(t, tag)) is not None:
            reported.append(news)
    assert all(a != b for a, b in zip([None, *reported], reported, strict=False))
