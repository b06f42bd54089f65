"""Full, read-only and slow disks, and clocks set back: they are reported, and plays wait for the disk.

The faults are injected where the journal meets the disk; real ones are in `test_served_disk.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.referee.verdicts import Move
from jokerboard.host.errors import TableBusyError
from jokerboard.host.files import StateDirectory
from jokerboard.host.wall_clock import WallClock
from jokerboard.journal.errors import JournalError
from jokerboard.journal.file import check, records
from jokerboard.journal.records import Entry, Kind
from jokerboard.journal.store import FILE, Journal
from jokerboard.journal.writer import ThreadWriter
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.runtime.troubles import DISK, SLOW
from jokerboard.table.web.game_page import GamePage
from jokerboard.table.web.page_port import CommandRefused
from tests.jokerboard.table.virtual_table import VirtualTable

PATIENCE = 30.0


class Disk:
    """The disk under the table's journal, which can be made to refuse writes or to be slow."""

    def __init__(self, journal: Journal) -> None:
        self._journal, self._append = journal, journal.append
        self.refuses: str | None = None
        self.holds = False
        self.tries = 0
        journal.append = self.append  # type: ignore[method-assign]

    def append(self, entries: Sequence[Entry]) -> None:
        self.tries += 1
        while self.holds:
            time.sleep(0.001)
        if self.refuses is not None:
            raise JournalError(f"{self._journal.path} cannot be used: {self.refuses}")
        self._append(entries)


class BadDiskTable:
    """A table on virtual time with a real writer thread, on a disk that can fail."""

    def __init__(self, path: Path) -> None:
        self.posted: list[Callable[[], None]] = []

        def failed(error: JournalError) -> None:
            self.table.desk.trouble(DISK, f"the record is not kept: {error}")

        def mended() -> None:
            self.table.desk.trouble(DISK, None)

        def writer(journal: Journal) -> ThreadWriter:
            self.disk = Disk(journal)
            return ThreadWriter(journal, self.posted.append, failed, mended, retry=0.01)

        self.table = VirtualTable(path, Wanted(), seed="3", writer=writer)
        self.page = GamePage(self.table.desk)
        self.until(lambda: self.kept() == 3)  # Journal, game header, first turn.

    def kept(self) -> int:
        return self.table.desk.journal.last

    def until(self, so: Callable[[], bool]) -> None:
        """Let the journal's thread work until `so` is true."""
        limit = time.monotonic() + PATIENCE
        while not so():
            while self.posted:
                self.posted.pop(0)()
            assert time.monotonic() < limit
            time.sleep(0.001)

    def play(self) -> None:
        table, seat = self.table, self.table.turn
        table.lay("KH", seat)
        table.move(f"{seat}s1", f"{seat}8")

    def state(self) -> dict[str, Any]:
        return dict(self.page.state())

    def corners(self) -> set[str]:
        return {hole for hole, role in self.table.roles().items() if role == "fault"}

    @property
    def moves(self) -> int:
        return sum(isinstance(each.verdict, Move) for each in self.table.announcements)


@pytest.fixture
def bad(tmp_path: Path) -> Iterator[BadDiskTable]:
    bad = BadDiskTable(tmp_path)
    yield bad
    bad.disk.refuses, bad.disk.holds = None, False
    bad.table.close()


@pytest.mark.parametrize("reason", ["database or disk is full", "attempt to write a readonly database"])
def test_a_disk_that_refuses_a_play_is_reported_and_the_play_is_announced_once_it_is_written(
    bad: BadDiskTable, reason: str
) -> None:
    bad.disk.refuses = reason
    kept = bad.kept()
    bad.play()
    bad.until(lambda: DISK in bad.table.desk.troubles)
    state = bad.state()
    assert reason in state["verdict"]["text"]
    assert [fault["what"] for fault in state["faults"]] == [DISK]
    assert bad.corners() == {"A0", "B0", "C0", "D0"}
    tries = bad.disk.tries
    bad.until(lambda: bad.disk.tries > tries + 3)
    assert (bad.moves, bad.state()["n"], bad.kept()) == (0, 0, kept)

    bad.disk.refuses = None
    bad.until(lambda: bad.moves == 1 and DISK not in bad.table.desk.troubles)
    assert bad.kept() > kept
    assert bad.state()["faults"] == []
    assert bad.corners() == set()


