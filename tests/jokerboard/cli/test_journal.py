"""`jokerboard journal`: list, show, verify and backup."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jokerboard.cli.main import main
from jokerboard.journal.file import check, records
from jokerboard.journal.records import GENESIS, Entry, Kind, canonical, chained
from jokerboard.journal.store import FILE
from jokerboard.table.runtime.game_setup import Wanted
from tests.jokerboard.journal.damage.tampering import tamper
from tests.jokerboard.table.virtual_table import VirtualTable
from tests.programs import HEADLESS, SHORT, printed, refused


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A table's state directory with an abandoned game and a game in progress."""
    table = VirtualTable(tmp_path, Wanted(names={"A": "Ann"}), seed="3")
    table.play("KH", (f"{table.turn}s1", f"{table.turn}8"))
    table.desk.begin(Wanted(rules="joker-board", players=6))
    table.close()
    return tmp_path


def test_journal_list_shows_the_rules_plays_and_end_of_each_game(
    capsys: pytest.CaptureFixture[str], state: Path
) -> None:
    first, second = printed(capsys, "journal", "list", "--state", str(state))
    assert first.endswith("texas for 4, 1 play, abandoned")
    assert second.endswith("joker-board for 6, 0 plays, in progress")


def test_journal_list_shows_local_times_with_their_zone(
    capsys: pytest.CaptureFixture[str], state: Path, new_york: None
) -> None:
    first, _ = printed(capsys, "journal", "list", "--state", str(state))
    assert "  2026-11-21 05:00 EST  texas for 4" in first


