"""`jokerboard journal`: list, show, verify."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from journal.file import check
from journal.store import FILE
from service.cli import main
from service.runtime.game_setup import Wanted
from tests.service.virtual_table import VirtualTable


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A table's directory with an abandoned game and one in progress."""
    table = VirtualTable(tmp_path, Wanted(names={"A": "Ann"}), seed="3")
    table.play("KH", (f"{table.turn}s1", f"{table.turn}8"))
    table.desk.begin(Wanted(rules="joker-board", players=6))
    table.close()
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["journal", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_games_are_listed(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    first, second = printed(capsys, "list", "--state", str(state))
    assert first.endswith("texas for 4, 1 play, abandoned")
    assert second.endswith("joker-board for 6, 0 plays, in progress")


def test_games_are_listed_as_json(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    first, second = map(json.loads, printed(capsys, "list", "--json", "--state", str(state)))
    assert (first["game"], first["ended"], first["names"]) == (1, "abandoned", {"A": "Ann"})
    assert (second["game"], second["ended"], second["winner"]) == (2, None, [])


def test_a_games_records_are_shown(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    lines = [json.loads(line) for line in printed(capsys, "show", "1", "--state", str(state))]
    assert [line["kind"] for line in lines[:4]] == ["game", "verdict", "event", "verdict"]
    assert lines[-1]["kind"] == "abandoned"
    last = [json.loads(line) for line in printed(capsys, "show", "--state", str(state))]
    assert {line["game"] for line in last} == {2}


def test_a_sound_journal_is_verified(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    first, second = printed(capsys, "verify", "--state", str(state))
    found = check(state / FILE)
    assert f"{found.records} records, every one as it was written" in first
    assert second == f"last hash {found.hash}"


def test_the_first_bad_record_is_named(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    with sqlite3.connect(state / FILE) as db:
        db.execute("DROP TRIGGER records_stay")
        db.execute("UPDATE records SET text = text || ' ' WHERE n IN (4, 6)")
    db.close()
    assert main(["journal", "verify", "--state", str(state)]) == 1
    assert "record 4 is not what was written" in capsys.readouterr().err


@pytest.mark.parametrize(("arguments", "code", "sentence"), [
    (("list", "--state", "nowhere"), 1, "there is no journal at nowhere"),
    (("show", "9"), 1, "has no game 9"),
    (("show", "x"), 2, "invalid int value"),
    (("burn",), 2, "invalid choice"),
    ((), 2, "ACTION"),
])  # fmt: skip
def test_bad_input_is_one_sentence(
    capsys: pytest.CaptureFixture[str], state: Path, arguments: tuple[str, ...], code: int, sentence: str
) -> None:
    where = () if "--state" in arguments or len(arguments) < 2 else ("--state", str(state))
    assert main(["journal", *arguments, *where]) == code
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert sentence in err


def test_a_journal_with_no_games_has_none_to_show(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from journal.store import Journal

    Journal.open(tmp_path / FILE, table="t", made="now").close()
    assert printed(capsys, "list", "--state", str(tmp_path)) == []
    assert main(["journal", "show", "--state", str(tmp_path)]) == 1
    assert "has no games yet" in capsys.readouterr().err
