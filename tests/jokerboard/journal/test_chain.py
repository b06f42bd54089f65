"""The chain names the first bad record of a changed log, with the reason."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jokerboard.journal.chain import Bad, Link, follow
from jokerboard.journal.records import GENESIS, Entry, Kind, Line, canonical, chained
from jokerboard.tournament.keys import line_of
from tests.jokerboard.tournament.logs import entries, lines, log

COUNT = 12
BEGINNING = Link()
EDITED = "is not what was written"
NOT_UNDERSTOOD = "this version of jokerboard does not understand record"
NUMBERS = st.integers(1, COUNT)


def followed(recorded: list[Line], good: Link = BEGINNING) -> tuple[Link, Bad | None]:
    for line in recorded:
        good, found = follow(good, line)
        if found is not None:
            return good, found
    return good, None


def assert_bad(recorded: list[Line], n: int, why: str) -> None:
    """Assert that the first bad record is `n` and that its reason contains `why`."""
    _, found = followed(recorded)
    assert found is not None
    assert (found.n, why in found.text) == (n, True), found


def test_an_unchanged_log_is_accepted_at_once_and_in_two_parts() -> None:
    recorded = log(COUNT)
    whole = Link(COUNT, recorded[-1].hash)
    assert followed(recorded) == (whole, None)
    half, _ = followed(recorded[:5])
    assert followed(recorded[5:], half) == (whole, None)


@given(NUMBERS, st.sampled_from(["A", '"', "é", "\x00"]))
def test_a_record_of_a_log_whose_text_was_edited_is_named(n: int, put: str) -> None:
    recorded = log(COUNT)
    line = recorded[n - 1]
    recorded[n - 1] = replace(line, text=line.text[:-3] + put + line.text[-3:])
    assert_bad(recorded, n, EDITED)


@given(NUMBERS)
def test_a_record_of_a_log_whose_hash_was_edited_is_named(n: int) -> None:
    recorded = log(COUNT)
    recorded[n - 1] = replace(recorded[n - 1], hash="0" * 64)
    assert_bad(recorded, n, EDITED)


@given(st.integers(1, COUNT - 1))
def test_a_removed_record_is_reported_as_missing(n: int) -> None:
    recorded = log(COUNT)
    del recorded[n - 1]
    assert_bad(recorded, n, f"record {n} is missing")


@given(st.sets(NUMBERS, min_size=2, max_size=2).map(sorted))
def test_of_two_records_that_changed_places_the_first_is_reported_as_missing(places: list[int]) -> None:
    one, other = places
    recorded = log(COUNT)
    recorded[one - 1], recorded[other - 1] = recorded[other - 1], recorded[one - 1]
    assert_bad(recorded, one, f"record {one} is missing")
    # In a stream, ids are in order even if the records are not.
    placed = [replace(line, n=place) for place, line in enumerate(recorded, 1)]
    assert_bad(placed, one, f"record {one} is missing")


@given(NUMBERS)
def test_a_record_that_appears_twice_is_reported_as_repeated(n: int) -> None:
    recorded = log(COUNT)
    recorded.insert(n, recorded[n - 1])
    assert_bad(recorded, n + 1, f"record {n} is repeated in its place")


def test_a_forged_record_with_a_fitting_hash_is_detected_at_the_record_after_it() -> None:
    recorded = log(COUNT)
    text = canonical(5, Entry(1, Kind.VERDICT, {"t": 9, "kind": "over", "team": ["A"]}))
    recorded[4] = Line(5, text, chained(recorded[3].hash, text))
    assert_bad(recorded, 6, EDITED)


def test_a_text_that_no_table_writes_is_reported_as_forged_even_if_its_hash_fits() -> None:
    recorded = log(3)
    text = json.dumps({"n": 4, "game": 1, "kind": "verdict", "data": {}})
    assert_bad(
        [*recorded, Line(4, text, chained(recorded[-1].hash, text))],
        4,
        "is not written as a table writes",
    )
    text = '{"data":{"t":NaN},"game":1,"kind":"verdict","n":4}'
    assert_bad(
        [*recorded, Line(4, text, chained(recorded[-1].hash, text))],
        4,
        "is not written as a table writes",
    )


def test_a_record_whose_number_was_changed_is_reported_as_misplaced() -> None:
    recorded = log(3)
    assert_bad(
        [recorded[0], replace(recorded[1], n=7), recorded[2]],
        2,
        "stands in the place of record 7",
    )


def test_a_record_of_an_unknown_kind_is_reported_as_of_another_version() -> None:
    recorded = log(3)
    text = '{"data":{},"game":1,"kind":"hologram","n":4}'
    assert_bad([*recorded, Line(4, text, chained(recorded[-1].hash, text))], 4, NOT_UNDERSTOOD)


def test_a_gap_before_a_record_of_another_version_is_reported_as_a_gap() -> None:
    recorded = log(3)
    text = '{"data":{},"game":1,"kind":"hologram","n":7}'
    assert_bad([*recorded, Line(7, text, "")], 4, "record 4 is missing: record 7 stands in its place")


def test_a_log_of_another_format_is_reported_as_of_another_version() -> None:
    first = entries(1)[0]
    recorded = lines([replace(first, data=dict(first.data) | {"format": 99})])
    assert followed(recorded)[1] == Bad(
        1, "the log is of format 99, and this version of jokerboard reads format 1"
    )


def test_a_log_that_does_not_begin_with_a_journal_record_is_refused() -> None:
    assert_bad(lines(entries(3)[1:]), 1, "a log begins with the kind journal")


def test_a_record_marked_as_lost_counts_as_lost_until_a_record_of_a_repair_names_the_loss() -> None:
    recorded = log(5)
    recorded[3] = Line(4, "", recorded[3].hash)
    end = Link(5, recorded[-1].hash)
    assert followed(recorded) == (replace(end, lost=(4,)), None)
    data = {"at": "", "program": "", "why": "", "lost": [[4, 4]], "aside": ""}
    recorded += lines([Entry(0, Kind.REPAIRED, data)], 5, recorded[-1].hash)
    assert followed(recorded) == (Link(6, recorded[-1].hash), None)


def test_a_record_marked_as_lost_after_a_gap_is_reported_as_a_gap() -> None:
    assert followed([*log(3), Line(5, "", "")])[1] == Bad(
        4, "record 4 is missing: record 5 stands in its place"
    )


@given(st.binary(max_size=40), st.dictionaries(st.binary(max_size=3), st.binary(max_size=40), max_size=3))
def test_a_random_stream_entry_never_counts_as_a_valid_record(
    entry: bytes, fields: dict[bytes, bytes]
) -> None:
    line = line_of(entry, fields)
    link, found = follow(BEGINNING, line)
    assert (link, found is None) == (BEGINNING, False) or line.text == ""


@pytest.mark.parametrize(("entry", "n"), [(b"7-0", 7), ("7-0", 7), ("7-1", -1), ("x", -1), ("-0", -1)])
def test_the_id_of_a_redis_stream_entry_is_the_records_number_followed_by_a_zero(
    entry: bytes | str, n: int
) -> None:
    assert line_of(entry, {b"r": b"x", b"h": b"y"}) == Line(n, "x", "y")


def test_a_record_with_json_nested_too_deeply_is_reported_as_changed() -> None:
    text = '{"data":' + "[" * 100_000
    found = follow(BEGINNING, Line(1, text, chained(GENESIS, text)))[1]
    assert found is not None
    assert NOT_UNDERSTOOD in found.text
