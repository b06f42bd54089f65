"""A table that is killed repeatedly loses nothing; `kills` does the same for longer."""

from __future__ import annotations

from pathlib import Path

from tests.examples import whole
from tests.jokerboard.table.serving.kills import torture
from tests.programs import SHORT

KILLS = 16 if whole() else 3


def test_repeated_kills_of_a_table_lose_no_announced_play(tmp_path: Path) -> None:
    report = torture(tmp_path, KILLS, seed=8, game=SHORT)
    assert report["kills"] == KILLS
    assert report["plays"] > 0
    assert report["ended"] == report["games"]
