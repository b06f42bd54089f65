"""Backup and restore of a desk and of a table, step by step as in docs/director.md."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from jokerboard.cli.main import main
from jokerboard.journal.file import check
from jokerboard.journal.records import Entry, Kind
from jokerboard.journal.store import FILE as JOURNAL
from jokerboard.journal.store import Journal
from jokerboard.tournament.collect.store import FILE as STORE
from jokerboard.tournament.collect.store import Store
from jokerboard.tournament.event.events import Created
from jokerboard.tournament.event.history import History
from jokerboard.tournament.event.model import Settings
from jokerboard.tournament.event.team_events import Registered
from tests.jokerboard.tournament.event.tournaments import entries
from tests.jokerboard.tournament.web.hall import Hall, played


def test_a_desks_store_is_restored_from_a_backup_made_while_the_desk_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state, copy = tmp_path / "state", tmp_path / "copy.sqlite"
    with Hall(state) as one:
        one.take(played())
        history = History(one.store)
        history.create(Created(Settings("Cup")), "Ann", 1.0)
        # A backup can be made while the desk runs.
        assert main(["director", "--state", str(state), "backup", str(copy)]) == 0
        history.do(lambda _: [Registered(entries(2))], "Ann", 2.0)
    for file in (*state.glob("director.sqlite*"), state / "director.head"):
        file.unlink(missing_ok=True)
    shutil.copy(copy, state / STORE)
    assert main(["director", "--state", str(state), "verify"]) == 0
    assert "every row is as it was written" in capsys.readouterr().out
    store = Store(state / STORE)
    assert History(store).now.teams == (), "the backup was made before the registration"
    assert store.rows("SELECT count(*) FROM records")[0][0] > 5
    store.close()


def test_a_table_is_restored_from_its_backup_and_detects_no_missing_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state, copy = tmp_path / "state", tmp_path / "copy.sqlite"
    state.mkdir()
    journal = Journal.open(state / JOURNAL, table="t", made="now")
    journal.append([Entry(0, Kind.REPAIRED, {"why": "a test"})] * 5)
    # A backup can be made while the table runs.
    assert main(["journal", "backup", str(copy), "--state", str(state)]) == 0
    journal.append([Entry(0, Kind.REPAIRED, {"why": "later"})])
    journal.close()
    for file in (*state.glob("journal.sqlite*"), state / "journal.head"):
        file.unlink()
    for ending in (".sqlite", ".head"):
        shutil.copy(copy.with_suffix(ending), (state / JOURNAL).with_suffix(ending))
    assert check(state / JOURNAL).records == 6
    capsys.readouterr()
    assert main(["journal", "verify", "--state", str(state)]) == 0
    assert "is gone" not in capsys.readouterr().out, "whether records are missing at the end is known"
    again = Journal.open(state / JOURNAL, table="t", made="now")
    again.append([Entry(0, Kind.REPAIRED, {"why": "goes on"})])
    again.close()
    assert check(state / JOURNAL).records == 7
