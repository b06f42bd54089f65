"""A journal is exported and read back: game records, JSON lines, CSV, traces."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from engine.records.record import Laid, Placed
from engine.records.recorded_game import judge
from engine.text import coded
from jokerboard.cli.main import main
from jokerboard.journal.file import check, records
from jokerboard.journal.games.game_lines import to_json
from jokerboard.journal.games.game_record import game_record
from jokerboard.journal.games.trace import Replayed, replay
from jokerboard.journal.records import Kind
from jokerboard.journal.store import FILE
from jokerboard.simulation.people.memory import Memory
from jokerboard.table.runtime.game_setup import Wanted
from tests.engine.records.sample_records import parse_record
from tests.jokerboard.table.virtual_table import VirtualTable
from tests.programs import printed, refused


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A state directory with a game of sixty plays and some mistakes, recorded with edges."""
    path = tmp_path_factory.mktemp("state")
    table = VirtualTable(path, Wanted(edges=True, names={"A": "Ann"}), seed="5", people=Memory("", ""))
    table.until(lambda: table.game.log.n >= 60, within=900)
    table.close()
    return path


def test_the_replay_of_an_exported_trace_gives_exactly_the_recorded_verdicts(
    capsys: pytest.CaptureFixture[str], state: Path
) -> None:
    lines = printed(capsys, "journal", "export", "1", "--format", "trace", "--state", str(state))
    header, *steps = replay(lines)
    board = header.table.board  # type: ignore[union-attr]
    again = [coded(to_json(v, board)) for step in steps if isinstance(step, Replayed) for v in step.verdicts]
    verdicts = [record.data for record in records(state / FILE, 1) if record.kind is Kind.VERDICT]
    assert len(verdicts) > 60
    assert json.loads(json.dumps(again)) == verdicts


def test_an_exported_game_record_is_legal_and_ends_in_the_last_recorded_position(
    capsys: pytest.CaptureFixture[str], state: Path
) -> None:
    record = parse_record("\n".join(printed(capsys, "journal", "export", "--state", str(state))))
    judged = judge(record)
    assert judged.fault is None
    moves = [r.data for r in records(state / FILE, 1) if r.data.get("kind") in ("move", "discard")]
    assert judged.positions[-1].line() == moves[-1]["position"]
    assert dict(record.tags)["A"] == "Ann"


def test_an_exported_csv_has_a_row_for_each_play_with_its_turn_time(
    capsys: pytest.CaptureFixture[str], state: Path
) -> None:
    rows = list(csv.DictReader(printed(capsys, "journal", "export", "--format", "csv", "--state", state)))
    assert [int(row["n"]) for row in rows] == list(range(1, len(rows) + 1))
    assert len(rows) >= 60
    assert all(float(row["seconds"]) > 0 for row in rows)
    assert {row["name"] for row in rows if row["seat"] == "A"} == {"Ann"}


def test_an_exported_journal_is_imported_unchanged(
    capsys: pytest.CaptureFixture[str], state: Path, tmp_path: Path
) -> None:
    file = tmp_path / "journal.jsonl"
    printed(capsys, "journal", "export", "--format", "jsonl", "--state", str(state), "--out", str(file))
    printed(capsys, "journal", "import", str(file), "--state", str(tmp_path / "new"))
    assert check(tmp_path / "new" / FILE) == check(state / FILE)
    assert list(records(tmp_path / "new" / FILE)) == list(records(state / FILE))


def _changed(lines: list[str]) -> None:
    lines[9] = lines[9].replace('"game": 1', '"game": 2')


def _without(lines: list[str]) -> None:
    del lines[9]


def _swapped(lines: list[str]) -> None:
    lines[9], lines[10] = lines[10], lines[9]


def _called_lost(lines: list[str]) -> None:
    kept = json.loads(lines[9])
    lines[9] = json.dumps({"n": 10, "game": 0, "kind": "lost", "data": {}, "hash": kept["hash"]})


def _garbled(lines: list[str]) -> None:
    lines[9] = lines[9][:20]


@pytest.mark.parametrize("edit", [_changed, _without, _swapped, _called_lost, _garbled])
def test_an_edited_journal_is_not_imported(
    capsys: pytest.CaptureFixture[str], state: Path, tmp_path: Path, edit: object
) -> None:
    lines = printed(capsys, "journal", "export", "--format", "jsonl", "--state", str(state))
    edit(lines)  # type: ignore[operator]
    file = tmp_path / "journal.jsonl"
    file.write_text("\n".join(lines))
    assert f"{file} line 10: " in refused(capsys, "journal", "import", file, "--state", tmp_path / "new")
    assert not (tmp_path / "new" / FILE).exists()


def test_the_import_command_replaces_no_existing_journal(
    capsys: pytest.CaptureFixture[str], state: Path, tmp_path: Path
) -> None:
    file = tmp_path / "journal.jsonl"
    printed(capsys, "journal", "export", "--format", "jsonl", "--state", str(state), "--out", str(file))
    before = (state / FILE).read_bytes()
    assert main(["journal", "import", str(file), "--state", str(state)]) == 1
    assert "exists already" in capsys.readouterr().err
    assert main(["journal", "export", "--state", str(state), "--out", str(file)]) == 2
    assert (state / FILE).read_bytes() == before


def test_in_an_exported_record_takebacks_become_remarks_and_decisions_positions(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(mode="referee"), seed="3")
    first = table.turn
    table.play("KH", (f"{first}s1", f"{first}8"))
    second = table.turn
    table.play("KH", (f"{second}s1", f"{second}8"))
    table.game.orders.rule("take-back", "Eve", 2, None, why="the wrong hand")
    position = table.game.log.position
    table.game.orders.rule("correct", "Eve", None, position, why="to be sure")
    table.close()
    found = list(records(tmp_path / FILE, 1))
    record = game_record(found)
    assert [type(entry.event) for entry in record.entries] == [Laid, Placed]
    comment = f"taken back: KH {second}s-{second}8 take-back by Eve: the wrong hand"
    assert record.entries[0].comment == comment
    assert record.entries[1].comment == "correct by Eve: to be sure"
    assert judge(record).fault is None
    assert [r.data["why"] for r in found if r.kind is Kind.EVENT and "why" in r.data] == [
        "the wrong hand",
        "to be sure",
    ]


def test_an_interrupted_game_cannot_be_exported_as_a_trace(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table = VirtualTable(tmp_path, Wanted(), seed="3")
    table.play("KH", (f"{table.turn}s1", f"{table.turn}8"))
    table.close()
    VirtualTable(tmp_path).close()
    assert main(["journal", "export", "1", "--format", "trace", "--state", str(tmp_path)]) == 1
    assert "was interrupted" in capsys.readouterr().err
    assert "give the number of a game" in refused(
        capsys, "journal", "export", "--format", "trace", "--state", tmp_path
    )


@pytest.mark.parametrize("form", ["record", "jsonl", "csv", "trace"])
def test_a_failed_export_reports_why_and_leaves_no_file_behind(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    file = tmp_path / "out"
    where = ("--format", form, "--state", str(state), "--out", str(file))
    assert main(["journal", "export", "9", *where]) == 1
    assert "has no game 9" in capsys.readouterr().err
    assert not file.exists()
    printed(capsys, "journal", "export", "1", *where)
    assert file.stat().st_size > 0