def test_journal_list_marks_games_from_before_the_clock_was_set(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    early = VirtualTable(tmp_path, Wanted(), seed="3", clock_set=False)
    early.close()
    early = VirtualTable(tmp_path, seed="3", clock_set=False)
    early.desk.begin(Wanted())
    early.close()
    later = VirtualTable(tmp_path, seed="3")
    later.desk.begin(Wanted())
    later.close()
    lines = printed(capsys, "journal", "list", "--state", str(tmp_path))
    assert ["(the clock was not set)" in line for line in lines] == [True, True, False]
    briefs = [
        json.loads(line) for line in printed(capsys, "journal", "list", "--json", "--state", str(tmp_path))
    ]
    assert [(brief["game"], brief.get("clock")) for brief in briefs] == [
        (1, "unset"),
        (2, "unset"),
        (3, None),
    ]
    marks = [
        (record.kind, record.data.get("clock"))
        for record in records(tmp_path / FILE)
        if record.kind in (Kind.GAME, Kind.RESUMED, Kind.ABANDONED)
    ]
    assert marks == [
        (Kind.GAME, "unset"),
        (Kind.RESUMED, "unset"),
        (Kind.ABANDONED, "unset"),
        (Kind.GAME, "unset"),
        (Kind.RESUMED, None),
        (Kind.ABANDONED, None),
        (Kind.GAME, None),
    ]
    assert "Date" not in "".join(printed(capsys, "journal", "export", "1", "--state", str(tmp_path)))
    assert "[Date " in "".join(printed(capsys, "journal", "export", "3", "--state", str(tmp_path)))


def test_journal_list_prints_games_as_json(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    first, second = map(json.loads, printed(capsys, "journal", "list", "--json", "--state", str(state)))
    assert (first["game"], first["ended"], first["names"]) == (1, "abandoned", {"A": "Ann"})
    assert (second["game"], second["ended"], second["winner"]) == (2, None, [])


def test_journal_show_prints_the_records_of_a_game_as_json(
    capsys: pytest.CaptureFixture[str], state: Path
) -> None:
    lines = [json.loads(line) for line in printed(capsys, "journal", "show", "1", "--state", str(state))]
    assert [line["kind"] for line in lines[:4]] == ["game", "verdict", "event", "verdict"]
    assert lines[-1]["kind"] == "abandoned"
    last = [json.loads(line) for line in printed(capsys, "journal", "show", "--state", str(state))]
    assert {line["game"] for line in last} == {2}


def test_an_undamaged_journal_passes_journal_verify(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    first, second = printed(capsys, "journal", "verify", "--state", str(state))
    found = check(state / FILE)
    assert f"{found.records} records, every one as it was written" in first
    assert second == f"last hash {found.hash}"


def test_journal_verify_names_the_first_bad_record(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    tamper(state / FILE, "UPDATE records SET text = text || ' ' WHERE n IN (4, 6)")
    assert main(["journal", "verify", "--state", str(state)]) == 1
    assert "record 4 is not what was written" in capsys.readouterr().err


def test_a_missing_journal_and_a_missing_game_are_reported_by_name(
    capsys: pytest.CaptureFixture[str], state: Path
) -> None:
    err = refused(capsys, "journal", "list", "--state", "nowhere", code=1)
    assert "there is no journal at nowhere" in err
    assert "has no game 9" in refused(capsys, "journal", "show", "9", "--state", state, code=1)


def test_journal_show_on_an_empty_journal_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from jokerboard.journal.store import Journal

    Journal.open(tmp_path / FILE, table="t", made="now").close()
    assert printed(capsys, "journal", "list", "--state", str(tmp_path)) == []
    assert main(["journal", "show", "--state", str(tmp_path)]) == 1
    assert "has no games yet" in capsys.readouterr().err


def remade(lines: list[str], change: Callable[[dict[str, Any]], None]) -> list[str]:
    """The lines with each record changed by `change`, and the hash chain recomputed."""
    digest, copied = GENESIS, []
    for line in lines:
        whole = json.loads(line)
        change(whole)
        text = canonical(whole["n"], Entry(whole["game"], Kind(whole["kind"]), whole["data"]))
        digest = chained(digest, text)
        copied.append(json.dumps({**whole, "hash": digest}))
    return copied


def forge_the_winner(whole: dict[str, Any]) -> None:
    if whole["data"].get("kind") == "over":
        whole["data"]["team"] = ["B", "D"] if whole["data"]["team"] == ["A", "C"] else ["A", "C"]


def forge_a_play(whole: dict[str, Any]) -> None:
    if whole["data"].get("kind") == "move" and whole["data"].get("n") == 10:
        whole["data"]["position"] = "A1,A2,A3,A4/-/-/- B"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [(forge_the_winner, "the record says that"), (forge_a_play, "play 10")],
)
def test_journal_verify_finds_illegal_records_in_a_journal_with_a_recomputed_hash_chain(
    change: Callable[[dict[str, Any]], None],
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    first = tmp_path / "first"
    assert main((*HEADLESS, "--set", "marbles_per_player=4", "--seed", "5", "--state", str(first))) == 0
    assert main(("journal", "verify", "--state", str(first))) == 0
    exporting = ("journal", "export", "--format", "jsonl", "--out", str(tmp_path / "a"))
    assert main((*exporting, "--state", str(first))) == 0
    forged = remade((tmp_path / "a").read_text().splitlines(), change)
    (tmp_path / "b").write_text("\n".join(forged) + "\n")
    assert main(("journal", "import", str(tmp_path / "b"), "--state", str(tmp_path / "second"))) == 0
    capsys.readouterr()
    assert main(("journal", "verify", "--state", str(tmp_path / "second"))) == 1
    out = capsys.readouterr().out
    assert "contradicts the rules" in out
    assert sentence in out


def test_a_directory_with_the_name_of_the_journal_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE).mkdir()
    for words in (("journal", "verify"), HEADLESS):
        assert main((*words, "--state", str(tmp_path))) == 1
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert "move it aside" in error


def test_a_backup_of_a_journal_has_all_records_and_passes_verification(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = tmp_path / "state"
    assert main((*HEADLESS, *SHORT, "--seed", "5", "--state", str(state))) == 0
    copy = tmp_path / "copy" / FILE
    copy.parent.mkdir()
    assert main(("journal", "backup", str(copy), "--state", str(state))) == 0
    assert main(("journal", "verify", "--state", str(copy.parent))) == 0
    assert (
        "cannot be detected" not in capsys.readouterr().out
    )  # The checkpoint (journal.head) is copied, too.
    assert list(records(copy)) == list(records(state / FILE))
