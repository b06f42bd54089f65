"""A table that is killed again and again loses nothing; `tests.service.kills` goes on for longer."""

from __future__ import annotations

from pathlib import Path

from tests.service.kills import torture

KILLS = 24


def test_nothing_shown_is_lost_however_often_the_table_is_killed(tmp_path: Path) -> None:
    report = torture(tmp_path, KILLS, seed=8, marbles=4)
    assert report.kills == KILLS
    assert report.plays > 0
    assert report.ended == report.games
    # Now and then the marble was moved just as the card on the reader would have it: that is a play.
    assert report.led >= 0.8 * report.led_of > 0
