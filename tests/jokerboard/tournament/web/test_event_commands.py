"""The tournament's commands on the director's page: done, or refused with a sentence."""

from __future__ import annotations

import asyncio
import threading
from base64 import b64encode
from collections.abc import Awaitable, Callable

import httpx
import pytest

from jokerboard.journal.orders import What
from jokerboard.tournament.event import actions
from jokerboard.tournament.event.events import Event
from jokerboard.tournament.event.history import History
from jokerboard.tournament.event.model import Tournament
from jokerboard.tournament.event.team_events import Withdrawn
from tests.jokerboard.table.web.web_client import asking
from tests.jokerboard.tournament.web.event_hall import EventHall, begun, registered
from tests.jokerboard.tournament.web.hall import TOKEN
from tests.programs import PATIENCE


def test_a_pairing_orders_a_seating_and_a_start_orders_a_game_at_each_table(hall: EventHall) -> None:
    begun(hall)
    shown = hall.orders()
    assert [(order.order, order.by) for order in shown] == [(What.SEATING, "Ann")] * 2
    seating = shown[0].seating
    assert seating is not None
    assert (seating.round, seating.table, seating.rules) == (1, "1", "texas")
    assert {team.name for team in seating.teams} == {"Foxes", "Hens"}
    hall.done("start")
    started = hall.orders()
    assert [order.order for order in started] == [What.START] * 2
    assert started[0].seating is not None
    assert started[0].seating.ends == "2026-11-21T10:35:00Z"
    assert {(source.table, source.game) for source in hall.now.rounds[0].awaited} == {("oak", 1), ("elm", 1)}


def test_the_page_shows_the_cost_of_an_exchange_and_both_tables_get_the_new_seating(hall: EventHall) -> None:
    begun(hall)
    hall.orders()
    one, other = (hall.now.rounds[0].match(table).teams[0] for table in (1, 2))
    assert hall.read(f"/api/event/exchange/{one}/{other}").json()["cost"].startswith("With ")
    assert hall.read("/api/event/exchange/1/1").status_code == 409
    assert "reason" in hall.refused("exchange", one=one, other=other)
    hall.done("exchange", one=one, other=other, reason="a lift")
    seated = [order.seating for order in hall.orders()]
    assert [len(seating.teams) for seating in seated if seating is not None] == [2, 2]
    why = hall.read("/api/event/why/1/1").json()["why"]
    assert why.endswith("were brought together by hand, by Ann: a lift.")
    assert hall.read("/api/event/why/1/9").json()["error"] == "Round 1 has no table 9; its tables are 1 to 2."


def test_the_director_can_keep_teams_apart_and_let_them_meet_again(hall: EventHall) -> None:
    begun(hall)
    assert hall.refused("apart", teams=[1], reason="sisters") == "To keep teams apart, name two or more."
    hall.done("apart", teams=[1, 2], reason="sisters")
    assert hall.entries()["teams"][0]["apart"] == [hall.now.team(2).name]
    hall.done("meet", teams=[1, 2])
    assert hall.entries()["teams"][0]["apart"] == []


def paired_while(
    hall: EventHall,
    monkeypatch: pytest.MonkeyPatch,
    meanwhile: Callable[[httpx.AsyncClient], Awaitable[None]],
) -> httpx.Response:
    """Send the command to pair; do `meanwhile` while the pairing is computed; return the response."""
    thinking, over = threading.Event(), threading.Event()
    pair = actions.pair

    def slow(now: Tournament) -> list[Event]:
        thinking.set()
        assert over.wait(PATIENCE), "nothing else was done while the round was paired"
        return pair(now)

    monkeypatch.setattr(actions, "pair", slow)

    async def talk(http: httpx.AsyncClient) -> httpx.Response:
        await http.post("/api/login", json={"token": TOKEN, "who": "Ann"})
        asked = asyncio.create_task(http.post("/api/event/pair", json={}))
        await asyncio.to_thread(thinking.wait, PATIENCE)
        await meanwhile(http)
        over.set()
        return await asked

    return asking(hall.app, talk)


