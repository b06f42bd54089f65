"""What a card on a reader means."""

from __future__ import annotations

import pytest

from engine.cards import Card
from engine.geometry import Seat
from referee.events import CardRead
from referee.old.cards import CardDesk
from referee.old.readings import Reading
from referee.settings import CardsMode

A, B, C = 0, 1, 2


def read(
    desk: CardDesk,
    text: str | None,
    at: Seat | None,
    turn: Seat = A,
    *,
    idle: bool = True,
    lenient: bool = False,
    t: float = 1.0,
) -> Reading:
    card = None if text is None else Card.parse(text)
    return desk.read(CardRead(t, card, at), turn, turn + 1, idle=idle, lenient=lenient)


def desk(mode: CardsMode = "seat") -> CardDesk:
    return CardDesk(mode)


def test_the_first_card_of_the_seat_to_play_is_laid() -> None:
    here = desk()
    assert read(here, "7H", A) is Reading.LAID
    assert here.laid is not None
    assert str(here.laid.card) == "7H"
    assert here.laid.at == A


def test_a_card_read_again_says_nothing() -> None:
    here = desk()
    read(here, "7H", A)
    assert read(here, "7H", A) is Reading.NOTHING


def test_a_card_taken_off_before_a_marble_moved_makes_room_for_another_one() -> None:
    for at in (A, None):
        here = desk("seat" if at == A else "table")
        read(here, "7H", at)
        assert read(here, None, at) is Reading.WITHDRAWN
        assert read(here, "8H", at, idle=False) is Reading.LAID
        assert here.laid is not None
        assert str(here.laid.card) == "8H"


def test_a_card_only_tapped_on_the_reader_is_laid() -> None:
    here = desk()
    read(here, "7H", A)
    read(here, None, A)
    assert here.laid is not None
    assert str(here.laid.card) == "7H"
    assert read(here, "8H", B) is Reading.NEXT


def test_a_card_taken_off_after_a_marble_moved_is_still_laid() -> None:
    here = desk()
    read(here, "7H", A)
    assert read(here, None, A, idle=False) is Reading.NOTHING
    assert here.laid is not None


def test_the_next_seats_card_waits_for_its_turn() -> None:
    here = desk()
    read(here, "7H", A)
    assert read(here, "3C", B) is Reading.NEXT
    assert str(here.waiting(B)) == "3C"
    here.finish(A)
    assert here.take_waiting(B, 2.0) is Reading.LAID
    assert here.laid is not None
    assert here.laid.at == B
    assert here.waiting(B) is None


def test_a_waiting_card_may_be_taken_off_again() -> None:
    here = desk()
    read(here, "7H", A)
    read(here, "3C", B)
    read(here, None, B)
    assert here.waiting(B) is None
    here.finish(A)
    assert here.take_waiting(B, 2.0) is Reading.NOTHING


def test_a_card_before_its_turn_is_too_soon() -> None:
    assert read(desk(), "3C", C) is Reading.TOO_SOON
    assert read(desk(), "3C", B) is Reading.TOO_SOON


def test_the_card_just_played_still_lies_there_and_says_nothing() -> None:
    here = desk()
    read(here, "7H", A)
    here.finish(A)
    assert read(here, "7H", A, turn=B) is Reading.NOTHING


def test_a_numbered_copy_is_seen_once_until_the_cards_are_shuffled() -> None:
    here = desk()
    read(here, "7H#1", A)
    here.finish(A)
    assert read(here, "7H#1", B, turn=B) is Reading.TWICE
    assert read(here, "7H#2", B, turn=B) is Reading.LAID
    here.finish(B)
    here.reshuffled()
    assert read(here, "7H#1", C, turn=C) is Reading.LAID


def test_a_tag_that_is_no_card_is_said_once() -> None:
    here, tag = desk(), CardRead(1.0, None, A, unknown="04A2")
    assert here.read(tag, A, B, idle=True, lenient=False) is Reading.UNKNOWN
    assert here.read(tag, A, B, idle=True, lenient=False) is Reading.NOTHING
    assert read(here, "7H", A) is Reading.LAID


def test_one_reader_for_the_table_serves_the_seat_to_play() -> None:
    here = desk("table")
    assert read(here, "7H", None) is Reading.LAID
    assert read(here, "3C", None) is Reading.NEXT
    assert str(here.waiting(B)) == "3C"
    here.finish(A)
    assert here.take_waiting(B, 2.0) is Reading.LAID


def test_a_table_without_cards_hears_none() -> None:
    here = desk("none")
    assert read(here, "7H", A) is Reading.NOTHING
    assert here.laid is None


def test_a_known_hand_is_what_was_dealt_less_what_was_laid() -> None:
    here = desk()
    for text in ("7H", "7H", "KD"):
        here.dealt(Card.parse(text), A, A)
    assert sorted(map(str, here.hand(A))) == ["7H", "7H", "KD"]
    read(here, "7H", A)
    assert sorted(map(str, here.hand(A))) == ["7H", "KD"]
    here.finish(A)
    assert sorted(map(str, here.hand(A))) == ["7H", "KD"]
    assert here.hand(B) == ()


def test_a_card_that_comes_again_after_a_reshuffle_was_not_only_lost() -> None:
    here = desk()
    read(here, "KC#1", A, t=1.0)
    here.finish(A)
    read(here, None, A, t=10.0)
    here.reshuffled()
    assert read(here, "KC#1", A, t=11.0) is Reading.LAID


