"""Results are taken from the tables' own logs; tables are sent their seating."""

from __future__ import annotations

from dataclasses import replace

import pytest

from jokerboard.tournament.event import actions
from jokerboard.tournament.event.events import Changed, TablesLinked
from jokerboard.tournament.event.from_logs import GameResult, decided_since, otherwise, results
from jokerboard.tournament.event.model import Entry, How, Settings, Source, Tournament
from jokerboard.tournament.event.round_events import RoundStarted, TimeOut
from jokerboard.tournament.event.seating import chairs, seating_of
from jokerboard.tournament.event.team_events import Registered
from tests.jokerboard.tournament.event.tournaments import make, paired, then

TWO = ((0, 2), (1, 3))
WON = "h1,h2,h3,h4,h5/A8,h5/h1,h2,h3,h4,h5/B8 B"
OPEN = "h4,h5/A8,h5/h1,h2,h3,h4,h5/B8 B"


def game(number: int = 5, table: str = "oak", journal: str = "aa", position: str = OPEN) -> GameResult:
    return GameResult(table, journal, number, TWO, position)


def begun() -> Tournament:
    now = paired(then(make(4), TablesLinked(((1, "oak"), (2, "elm")))))
    return then(now, RoundStarted(1, (Source("oak", "aa", 4), Source("elm", "bb", 0))))


def test_a_won_game_in_a_tables_log_gives_the_tables_result() -> None:
    now = begun()
    won = replace(game(position=WON), winner=(0, 2))
    taken = results(now, [won])
    now = then(now, *taken.events)
    result = now.rounds[0].matches[0].result
    first, second = now.rounds[0].matches[0].teams
    assert result is not None
    assert result.places == ((first,), (second,))
    assert result.how is How.PLAYED
    assert result.source == Source("oak", "aa", 5)
    assert [(one.team, one.home) for one in result.counts] == [(first, 10), (second, 1)]
    assert now.rounds[0].missing() == (2,)
    assert results(now, [won]).events == ()


def test_games_from_before_the_start_and_of_other_tables_do_not_count() -> None:
    won = replace(game(position=WON), winner=(1, 3))
    before = replace(won, game=4)
    elsewhere = replace(won, table="ash")
    assert results(begun(), [before, elsewhere]).events == ()


def test_no_result_is_taken_from_an_unfinished_game_before_time_is_called() -> None:
    now = begun()
    assert results(now, [game()]).events == ()
    now = then(now, TimeOut(1))
    taken = results(now, [game()], time_is_up=True)
    now = then(now, *taken.events)
    result = now.rounds[0].matches[0].result
    assert result is not None
    assert result.how is How.TIME
    assert result.places == tuple((team,) for team in now.rounds[0].matches[0].teams)


def test_after_an_abandoned_game_the_next_game_at_the_table_decides_the_match() -> None:
    now = begun()
    given_up = replace(game(5), abandoned=True)
    won = replace(game(6, position=WON), winner=(0, 2))
    later = replace(game(7, position=WON), winner=(1, 3))
    (event,) = results(now, [later, won, given_up]).events
    assert actions.current(then(now, event)).matches[0].result is not None
    assert "game=6" in str(event)


def test_the_result_of_the_first_game_in_a_tables_new_journal_is_taken() -> None:
    won = replace(game(1, journal="cc", position=WON), winner=(0, 2))
    assert len(results(begun(), [won]).events) == 1


def test_a_directors_decision_in_a_tables_log_becomes_the_result_with_its_reason() -> None:
    now = begun()
    decided = replace(game(), winner=(1, 3), decided="the board fell")
    now = then(now, *results(now, [decided]).events)
    result = now.rounds[0].matches[0].result
    assert result is not None
    assert (result.how, result.reason) == (How.DECISION, "the board fell")
    assert result.places[0] == (now.rounds[0].matches[0].teams[1],)


def test_a_decision_without_a_winner_gives_both_teams_an_equal_place() -> None:
    now = begun()
    now = then(now, *results(now, [replace(game(), winner=(), decided="both late")]).events)
    result = now.rounds[0].matches[0].result
    assert result is not None
    assert result.places == (now.rounds[0].matches[0].teams,)


