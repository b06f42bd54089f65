"""Damage of a journal is detected by its chain and its head file, is reported, and overwrites no record."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jokerboard.journal.checkpoint import Head, HeadFile, head_path
from jokerboard.journal.errors import JournalDamagedError, JournalError, JournalVersionError
from jokerboard.journal.file import check, records
from jokerboard.journal.records import Entry, Kind, canonical, chained
from jokerboard.journal.store import FILE
from tests.examples import examples
from tests.jokerboard.journal.damage.tampering import filled, opened, run_sql, tamper


@pytest.mark.parametrize("statement", [
    "UPDATE records SET text = replace(text, 'over', 'turn') WHERE n = 4",
    "UPDATE records SET hash = lower(hex(zeroblob(32))) WHERE n = 4",
    "UPDATE records SET kind = 'event' WHERE n = 4",
    "UPDATE records SET game = 7 WHERE n = 4",
])  # fmt: skip
def test_an_edited_record_of_a_journal_is_detected_and_named(tmp_path: Path, statement: str) -> None:
    path = filled(tmp_path)
    tamper(path, statement)
    with pytest.raises(JournalDamagedError, match="record 4 is not what was written"):
        check(path)
    with pytest.raises(JournalDamagedError):
        opened(tmp_path)


def test_a_missing_record_of_a_journal_is_detected_and_named(tmp_path: Path) -> None:
    path = filled(tmp_path)
    tamper(path, "DELETE FROM records WHERE n = 4")
    with pytest.raises(JournalDamagedError, match="record 4 is missing"):
        check(path)


def test_a_record_rewritten_with_a_fitting_hash_is_detected_at_the_record_after_it(tmp_path: Path) -> None:
    path = filled(tmp_path)
    three = list(records(path))[2]
    forged = canonical(4, Entry(1, Kind.VERDICT, {"t": 2.0, "kind": "over", "team": ["B", "D"]}))
    tamper(path, f"UPDATE records SET text = '{forged}', hash = '{chained(three.hash, forged)}' WHERE n = 4")
    with pytest.raises(JournalDamagedError, match="record 5 is not what was written"):
        check(path)


def test_a_journal_of_another_format_is_refused_and_unchanged(tmp_path: Path) -> None:
    path = filled(tmp_path)
    run_sql(path, "PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(JournalVersionError, match=r"format 99.*reads format 1"):
        opened(tmp_path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"not a database at all", b"{}" * 4000])
def test_a_file_that_is_no_journal_is_refused_and_unchanged(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / FILE
    path.write_bytes(content)
    with pytest.raises(JournalDamagedError):
        opened(tmp_path)
    assert path.read_bytes() == content


def test_another_programs_database_is_refused_and_unchanged(tmp_path: Path) -> None:
    path = tmp_path / FILE
    run_sql(path, "CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(JournalDamagedError, match="some other program's"):
        opened(tmp_path)
    assert path.read_bytes() == before


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[object]]:
    """The bytes of an undamaged journal, and its records."""
    path = filled(tmp_path_factory.mktemp("sound"), turns=20)
    return path.read_bytes(), [(record.n, record.data) for record in records(path)]


@examples(60)
@given(where=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
def test_a_flipped_bit_of_a_journal_is_harmless_or_detected(
    sound: tuple[bytes, list[object]],
    tmp_path_factory: pytest.TempPathFactory,
    where: float,
    bit: int,
) -> None:
    whole, content = sound[1], bytearray(sound[0])
    content[int(where * len(content))] ^= 1 << bit
    path = tmp_path_factory.mktemp("flipped") / FILE
    path.write_bytes(content)
    try:
        check(path)
        read = [(record.n, record.data) for record in records(path)]
    except JournalError:
        assert path.read_bytes() == bytes(content)
    else:
        assert read == whole


@pytest.mark.parametrize("part", [0.2, 0.5, 0.9])
def test_a_truncated_journal_is_detected(tmp_path: Path, part: float) -> None:
    path = filled(tmp_path, turns=100)
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * part)])
    before = path.read_bytes()
    with pytest.raises(JournalDamagedError):
        opened(tmp_path)
    assert path.read_bytes() == before


def test_a_check_of_the_newest_records_does_not_read_older_records(tmp_path: Path) -> None:
    path = filled(tmp_path)
    tamper(path, "UPDATE records SET text = '{}' WHERE n = 4")
    assert check(path, most=10).records == 10
    with pytest.raises(JournalDamagedError):
        check(path, most=32)


def test_a_journal_deleted_beside_its_head_file_is_reported_and_not_created_again(tmp_path: Path) -> None:
    filled(tmp_path).unlink()
    with pytest.raises(JournalDamagedError, match=r"is missing, with its \d+ records"):
        opened(tmp_path)
    assert not (tmp_path / FILE).exists()


def test_a_journal_that_ends_before_its_head_or_disagrees_with_that_head_is_damaged(tmp_path: Path) -> None:
    path = filled(tmp_path)
    last = check(path)
    for head, why in (
        (Head(last.last + 1, "0" * 64), f"record {last.last + 1} is missing at its end"),
        (Head(last.last + 3, "0" * 64), f"records {last.last + 1} to {last.last + 3} are missing at its end"),
        (Head(last.last, "0" * 64), f"record {last.last} is not the one in {head_path(path).name}"),
    ):
        HeadFile(path, head).close()
        with pytest.raises(JournalDamagedError, match=why):
            check(path)
    HeadFile(path, Head(3, list(records(path))[2].hash)).close()
    assert check(path) == last


def test_a_foreign_database_beside_a_journals_head_file_is_reported_as_a_damaged_journal(
    tmp_path: Path,
) -> None:
    path = filled(tmp_path)
    run_sql(path, "PRAGMA application_id = 7")
    with pytest.raises(JournalDamagedError, match="its beginning is missing, record 1 and all after it"):
        check(path)


def test_a_text_in_a_journal_that_is_not_utf_8_is_reported_as_damage(tmp_path: Path) -> None:
    path = filled(tmp_path)
    tamper(path, "UPDATE records SET text = CAST(x'ff' AS TEXT) WHERE n = 4")
    with pytest.raises(JournalDamagedError, match="record 4 is not what was written"):
        check(path)
    with pytest.raises(JournalError, match="Could not decode to UTF-8"):
        list(records(path))
    tamper_again = canonical(4, Entry(1, Kind.EVENT, {})).replace("event", "gossip")
    run_sql(path, f"UPDATE records SET text = '{tamper_again}' WHERE n = 4")
    with pytest.raises(JournalDamagedError, match=r"damaged: not a record: .*; nothing was changed"):
        list(records(path))


def test_the_missing_beginning_of_a_journal_is_reported(tmp_path: Path) -> None:
    path = filled(tmp_path)
    tamper(path, "DELETE FROM records WHERE n = 1")
    with pytest.raises(JournalDamagedError, match="record 1 is missing"):
        check(path)
    run_sql(path, "DELETE FROM records")
    head_path(path).unlink()
    with pytest.raises(JournalDamagedError, match="its first record is missing"):
        check(path)
