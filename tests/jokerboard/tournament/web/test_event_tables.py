"""A tournament's round and its tables: results from logs, orders to tables, and differences."""

from __future__ import annotations

import re
from pathlib import Path

from jokerboard.journal.orders import What
from jokerboard.journal.records import Kind
from jokerboard.tournament.event.history import History
from jokerboard.tournament.event.model import How, Stage
from jokerboard.tournament.paper.replay import StoredReplays
from jokerboard.tournament.paper.site import write_site
from jokerboard.words.catalogue import words
from tests.jokerboard.tournament.web.event_hall import OPEN, EventHall, begun


def test_the_result_of_a_won_game_is_taken_from_the_tables_log_without_a_command(hall: EventHall) -> None:
    begun(hall).done("start")
    hall.begin("oak")
    assert hall.now.rounds[0].missing() == (1, 2)
    hall.win("oak", "A", "C")
    assert hall.now.rounds[0].missing() == (2,)
    first = hall.now.team(hall.now.rounds[0].match(1).teams[0]).name
    assert hall.places(1)[0] == [first]
    entry = hall.entries()["table 1"]
    assert (entry["how"], entry["from_log"]) == ("played", True)
    assert [team["count"][0] for team in entry["teams"]] == [10, 1]
    assert History(hall.store).events[-1].by == "the table's log"


def test_a_win_taken_back_at_the_table_after_its_result_was_taken_is_reported(hall: EventHall) -> None:
    begun(hall).done("start")
    hall.begin("oak")
    hall.win("oak", "A", "C")
    hall.tables["oak"].verdict("takeback", n=1, position=OPEN)
    hall.read_log("oak")
    assert "table 1: its log now has another outcome" in hall.entries()["remarks"]["remarks"][0]
    assert hall.now.rounds[0].missing() == (2,)


def test_a_directors_decision_at_a_table_becomes_the_tables_result(hall: EventHall) -> None:
    begun(hall).done("start")
    hall.begin("oak")
    hall.decide("oak", "B", "D", text="an ace up a sleeve")
    result = hall.now.rounds[0].match(1).result
    assert result is not None
    assert (result.how, result.reason) == (How.DECISION, "an ace up a sleeve")
    hall.begin("elm")
    hall.decide("elm")
    assert len(hall.places(2)[0]) == 2


def test_a_pause_and_its_end_are_ordered_only_at_tables_that_still_play(hall: EventHall) -> None:
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


def test_when_time_is_called_the_positions_decide_and_the_games_are_ended(hall: EventHall) -> None:
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
    assert re.fullmatch(r"When time was called, .+ had \d+ marbles? home and \d+ holes? to go", ended[0].text)
    assert ended[1].team == (), "both have one marble on its come-out each: equal"
    assert len(hall.places(2)[0]) == 2


def test_the_counts_of_a_team_when_time_was_called_agree_with_their_numbers() -> None:
    assert words("result.count", team="Oak", home=1, to_go=1) == "Oak had 1 marble home and 1 hole to go"
    assert words("result.count", team="Elm", home=0, to_go=9) == "Elm had 0 marbles home and 9 holes to go"


def test_a_penalty_ordered_at_a_table_counts_once_the_table_has_carried_out_the_order(
    hall: EventHall,
) -> None:
    begun(hall).done("start")
    hall.begin("oak")
    hall.desk.order("oak", What.PENALTY, "Ann", text="peeked", team=("B", "D"), points=2)
    order = hall.orders()[-1]
    hall.event.follow()
    assert "penalty" not in hall.read("/api/event/export/standings.txt").text
    hall.tables["oak"].write_record(Kind.ORDER, **(order.to_json() | {"taken": True, "said": "A penalty."}))
    hall.read_log("oak")
    hall.event.follow()
    team = hall.now.rounds[0].match(1).teams[1]
    assert [(given.team, given.points, given.reason) for given in hall.now.penalties] == [(team, 2, "peeked")]
    assert {row["name"]: row["penalty"] for row in hall.entries()["standings"]["rows"]}[
        hall.now.team(team).name
    ] == 2
    hall.done("penalty", team=team, points=-2, reason="a mistake")
    assert hall.now.penalty(team) == 0


