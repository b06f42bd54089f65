"""The head file beside a journal is valid, or its fault is reported in a sentence."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from jokerboard.journal import checkpoint
from jokerboard.journal.checkpoint import Head, HeadFile, head_path, read_head
from jokerboard.journal.errors import JournalDamagedError, JournalError
from tests.jokerboard.host.closed_files import closed_files

FIRST, SECOND = Head(7, "a" * 64), Head(12, "b" * 64)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def test_a_head_file_is_written_at_its_opening_and_later_overwritten_without_changing_its_size(
    journal: Path,
) -> None:
    assert read_head(journal) is None
    head = HeadFile(journal, FIRST)
    assert read_head(journal) == FIRST
    size = head_path(journal).stat().st_size
    head.write(SECOND)
    assert read_head(journal) == SECOND
    head.close()
    assert head_path(journal) == journal.with_name("journal.head")
    assert head_path(journal).stat().st_size == size
    assert head_path(journal).read_text().startswith(f"{12:016d} {'b' * 64} ")


def test_a_head_file_that_is_too_long_is_cut_to_one_line_when_opened(journal: Path) -> None:
    head_path(journal).write_bytes(b"x" * 500)
    HeadFile(journal, FIRST).close()
    assert read_head(journal) == FIRST


@pytest.mark.parametrize("at", [0, 15, 16, 20, 80, 81, 85, -1])
def test_a_changed_byte_of_a_head_file_is_detected(
    journal: Path, at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "_PAUSE", 0.0)
    HeadFile(journal, FIRST).close()
    content = bytearray(head_path(journal).read_bytes())
    content[at] ^= 1
    head_path(journal).write_bytes(content)
    with pytest.raises(JournalDamagedError, match=r"journal\.head is damaged: it is not a number and a hash"):
        read_head(journal)


def test_a_head_file_that_is_only_half_written_is_read_again(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    HeadFile(journal, FIRST).close()
    whole = head_path(journal).read_bytes()
    head_path(journal).write_bytes(whole[:40])
    monkeypatch.setattr(time, "sleep", lambda _: head_path(journal).write_bytes(whole))
    assert read_head(journal) == FIRST


def test_an_unreadable_or_unwritable_head_file_is_reported_in_a_sentence(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head_path(journal).mkdir()
    with pytest.raises(JournalError, match=r"journal\.head cannot be read"):
        read_head(journal)
    with pytest.raises(JournalError, match=r"journal\.head cannot be used"):
        HeadFile(journal, FIRST)
    head_path(journal).rmdir()
    closed = closed_files(monkeypatch)

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(checkpoint, "write_at", refuse)
    with pytest.raises(JournalError, match=r"journal\.head cannot be written: No space left on device"):
        HeadFile(journal, FIRST)
    assert closed.opened
    assert closed.opened <= closed.closed


def test_closing_a_head_file_closes_every_file_that_it_opened(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = closed_files(monkeypatch)
    HeadFile(journal, FIRST).close()
    assert closed.opened
    assert closed.opened <= closed.closed


def test_a_failed_write_of_a_head_file_is_ignored_and_sync_flushes_the_file_to_the_disk(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head, flushed = HeadFile(journal, FIRST), list[int]()
    monkeypatch.setattr(checkpoint, "flush", flushed.append)
    head.sync()
    assert len(flushed) == 1

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(checkpoint, "write_at", refuse)
    head.write(SECOND)
    assert read_head(journal) == FIRST
    monkeypatch.setattr(checkpoint, "flush", refuse)
    head.close()