def test_an_illegal_play_is_lit_while_the_disk_refuses_records(bad: BadDiskTable) -> None:
    bad.disk.refuses = "database or disk is full"
    seat = bad.table.turn
    bad.table.lay("5H", seat)
    bad.table.move(f"{seat}s1", f"{seat}8")
    bad.table.wait(2.0)
    assert bad.table.roles()[f"{seat}8"] == "illegal"


def test_no_game_is_abandoned_on_the_page_while_the_disk_refuses_records(bad: BadDiskTable) -> None:
    bad.disk.refuses = "database or disk is full"
    bad.play()
    bad.until(lambda: DISK in bad.table.desk.troubles)
    command = bad.page.command("game", {"action": "abandon"})
    with pytest.raises(CommandRefused, match="Not now: the record is not kept"):
        command.send(None)


def test_a_play_that_never_reached_the_disk_is_not_in_the_resumed_game(
    bad: BadDiskTable, tmp_path: Path
) -> None:
    bad.disk.refuses = "database or disk is full"
    bad.play()
    bad.until(lambda: DISK in bad.table.desk.troubles)
    bad.table.close()
    assert bad.moves == 0
    assert not [r for r in records(tmp_path / FILE) if r.data.get("kind") == "move"]
    check(tmp_path / FILE)
    bad.table = VirtualTable(tmp_path)
    # The marble and the card are still where people put them. So the table announces the play now, or lights
    # show where the marble goes back.
    bad.table.until(lambda: bad.table.game.log.n == 1 or "put-back" in bad.table.roles().values())


def test_a_slow_disk_is_reported_while_a_play_waits_for_the_disk(bad: BadDiskTable) -> None:
    bad.disk.holds = True
    bad.play()
    bad.table.wait(1.0)
    assert bad.moves == 0
    assert "disk is slow" in bad.state()["verdict"]["text"]
    assert bad.corners() == {"A0", "B0", "C0", "D0"}
    bad.disk.holds = False
    bad.until(lambda: bad.moves == 1)
    assert SLOW not in bad.table.desk.troubles
    assert bad.state()["faults"] == []


def test_the_report_of_a_clock_that_was_set_back_stays_until_somebody_presses_ok(bad: BadDiskTable) -> None:
    bad.table.desk.trouble("clock", "the clock was set back")
    assert bad.state()["faults"] == [{"what": "clock", "text": "The clock was set back."}]
    assert len(bad.corners()) == 4
    bad.table.sim.buttons.press("ok", "A")
    bad.table.wait(0.1)
    assert bad.state()["faults"] == []
    assert bad.corners() == set()


def test_a_clock_that_is_set_back_is_reported_once_and_small_corrections_are_not() -> None:
    warnings: list[str] = []
    now, steady = [datetime(2026, 11, 21, 10, tzinfo=UTC)], [0.0]
    wall = WallClock(warnings.append, lambda: now[0], lambda: steady[0])

    def passes(seconds: float, clock: float) -> None:
        steady[0] += seconds
        now[0] += timedelta(seconds=clock)
        wall.look()

    passes(10, 10)
    passes(10, -5)  # A small correction is not reported.
    passes(10, 3600)  # A clock that is set forward is not reported.
    assert warnings == []
    passes(10, -7200)
    passes(10, 10)
    assert len(warnings) == 1
    assert "the clock was set back: it shows 2026-11-21 09:00 UTC" in warnings[0]


def test_a_clock_that_shows_a_time_before_the_journals_last_record_is_reported() -> None:
    warnings: list[str] = []
    wall = WallClock(warnings.append, lambda: datetime(2026, 11, 21, tzinfo=UTC))
    for fine in (None, "", "never", "2026-11-20T00:00:00+00:00", "2027-01-01"):
        wall.compare(fine)
    assert warnings == []
    wall.compare("2026-11-22T00:00:00+00:00")
    assert "behind the journal" in warnings[0]


def test_turn_times_do_not_follow_the_wall_clock(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(), seed="3")
    table.play("KH", (f"{table.turn}s1", f"{table.turn}8"))
    table.close()
    table = VirtualTable(tmp_path)
    assert table.desk.latest == "2026-11-21T10:00:00+00:00"
    table.close()
    times = [r.data["t"] for r in records(tmp_path / FILE) if r.kind is Kind.VERDICT]
    assert times == sorted(times)


def test_a_second_program_at_the_same_table_is_refused_and_the_first_goes_on(
    bad: BadDiskTable, tmp_path: Path
) -> None:
    with pytest.raises(TableBusyError, match="another jokerboard"):
        StateDirectory(tmp_path)
    bad.play()
    bad.until(lambda: bad.moves == 1)
