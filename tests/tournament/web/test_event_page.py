"""The tournament at the director's desk: commands, orders to the tables, results from their logs."""

from __future__ import annotations

import asyncio
import csv
import io
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.programs import PATIENCE
from tests.service.web_client import ask, asking
from tests.tournament.web.event_hall import OPEN, TEAMS, EventHall, begun, event_hall, registered
from tests.tournament.web.hall import HOSTILE, TOKEN
from tests.tournament.web.test_every_route import HEADERS, JUNK
from tournament.event import actions
from tournament.event.actions import start
from tournament.event.events import Event, Withdrawn
from tournament.event.history import History
from tournament.event.model import How, Stage, Tournament
from tournament.orders import What
from tournament.records import Kind


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[EventHall]:
    with event_hall(tmp_path) as one:
        yield one


def places(hall: EventHall, table: int) -> list[list[str]]:
    """Who was where at a table of the newest round, by name."""
    result = hall.now.rounds[-1].match(table).result
    assert result is not None
    return [[hall.now.team(number).name for number in place] for place in result.places]


def test_before_there_is_a_tournament_the_page_says_so(hall: EventHall) -> None:
    assert hall.entries() == {"remarks": {"trouble": None, "remarks": []}}
    assert hall.read("/event").status_code == 200
    assert hall.read("/api/event/export/json").json()["error"] == "There is no tournament yet."
    assert hall.read("/event/sheet/pairings").status_code == 409
    assert hall.read("/follow?table=1").headers["location"] == "/event"
    assert "make one with: jokerboard tournament new" in hall.refused("pair")


def test_a_pairing_is_shown_at_its_tables_and_a_start_begins_their_games(hall: EventHall) -> None:
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


def paired_while(
    hall: EventHall,
    monkeypatch: pytest.MonkeyPatch,
    meanwhile: Callable[[httpx.AsyncClient], Awaitable[None]],
) -> httpx.Response:
    """The answer to a director who pairs, with something done while the first pairing is thought out."""
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


def test_a_page_is_answered_while_a_round_is_paired(hall: EventHall, monkeypatch: pytest.MonkeyPatch) -> None:
    registered(hall)

    async def look(http: httpx.AsyncClient) -> None:
        assert (await http.get("/event")).status_code == 200
        assert not hall.now.rounds

    assert paired_while(hall, monkeypatch, look).status_code == 200
    assert len(hall.now.rounds[0].matches) == 2
    assert len(hall.orders()) == 2


