"""A damaged journal is reported and set aside; its good records are saved, and no file is overwritten."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from jokerboard.journal.checkpoint import Head, head_path, read_head
from jokerboard.journal.errors import JournalDamagedError, JournalVersionError
from jokerboard.journal.file import check, games, records
from jokerboard.journal.records import GENESIS, Entry, Kind, Record, canonical, chained
from jokerboard.journal.repair import open_journal
from jokerboard.journal.salvage import joined, salvage
from jokerboard.journal.store import FILE, Journal
from tests.jokerboard.journal.damage.tampering import run_sql, tamper

NOW = "2026-11-21T10:00:00+00:00"
HEADER = {"id": "x", "trace": 1}
LOG = FILE + "-wal"
CASES = 12

Files = dict[str, bytes]
Damage = Callable[[random.Random, bytes], bytes]


def pulled(path: Path, turns: int, checkpoint: int | None = None) -> tuple[Files, list[Record]]:
    """The files of a journal with two games of `turns` turns after a power cut, and its records.

    The records after turn `checkpoint` (None: all) are in the write-ahead log only.
    """
    journal = Journal.open(path / FILE, table="t", made=NOW)
    for game in (1, 2):
        journal.append([Entry(game, Kind.GAME, HEADER)])
        for n in range(turns):
            verdict = {"t": n, "kind": "turn", "seat": "ABCD"[n % 4], "text": "x" * (37 * n % 300)}
            journal.append(
                [Entry(game, Kind.VERDICT, verdict), Entry(game, Kind.EVENT, {"t": n, "card": None})]
            )
            if n == checkpoint:
                run_sql(path / FILE, "PRAGMA wal_checkpoint(TRUNCATE)")
    files = {file.name: file.read_bytes() for file in path.iterdir() if file.suffix != ".sqlite-shm"}
    journal.close()
    return files, list(records(path / FILE))


def laid_out(path: Path, files: Files) -> None:
    path.mkdir(exist_ok=True)
    for name, content in files.items():
        (path / name).write_bytes(content)


def flipped(chance: random.Random, content: bytes) -> bytes:
    damaged = bytearray(content)
    damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
    return bytes(damaged)


def torn(chance: random.Random, content: bytes) -> bytes:
    return content[: chance.randrange(len(content))]


def blotted(chance: random.Random, content: bytes) -> bytes:
    start = chance.randrange(len(content))
    length = min(chance.choice((16, 512, 4096)), len(content) - start)
    return content[:start] + chance.randbytes(length) + content[start + length :]


def zeroed(chance: random.Random, content: bytes) -> bytes:
    start = chance.randrange(len(content)) & ~511
    return content[:start] + bytes(min(512, len(content) - start)) + content[start + 512 :]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Files, list[Record]]]:
    """Journals whose records are all in the write-ahead log, mostly in the database, or half in each."""
    shapes = ((12, None), (40, 38), (40, 10))
    return [pulled(tmp_path_factory.mktemp("sound"), *shape) for shape in shapes]


@pytest.mark.parametrize("damage", [flipped, torn, blotted, zeroed])
@pytest.mark.parametrize("target", [FILE, LOG])
def test_randomly_damaged_journals_are_harmless_or_reported_and_set_aside(
    tables: list[tuple[Files, list[Record]]], tmp_path: Path, damage: Damage, target: str
) -> None:
    chance = random.Random(f"{damage.__name__} {target}")
    kept, noticed = 0, 0
    for case in range(CASES):
        files, before = tables[case % len(tables)]
        damaged = files | {target: damage(chance, files[target])}
        path = tmp_path / str(case)
        laid_out(path, damaged)

        journal, report = open_journal(path / FILE, table="t", made=NOW)
        journal.append([Entry(3, Kind.GAME, HEADER)])
        journal.close()

        found = check(path / FILE)
        after = list(records(path / FILE))
        whole = {record.n: record for record in before}
        for record in after[: len(before)]:
            assert record.kind is Kind.LOST or record == whole[record.n]
        assert len(after) == len(before) + (2 if report else 1)
        if report is None:
            assert not found.lost
            continue
        noticed += 1
        kept += len(before) - len(found.lost)
        aside = {name: path / name.replace("journal.", "journal.damaged-1.") for name in damaged}
        assert {name: file.read_bytes() for name, file in aside.items()} == damaged
        assert after[len(before)].kind is Kind.REPAIRED
        assert "damaged" in report
        assert "journal.damaged-1.sqlite" in report
    assert noticed > CASES // 10, "the damage is nearly always harmless: nothing is tested"
    assert kept > 0


def repaired(path: Path) -> str:
    """Open a damaged journal; return the sentence about the damage."""
    journal, report = open_journal(path, table="t", made=NOW)
    journal.close()
    assert report is not None
    return report


def test_one_flipped_bit_in_the_log_loses_no_record(
    tables: list[tuple[Files, list[Record]]], tmp_path: Path
) -> None:
    """SQLite would silently end the log at the flipped bit, but every page has older and newer copies."""
    files, before = tables[2]
    content = bytearray(files[LOG])
    content[32 + 24 + 4096 * 2] ^= 1
    laid_out(tmp_path, files | {LOG: bytes(content)})
    with pytest.raises(JournalDamagedError, match="missing at its end"):
        check(tmp_path / FILE)
    report = repaired(tmp_path / FILE)
    assert f"all its {len(before)} records could be saved" in report
    assert list(records(tmp_path / FILE))[: len(before)] == before


def test_a_repair_loses_only_the_changed_record_and_names_that_record(tmp_path: Path) -> None:
    files, before = pulled(tmp_path / "sound", 20)
    # The journal is closed, so the log has been merged and each record has one copy.
    database = (tmp_path / "sound" / FILE).read_bytes()
    nine = canonical(9, Entry(before[8].game, before[8].kind, before[8].data)).encode()
    assert database.count(nine) == 1
    head = {"journal.head": files["journal.head"]}
    laid_out(tmp_path / "damaged", {FILE: database.replace(nine, nine.replace(b"t", b"T")), **head})
    path = tmp_path / "damaged" / FILE
    with pytest.raises(JournalDamagedError, match="record 9 is not what was written"):
        check(path)
    report = repaired(path)
    assert f"{len(before) - 1} of {len(before)} records are kept, record 9 is lost" in report
    assert check(path).lost == (9,)
    assert [game.header.game for game in games(path)] == [1, 2]


def test_a_second_damaged_journal_is_set_aside_under_another_name(tmp_path: Path) -> None:
    pulled(tmp_path, 3)
    for k in (1, 2):
        content = (tmp_path / FILE).read_bytes()
        (tmp_path / FILE).write_bytes(content[:-4096])
        repaired(tmp_path / FILE)
        assert (tmp_path / f"journal.damaged-{k}.sqlite").read_bytes() == content[:-4096]


def test_a_missing_journal_is_reported_and_its_record_numbers_are_not_used_again(tmp_path: Path) -> None:
    pulled(tmp_path, 3)
    last = check(tmp_path / FILE).last
    (tmp_path / FILE).unlink()
    journal, report = open_journal(tmp_path / FILE, table="t", made=NOW)
    assert journal.last == last + 1
    journal.close()
    assert report is not None
    assert "is missing, with its" in report


def test_a_damaged_head_file_is_set_aside_and_all_records_of_the_journal_kept(tmp_path: Path) -> None:
    _, before = pulled(tmp_path, 3)
    head_path(tmp_path / FILE).write_bytes(b"what is this")
    repaired(tmp_path / FILE)
    assert (tmp_path / "journal.damaged-1.head").read_bytes() == b"what is this"
    assert list(records(tmp_path / FILE))[: len(before)] == before


def test_a_head_file_that_is_only_half_overwritten_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check runs beside a service on a file system that does not write lines atomically."""
    pulled(tmp_path, 3)
    path = head_path(tmp_path / FILE)
    whole = path.read_bytes()
    path.write_bytes(whole[:40] + b"7" * (len(whole) - 40))
    monkeypatch.setattr("jokerboard.journal.checkpoint.time.sleep", lambda _: path.write_bytes(whole))
    assert read_head(tmp_path / FILE) == Head(int(whole[:16]), whole[17:81].decode())


