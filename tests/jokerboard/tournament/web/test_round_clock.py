"""The clock of a round as the browser gets it."""

from __future__ import annotations

from jokerboard.tournament.event.events import Changed
from jokerboard.tournament.event.model import Settings
from jokerboard.tournament.event.round_events import Paused, RoundStarted
from jokerboard.tournament.web.event_view import _round
from tests.jokerboard.tournament.event.tournaments import make, paired, then


def test_a_running_round_has_an_end_and_a_paused_one_the_time_that_is_left() -> None:
    def clock(minutes: int, at: float, *, paused: bool = False) -> tuple[object, object]:
        now = then(make(2), Changed(Settings("Cup", minutes=minutes)))
        now = then(paired(now), RoundStarted(1), at=1000.0)
        if paused:
            now = then(now, Paused(1), at=at)
        assert now.round is not None
        shown = _round(now, now.round, at)
        return shown["ends"], shown["left"]

    assert clock(10, 1060.0) == (1_600_000, None)
    assert clock(10, 1060.0, paused=True) == (None, 540)
    assert clock(0, 1060.0) == (None, None)