def test_a_card_that_its_reader_loses_while_it_is_shuffled_is_not_laid_again() -> None:
    here = desk()
    read(here, "KC#1", A, t=1.0)
    here.finish(A)
    here.reshuffled()
    read(here, None, A, t=10.0)
    assert read(here, "KC#1", A, t=10.5) is Reading.NOTHING


@pytest.mark.parametrize("waiting", [False, True])
def test_a_card_given_back_is_laid_again_and_a_newer_one_waits(waiting: bool) -> None:
    here = desk()
    here.dealt(Card.parse("7H#1"), A, A)
    read(here, "7H#1", A)
    here.finish(A)
    if waiting:
        read(here, "3C", B, turn=B)
    here.give_back(A, Card.parse("7H#1"), 3.0)
    assert here.laid is not None
    assert str(here.laid.card) == "7H#1"
    assert (here.waiting(B) is not None) == waiting
    assert here.hand(A) == ()


def test_a_card_given_back_that_was_taken_off_must_be_laid_again() -> None:
    here = desk()
    read(here, "7H#1", A)
    here.finish(A)
    read(here, None, A, turn=B)
    here.give_back(A, Card.parse("7H#1"), 3.0)
    assert here.laid is None
    assert read(here, "7H#1", A) is Reading.LAID


def test_a_second_card_of_the_turn_is_one_too_many() -> None:
    here = desk()
    read(here, "7H", A)
    assert read(here, "8H", A) is Reading.SECOND
    assert here.laid is not None
    assert str(here.laid.card) == "7H"


def test_at_a_lenient_table_a_card_may_be_changed_while_nothing_was_moved() -> None:
    here = desk()
    read(here, "7H", A)
    assert read(here, "8H", A, idle=False, lenient=True) is Reading.SECOND
    read(here, "7H", A)
    assert read(here, "8H", A, lenient=True) is Reading.LAID
    assert here.laid is not None
    assert str(here.laid.card) == "8H"


def test_a_card_taken_off_while_marbles_were_out_of_place_makes_room_when_they_are_back() -> None:
    here = desk("table")
    here.free_if_gone()
    read(here, "7H", None)
    read(here, None, None, idle=False)
    assert read(here, "8H", None) is Reading.NEXT
    read(here, None, None)
    here.free_if_gone()
    assert read(here, "8H", None) is Reading.LAID


def test_cards_laid_on_the_one_reader_before_their_turn_wait_in_their_order() -> None:
    here = desk("table")
    for card in ("7H", "8H", "9H"):
        read(here, card, None)
    for card in ("8H", "9H"):
        here.finish(A)
        assert str(here.waiting(B)) == card
        assert here.take_waiting(B, 1.0) is Reading.LAID
        assert here.laid is not None
        assert str(here.laid.card) == card
    assert here.waiting(C) is None


def test_after_a_restart_the_card_last_played_still_lies_there() -> None:
    here = desk()
    here.recall(A, Card.parse("7H"))
    assert read(here, "7H", A, turn=B) is Reading.NOTHING
    here = desk("table")
    here.recall(A, Card.parse("7H"))
    assert read(here, "7H", None, turn=B) is Reading.NOTHING


def test_a_seat_to_play_again_may_lay_the_like_of_the_card_it_played_last() -> None:
    here = desk()
    read(here, "7H", A)
    here.finish(A)
    assert read(here, "7H", A, turn=A) is Reading.LAID


def test_a_copy_seen_twice_is_said_once_and_counts_when_it_is_laid_again() -> None:
    desk = CardDesk("seat")
    card = Card.parse("JH#1")
    assert lay(desk, card, 0, t=1.0) is Reading.LAID
    desk.finish(0)
    assert lay(desk, None, 0, t=2.0) is Reading.NOTHING
    assert lay(desk, card, 0, t=10.0) is Reading.TWICE
    assert lay(desk, None, 0, t=11.0) is Reading.NOTHING
    assert lay(desk, card, 0, t=14.0) is Reading.LAID


def test_a_copy_seen_twice_is_said_again_once_another_card_has_been_played() -> None:
    desk = CardDesk("seat")
    card, other = Card.parse("JH#1"), Card.parse("4S#1")
    lay(desk, card, 0, t=1.0)
    desk.finish(0)
    lay(desk, None, 0, t=2.0)
    assert lay(desk, card, 0, t=10.0) is Reading.TWICE
    lay(desk, None, 0, t=11.0)
    assert lay(desk, other, 0, t=14.0) is Reading.LAID
    desk.finish(0)
    lay(desk, None, 0, t=15.0)
    assert lay(desk, card, 0, t=30.0) is Reading.TWICE


def lay(desk: CardDesk, card: Card | None, at: int, t: float) -> Reading:
    return desk.read(CardRead(t, card, at), at, at + 1, idle=True, lenient=True)


def test_a_played_card_that_its_reader_loses_for_a_moment_lies_there_still() -> None:
    here = desk()
    read(here, "7H#1", A)
    here.finish(A)
    read(here, None, A, turn=B)
    assert read(here, "7H#1", A, turn=B) is Reading.NOTHING
    assert here.waiting(A) is None


def test_a_played_card_that_was_only_covered_lies_there_still() -> None:
    here = desk()
    read(here, "7H#1", A)
    here.finish(A)
    here.read(CardRead(1.0, None, A, unknown="04A2"), B, C, idle=True, lenient=False)
    assert read(here, "7H#1", A, turn=B) is Reading.NOTHING
    assert here.waiting(A) is None
