"""Spectators see plays after a delay, directors see them at once, and finished games are shown whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
from hypothesis import given
from hypothesis import strategies as st

from jokerboard.journal.records import Entry, Kind, Record
from jokerboard.tournament.collect.seat import Delay, DelayedView
from tests.jokerboard.table.web.web_client import asking
from tests.jokerboard.tournament.desk_tables import FakeTable
from tests.jokerboard.tournament.web.event_hall import EventHall
from tests.jokerboard.tournament.web.hall import TOKEN, Hall

WON = "h1,h2,h3,h4,h5/-/h1,h2,h3,h4,h5/- B"


def playing(table: FakeTable, first: int, last: int) -> None:
    for n in range(first, last + 1):
        table.play(n, "ABCD"[(n - 1) % 4], "2H A8-A10", f"A{n}/-/-/- {'ABCD'[n % 4]}")


def delayed(desk: Hall) -> FakeTable:
    """A table with five plays, at a desk that shows spectators two plays fewer."""
    table = FakeTable("t1", "Table 1")
    table.begin()
    playing(table, 1, 5)
    desk.take(table)
    desk.desk.show_late(Delay(plays=2))
    return table


def seen(desk: Hall, path: str, *, director: bool) -> httpx.Response:
    async def talk(http: httpx.AsyncClient) -> list[httpx.Response]:
        if director:
            await http.post("/api/login", json={"token": TOKEN, "who": "Ann"})
        return [await http.get(path)]

    return asking(desk.app, talk)[0]


def plays(desk: Hall, *, director: bool) -> list[int]:
    return [play["n"] for play in seen(desk, "/api/table/t1", director=director).json()["plays"]]


def test_spectators_see_plays_after_the_delay_and_directors_at_once(desk: Hall) -> None:
    table = delayed(desk)
    assert (plays(desk, director=False), plays(desk, director=True)) == ([1, 2, 3], [1, 2, 3, 4, 5])
    playing(table, 6, 6)
    desk.take(table)
    assert plays(desk, director=False) == [1, 2, 3, 4]
    (summary,) = seen(desk, "/api/tables", director=False).json()["tables"]
    assert (summary["game"]["n"], summary["game"]["position"]) == (4, "A4/-/-/- A")
    (summary,) = seen(desk, "/api/tables", director=True).json()["tables"]
    assert summary["game"]["n"] == 6
    (listed,) = seen(desk, "/api/table/t1", director=False).json()["games"]
    assert (listed["n"], listed["position"]) == (4, "A4/-/-/- A")


def test_no_page_or_file_shows_a_spectator_a_play_within_the_delay(desk: Hall) -> None:
    table = FakeTable("t1", "Table 1")
    table.begin()
    playing(table, 1, 5)
    table.verdict("illegal", seat="B", code="x", text="Secret.", holes=["B1"], put_back=[])
    desk.take(table)
    desk.desk.show_late(Delay(plays=3))
    last = len(table.lines)
    for path in (f"/api/table/t1?game=1&record={last}", "/api/table/t1?game=2", "/api/export/incidents.csv",
                 "/api/export/incidents.json", "/api/export/log/t1.jsonl"):  # fmt: skip
        assert seen(desk, path, director=False).status_code == 409, path
    assert desk.desk.incidents(True) == {}
    assert len(desk.desk.incidents(False)) == 1
    assert seen(desk, "/api/export/log/t1.jsonl", director=True).status_code == 200
    paths = ("/api/tables", "/api/table/t1")
    everything = "".join(seen(desk, path, director=False).text for path in paths)
    assert "Secret" not in everything
    assert "A5/" not in everything


def test_spectators_see_a_finished_game_whole_and_a_restart_keeps_their_delay(
    desk: Hall, tmp_path: Path
) -> None:
    table = delayed(desk)
    with Hall(tmp_path) as again:
        again.desk.delay = Delay(plays=2)
        again.desk.follow()
        assert again.desk.tables(True) == desk.desk.tables(True)
    table.verdict("over", team=["A", "C"], position=WON)
    desk.take(table)
    assert plays(desk, director=False) == [1, 2, 3, 4, 5]
    assert desk.desk.tables(True)["t1"]["game"]["over"] == ["A", "C"]


def test_the_desk_applies_the_spectators_delay_in_the_tournaments_settings(tmp_path: Path) -> None:
    with EventHall(tmp_path) as one:
        one.done("new", name="Cup", delay_plays=4)
        one.event.follow()
        assert one.desk.delay == Delay(plays=4)
        one.done("change", name="Cup", delay_plays=0, delay_minutes=3)
        assert one.desk.delay == Delay(180)
        assert "from 0 to 240" in one.refused("change", name="Cup", delay_minutes=241)


def record(n: int, play: bool) -> Record:
    data: dict[str, Any] = {"t": float(n), "kind": "turn", "seat": "A"}
    if play:
        data = {"t": float(n), "kind": "move", "n": n, "seat": "A", "card": "2H", "position": "A8/-/-/- B"}
    return Record(n, 1, Kind.VERDICT, data, "")


@given(
    st.lists(st.tuples(st.booleans(), st.floats(0, 100)), max_size=40),
    st.floats(0, 200), st.integers(0, 10),
)  # fmt: skip
def test_no_spectator_sees_a_play_before_its_delay_is_over(
    steps: list[tuple[bool, float]], seconds: float, later: int
) -> None:
    delay, view, now = Delay(seconds, later), DelayedView(1), 0.0
    header = Entry(1, Kind.GAME, {"rules": "texas", "players": 4, "sides": 4, "position": "-/-/-/- A"})
    view.take(Record(1, 1, header.kind, dict(header.data), ""), now)
    came: dict[int, float] = {}
    for n, (play, wait) in enumerate(steps, 2):
        now += wait
        view.take(record(n, play), now)
        if play:
            came[n] = now
        view.release(delay, now, "2026-11-21T10:00:00+00:00")
        shown = set(view.view.game.plays) if view.view.game else set()
        for one, at in came.items():
            after = sum(other > one for other in came)
            if one in shown and delay:
                assert at + seconds <= now
                assert after >= later or later == 0
        if not delay:
            assert shown == set(came)
