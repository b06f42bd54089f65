"""The parts of the tournament that everybody can read on the director's page."""

from __future__ import annotations

import csv
import io
from functools import partial

from jokerboard.tournament.event.actions import start
from jokerboard.tournament.event.history import History
from jokerboard.tournament.event.model import Stage
from tests.jokerboard.tournament.web.event_hall import EventHall, begun
from tests.jokerboard.tournament.web.hall import HOSTILE


def test_every_page_and_command_reports_a_missing_tournament(hall: EventHall) -> None:
    assert hall.entries() == {"remarks": {"trouble": None, "remarks": []}, "past": []}
    assert hall.read("/event").status_code == 200
    assert hall.read("/api/event/export/json").json()["error"] == "There is no tournament yet."
    assert hall.read("/event/sheet/pairings").status_code == 409
    assert hall.read("/follow?table=1").headers["location"] == "/event"
    assert "make one with: jokerboard tournament new" in hall.refused("pair")


def test_a_phone_is_redirected_from_a_tables_number_to_its_board(hall: EventHall) -> None:
    begun(hall)
    assert hall.read("/follow?table=1").headers["location"] == "/table/oak"
    team = hall.now.rounds[0].match(1).teams[0]
    assert hall.read(f"/follow?team={team}").headers["location"] == "/table/oak"
    for query in ("?team=99", "?table=9", "?table=x", "", "?table=99999999999"):
        assert hall.read(f"/follow{query}").headers["location"] == "/event"
    hall.done("links", links=[[1, "//evil.example/"]])
    assert hall.read("/follow?table=1").headers["location"] == "/event"


def test_served_sheets_and_exports_contain_hostile_names_as_text(hall: EventHall) -> None:
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


def test_the_results_of_an_earlier_round_can_be_read_on_the_page(hall: EventHall) -> None:
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


def test_only_changed_entries_of_the_tournament_are_sent_again(hall: EventHall) -> None:
    begun(hall).done("start")
    section_entries = partial(hall.section.keyed["event"], False)
    before = section_entries()
    hall.done("result", table=1, equal=True)
    after = section_entries()
    changed = {key for key in after if after[key] is not before.get(key)}
    assert changed == {"about", "standings", "table 1"}


def test_an_action_of_another_director_is_shown_on_the_page(hall: EventHall) -> None:
    begun(hall)
    History(hall.store).do(start, "Bo", 0.0)
    stages = [hall.now.rounds[0].stage]
    hall.event.follow()
    assert [*stages, hall.now.rounds[0].stage] == [Stage.PAIRED, Stage.RUNNING]


def test_a_damaged_log_of_the_tournament_is_reported_on_the_page(hall: EventHall) -> None:
    begun(hall)
    hall.store.append_event("nonsense", len(hall.store.events()))
    hall.event.follow()
    assert "cannot be read" in hall.entries()["remarks"]["trouble"]
    assert "cannot be read" in hall.refused("start")
