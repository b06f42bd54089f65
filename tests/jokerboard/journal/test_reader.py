"""A reader reads only committed records, while the table writes its journal."""

from __future__ import annotations

from pathlib import Path

import pytest

from jokerboard.journal.errors import JournalDamagedError, JournalError
from jokerboard.journal.file import records
from jokerboard.journal.records import Entry, Kind
from jokerboard.journal.store import FILE, Journal, JournalReader


def order(n: int, order: str = "pause") -> Entry:
    return Entry(1, Kind.ORDER, {"t": n, "id": f"{n:032}", "order": order, "by": "Dora"})


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    made = Journal.open(tmp_path / FILE, table="t", made="now")
    made.append([Entry(1, Kind.GAME, {"id": "x", "trace": 1})])
    return made


def test_a_reader_returns_at_most_the_requested_number_of_records_from_a_given_record_on(
    journal: Journal,
) -> None:
    journal.append([order(n) for n in range(5)])
    reader = JournalReader(journal.path)
    whole = reader.lines(1, 100)
    assert [line.n for line in whole] == [1, 2, 3, 4, 5, 6, 7]
    assert [line.hash for line in whole] == [record.hash for record in records(journal.path)]
    assert '"kind":"game"' in whole[1].text
    assert reader.lines(3, 2) == whole[2:4]
    assert reader.lines(8, 100) == []
    assert reader.last() == 7
    reader.close()
    journal.close()


def test_an_open_reader_of_a_journal_returns_records_written_later(journal: Journal) -> None:
    reader = JournalReader(journal.path)
    assert (reader.last(), reader.orders(), reader.newest_orders()) == (2, set(), [])
    journal.append([order(1), order(2, "go-on")])
    assert reader.last() == 4
    assert reader.orders() == {f"{n:032}" for n in (1, 2)}
    assert [one["order"] for one in reader.newest_orders()] == ["pause", "go-on"]
    journal.append([order(n) for n in range(3, 60)])
    newest = [one["t"] for one in reader.newest_orders()]
    assert newest == list(range(10, 60))
    reader.close()
    reader.close()
    assert reader.last() == journal.last
    reader.close()
    journal.close()


def test_a_reader_reports_a_missing_journal_and_reads_the_journal_once_it_exists(tmp_path: Path) -> None:
    reader = JournalReader(tmp_path / FILE)
    with pytest.raises(JournalError):
        reader.last()
    Journal.open(tmp_path / FILE, table="t", made="now").close()
    assert reader.last() == 1
    reader.close()


def test_a_reader_reports_a_file_that_is_no_journal(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"nothing of the kind" * 100)
    with pytest.raises(JournalDamagedError):
        JournalReader(tmp_path / FILE).last()
