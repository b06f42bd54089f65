"""The tournament, the hall, a table's page and every exported file show the same winner."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from jokerboard.journal.records import Kind
from tests.jokerboard.tournament.web.event_hall import OPEN, EventHall, begun

PEOPLE = {"A": "Ann", "B": "Bo", "C": "Cleo", "D": "Dan"}


def started(hall: EventHall) -> None:
    """Start round 1."""
    begun(hall, rounds=2).done("start")


def won(hall: EventHall) -> tuple[int, int]:
    """Let A and C win at the first table; return the numbers of its teams, the winner first."""
    started(hall)
    hall.begin("oak", OPEN)
    hall.win("oak", "A", "C")
    first, second = hall.now.rounds[0].match(1).teams
    return first, second


def rows(hall: EventHall, path: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(hall.read(path).text.removeprefix("\ufeff"))))


def winners(hall: EventHall, table: int = 1, name: str = "oak") -> dict[str, Any]:
    """The winner's seats at a table of round 1, by each place that shows them."""
    match = hall.now.rounds[0].match(table)
    members = hall.now.settings.seating().members
    letters = ["".join(chr(65 + seat) for seat in team) for team in members]
    first = [
        letters[int(row["side"]) - 1]
        for row in rows(hall, "/api/event/export/results.csv")
        if row["table"] == str(table) and row["place"] == "1" and row["round"] == "1"
    ]
    game = hall.tables[name].game
    names = {" and ".join(PEOPLE[seat] for seat in team): team for team in letters}
    (listed,) = (
        row for row in rows(hall, "/api/export/games.csv") if (row["table"], row["game"]) == (name, str(game))
    )
    known = hall.desk.tables()[name]["game"]
    shown = hall.read(f"/api/table/{name}").json()["shown"]
    listing = hall.desk.lists.results.values()
    (result,) = (one for one in listing if (one["table"], one["game"]) == (name, game))
    assert match.result is not None
    return {
        "tournament": first[0] if len(first) == 1 else "",
        "games.csv": names.get(listed["winners"], ""),
        "the hall's card": "".join(known["over"]),
        "the table's page": "".join(shown["over"]),
        "the list of results": "".join(result["over"]),
    }


@pytest.mark.parametrize(
    "way", ["the log", "a decision at the table", "a correction", "a slip", "time", "equal"]
)
def test_all_pages_and_files_name_one_winner_of_a_table(hall: EventHall, way: str) -> None:
    started(hall)
    hall.begin("oak", OPEN)
    hall.begin("elm", OPEN)
    first, second = hall.now.rounds[0].match(1).teams
    if way == "time":
        hall.done("time-out")
    elif way != "a slip":
        hall.win("oak", "A", "C")
    match way:
        case "a decision at the table":
            hall.decide("oak", "B", "D", text="a marble was moved")
            wanted = "BD"
        case "a correction":
            hall.done("result", table=1, round=1, order=[second], reason="read again")
            wanted = "BD"
        case "a slip":
            hall.done("result", table=1, round=1, order=[second], reason="the slip says so")
            wanted = "BD"
        case "equal":
            hall.done("result", table=1, round=1, equal=True, reason="both agree")
            wanted = ""
        case _:
            wanted = "AC"
    if way == "time":
        wanted = "AC" if hall.places(1)[0] == [hall.now.team(first).name] else "BD"
    hall.event.follow()
    assert set(winners(hall).values()) == {wanted}, winners(hall)


def test_all_pages_and_files_show_a_correction_of_an_earlier_round_and_its_undoing(hall: EventHall) -> None:
    started(hall)
    for name in ("oak", "elm"):
        hall.begin(name, OPEN)
        hall.win(name, "A", "C")
    hall.done("pair")
    hall.done("start")
    first, second = hall.now.rounds[0].match(1).teams
    hall.done("result", table=1, round=1, order=[second], reason="read again")
    assert set(winners(hall).values()) == {"BD"}
    (decided,) = (one["decided"] for one in hall.desk.lists.results.values() if one["decided"])
    assert (decided["by"], decided["text"]) == ("round 1, table 1", "corrected: read again")
    hall.done("result", table=1, round=1, order=[first], reason="the log was right")
    assert set(winners(hall).values()) == {"AC"}


def test_a_directors_decision_at_a_table_corrects_a_result_taken_from_its_log(hall: EventHall) -> None:
    _, second = won(hall)
    hall.decide("oak", "B", "D", text="a marble was moved")
    hall.event.follow()
    match = hall.now.rounds[0].match(1)
    assert match.result is not None
    assert (match.result.places[0], match.corrected) == ((second,), True)
    assert match.result.reason == "a marble was moved"
    assert hall.event.remarks == ()


def test_a_restarted_desk_still_shows_a_corrected_result(hall: EventHall) -> None:
    from jokerboard.tournament.web.event_desk import EventDesk

    _, second = won(hall)
    hall.done("result", table=1, order=[second], reason="read again")
    hall.desk.rule({})
    assert set(winners(hall).values()) == {"BD", "AC"}
    EventDesk(hall.desk)
    assert set(winners(hall).values()) == {"BD"}


def test_a_game_that_ends_during_a_pause_is_shown_with_its_winner_and_not_as_paused(hall: EventHall) -> None:
    """When time is called, the desk first pauses the tables and then ends their games."""
    started(hall)
    hall.begin("oak", OPEN)
    for order, more in (("pause", {}), ("result", {"team": ["B", "D"], "text": "On time"})):
        hall.tables["oak"].write_record(Kind.ORDER, id="1" * 32, by="Ann", order=order, taken=True, **more)
    hall.read_log("oak")
    game = hall.desk.tables()["oak"]["game"]
    assert (game["paused"], game["over"]) == (False, ["B", "D"])
    hall.win("elm", "A", "C")
    hall.tables["elm"].write_record(Kind.ORDER, id="2" * 32, by="Ann", order="pause", taken=True)
    hall.read_log("elm")
    assert hall.desk.tables()["elm"]["game"]["paused"] is False


def test_a_winner_corrected_on_the_page_keeps_the_counted_marbles(hall: EventHall) -> None:
    first, second = won(hall)
    before = hall.now.rounds[0].match(1).result
    hall.done("result", table=1, order=[second], reason="read again")
    after = hall.now.rounds[0].match(1).result
    assert before is not None
    assert after is not None
    assert {one.team: (one.home, one.to_go) for one in after.counts} == {
        one.team: (one.home, one.to_go) for one in before.counts
    }
    assert after.places == ((second,), (first,))
