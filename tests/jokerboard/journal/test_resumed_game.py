"""The state of a game, computed from its records, with which a restarted table continues."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.cards import Card
from engine.referee.events import CardRead, Dealt, Reshuffled
from engine.referee.verdicts import Decision, NextTurn, Over, Restored
from jokerboard.journal.errors import JournalDamagedError
from jokerboard.journal.games.header import Header
from jokerboard.journal.games.resumed_game import (
    ResumedGame,
    Stoppage,
    fold,
    reopened,
    stoppage_after,
    verdict_of,
)
from jokerboard.journal.records import Kind
from tests.jokerboard.journal.recorded_games import HEADER, HOME, START, Recorded, at, move, records_of

WON = move(1, "3H A1-Ah1", HOME)


def resumed(*items: Recorded, header: Header = HEADER) -> ResumedGame:
    return fold(records_of(*items, header=header, game=3))


def test_a_game_with_only_a_header_resumes_at_the_headers_position() -> None:
    past = resumed()
    assert (past.number, past.header, past.history, past.t) == (3, HEADER, (), 0.0)
    assert past.position == at(START)
    assert (past.lying, past.cards, past.left) == ((), (), frozenset())
    assert not (past.abandoned)
    assert not (past.opened)


def test_a_game_without_records_resumes_without_verdicts_and_cards() -> None:
    new = ResumedGame(1, HEADER)
    assert (new.history, new.t, new.lying, new.cards, new.left) == ((), 0.0, (), (), frozenset())
    assert (new.abandoned, new.stoppage, new.opened) == (False, None, False)


def test_the_history_of_a_resumed_game_has_its_verdicts_shuffles_and_hands() -> None:
    dealt: Recorded = (Kind.EVENT, {"t": 0.5, "dealt": "7H", "at": "C"})
    past = resumed(dealt, (Kind.EVENT, {"t": 0.6, "reshuffle": True}), NextTurn(1.0, 0), WON, Restored(1.5))
    assert past.history == (
        Dealt(0.5, Card.parse("7H"), 2),
        Reshuffled(0.6),
        NextTurn(1.0, 0),
        WON,
        Restored(1.5),
    )
    assert past.verdicts == past.history[2:]
    assert past.position == at(HOME)
    assert past.t == 1.5
    assert resumed((Kind.EVENT, {"t": 0.5, "sealed": "x"})).history == ()


def test_the_time_of_a_resumed_game_is_the_latest_time_of_its_records() -> None:
    assert resumed(replace(WON, t=9.0), (Kind.EVENT, {"t": 4.0, "button": "ok", "at": "A"})).t == 9.0


def test_a_resumed_game_has_the_cards_on_its_readers_and_repeats_the_read_of_an_unused_card() -> None:
    laid: Recorded = (Kind.EVENT, {"t": 0.5, "card": "3H", "at": "A"})
    unknown: Recorded = (Kind.EVENT, {"t": 0.6, "card": "DEADBEEF00", "at": "table"})
    past = resumed(laid, unknown)
    assert past.lying == (("A", "3H"), ("table", "DEADBEEF00"))
    assert past.cards == (CardRead(0.5, Card.parse("3H"), 0),)
    off: Recorded = (Kind.EVENT, {"t": 0.9, "card": None, "at": "A"})
    assert resumed(laid, off).lying == ()
    assert resumed(off).lying == ()
    assert resumed(laid, WON).cards == ()
    assert resumed(laid, WON).lying == (("A", "3H"),)


def test_a_resumed_game_has_the_names_and_machines_of_the_newest_record() -> None:
    header = replace(HEADER, machines={"A": "easy", "C": "strong"})
    past = resumed(
        (Kind.NAMES, {"t": 1.0, "names": {"A": "Bea"}, "machines": {"C": "strong"}}), header=header
    )
    assert past.header == replace(header, names={"A": "Bea"}, machines={"C": "strong"})
    assert past.left == {"A"}
    older = resumed((Kind.NAMES, {"t": 1.0, "names": {"A": "Bea"}}), header=header)
    assert (older.header.machines, older.left) == (header.machines, frozenset())


def test_a_resumed_game_shows_whether_it_was_abandoned_and_whether_its_deals_secret_was_published() -> None:
    assert resumed((Kind.ABANDONED, {"t": 2.0, "at": ""})).abandoned
    opened: Recorded = (Kind.EVENT, {"t": 2.0, "opened": {"secret": "x"}})
    assert resumed(opened).opened
    assert resumed(opened, (Kind.EVENT, {"t": 3.0, "button": "ok", "at": "A"})).opened


def order(name: str, *, taken: bool = True, **more: Any) -> tuple[Kind, dict[str, Any]]:
    return Kind.ORDER, {"t": 2.0, "order": name, "by": "Dora", "taken": taken, **more}


def test_a_pause_stops_a_game_until_the_order_to_go_on_and_a_result_ends_the_game() -> None:
    pause = order("pause", text="lunch.")
    assert resumed(pause).stoppage == Stoppage("paused", "Dora", "lunch.")
    assert resumed(pause, order("penalty", team=["A"])).stoppage == Stoppage("paused", "Dora", "lunch.")
    assert resumed(pause, order("go-on")).stoppage is None
    assert resumed(order("pause", taken=False)).stoppage is None
    ended = order("result", team=["C"])
    assert resumed(ended).stoppage == Stoppage("ended", "Dora")
    assert resumed(ended, Over(3.0, (2,), at(START))).stoppage == Stoppage("ended", "Dora")


def test_a_decision_reopens_a_game_that_a_result_has_ended() -> None:
    ended = order("result", team=["C"])
    assert resumed(ended, Decision(3.0, "correct", "Eve", at(START))).stoppage is None
    assert resumed(ended, Decision(3.0, "let-stand", "Eve", at(START))).stoppage is not None
    assert resumed(order("pause"), Decision(3.0, "correct", "Eve", at(START))).stoppage is not None
    assert not reopened(Restored(3.0), Stoppage("ended", "Dora"))
    assert not reopened(Decision(3.0, "correct", "Eve", at(START)), None)


def test_a_pause_has_a_sentence_with_its_reason_and_an_end_has_none() -> None:
    after = "The clock is stopped, and moves are not judged."
    assert Stoppage("paused", "Dora").sentence() == f"Dora has paused the game. {after}"
    assert Stoppage("paused", "Dora", "lunch.").sentence() == f"Dora has paused the game: lunch. {after}"
    assert Stoppage("ended", "Dora", "time").sentence() == ""
    assert stoppage_after(None, {"order": "let-stand", "by": "Dora"}) is None


@pytest.mark.parametrize(
    "item",
    [
        (Kind.VERDICT, {"t": 1.0, "kind": "gossip"}),
        (Kind.VERDICT, {"kind": "restored"}),
        (Kind.EVENT, {"t": 1.0, "card": "7H"}),
        (Kind.NAMES, {"t": 1.0, "names": 7}),
        (Kind.ORDER, {"t": 1.0}),
    ],
)
def test_the_number_of_a_malformed_record_in_a_resumed_game_is_reported(item: Recorded) -> None:
    with pytest.raises(JournalDamagedError, match=r"record 3 of the journal cannot be understood"):
        resumed(item)
    with pytest.raises(JournalDamagedError, match=r"record 3 of the journal cannot be understood"):
        verdict_of(records_of((Kind.VERDICT, {"t": 1.0, "kind": "gossip"}))[1], HEADER.table())


def test_a_games_header_is_converted_to_json_and_back_unchanged() -> None:
    whole = replace(
        HEADER,
        deal="f" * 64,
        machines={"C": "easy"},
        clock="unset",
        teams=2,
        switches={"marbles_per_player": "4"},
        settings={"noise": 0.01},
        seed="7",
        simulated=True,
        decks=3,
        edges=True,
        mode="referee",
        cards="table",
        program="0.0.9",
    )
    assert Header.from_json(whole.to_json()) == whole
    assert not {"deal", "machines", "clock"} & HEADER.to_json().keys()
    assert Header.from_json(HEADER.to_json()) == HEADER
    assert whole.table().per_seat == 4
    assert replace(HEADER, switches={}).first_position() == at(START)


@pytest.mark.parametrize("change", [{"trace": 2}, {"hologram": 1}, {"seats": None}])
def test_a_malformed_header_of_a_game_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(JournalDamagedError):
        Header.from_json(HEADER.to_json() | change)
    with pytest.raises(JournalDamagedError, match="'set'"):
        Header.from_json({name: value for name, value in HEADER.to_json().items() if name != "set"})
