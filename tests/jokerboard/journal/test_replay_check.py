"""The first record of a game that contradicts the rules is named with the reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.referee.verdicts import Decision, Discard, Final, Move, NextTurn, Over, Restored, Takeback
from jokerboard.journal.games.replay_check import contradiction, contradictions
from jokerboard.journal.records import Kind, Record
from tests.jokerboard.journal.recorded_games import HEADER, HOME, START, Recorded, at, move, records_of

WON = move(1, "3H A1-Ah1", HOME)
END = (Over(2.0, (0,), at(HOME)), Final(3.0, at(HOME)))
MOVED = "A2,h2,h3,h4,h5/./-/. C"
FIRST = move(1, "AH A1-A2", MOVED)
RESULT = {"t": 3.0, "order": "result", "taken": True, "by": "Dora", "team": ["C"]}


def found(*items: Recorded) -> tuple[int, str] | None:
    """The number and text of the first contradiction in a game of these records; None if there is none."""
    wrong = contradiction(records_of(*items))
    return None if wrong is None else (wrong.n, wrong.text)


def test_the_records_of_a_legal_game_do_not_contradict_the_rules() -> None:
    assert found(NextTurn(0.0, 0), WON, *END) is None
    assert found(FIRST, Discard(2.0, 2, 2, "9C", at("A2,h2,h3,h4,h5/./-/. A")), NextTurn(2.0, 0)) is None


@pytest.mark.parametrize(
    ("items", "n", "why"),
    [
        ((move(1, "4H A1-Ah1", HOME),), 3, "play 1 is not legal"),
        ((move(1, "3H A1-Ah1", MOVED),), 3, f"play 1 leads to {HOME}, not to {MOVED}"),
        ((FIRST, Discard(2.0, 2, 2, "9C", at(HOME))), 4, "play 2 leads to"),
        ((Discard(1.0, 1, 0, "9C", at(START)),), 3, "play 1 is not legal: A 9 can be played"),
        ((NextTurn(0.0, 2),), 3, "it is the turn of A, not of C"),
        ((WON, Takeback(2.0, 1, at(MOVED))), 4, f"taking back play 1 leads to {START}, not to {MOVED}"),
        ((WON, Over(2.0, (0,), at(MOVED))), 4, f"the game ends at {HOME}, not at {MOVED}"),
        ((WON, Over(2.0, (2,), at(HOME))), 4, "the record says that C won; on the board A did"),
        ((WON, Over(2.0, (), at(HOME))), 4, "the record says that nobody won; on the board A did"),
        ((Over(2.0, (0, 2), at(START)),), 3, "the record says that A and C won; on the board nobody did"),
        ((Over(2.0, (0,), at(START)), Restored(3.0)), 3, "the record says that A won"),
        ((WON, (Kind.VERDICT, {"t": 1, "kind": "gossip"})), 4, "it is not a valid verdict record"),
    ],
)
def test_a_record_that_contradicts_the_rules_is_named_with_the_reason(
    items: tuple[Recorded, ...], n: int, why: str
) -> None:
    wrong = found(*items)
    assert wrong is not None
    assert (wrong[0], why in wrong[1]) == (n, True), wrong


def test_a_winner_named_by_a_directors_order_does_not_contradict_the_rules() -> None:
    over = Over(2.0, (2,), at(START))
    assert found(over, (Kind.ORDER, RESULT)) is None
    assert found(over, Final(2.5, at(START)), (Kind.ORDER, RESULT)) is None
    assert found(over, (Kind.ORDER, RESULT), Restored(4.0)) is None
    for other in ({"taken": False}, {"order": "pause"}):
        assert found(over, (Kind.ORDER, RESULT | other)) is not None


def test_an_amendment_is_judged_from_the_position_before_the_amended_play() -> None:
    assert found(FIRST, move(2, "3H A1-Ah1", HOME, amends=1), *END) is None
    unknown = move(2, "3H A1-Ah1", HOME, amends=7)
    assert found(FIRST, unknown) is not None
    assert found(FIRST, Takeback(2.0, 1, at(START)), replace(WON, n=2), *END) is None
    assert found(Takeback(2.0, 7, at(START)), WON, *END) is None


def test_a_decision_sets_the_position_from_which_later_records_are_judged() -> None:
    placed = "A1,h2,h3,h4,h5/./C8/. A"
    assert found(Decision(1.0, "correct", "Eve", at(placed)), NextTurn(1.0, 0)) is None
    assert found(Decision(1.0, "correct", "Eve", at(placed)), NextTurn(1.0, 2)) is not None
    early = move(1, "KH Cs-C8", placed, seat=2)
    assert found(early, Decision(1.5, "let-stand", "Eve", at(placed)), NextTurn(2.0, 0)) is None
    assert found(move(1, "5H Cs-C8", placed, seat=2)) is not None


def test_a_play_with_an_unread_card_is_legal_if_one_of_the_possible_ranks_allows_the_play() -> None:
    unread = Move(1.0, 1, 0, "38", WON.play, at(HOME))
    assert found(unread, *END) is None
    assert found(replace(unread, card="89")) is not None


def test_an_invalid_header_of_a_game_is_named_as_a_contradiction() -> None:
    for change in ({"rules": "chess"}, {"trace": 2}, {"position": "nowhere"}, {"players": 99}):
        first, *rest = records_of(WON)
        wrong = contradiction([replace(first, data=first.data | change), *rest])
        assert wrong is not None
        assert (wrong.n, wrong.game) == (2, 1)
        assert "it is not a valid header of a game" in wrong.text


def test_every_game_of_a_journal_is_judged_except_a_game_with_a_lost_record() -> None:
    good, bad = records_of(WON, *END), records_of(move(1, "4H A1-Ah1", HOME), game=2)
    journal = Record(1, 0, Kind.JOURNAL, {}, "")
    assert [one.game for one in contradictions([journal, *good, *bad])] == [2]
    assert [one.game for one in contradictions([journal, *bad, *good])] == [2]
    lost = Record(9, 0, Kind.LOST, {}, "")
    assert list(contradictions([journal, *bad, lost])) == []
    assert list(contradictions([journal, *bad, lost, *good])) == []
    assert [one.game for one in contradictions([*good, lost, *bad])] == [2]
    other = Record(9, 7, Kind.VERDICT, {"kind": "gossip"}, "")
    assert list(contradictions([*good, other])) == []


def test_a_games_header_determines_the_seats_of_the_engines_table() -> None:
    assert HEADER.table().seats == (0, 2)