def test_a_team_that_withdraws_while_a_round_is_paired_is_not_in_it(
    hall: EventHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    registered(hall)

    async def withdraw(_: httpx.AsyncClient) -> None:
        History(hall.store).do(lambda _: [Withdrawn(2)], "a sibling", 0.0)

    assert paired_while(hall, monkeypatch, withdraw).status_code == 200
    (match,) = hall.now.rounds[0].matches
    assert {*match.teams, *hall.now.rounds[0].byes} == {1, 3, 4}


def test_results_come_from_the_tables_own_logs_by_themselves(hall: EventHall) -> None:
    begun(hall).done("start")
    hall.begin("oak")
    assert hall.now.rounds[0].missing() == (1, 2)
    hall.win("oak", "A", "C")
    assert hall.now.rounds[0].missing() == (2,)
    first = hall.now.team(hall.now.rounds[0].match(1).teams[0]).name
    assert places(hall, 1)[0] == [first]
    told = hall.entries()["table 1"]
    assert (told["how"], told["from_log"]) == ("played", True)
    assert [team["count"][0] for team in told["teams"]] == [10, 1]
    assert History(hall.store).events[-1].by == "the table's log"


def test_a_win_that_is_taken_back_at_the_table_is_told(hall: EventHall) -> None:
    begun(hall).done("start")
    hall.begin("oak")
    hall.win("oak", "A", "C")
    hall.tables["oak"].verdict("takeback", n=1, position=OPEN)
    hall.hear("oak")
    assert "table 1: its log says something else now" in hall.entries()["remarks"]["remarks"][0]
    assert hall.now.rounds[0].missing() == (2,)


def test_a_decision_of_the_table_counts(hall: EventHall) -> None:
    begun(hall).done("start")
    hall.begin("oak")
    hall.decide("oak", "B", "D", text="an ace up a sleeve")
    result = hall.now.rounds[0].match(1).result
    assert result is not None
    assert (result.how, result.reason) == (How.DECISION, "an ace up a sleeve")
    hall.begin("elm")
    hall.decide("elm")
    assert len(places(hall, 2)[0]) == 2


def test_pause_and_go_on_are_told_to_the_tables_that_still_play(hall: EventHall) -> None:
    begun(hall).done("start")
    hall.begin("oak")
    hall.win("oak", "A", "C")
    hall.orders()
    hall.done("pause")
    hall.done("go-on")
    hall.done("extend", minutes=5, reason="fire alarm")
    assert [(order.order.value, order.journal) for order in hall.orders()] == [
        ("pause", hall.tables["elm"].journal),
        ("go-on", hall.tables["elm"].journal),
    ]
    assert hall.now.rounds[0].extra == 300.0


def test_when_time_is_called_the_boards_decide_and_the_games_end(hall: EventHall) -> None:
    begun(hall).done("start")
    hall.begin("oak", OPEN)
    hall.begin("elm", "A8/B8/C8/D8 A")
    hall.orders()
    hall.done("time-out")
    result = hall.now.rounds[0].match(1).result
    assert result is not None
    assert result.how is How.TIME
    assert hall.now.rounds[0].stage is Stage.OVER
    ahead = result.places[0][0]
    ended = [order for order in hall.orders() if order.order is What.RESULT]
    assert ended[0].team == (("A", "C") if hall.now.rounds[0].match(1).teams[0] == ahead else ("B", "D"))
    assert "On time: " in ended[0].text
    assert ended[1].team == (), "both have one marble on its come-out each: equal"
    assert len(places(hall, 2)[0]) == 2


def test_a_penalty_given_at_a_table_counts_once_it_is_done_there(hall: EventHall) -> None:
    begun(hall).done("start")
    hall.begin("oak")
    hall.desk.order("oak", What.PENALTY, "Ann", text="peeked", team=("B", "D"), points=2)
    order = hall.orders()[-1]
    hall.event.follow()
    assert "penalty" not in hall.read("/api/event/export/standings.txt").text
    hall.tables["oak"].told(Kind.ORDER, **(order.to_json() | {"taken": True, "said": "A penalty."}))
    hall.hear("oak")
    hall.event.follow()
    team = hall.now.rounds[0].match(1).teams[1]
    assert [(given.team, given.points, given.reason) for given in hall.now.penalties] == [(team, 2, "peeked")]
    assert {row["name"]: row["penalty"] for row in hall.entries()["standings"]["rows"]}[
        hall.now.team(team).name
    ] == 2
    hall.done("penalty", team=team, points=-2, reason="a mistake")
    assert hall.now.penalty(team) == 0


def test_a_table_out_of_contact_waits_for_the_director(hall: EventHall) -> None:
    begun(hall).done("start")
    hall.begin("oak")
    hall.hear("oak", here=False)
    hall.begin("elm")
    hall.done("time-out")
    assert hall.now.rounds[0].missing() == (1,)
    assert "table 1 is not in contact" in hall.entries()["remarks"]["remarks"][0]
    assert "time has not been called" not in hall.refused("take", table=2)
    hall.done("take", table=1)
    assert hall.now.rounds[0].stage is Stage.OVER


def test_before_time_is_called_no_unfinished_game_is_taken(hall: EventHall) -> None:
    begun(hall).done("start")
    hall.begin("oak")
    assert "Time has not been called" in hall.refused("take", table=1)


def test_a_table_that_plays_something_else_is_told_and_not_taken(hall: EventHall) -> None:
    begun(hall).done("start")
    hall.tables["oak"].begin(teams=4)
    hall.tables["oak"].verdict("over", team=["A"], position="h1,h2,h3,h4,h5/-/-/- B")
    hall.hear("oak")
    assert hall.now.rounds[0].missing() == (1, 2)
    assert hall.entries()["remarks"]["remarks"] == [
        "table 1: other seats or teams play there than the round's pairing says"
    ]


def test_a_table_the_hall_does_not_know_is_a_remark_and_the_round_starts(hall: EventHall) -> None:
    begun(hall).done("links", links=[[1, "oak"], [2, "ash"]])
    hall.done("start")
    assert hall.now.rounds[0].stage is Stage.RUNNING
    assert "table 2 was not told: No table of this name" in hall.entries()["remarks"]["remarks"][0]


def test_results_by_hand_and_their_correction(hall: EventHall) -> None:
    begun(hall).done("start")
    one, two = hall.now.rounds[0].matches
    hall.done("result", table=1, order=[one.teams[1]])
    hall.done("result", table=2, marbles=[[4, 100], [4, 90]])
    assert hall.now.rounds[0].match(1).result is not None
    assert places(hall, 2)[0] == [hall.now.team(two.teams[1]).name]
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
        ("result", {"table": 1}, "Give the result one way."),
        ("result", {"table": 1, "order": [99]}, "Team 99 does not sit at table 1."),
        ("result", {"table": 7, "equal": True}, "has no table 7"),
        ("result", {"table": 1, "equal": True, "round": 5}, "There is no round 5 yet."),
        ("result", {"table": 1, "marbles": [[1, 2]]}, "has 2 teams; give a number for each"),
        ("result", {"table": 1, "marbles": [[1], [2]]}, "marbles home and holes to go"),
        ("team", {"name": "", "players": []}, "'name' of event/team must be"),
        ("team", {"name": "A", "players": ["x"]}, "A has 1 of the 2 players"),
        ("teams", {"list": "team\nx", "file": "t.csv"}, "nothing was registered."),
        ("rename", {"team": 77, "name": "A", "players": ["x", "y"]}, "There is no team number 77"),
        ("withdraw", {"team": 1}, "needs 'reason'"),
        ("links", {"links": [[1, "a"], [1, "b"]]}, "number 1 is given twice"),
        ("new", {"name": "Again"}, "holds Spring Cup already"),
        ("change", {"name": "Cup", "rules": "chess"}, "No rule set is called"),
        ("change", {"name": "Cup", "address": "javascript:alert(1)"}, "begins with http://"),
        ("pair", {}, "Round 1 has not been started"),
        ("pause", {}, "Round 1 has not been started."),
        ("prizes", {"prizes": ["x\u0000"]}, "cannot be printed"),
    ],
)
def test_what_does_not_go_is_answered_with_a_sentence(
    hall: EventHall, name: str, body: dict[str, object], why: str
) -> None:
    assert why in begun(hall).refused(name, **body)