@pytest.mark.parametrize(
    ("strange", "why"),
    [
        (
            replace(game(position=WON), teams=((0,), (1,), (2,), (3,)), winner=(0,)),
            "seats or teams in the table's log differ",
        ),
        (
            replace(game(), position="nonsense", winner=(0, 2)),
            "the position in the table's log cannot",
        ),
        (
            replace(game(), position="-/./-/-/./- A", winner=(0, 2)),
            "table's log has 6 sides, not 4",
        ),
        (
            replace(game(position=WON), winner=(0, 1)),
            "in the table's log is no team of the pairing",
        ),
    ],
)
def test_a_game_that_differs_from_the_pairing_is_reported_and_gives_no_result(
    strange: GameResult, why: str
) -> None:
    taken = results(begun(), [strange])
    assert taken.events == ()
    assert taken.remarks[0].startswith("table 1: ")
    assert why in taken.remarks[0]


def test_a_log_that_contradicts_a_taken_result_is_reported_and_only_a_decision_corrects_the_result() -> None:
    now = begun()
    won = replace(game(position=WON), winner=(0, 2))
    now = then(now, *results(now, [won]).events)
    assert otherwise(now, [won]) == ()
    for later in (replace(won, winner=None), replace(won, position="x")):
        assert decided_since(now, [later]) == ()
        assert otherwise(now, [later]) == (
            "table 1: its log now has another outcome than the entered result",
        )
    match = now.rounds[0].matches[0]
    later = replace(won, winner=(1, 3), decided="a slip")
    assert otherwise(now, [later]) == (), "a director's decision is followed"
    decided = then(now, *decided_since(now, [later]))
    assert decided.rounds[0].matches[0].corrected
    assert decided_since(decided, [later]) == ()
    again = replace(won, winner=(0, 2), decided="a second look")
    assert len(decided_since(decided, [again])) == 1, "the newest decision at the table counts"
    now = then(now, *actions.enter(now, 1, actions.by_order(match, [match.teams]), "agreed"))
    assert otherwise(now, [replace(won, winner=None)]) == ()
    assert decided_since(now, [later]) == (), "the director's own correction stands"
    assert otherwise(make(2), []) == ()


def test_no_result_is_taken_before_the_round_has_started() -> None:
    now = paired(then(make(4), TablesLinked(((1, "oak"),))))
    assert results(now, [replace(game(position=WON), winner=(0, 2))]).events == ()
    assert results(make(2), []).events == ()


def test_partners_sit_opposite_each_other_and_reserves_have_no_seat() -> None:
    now = then(make(0), Registered((Entry("Foxes", ("Ann", "Bo", "Cy")), Entry("Owls", ("Di", "Ed")))))
    match = paired(now).rounds[0].matches[0]
    assert [(chair.seat, chair.player) for chair in chairs(now, match)] == [
        ("A", "Di"), ("B", "Ann"), ("C", "Ed"), ("D", "Bo")
    ]  # fmt: skip


def test_the_seating_sent_to_a_table_has_its_players_the_link_and_the_end_of_the_round() -> None:
    now = then(make(2), Changed(Settings("Cup", minutes=10, address="http://desk:8090/")))
    now = then(paired(now), RoundStarted(1), at=0.0)
    here = now.rounds[0]
    shown = seating_of(now, here, here.matches[0], 60.0)
    assert shown.ends == "1970-01-01T00:10:00Z"
    assert shown.link == "http://desk:8090/follow?table=1"
    assert [(team.name, team.seats) for team in shown.teams] == [
        ("Team 2", ("A", "C")),
        ("Team 1", ("B", "D")),
    ]
    assert shown == type(shown).from_json(shown.to_json())


def test_a_seating_has_no_link_without_an_address_and_no_end_without_a_clock() -> None:
    now = paired(then(make(2), Changed(Settings("Cup", minutes=0))))
    shown = seating_of(now, now.rounds[0], now.rounds[0].matches[0], 0.0)
    assert (shown.ends, shown.link) == (None, None)
