"""A power cut at any moment loses no announced play and damages no file; `crash_points` tries more."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from jokerboard.journal.checkpoint import head_path
from jokerboard.journal.errors import JournalError
from jokerboard.journal.file import check
from jokerboard.journal.repair import open_journal
from jokerboard.journal.store import FILE, Journal
from tests.examples import some, whole
from tests.jokerboard.table.power_cut.crash_points import MOUNTS, PLAYED, Watched, begun, tried, watched
from tests.jokerboard.table.power_cut.disk import Disk, File, Mount, interrupted
from tests.jokerboard.table.power_cut.played import KINDS, NOW
from tests.jokerboard.table.power_cut.recorded_disk import Flush, can_record, recorded
from tests.jokerboard.table.power_cut.system_calls import Create, Resize, Sync, Write, can_trace

POINTS = 300 if whole() else 20

pytestmark = pytest.mark.skipif(not can_trace(), reason="needs strace (Debian: apt install strace)")


@pytest.fixture(scope="module", params=some(tuple(KINDS), 1))
def work(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Watched:
    return watched(request.param, tmp_path_factory.mktemp("watched"))


@pytest.mark.parametrize("mount", MOUNTS)
def test_a_power_cut_loses_no_announced_play_and_damages_no_file(work: Watched, mount: str) -> None:
    report = tried(work, mount, POINTS, "test", played_on=POINTS)  # type: ignore[arg-type]
    assert report["points"] == POINTS
    assert report["announced"] > 0
    assert report["went on"] > 0


def test_the_power_cut_trial_detects_a_program_that_does_not_wait_for_its_disk(work: Watched) -> None:
    hasty = Watched(work.before, tuple(call for call in work.calls if not isinstance(call, Sync)))
    with pytest.raises(AssertionError, match="ordered, seed hasty, call "):
        tried(hasty, "ordered", 40, "hasty")


@pytest.mark.skipif(not whole(), reason="needs root, loop devices and half a minute: `make test-all`")
@pytest.mark.parametrize("mount", MOUNTS)
def test_no_announced_play_is_lost_on_a_real_ext4_after_a_power_cut(mount: Mount, tmp_path: Path) -> None:
    if (lacks := can_record()) is not None:
        pytest.skip(f"a recorded disk needs {lacks}")
    work = recorded([*PLAYED, "ordered"], begun("ordered", tmp_path), mount)
    report = tried(work, mount, 20, "test")
    assert report["points"] == 20
    assert report["announced"] > 0
    hasty = replace(work, calls=tuple(call for call in work.calls if not isinstance(call, Flush)))
    with pytest.raises(AssertionError, match=f"{mount}, seed hasty, call "):
        tried(hasty, mount, 40, "hasty")


def test_a_missing_head_file_is_written_again_completely_and_leaves_no_temporary_file(tmp_path: Path) -> None:
    """A power cut in a table's first half minute must not leave an empty head file, which means damage."""
    Journal.open(tmp_path / FILE, table="t", made=NOW).close()
    head = head_path(tmp_path / FILE)
    whole_head = head.read_bytes()
    head.unlink()
    Journal.open(tmp_path / FILE, table="t", made=NOW).close()
    assert head.read_bytes() == whole_head
    check(tmp_path / FILE)
    assert [path.name for path in tmp_path.glob("*.new")] == []


def test_a_journal_whose_creation_was_cut_off_opens_and_a_reader_reports_the_power_cut(
    tmp_path: Path,
) -> None:
    """SQLite writes the first page of a new file with a rollback journal, which no reader may roll back."""
    Journal.open(tmp_path / FILE, table="t", made=NOW).close()
    head_path(tmp_path / FILE).unlink()
    cut = interrupted(tmp_path / FILE, tmp_path / "cut")
    with pytest.raises(JournalError, match="was being made when the power failed; the next start"):
        check(cut)
    journal, damage = open_journal(cut, table="t", made=NOW)
    assert (journal.last, damage) == (1, None)
    journal.close()
    check(cut)


def test_the_disk_model_tears_unsynced_writes_at_sectors_and_keeps_synced_ones(tmp_path: Path) -> None:
    (tmp_path / "before").mkdir()
    old, new = b"o" * 2048, b"n" * 2048
    (tmp_path / "before" / "file").write_bytes(old)
    seen = set()
    for seed in range(60):
        disk = Disk(tmp_path / "before")
        for call in (
            Create("other"), Write("other", 0, new), Sync("other", data_only=True), Write("file", 0, new),
            Resize("other", 7),
        ):  # fmt: skip
            disk.take(call)
        with disk.cut(Random(seed), "ordered") as left:
            data = (left / "file").read_bytes()
            seen.add(tuple(data[at : at + 512] == new[:512] for at in range(0, 2048, 512)))
            assert {data[at : at + 512] for at in range(0, 2048, 512)} <= {old[:512], new[:512]}
            assert (left / "other").read_bytes() in (new, new[:7])
    assert {(False,) * 4, (True,) * 4} < seen


def test_in_the_disk_models_writeback_mode_a_grown_file_may_have_its_length_without_its_bytes() -> None:
    file = File(b"", [Write("file", 0, b"x" * 600)])
    lengths = {mount: {len(file.after(Random(seed), mount)) for seed in range(80)} for mount in MOUNTS}
    assert 0 in lengths["ordered"]
    assert lengths["writeback"] >= lengths["ordered"]
    assert any(b"x" not in file.after(Random(seed), "writeback")[:512] for seed in range(80))