def test_teams_settings_prizes_and_a_cancelled_pairing(hall: EventHall) -> None:
    begun(hall)
    hall.done("unpair", reason="a team is missing")
    answer = hall.done("teams", list="team,player,e-mail\nNewts,Ida,\nNewts,Jo,\n", file="more.csv")
    assert (answer["teams"], answer["remarks"]) == (1, ["not taken over: e-mail"])
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


def test_two_directors_see_what_the_other_does(hall: EventHall) -> None:
    begun(hall)
    History(hall.store).do(start, "Bo", 0.0)
    stages = [hall.now.rounds[0].stage]
    hall.event.follow()
    assert [*stages, hall.now.rounds[0].stage] == [Stage.PAIRED, Stage.RUNNING]


def test_a_damaged_log_is_trouble_and_not_a_stumble(hall: EventHall) -> None:
    begun(hall)
    hall.store.append_event("nonsense", len(hall.store.events()))
    hall.event.follow()
    assert "cannot be read" in hall.entries()["remarks"]["trouble"]
    assert "cannot be read" in hall.refused("start")


def test_a_phone_is_led_from_a_tables_number_to_its_board(hall: EventHall) -> None:
    begun(hall)
    assert hall.read("/follow?table=1").headers["location"] == "/table/oak"
    for query in ("?table=9", "?table=x", "", "?table=99999999999"):
        assert hall.read(f"/follow{query}").headers["location"] == "/event"
    hall.done("links", links=[[1, "//evil.example/"]])
    assert hall.read("/follow?table=1").headers["location"] == "/event"


