"""Summaries of recorded games, and the list of players with their games."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.referee.verdicts import Discard, Over, Takeback
from jokerboard.journal.games.summary import Summary, book, summary_of
from jokerboard.journal.records import Kind
from tests.jokerboard.journal.recorded_games import HEADER, HOME, START, Recorded, at, move, records_of

SENT = "A8,h2,h3,h4,h5/./-/. C"
BEFORE = "A1,h2,h3,h4,h5/./A8/. A"
WON = (move(1, "3H A1-Ah1", HOME), Over(2.0, (0,), at(HOME)))
ABANDONED: Recorded = (Kind.ABANDONED, {"t": 9.0, "at": ""})


def test_the_summary_of_a_won_game_has_its_players_winners_and_counts() -> None:
    found = summary_of(records_of(*WON, game=7, header=replace(HEADER, machines={"C": "easy"})))
    assert found == Summary(
        number=7,
        id="g1",
        begun=HEADER.begun,
        rules="pegs-and-jokers",
        players=2,
        teams=[["A"], ["C"]],
        marbles=5,
        plays=1,
        ended="won",
        names={"A": "Ann"},
        winners=["A"],
        sent={"A": 0},
        home={"A": 5, "C": 0},
    )
    assert found.apart == 5
    assert Summary(**json.loads(json.dumps(found.to_json()))) == found


def test_a_summary_counts_the_plays_in_force_and_the_marbles_sent_to_start() -> None:
    taking = move(1, "7H A1-A8xC", SENT)
    header = replace(HEADER, position=BEFORE)
    found = summary_of(
        records_of(taking, Discard(2.0, 2, 2, "9C", at(SENT.replace(" C", " A"))), header=header)
    )
    assert (found.plays, found.sent, found.home) == (2, {"A": 1, "C": 0}, {"A": 4, "C": 0})
    undone = summary_of(records_of(taking, Takeback(2.0, 1, at(BEFORE)), header=header))
    assert (undone.plays, undone.sent) == (0, {})


def test_a_summary_shows_whether_a_game_was_won_was_abandoned_or_has_not_ended() -> None:
    assert summary_of(records_of()).ended is None
    assert summary_of(records_of(ABANDONED)).ended == "abandoned"
    assert summary_of(records_of(*WON, ABANDONED)).ended == "won"
    assert summary_of(records_of()).apart is None
    assert summary_of(records_of(header=replace(HEADER, position=START))).winners == []


def won(number: int, **fields: object) -> Summary:
    teams = [["A", "C"], ["B", "D"]]
    whole = {"ended": "won", "winners": ["A", "C"], **fields}
    return Summary(number, str(number), "", "texas", 4, teams, 5, 90, **whole)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "apart"),
    [
        ({}, 10),
        ({"home": {"B": 4, "D": 5, "A": 1}}, 1),
        ({"winners": []}, None),
        ({"winners": ["A", "B", "C", "D"]}, None),
        ({"winners": ["A"], "home": {"B": 5, "D": 3}}, 2),
    ],
)
def test_the_summary_of_a_won_game_has_the_number_of_marbles_that_the_best_losing_team_lacked(
    fields: dict[str, object], apart: int | None
) -> None:
    assert won(1, **fields).apart == apart


def test_the_players_of_won_games_are_listed_by_number_of_games() -> None:
    games = [
        won(1, names={"A": "ann ", "B": "Bo"}, sent={"A": 2, "B": 1}, home={"B": 4, "D": 4}),
        won(2, names={"B": "Ann", "C": "Cleo"}, sent={"B": 3}, home={"B": 5, "D": 4}),
        won(3, names={"A": "Dan"}, ended=None),
        won(4, names={"A": "Cleo"}, home={"B": 1}),
    ]
    ann, cleo, bo = book(games)
    assert ann == {
        "name": "Ann", "games": 2, "won": 1, "sent": 5, "closest": {"number": 2, "apart": 1},
        "numbers": [1, 2],
    }  # fmt: skip
    assert (cleo["name"], cleo["won"], cleo["sent"], cleo["closest"]) == (
        "Cleo",
        2,
        0,
        {"number": 2, "apart": 1},
    )
    assert (bo["name"], bo["won"], bo["closest"]) == ("Bo", 0, {"number": 1, "apart": 2})
    assert book([]) == []
