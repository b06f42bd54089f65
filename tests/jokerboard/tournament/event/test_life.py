"""A tournament until the next one is created: undone lists, byes on request, closing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event.events import Closed, Created
from jokerboard.tournament.event.history import History
from jokerboard.tournament.event.model import ByeRequest, Settings, System
from jokerboard.tournament.event.record import records
from jokerboard.tournament.event.round_events import PairingCancelled
from jokerboard.tournament.event.standings import standings
from jokerboard.tournament.event.team_events import (
    ByeCancelled,
    ByeRequested,
    Registered,
    RegistrationUndone,
    Withdrawn,
)
from jokerboard.tournament.paper.text import pairings
from tests.jokerboard.tournament.event.tournaments import by_chance, entries, make, paired, played, then
from tests.jokerboard.tournament.web.event_hall import OPEN, TEAMS, EventHall


def test_the_registration_of_all_teams_can_be_undone_and_repeated() -> None:
    now = then(make(6), RegistrationUndone("the wrong list"))
    assert now.teams == ()
    now = then(now, Registered(entries(4)))
    assert [team.number for team in now.teams] == [1, 2, 3, 4]
    assert len(paired(now).rounds[0].matches) == 2
    with pytest.raises(EventError, match="can only withdraw"):
        then(paired(now), RegistrationUndone("too late"))
    with pytest.raises(EventError, match="needs a reason"):
        then(now, RegistrationUndone(" "))


def test_a_team_with_a_bye_on_request_is_not_paired_and_gets_the_byes_points() -> None:
    now = then(make(6), ByeRequested(ByeRequest(2, 1), "a wedding"))
    now = paired(now)
    here = now.rounds[0]
    assert 2 in here.byes
    assert all(2 not in match.teams for match in here.matches)
    assert now.requests == ()
    (line,) = [line for line in pairings(now, here) if line.startswith("bye: ")]
    assert "Team 2 (on request, 1 point)" in line
    now = played(now, by_chance(1))
    assert next(row.points for row in standings(now) if row.team == 2) == 1
    assert records(now)[2].points == 1
    assert records(now)[2].byes == 0, "it may still get the bye of an odd round"
    asked = len([number for number in here.byes if number != 2])
    assert asked == 1, "five teams are odd"


def test_a_team_that_asks_for_a_bye_and_withdraws_is_left_out_of_the_next_pairing() -> None:
    now = then(make(6), ByeRequested(ByeRequest(6, 1), "a train"), Withdrawn(6, "ill"))
    here = paired(now).rounds[-1]
    assert 6 not in (*here.byes, *(team for match in here.matches for team in match.teams))
    assert here.requested == ()


def test_a_request_for_a_bye_survives_a_cancelled_pairing_and_can_be_cancelled_later() -> None:
    now = paired(then(make(4), ByeRequested(ByeRequest(1, 0), "late train")))
    now = then(now, PairingCancelled(1, "a team is missing"))
    assert [one.team for one in now.requests] == [1]
    now = then(now, ByeCancelled(1))
    assert paired(now).rounds[0].byes == ()


@pytest.mark.parametrize(
    ("request_", "reason", "why"),
    [
        (ByeRequest(1, 3), "x", "0 to 2 points"),
        (ByeRequest(1, 1), "", "needs a reason"),
        (ByeRequest(9, 1), "x", "no team number 9"),
        (ByeRequest(3, 1), "x", "has withdrawn"),
        (ByeRequest(4, 1), "x", "asked for a bye already"),
    ],
)
def test_an_impossible_bye_is_refused(request_: ByeRequest, reason: str, why: str) -> None:
    now = then(make(5), Withdrawn(3), ByeRequested(ByeRequest(4, 1), "x"))
    with pytest.raises(EventError, match=re.escape(why)):
        then(now, ByeRequested(request_, reason))
    with pytest.raises(EventError, match="round robin"):
        then(make(4, System.ROUND_ROBIN), ByeRequested(ByeRequest(1, 1), "x"))


def test_after_closing_another_tournament_is_created_in_the_same_store(tmp_path: Path) -> None:
    store = Store(tmp_path / FILE)
    history = History(store)
    history.create(Created(Settings("Spring Cup")), "Ann", 1.0)
    history.do(lambda _: [Registered(entries(4))], "Ann", 2.0)
    with pytest.raises(EventError, match="not closed"):
        history.create(Created(Settings("Autumn Cup")), "Ann", 3.0)
    history.do(lambda _: [Closed("over")], "Ann", 4.0)
    with pytest.raises(EventError, match="closed"):
        history.do(lambda _: [Registered(entries(1, 9))], "Ann", 5.0)
    history.create(Created(Settings("Autumn Cup")), "Ann", 6.0)
    history.do(lambda _: [Registered(entries(2))], "Ann", 7.0)
    for one in (history, History(store)):
        assert (one.now.settings.name, len(one.now.teams), len(one.events)) == ("Autumn Cup", 2, 2)
        (past,) = one.past
        assert (past.now.settings.name, len(past.now.teams), len(past.events)) == ("Spring Cup", 4, 3)
    store.close()


def test_a_second_tournament_in_a_store_does_not_change_the_results_and_files_of_the_first(
    tmp_path: Path,
) -> None:
    with EventHall(tmp_path) as hall:
        _first(hall)
        first = hall.read("/api/event/export/results.csv").text
        hall.done("close", reason="")
        assert "closed" in hall.refused("withdraw", team=1, reason="")
        hall.done("new", name="Autumn Cup")
        hall.done("teams", list=TEAMS, file="x.csv")
        assert hall.now.settings.name == "Autumn Cup"
        assert hall.entries()["past"] == [{"name": "Spring Cup", "place": ""}]
        assert hall.read("/api/event/export/results.csv?past=0").text == first
        assert hall.read("/api/event/export/results.csv?past=1").status_code == 404
        (result,) = hall.desk.lists.results.values()
        assert result["over"] == ["B", "D"], "the first tournament's correction still counts"


def _first(hall: EventHall) -> None:
    hall.done("new", name="Spring Cup", rounds=1)
    hall.done("teams", list=TEAMS, file="x.csv")
    hall.table("oak")
    hall.done("links", links=[[1, "oak"]])
    hall.done("pair")
    hall.done("start")
    hall.begin("oak", OPEN)
    hall.win("oak", "A", "C")
    second = hall.now.rounds[0].match(1).teams[1]
    hall.done("result", table=1, order=[second], reason="read again")
    hall.done("result", table=2, equal=True)


def test_teams_and_byes_can_be_registered_and_removed_again_on_the_page(tmp_path: Path) -> None:
    with EventHall(tmp_path) as hall:
        hall.done("new", name="Cup")
        hall.done("teams", list=TEAMS, file="x.csv")
        hall.done("unregister", reason="the wrong list")
        assert hall.now.teams == ()
        hall.done("teams", list=TEAMS, file="x.csv")
        hall.done("bye", team=1, points=1, reason="a wedding")
        (team,) = [one for one in hall.entries()["teams"] if one["bye"] is not None]
        assert (team["number"], team["bye"]) == (1, 1)
        hall.done("no-bye", team=1)
        assert hall.now.requests == ()
