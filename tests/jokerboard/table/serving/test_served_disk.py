"""Served tables on disks that are really full, read-only, slow or damaged: the page's reports, the records.

The full and the read-only disk are small file systems of their own, mounted where nobody else sees them. On
the slow disk each sync of the journal takes a second longer, by strace.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jokerboard.cli.main import main
from jokerboard.journal.file import CHECKED_AT_START, check, records
from jokerboard.journal.records import GENESIS, Entry, canonical, chained
from jokerboard.journal.repair import write_new
from jokerboard.journal.salvage import Row
from jokerboard.journal.store import FILE
from jokerboard.table.runtime.troubles import DISK, SLOW
from tests.examples import some, whole
from tests.jokerboard.journal.damage.tampering import tamper
from tests.jokerboard.table.power_cut.recorded_disk import can_record
from tests.programs import HEADLESS, SHORT, Demo, free_port, until

SYNC = 1_000_000
"""Microseconds by which a sync of the slow disk is delayed."""


def faults(state: dict[str, Any]) -> set[str]:
    return {fault["what"] for fault in state["faults"]}


def corners(state: dict[str, Any]) -> set[str]:
    return {light["role"] for hole, light in state["lights"].items() if hole[1:] == "0"}


def kept(path: Path) -> int:
    """The number of the newest play in the journal at `path`."""
    numbers = [r.data["n"] for r in records(path / FILE) if r.data.get("kind") in ("move", "discard")]
    return max(numbers, default=0)


class Disk:
    """A disk of 400 kB at `path` for one demo, which is stopped at the end."""

    ALONE = ("unshare", "-rm")

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self._mounted = path / "state"
        self._mounted.mkdir()
        mount = f"mount -t tmpfs -o size=400k none {self._mounted}"
        mount += f" && mount -o remount,ro {self._mounted}" if read_only else ""
        under = (*self.ALONE, "sh", "-c", f'{mount} && exec "$@"', "demo")
        # The page has the same address while the table waits for the disk and afterwards.
        self.demo = Demo(self._mounted, "--seed", "1", "--speed", "50", port=free_port(), under=under)
        self.state = Path(f"/proc/{self.demo.process.pid}/root{self._mounted}")

    def ran(self, action: str) -> str:
        """The output of `jokerboard journal`, run where the disk is mounted."""
        command = [
            sys.executable,
            "-m",
            "jokerboard",
            "journal",
            action,
            "--state",
            str(self._mounted),
        ]
        run = subprocess.run([*self._into(), *command], capture_output=True, text=True, check=True)
        return run.stdout

    def kept(self) -> int:
        """The number of the newest play in the journal."""
        shown = [json.loads(line)["data"] for line in self.ran("show").splitlines()]
        return max((each["n"] for each in shown if each.get("kind") in ("move", "discard")), default=0)

    def remount(self, how: str) -> None:
        subprocess.run([*self._into(), "mount", "-o", f"remount,{how}", str(self._mounted)], check=True)

    def _into(self) -> tuple[str, ...]:
        return ("nsenter", "-t", str(self.demo.process.pid), "-m", "-U", "--preserve-credentials")


def mounts() -> bool:
    """Whether tests may mount file systems on this computer."""
    if shutil.which("unshare") is None or shutil.which("nsenter") is None:
        return False
    return subprocess.run([*Disk.ALONE, "true"], capture_output=True, check=False).returncode == 0


needs_strace = pytest.mark.skipif(
    shutil.which("strace") is None, reason="needs strace (Debian: apt install strace)"
)
own_disk = pytest.mark.skipif(not mounts(), reason="needs user namespaces, unshare and nsenter")


@own_disk
def test_a_full_disk_stops_announcements_until_the_disk_has_room_again(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    demo, filler = disk.demo, disk.state / "filler"
    try:
        demo.until(lambda state: state["n"] >= 2)
        with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(1024))
        stuck = demo.until(lambda state: DISK in faults(state))
        assert "nothing is announced until it is" in stuck["verdict"]["text"]
        assert "database or disk is full" in stuck["verdict"]["text"]
        assert "fault" in corners(stuck)
        assert stuck["n"] <= disk.kept()
        filler.unlink()
        went_on = demo.until(lambda state: state["n"] > stuck["n"] + 2 and not state["faults"])
        assert went_on["n"] <= disk.kept()
        assert "every one as it was written" in disk.ran("verify")
    finally:
        code = demo.stop()
    assert code == 0
    assert "the record is not kept" in "".join(demo.lines)


@pytest.mark.skipif(not whole(), reason="needs root and a loop device: `make test-all`")
def test_a_table_whose_file_system_becomes_read_only_in_mid_game_loses_no_announced_play(
    tmp_path: Path,
) -> None:
    if (lacks := can_record()) is not None:
        pytest.skip(f"a file system of one's own needs {lacks}")
    image, folder = tmp_path / "image", tmp_path / "disk"
    folder.mkdir()
    subprocess.run(["mke2fs", "-q", "-t", "ext4", str(image), "16M"], check=True)
    mount = ["mount", "-o", "loop,errors=remount-ro", str(image), str(folder)]
    subprocess.run(mount, check=True)
    demo = Demo(folder / "state", "--seed", "1", "--speed", "50")
    try:
        demo.until(lambda state: state["n"] >= 2)
        source = subprocess.run(
            ["findmnt", "-no", "SOURCE", str(folder)], capture_output=True, text=True, check=True
        ).stdout.strip()
        # The kernel then makes the file system read-only, as after a broken block.
        Path("/sys/fs/ext4", Path(source).name, "trigger_fs_error").write_text("broken")
        stuck = demo.until(lambda state: DISK in faults(state))
        assert "nothing is announced until it is" in stuck["verdict"]["text"]
    finally:
        demo.stop()
        subprocess.run(["umount", str(folder)], check=True)
    subprocess.run(["e2fsck", "-y", str(image)], capture_output=True, check=False)
    subprocess.run(mount, check=True)
    try:
        check(folder / "state" / FILE)
        assert kept(folder / "state") >= stuck["n"]
        again = Demo(folder / "state", "--speed", "50")
        try:
            again.until(lambda state: state["n"] > stuck["n"] + 2)
        finally:
            assert again.stop() == 0
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@own_disk
def test_a_table_on_a_read_only_disk_reports_why_and_begins_once_the_disk_is_writable(
    tmp_path: Path,
) -> None:
    disk = Disk(tmp_path, read_only=True)
    demo = disk.demo
    try:
        state = demo.state()
        assert (state["game"], state["n"], faults(state), corners(state)) == (None, 0, {DISK}, {"fault"})
        assert state["verdict"]["text"].startswith("Nothing can be kept, so nothing is played yet:")
        assert "Read-only file system" in state["verdict"]["text"]
        assert demo.refused("game", action="new", rules="texas", players=4).startswith("Not now:")
        assert list(disk.state.iterdir()) == []
        disk.remount("rw")
        state = demo.until(lambda state: state["n"] >= 2)
        assert faults(state) == set()
        assert state["n"] <= disk.kept()
    finally:
        code = demo.stop()
    assert code == 0
    assert "nothing can be kept" in "".join(demo.lines)


def is_traced(process: int) -> bool:
    """Whether another program traces this process."""
    return "TracerPid:\t0\n" not in Path(f"/proc/{process}/status").read_text()


@contextlib.contextmanager
def failing(demo: Demo, state: Path, calls: str, error: str) -> Iterator[None]:
    """Inside the block, the system calls `calls` of a running table on its journal fail with `error`."""
    files = [arg for name in (FILE, f"{FILE}-wal", "journal.head") for arg in ("-P", str(state / name))]
    strace = subprocess.Popen(
        ["strace", "-f", "-qq", "-o", "/dev/null", "-p", str(demo.process.pid), *files,
         "-e", f"trace={calls}", "-e", f"inject={calls}:error={error}"],
    )  # fmt: skip
    try:
        until(lambda: is_traced(demo.process.pid) or strace.poll() is not None, "strace attaches")
        if strace.poll() is not None:
            pytest.skip("strace may not trace a running program here")
        yield
    finally:
        strace.terminate()
        strace.wait()


@needs_strace
@pytest.mark.parametrize(
    ("calls", "error", "sentence"),
    some(
        (
            ("fdatasync", "EIO", "disk I/O error"),
            ("pwrite64", "EIO", "disk I/O error"),
            ("pwrite64,ftruncate", "EROFS", "disk I/O error"),
            ("pwrite64", "ENOSPC", "database or disk is full"),
        ),
        2,
    ),
)
def test_a_disk_fault_in_mid_game_stops_the_announcements_until_the_disk_works_again(
    tmp_path: Path, calls: str, error: str, sentence: str
) -> None:
    """EROFS is the error of a file system that the kernel has made read-only."""
    state = tmp_path / "state"
    demo = Demo(state, "--seed", "1", "--speed", "50")
    try:
        demo.until(lambda state: state["n"] >= 2)
        with failing(demo, state, calls, error):
            stuck = demo.until(lambda state: DISK in faults(state))
            assert sentence in stuck["verdict"]["text"]
            assert "nothing is announced until it is" in stuck["verdict"]["text"]
            assert "fault" in corners(stuck)
            later = demo.state()
            assert (later["n"], later["plays"]) == (stuck["n"], stuck["plays"])
            assert stuck["n"] <= kept(state)
        went_on = demo.until(lambda state: state["n"] > stuck["n"] + 2 and not state["faults"])
        assert went_on["n"] <= kept(state)
    finally:
        code = demo.stop()
    assert code == 0
    check(state / FILE)
    assert "the record is not kept" in "".join(demo.lines)


@needs_strace
def test_a_disk_that_needs_a_second_for_each_sync_is_reported_as_slow_and_plays_wait(
    tmp_path: Path,
) -> None:
    slowly = ("strace", "-D", "-f", "-qq", "-e", "signal=none", "-o", str(tmp_path / "strace.txt"))
    inject = ("-e", "trace=fdatasync,fsync", "-e", f"inject=fdatasync,fsync:delay_exit={SYNC}")
    where = ("-P", str(tmp_path / "state" / f"{FILE}-wal"), "-P", str(tmp_path / "state" / "journal.head"))
    demo = Demo(tmp_path / "state", "--seed", "1", "--speed", "5", under=(*slowly, *where, *inject))
    try:
        seen: list[int] = []
        slow: list[int] = []

        def looked(state: dict[str, Any]) -> bool:
            seen.append(state["n"])
            if SLOW in faults(state):
                slow.append(state["seq"])
                assert "announced as soon as its record is kept" in state["verdict"]["text"]
                assert "fault" in corners(state)
            assert state["n"] <= kept(tmp_path / "state")
            return len(set(seen)) >= 4 and not faults(state)

        demo.until(looked)
    finally:
        code = demo.stop()
    assert code == 0
    assert "the disk is slow" in "".join(demo.lines)
    # The page reported the slow disk, and still followed people's hands while a play waited.
    assert len(set(slow)) > 1
    assert (tmp_path / "strace.txt").read_text().count("(DELAYED)") >= 4
    check(tmp_path / "state" / FILE)


def many(game: list[tuple[str, dict[str, Any]]], first: Row) -> Iterator[Row]:
    """Rows that repeat a game until there are more records than a start verifies (CHECKED_AT_START)."""
    yield first
    n, digest, k = 1, first.hash, 0
    while n <= CHECKED_AT_START + len(game):
        k += 1
        for kind, data in game:
            n += 1
            text = canonical(n, Entry(k, kind, data))  # type: ignore[arg-type]
            digest = chained(digest, text)
            yield Row(n, k, kind, text, digest)


def test_damage_in_old_journal_records_is_reported_while_people_play(tmp_path: Path) -> None:
    assert main([*HEADLESS, *SHORT, "--seed", "1", "--state", str(tmp_path)]) == 0
    head, *game = records(tmp_path / FILE)
    text = canonical(1, Entry(0, head.kind, head.data))
    first = Row(1, 0, head.kind, text, chained(GENESIS, text))
    new = write_new(tmp_path / FILE, many([(r.kind, r.data) for r in game], first))
    tamper(new, "UPDATE records SET text = replace(text, '\"t\":', '\"t\": ') WHERE n = 100")
    for file in tmp_path.glob("journal.*"):
        if file != new:
            file.unlink()
    new.rename(tmp_path / FILE)
    demo = Demo(tmp_path, "--people", "off")
    try:
        state = demo.until(lambda state: "journal" in faults(state) and len(state["faults"]) == 1)
        assert "record 100 is not what was written" in state["faults"][0]["text"]
        assert state["faults"][0]["text"].endswith("the game goes on.")
        assert "fault" in corners(state)
        assert state["n"] > 0
    finally:
        demo.stop()
    assert "record 100 is not what was written" in "".join(demo.lines)
