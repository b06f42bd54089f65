"""A game record made from a journal has the plays in force, and rulings, results and takebacks as remarks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import Card, Rank
from engine.records.record import Laid, Placed, Record, Reshuffled
from engine.referee.verdicts import Decision, Discard, Final, Move, Over, Takeback
from jokerboard.journal.games.game_record import cards_of, game_record, with_deal
from jokerboard.journal.games.header import Header
from jokerboard.journal.records import Kind
from tests.jokerboard.journal.recorded_games import HEADER, HOME, START, Recorded, at, move, records_of

WON = move(1, "3H A1-Ah1", HOME)
MOVED = "A2,h2,h3,h4,h5/./-/. C"
FIRST = move(1, "AH A1-A2", MOVED)
DISCARDED = "A2,h2,h3,h4,h5/./-/. A"
SECOND = Discard(2.0, 2, 2, "9C", at(DISCARDED))


def written(*items: Recorded, header: Header = HEADER) -> Record:
    return game_record(records_of(*items, header=header))


def events(record: Record) -> list[str]:
    """The entries as texts: plays in notation, positions as lines."""
    return [
        "".join(map(str, event.cards)) + " " + str(len(event.legs)) if isinstance(event, Laid)
        else event.position.line() if isinstance(event, Placed) else type(event).__name__
        for event in (entry.event for entry in record.entries)
    ]  # fmt: skip


def comments(record: Record) -> list[str]:
    return [entry.comment for entry in record.entries]


def test_the_record_of_a_won_game_has_its_plays_its_winner_and_its_tags() -> None:
    record = written(FIRST, SECOND, Over(3.0, (0,), at(HOME)), Final(3.0, at(HOME)))
    assert events(record) == ["AH 1", "9C 0"]
    assert record.winners == (0,)
    assert record.tags == (
        ("Date", "2026-11-21"), ("Table", "my board"), ("Id", "g1"), ("A", "Ann"), ("C", "Cleo"),
    )  # fmt: skip
    assert record.start == at(START)
    assert (record.comment, comments(record), record.abandoned) == ("", ["", ""], False)


def test_a_game_record_names_the_secret_of_the_deal_only_if_the_plays_agree_with_that_deal() -> None:
    whole = replace(HEADER, position="-/./-/. A")
    dealt = with_deal(written(header=whole), "a secret")
    assert dealt.seed == "a secret"
    assert dealt.dealer is not None
    assert dealt.table.next_seats[dealt.dealer] == dealt.start.turn
    # With this secret A is dealt no ace of hearts.
    played = written(move(1, "AH As-A8", "A8/./-/. C"), header=whole)
    assert with_deal(played, "a secret") == played


def test_a_tables_own_seats_are_all_seats_except_those_of_other_houses() -> None:
    assert replace(HEADER, seats=("A", "C")).own_seats == {"A", "C"}
    assert replace(HEADER, houses={"own": "1", "1": "AD", "2": "BC"}).own_seats == {"A", "D"}


def test_a_game_record_has_the_newest_names_of_players_and_no_empty_names() -> None:
    record = written(
        (Kind.NAMES, {"t": 1.0, "names": {"C": " ", "A": "Bea"}}), header=replace(HEADER, begun="")
    )
    assert record.tags == (("Table", "my board"), ("Id", "g1"), ("A", "Bea"))


def test_an_abandoned_game_is_recorded_as_abandoned_unless_it_was_won() -> None:
    end: Recorded = (Kind.ABANDONED, {"t": 9.0, "at": ""})
    assert written(FIRST, end).abandoned
    assert not written(WON, Over(3.0, (0,), at(HOME)), end).abandoned
    assert written(FIRST, Over(3.0, (0,), at(MOVED))).winners == ()


def test_in_a_game_record_an_amending_play_replaces_the_amended_play() -> None:
    record = written(FIRST, move(2, "3H A1-Ah1", HOME, amends=1))
    assert (events(record), comments(record)) == (["3H 1"], [""])


def test_a_taken_back_play_becomes_a_remark_on_the_play_before_it_or_on_the_game() -> None:
    record = written(FIRST, SECOND, Takeback(3.0, 2, at(MOVED)))
    assert (events(record), comments(record)) == (["AH 1"], ["taken back: 9C --"])
    record = written(FIRST, Takeback(3.0, 1, at(START)), Takeback(4.0, 7, at(START)))
    assert (events(record), record.comment) == ([], "taken back: AH A1-A2 taken back: play 7")
    record = written(WON, Over(2.0, (0,), at(HOME)), Takeback(3.0, 1, at(START)), replace(FIRST, n=2))
    assert (events(record), record.winners) == (["AH 1"], ())


def test_a_decision_removes_plays_from_the_game_record_or_adds_a_position_to_it() -> None:
    back = Decision(3.0, "take-back", "Eve", at(START), "wrong hand")
    record = written(FIRST, SECOND, back)
    assert events(record) == []
    assert record.comment == "take-back by Eve: wrong hand, taken back: AH A1-A2, 9C --"
    record = written(FIRST, replace(back, position=at(MOVED), why=""))
    assert (events(record), comments(record)) == (["AH 1"], ["take-back by Eve"])
    placed = "A1,h2,h3,h4,h5/./C8/. A"
    record = written(FIRST, Decision(3.0, "correct", "Eve", at(placed)))
    assert (events(record), comments(record)) == (["AH 1", placed], ["", "correct by Eve"])
    record = written(Decision(3.0, "let-stand", "Eve", at(START)))
    assert events(record) == [START]
    unknown = written(FIRST, replace(back, position=at(placed), why=""))
    assert events(unknown) == [placed]
    assert unknown.comment == "take-back by Eve, taken back: AH A1-A2"
    assert unknown.entries[0].comment == "take-back by Eve"


def test_in_a_game_record_the_takeback_of_a_decision_is_a_remark_that_names_the_decision() -> None:
    placed = Decision(2.0, "correct", "Eve", at("A1,h2,h3,h4,h5/./C8/. A"))
    record = written(placed, Decision(3.0, "take-back", "Eve", at(START)))
    assert record.comment == "take-back by Eve, taken back: a decision"


def test_a_game_that_a_decision_reopened_is_recorded_without_winners() -> None:
    record = written(WON, Over(2.0, (0,), at(HOME)), Decision(3.0, "correct", "Eve", at(START)))
    assert record.winners == ()


def order(name: str, **more: object) -> Recorded:
    return Kind.ORDER, {"t": 4.0, "order": name, "by": "Dora", "taken": True, "said": "C has won.", **more}


def test_results_and_penalties_become_remarks_in_the_game_record_and_a_pause_does_not() -> None:
    assert comments(written(FIRST, order("result", text="time"))) == ["Dora: C has won: time"]
    assert comments(written(FIRST, order("result"))) == ["Dora: C has won"]
    assert comments(written(FIRST, order("penalty", text="late"))) == ["Dora: C has won"]
    for none in (order("pause", text="lunch"), order("result", taken=False)):
        assert comments(written(FIRST, none)) == [""]


def test_a_shuffle_is_an_entry_of_the_game_record_and_a_play_out_of_turn_is_not() -> None:
    record = written((Kind.EVENT, {"t": 0.5, "reshuffle": True}), FIRST)
    assert isinstance(record.entries[0].event, Reshuffled)
    assert events(written((Kind.EVENT, {"t": 0.5, "reshuffle": False}), FIRST)) == ["AH 1"]
    early = move(1, "KH Cs-C8", "A1,h2,h3,h4,h5/./C8/. A", seat=2)
    assert events(written(early)) == []


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("", ()),
        ("7H", (Card.parse("7H"),)),
        ("TJ", (Card(Rank("T")), Card(Rank("J")))),
        ("X", (Card.parse("X"),)),
    ],
)
def test_the_text_of_an_unread_card_is_read_as_its_possible_cards(text: str, cards: tuple[Card, ...]) -> None:
    assert cards_of(text) == cards


def test_a_play_with_an_unread_card_is_written_with_the_possible_ranks_of_that_card() -> None:
    record = written(Move(1.0, 1, 0, "38", WON.play, at(HOME)), Takeback(2.0, 1, at(START)))
    assert record.comment == "taken back: 38 A1-Ah1"
    record = written(Discard(1.0, 1, 0, "", at("A1,h2,h3,h4,h5/./-/. C")), Takeback(2.0, 1, at(START)))
    assert record.comment == "taken back: ? --"
