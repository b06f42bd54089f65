"""A tournament is exported as an exchange file and as web pages, and another desk imports the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event.history import History, exchange_text, take_in
from tests.programs import printed, refused

TEAMS = "team,player1,player2\n" + "".join(f"T{k},a{k},b{k}\n" for k in range(1, 6))


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The state directory of a desk with a tournament of one round."""
    (tmp_path / "teams.csv").write_text(TEAMS)
    state = tmp_path / "desk"
    for words in (
        ("new", "Spring Cup", "--rounds", "2"),
        ("register", tmp_path / "teams.csv"),
        ("pair",),
        ("start",),
        ("result", 1, "--home", 7, 5),
        ("penalty", "T1", 1, "--reason", "slow"),
        ("result", 2, "--equal"),
    ):
        printed(capsys, "tournament", "--state", state, *words)
    return state


def test_another_desk_imports_an_exchange_file_as_an_equal_tournament(
    desk: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = tmp_path / "cup.json", tmp_path / "other"
    printed(capsys, "tournament", "--state", desk, "export", "exchange.json", "--out", file)
    lines = printed(capsys, "tournament", "--state", other, "import", file)
    assert lines[0] == "Spring Cup"
    both = [printed(capsys, "tournament", "--state", one, "export", "json") for one in (desk, other)]
    assert both[0] == both[1]
    assert "which is not closed" in refused(capsys, "tournament", "--state", other, "import", file)


@pytest.mark.parametrize("seed", range(12))
def test_a_changed_exchange_file_is_refused_and_stores_no_event(
    seed: int, desk: Path, tmp_path: Path
) -> None:
    store = Store(desk / FILE)
    exchange = json.loads(exchange_text(History(store)))
    store.close()
    match seed % 6:
        case 0:
            exchange["entries"].pop(seed // 6 + 1)
        case 1:
            exchange["entries"][3] = exchange["entries"][3].replace("a", "b", 1)
        case 2:
            exchange["exchange"] = 2
        case 3:
            exchange["digest"] = "0" * 64
        case 4:
            exchange["entries"].append("{}")
        case 5:
            exchange = [exchange]
    other = Store(tmp_path / "other" / FILE)
    data = json.dumps(exchange).encode() if seed < 11 else b"\xff" * 100
    with pytest.raises(EventError):
        take_in(data, other)
    assert other.events() == []
    other.close()


def test_the_pages_of_the_results_site_run_no_script(
    desk: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = printed(capsys, "tournament", "--state", desk, "site", tmp_path / "site")
    assert lines[0].startswith("3 pages in ")
    names = {file.name for file in (tmp_path / "site").iterdir()}
    assert names == {"index.html", "crosstable.html", "round-1.html", "sheets.css"}
    for name in names - {"sheets.css"}:
        page = (tmp_path / "site" / name).read_text()
        assert "<script" not in page
        assert 'href="crosstable.html"' in page
    assert "penalty 1" in (tmp_path / "site" / "index.html").read_text()
    assert "when time was called, marbles home 7-5" in (tmp_path / "site" / "round-1.html").read_text()