def test_when_time_is_called_the_director_decides_about_a_table_out_of_contact(hall: EventHall) -> None:
    begun(hall).done("start")
    hall.begin("oak")
    hall.read_log("oak", here=False)
    hall.begin("elm")
    hall.done("time-out")
    assert hall.now.rounds[0].missing() == (1,)
    assert "table 1 is not in contact" in hall.entries()["remarks"]["remarks"][0]
    assert "time has not been called" not in hall.refused("take", table=2)
    hall.done("take", table=1)
    assert hall.now.rounds[0].stage is Stage.OVER


def test_the_result_of_an_unfinished_game_cannot_be_taken_before_time_is_called(hall: EventHall) -> None:
    begun(hall).done("start")
    hall.begin("oak")
    assert "Time has not been called" in hall.refused("take", table=1)


def test_a_game_that_differs_from_the_pairing_is_reported_and_not_taken(hall: EventHall) -> None:
    begun(hall).done("start")
    hall.tables["oak"].begin(teams=4)
    hall.tables["oak"].verdict("over", team=["A"], position="h1,h2,h3,h4,h5/-/-/- B")
    hall.read_log("oak")
    assert hall.now.rounds[0].missing() == (1, 2)
    assert hall.entries()["remarks"]["remarks"] == [
        "table 1: the seats or teams in the table's log differ from the round's pairing"
    ]


def test_a_round_starts_despite_an_unknown_linked_table_which_is_reported(hall: EventHall) -> None:
    begun(hall).done("links", links=[[1, "oak"], [2, "ash"]])
    hall.done("start")
    assert hall.now.rounds[0].stage is Stage.RUNNING
    assert "table 2 gets no order: No table of this name" in hall.entries()["remarks"]["remarks"][0]


def test_the_result_of_a_table_that_is_in_contact_again_after_time_was_called_is_taken_from_its_log(
    hall: EventHall,
) -> None:
    begun(hall).done("start")
    hall.begin("oak")
    hall.read_log("oak", here=False)
    hall.begin("elm")
    hall.done("time-out")
    assert hall.now.rounds[0].missing() == (1,)
    hall.read_log("oak")
    hall.event.follow()
    assert hall.now.rounds[0].missing() == ()
    assert hall.entries()["remarks"]["remarks"] == []


def test_the_seating_sent_to_a_table_contains_the_tournaments_house_rules(hall: EventHall) -> None:
    begun(hall).done("change", name="Spring Cup", house=["ace_11=off"])
    assert hall.now.settings.played.switches()["ace_11"] == "off"
    hall.done("start")
    seating = hall.orders()[-1].seating
    assert seating is not None
    assert (seating.rules, seating.switches) == ("texas", {"ace_11": "off"})
    assert "No switch is called" in hall.refused("change", name="Spring Cup", house=["nonsense=off"])


def test_the_results_site_shows_a_game_play_by_play(hall: EventHall, tmp_path: Path) -> None:
    begun(hall).done("start")
    hall.begin("oak")
    hall.begin("elm")
    hall.done("time-out")
    assert hall.now.rounds[0].missing() == ()
    with hall.store.reader() as reader:
        write_site(hall.now, StoredReplays(reader), tmp_path / "site", 0.0)
    assert 'href="game-1-1.html"' in (tmp_path / "site" / "round-1.html").read_text()
    page = (tmp_path / "site" / "game-1-1.html").read_text()
    assert 'id="play-1"' in page
    drawn = re.findall(r'<svg class="position".*?</svg>', page)
    assert len(drawn) == page.count('id="play-')
    assert drawn[0].count('<circle class="') == 20
    assert "<script" not in page