def test_sheets_and_exports_are_served_with_names_as_text(hall: EventHall) -> None:
    hall.done("new", name=HOSTILE, rounds=1)
    hall.done(
        "teams",
        list=f'team,player1,player2\n"{HOSTILE.replace(chr(34), chr(34) * 2)}",<b>A</b>,B\nOwls,Cy,Di\n',
        file="x",
    )
    hall.done("pair")
    for kind in ("pairings", "seats", "slips", "standings", "prizes"):
        page = hall.read(f"/event/sheet/{kind}?round=1")
        assert page.status_code == 200
        assert "<img" not in page.text
        assert "<b>A</b>" not in page.text
        assert "<style" not in page.text
    for what in ("json", "standings.csv", "results.csv", "teams.csv", "standings.txt"):
        answer = hall.read(f"/api/event/export/{what}")
        assert answer.headers["content-disposition"].startswith("attachment")
    rows = list(csv.reader(io.StringIO(hall.read("/api/event/export/teams.csv").text.removeprefix("\ufeff"))))
    assert rows[1][0] == HOSTILE
    for path in ("/event/sheet/other", "/api/event/export/other"):
        assert hall.read(path).status_code == 404


def test_an_earlier_round_can_be_read(hall: EventHall) -> None:
    begun(hall).done("start")
    for table in (1, 2):
        hall.done("result", table=table, equal=True)
    hall.done("pair")
    earlier = hall.read("/api/event/round/1").json()
    assert [match["result"] for match in earlier["matches"]] == [
        " = ".join(hall.now.team(number).name for number in match.teams)
        for match in hall.now.rounds[0].matches
    ]
    assert hall.read("/api/event/round/3").status_code == 409


def test_only_what_changed_is_sent_again(hall: EventHall) -> None:
    begun(hall).done("start")
    section_entries = hall.section.keyed["event"]
    before = section_entries()
    hall.done("result", table=1, equal=True)
    after = section_entries()
    changed = {key for key in after if after[key] is not before.get(key)}
    assert changed == {"about", "standings", "table 1"}


FIELDS = (
    "name", "teams", "list", "file", "players", "table", "round", "order", "absent", "equal", "clear",
    "marbles", "winner", "reason", "links", "prizes", "minutes", "team", "rounds", "system", "rules",
)  # fmt: skip
NUMBERS = st.integers(-2, 8)
BODIES = st.dictionaries(
    st.sampled_from(FIELDS),
    NUMBERS | JUNK | st.lists(NUMBERS, max_size=4) | st.lists(st.lists(NUMBERS, max_size=3), max_size=3),
    max_size=5,
)


@given(data=st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_a_director_sends_is_done_or_answered_with_a_sentence(
    hall: EventHall, data: st.DataObject
) -> None:
    if hall.event.now is None:
        begun(hall).done("start")
    name = data.draw(st.sampled_from([one.name.removeprefix("event/") for one in hall.section.commands]))
    (answer,) = hall.do((name, data.draw(BODIES)))
    assert answer.status_code in (200, 400, 409), answer.text
    assert History(hall.store).now == hall.now


@given(data=st.data())
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nothing_is_done_for_who_has_no_token(hall: EventHall, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([one.name for one in hall.section.commands]))
    answer = ask(hall.app, "POST", f"/api/{name}", json=data.draw(BODIES), headers=data.draw(HEADERS))
    assert answer.status_code in (401, 403, 421)
    assert hall.store.events() == []


@given(data=st.data())
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_address_stumbles(hall: EventHall, data: st.DataObject) -> None:
    if hall.event.now is None:
        hall.done("new", name="Cup")
        hall.done("teams", list=TEAMS, file="t")
    gap = data.draw(st.sampled_from(["0", "1", "99", "x", "%00", "%2e%2e", "pairings", "json"]))
    path = data.draw(
        st.sampled_from(["/event/sheet/", "/api/event/round/", "/api/event/export/", "/follow?table="])
    )
    query = data.draw(st.sampled_from(["", "?round=1", "?round=-1", "?round=999", "?round=x"]))
    assert hall.read(path + gap + ("" if "?" in path else query)).status_code < 500
