"""The clock of a round shows the remaining time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event.events import Changed
from jokerboard.tournament.event.model import Settings, Tournament
from jokerboard.tournament.event.round_events import (
    Extended,
    Paused,
    Resumed,
    RoundStarted,
    TimeOut,
    seconds_left,
)
from jokerboard.tournament.event.sentences import time_left
from tests.jokerboard.tournament.event.tournaments import make, paired, then


def left(now: Tournament, at: float) -> float | None:
    return seconds_left(now.settings, now.rounds[-1], at)


def test_the_rounds_clock_runs_from_the_start_and_goes_below_zero() -> None:
    now = paired(make(2))
    assert left(now, 99.0) == 3600.0
    now = then(now, RoundStarted(1), at=100.0)
    assert [left(now, at) for at in (100.0, 160.0, 3700.0, 3760.0)] == [3600.0, 3540.0, 0.0, -60.0]


def test_a_pause_stops_the_rounds_clock_and_minutes_can_be_added() -> None:
    now = then(then(paired(make(2)), RoundStarted(1), at=0.0), Paused(1), at=600.0)
    assert left(now, 5000.0) == 3000.0
    now = then(now, Extended(1, 10, "fire alarm"), at=5000.0)
    assert left(now, 5000.0) == 3600.0
    now = then(now, Resumed(1), at=6000.0)
    assert left(now, 6060.0) == 3540.0


def test_the_rounds_clock_stops_when_time_is_called() -> None:
    now = then(then(paired(make(2)), RoundStarted(1), at=0.0), TimeOut(1), at=3610.0)
    assert left(now, 9999.0) == -10.0


def test_if_time_is_called_during_a_pause_the_clock_shows_the_time_at_the_pauses_start() -> None:
    now = then(then(paired(make(2)), RoundStarted(1), at=0.0), Paused(1), at=600.0)
    assert left(then(now, TimeOut(1), at=900.0), 9999.0) == 3000.0


def test_a_tournament_without_a_time_limit_has_no_clock() -> None:
    now = then(make(2), Changed(Settings("Cup", minutes=0)))
    now = then(paired(now), RoundStarted(1))
    assert left(now, 5.0) is None
    with pytest.raises(EventError, match="these rounds have no clock"):
        then(now, Extended(1, 5, "x"))


@given(st.lists(st.tuples(st.floats(0, 500), st.floats(0, 500)), max_size=6))
def test_pauses_do_not_count_towards_the_time_of_a_round(spells: list[tuple[float, float]]) -> None:
    now, at, played = then(paired(make(2)), RoundStarted(1), at=1000.0), 1000.0, 0.0
    for playing, pausing in spells:
        at += playing
        played += playing
        now = then(now, Paused(1), at=at)
        at += pausing
        now = then(now, Resumed(1), at=at)
    assert left(now, at) == pytest.approx(3600.0 - played)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "0:00 left"),
        (59.9, "0:59 left"),
        (2825.0, "47:05 left"),
        (3720.0, "1:02:00 left"),
        (-0.9, "0:00 left"),
        (-269.5, "over by 4:29"),
        (None, "no clock"),
    ],
)
def test_the_remaining_time_of_a_round_is_shown_in_minutes_and_seconds(
    seconds: float | None, text: str
) -> None:
    assert time_left(seconds) == text