def test_a_journal_without_its_head_file_is_reported_as_possibly_incomplete(tmp_path: Path) -> None:
    pulled(tmp_path, 3)
    head_path(tmp_path / FILE).unlink()
    report = repaired(tmp_path / FILE)
    assert "may lack records at its end" in report
    assert open_journal(tmp_path / FILE, table="t", made=NOW)[1] is None


def test_a_head_that_names_an_earlier_record_than_the_last_does_not_count_as_damage(tmp_path: Path) -> None:
    """The program was killed between the writes of the record and the head."""
    journal = Journal.open(tmp_path / FILE, table="t", made=NOW)
    journal.append([Entry(1, Kind.GAME, HEADER)])
    old = head_path(tmp_path / FILE).read_bytes()
    journal.append([Entry(1, Kind.VERDICT, {"t": 1, "kind": "restored"})])
    journal.close()
    head_path(tmp_path / FILE).write_bytes(old)
    journal, report = open_journal(tmp_path / FILE, table="t", made=NOW)
    assert (journal.last, report) == (3, None)
    journal.close()
    assert read_head(tmp_path / FILE) == Head(3, journal.hash)


@pytest.mark.parametrize("left", ["journal.sqlite.new", "journal.sqlite.repaired"])
def test_an_interrupted_repair_is_finished_at_the_next_start(tmp_path: Path, left: str) -> None:
    files, before = pulled(tmp_path / "sound", 3)
    content = files[FILE] if LOG in files else b""
    laid_out(tmp_path, {**files, FILE: content[:100]})
    journal, _ = open_journal(tmp_path / FILE, table="t", made=NOW)
    journal.close()
    repaired = (tmp_path / FILE).read_bytes()
    # The repair was interrupted before its last step, or before the step before it.
    half = repaired if left.endswith("repaired") else repaired[:700]
    laid_out(tmp_path, {**files, FILE: content[:100], left: half})
    journal, _ = open_journal(tmp_path / FILE, table="t", made=NOW)
    journal.close()
    assert check(tmp_path / FILE).lost == ()
    assert list(records(tmp_path / FILE))[: len(before)] == before
    assert not (tmp_path / left).exists()