def test_the_directors_page_is_served_while_a_round_is_being_paired(
    hall: EventHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    registered(hall)

    async def look(http: httpx.AsyncClient) -> None:
        assert (await http.get("/event")).status_code == 200
        assert not hall.now.rounds

    assert paired_while(hall, monkeypatch, look).status_code == 200
    assert len(hall.now.rounds[0].matches) == 2
    assert len(hall.orders()) == 2


def test_a_team_that_withdraws_while_a_round_is_being_paired_is_not_paired(
    hall: EventHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    registered(hall)

    async def withdraw(_: httpx.AsyncClient) -> None:
        History(hall.store).do(lambda _: [Withdrawn(2)], "a sibling", 0.0)

    assert paired_while(hall, monkeypatch, withdraw).status_code == 200
    (match,) = hall.now.rounds[0].matches
    assert {*match.teams, *hall.now.rounds[0].byes} == {1, 3, 4}


def test_results_can_be_entered_and_corrected_on_the_directors_page(hall: EventHall) -> None:
    begun(hall).done("start")
    one, two = hall.now.rounds[0].matches
    hall.done("result", table=1, order=[one.teams[1]])
    hall.done("result", table=2, marbles=[[4, 100], [4, 90]])
    assert hall.now.rounds[0].match(1).result is not None
    assert hall.places(2)[0] == [hall.now.team(two.teams[1]).name]
    assert "give a reason" in hall.refused("result", table=1, equal=True)
    hall.done("result", table=1, equal=True, reason="misread")
    assert hall.entries()["table 1"]["corrected"]
    hall.done("result", table=1, absent=[one.teams[0]], reason="they went home")
    hall.done("result", table=1, clear=True, reason="no, they are back")
    assert hall.now.rounds[0].missing() == (1,)
    hall.done("result", table=1, marbles=[[10, 0], [3, 200]], winner=one.teams[0])
    assert hall.entries()["about"]["round"]["stage"] == "over"


@pytest.mark.parametrize(
    ("name", "body", "why"),
    [
        ("result", {"table": 1}, "Give the result in exactly one of its forms."),
        ("result", {"table": 1, "order": [99]}, "Team 99 does not sit at table 1."),
        ("result", {"table": 7, "equal": True}, "has no table 7"),
        ("result", {"table": 1, "equal": True, "round": 5}, "There is no round 5 yet."),
        ("result", {"table": 1, "marbles": [[1, 2]]}, "has 2 teams; give a number for each"),
        ("result", {"table": 1, "marbles": [[1], [2]]}, "marbles home and holes to go"),
        ("team", {"name": "", "players": []}, "'name' of event/team must be"),
        ("team", {"name": "A", "players": ["x"]}, "A has 1 of the 2 players"),
        (
            "teams",
            {"list": "team,club\nx,y", "file": "t.csv", "columns": ["team", "player", "player"]},
            "nothing",
        ),
        ("teams", {"data": "no Base64!", "file": "t.csv"}, "must be a list of teams as CSV"),
        ("teams", {"file": "t.csv"}, "the list is empty"),
        ("rename", {"team": 77, "name": "A", "players": ["x", "y"]}, "There is no team number 77"),
        ("withdraw", {"team": 1}, "needs 'reason'"),
        ("links", {"links": [[1, "a"], [1, "b"]]}, "number 1 is given twice"),
        ("new", {"name": "Again"}, "holds Spring Cup, which is not closed"),
        ("change", {"name": "Cup", "rules": "chess"}, "No rule set is called"),
        ("change", {"name": "Cup", "address": "javascript:alert(1)"}, "begins with http://"),
        ("pair", {}, "Round 1 has not been started"),
        ("pause", {}, "Round 1 has not been started."),
        ("prizes", {"prizes": ["x\u0000"]}, "a list of prizes"),
    ],
)
def test_an_impossible_command_of_a_director_is_refused_with_a_sentence(
    hall: EventHall, name: str, body: dict[str, object], why: str
) -> None:
    assert why in begun(hall).refused(name, **body)


def test_an_uploaded_list_of_teams_is_read_in_any_usual_encoding(hall: EventHall) -> None:
    hall.done("new", name="Cup")
    for name, encoding in (("Füchse", "utf-16"), ("Möwen", "cp1252"), ("Hühner", "utf-8-sig")):
        data = b64encode(f"team;player1;player2\n{name};{name}1;{name}2\n".encode(encoding)).decode()
        hall.done("teams", data=data, file="x.csv")
    assert [team["name"] for team in hall.entries()["teams"]] == ["Füchse", "Möwen", "Hühner"]


def test_a_list_of_teams_with_unknown_columns_is_answered_with_suggested_column_names(
    hall: EventHall,
) -> None:
    hall.done("new", name="Cup")
    asked = {"list": "Tiim,Yksi,Kaksi\nFoxes,Ann,Bo\n", "file": "x.csv"}
    answer = hall.done("teams", **asked)
    assert (answer["teams"], answer["row"]) == (0, ["Tiim", "Yksi", "Kaksi"])
    assert answer["guess"] == ["team", "player1", "player2"]
    assert hall.done("teams", **asked, columns=answer["guess"])["teams"] == 1
    assert [team["name"] for team in hall.entries()["teams"]] == ["Foxes"]
    headless = {"list": "Owls,Cy,Di\n", "file": "x.csv"}
    assert hall.done("teams", **headless, columns=["team", "player1", "player2"], named=False)["teams"] == 1


def test_teams_settings_and_prizes_can_be_changed_and_a_pairing_cancelled(hall: EventHall) -> None:
    begun(hall)
    hall.done("unpair", reason="a team is missing")
    answer = hall.done("teams", list="team,player,e-mail\nNewts,Ida,\nNewts,Jo,\n", file="more.csv")
    assert (answer["teams"], answer["remarks"]) == (1, ["these columns are ignored: e-mail"])
    hall.done("team", name="Moles", players=["Kim", "Lou"], club="East")
    hall.done("rename", team=6, name="Voles", players=["Kim", "Lou", "Max"])
    hall.done("withdraw", team=1, reason="ill")
    hall.done("return", team=1)
    hall.done("change", name="Summer Cup", minutes=45, place="Hall")
    hall.done("prizes", prizes=["The cup", " "])
    about = hall.entries()["about"]
    assert (about["settings"]["name"], about["settings"]["minutes"], about["prizes"]) == (
        "Summer Cup",
        45,
        ["The cup"],
    )
    assert [team["name"] for team in hall.entries()["teams"]] == [
        "Foxes", "Owls", "Hens", "Larks", "Newts", "Voles"
    ]  # fmt: skip