def test_a_removed_record_that_is_marked_as_lost_is_reported_as_missing(tmp_path: Path) -> None:
    pulled(tmp_path, 3)
    tamper(tmp_path / FILE, "UPDATE records SET kind = 'lost', text = '', game = 0 WHERE n = 5")
    with pytest.raises(JournalDamagedError, match="record 5 is missing"):
        check(tmp_path / FILE)


def test_a_journal_of_another_format_is_never_repaired(tmp_path: Path) -> None:
    pulled(tmp_path, 3)
    run_sql(tmp_path / FILE, "PRAGMA user_version = 99")
    with pytest.raises(JournalVersionError):
        open_journal(tmp_path / FILE, table="t", made=NOW)
    assert not list(tmp_path.glob("*damaged*"))


def test_a_file_that_never_was_a_journal_is_refused_without_a_repair(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"shopping list")
    with pytest.raises(JournalDamagedError):
        open_journal(tmp_path / FILE, table="t", made=NOW)
    assert [file.name for file in tmp_path.iterdir()] == [FILE]


def test_a_record_number_far_beyond_all_others_counts_as_damage() -> None:
    assert joined({10**12: {"{}": GENESIS}}, None).rows == ()


def test_a_repair_saves_records_behind_gaps_of_a_credible_length(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("jokerboard.journal.salvage._FAR", 10)
    text = canonical(16, Entry(1, Kind.GAME, HEADER))
    before = "0" * 64
    found = joined({8: {"?": before}, 15: {"?": before}, 16: {text: chained(before, text)}}, None)
    assert found.rows[-1].text == text
    assert found.lost == tuple(range(1, 16))


def test_a_repair_saves_a_record_longer_than_a_database_page(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / FILE, table="t", made=NOW)
    journal.append([Entry(1, Kind.GAME, {"note": "long" * 5000})])
    journal.close()
    found = salvage([tmp_path / FILE], None)
    assert [row.n for row in found.rows] == [1, 2]
    assert found.lost == ()


def _damaged(path: Path, files: Files) -> None:
    laid_out(path, files | {FILE: files[FILE][: len(files[FILE]) // 2]})


def test_damaged_files_are_set_aside_as_synced_copies_if_the_file_system_has_no_links(
    tables: list[tuple[Files, list[Record]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _damaged(tmp_path / "t", tables[1][0])
    before = (tmp_path / "t" / FILE).read_bytes()

    def refuse(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    synced: set[int] = set()
    monkeypatch.setattr("jokerboard.journal.repair.os.link", refuse)
    monkeypatch.setattr("jokerboard.journal.repair.os.fsync", lambda file: synced.add(os.fstat(file).st_ino))
    journal, report = open_journal(tmp_path / "t" / FILE, table="t", made=NOW)
    journal.close()
    assert report is not None
    assert (tmp_path / "t" / "journal.damaged-1.sqlite").read_bytes() == before
    aside = list((tmp_path / "t").glob("journal.damaged-1*"))
    assert len(aside) == 3
    assert {file.stat().st_ino for file in aside} <= synced


def test_a_repair_that_fails_its_own_check_changes_no_file(
    tables: list[tuple[Files, list[Record]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _damaged(tmp_path / "t", tables[1][0])
    before = {file.name: file.read_bytes() for file in (tmp_path / "t").iterdir()}

    def write_nonsense(path: Path, _: object) -> Path:
        new = path.with_name(path.name + ".new")
        new.write_bytes(b"nonsense")
        return new

    monkeypatch.setattr("jokerboard.journal.repair.write_new", write_nonsense)
    with pytest.raises(JournalDamagedError):
        open_journal(tmp_path / "t" / FILE, table="t", made=NOW)
    after = {file.name: file.read_bytes() for file in (tmp_path / "t").iterdir()}
    assert {name: after[name] for name in before} == before
    assert not any("damaged" in name or "repaired" in name for name in after)
