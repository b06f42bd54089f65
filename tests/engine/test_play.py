from __future__ import annotations

import pytest

from engine.cards import Card, Rank
from engine.errors import NotationError
from engine.geometry import board
from engine.play import Leg, Play

FOUR = board(4)


@pytest.mark.parametrize(
    "text",
    [
        "KH As-A8",
        "7H A1-Ah5",
        "7H A8-A11 B2-B6xC",
        "5D C4-C9>C",
        "5D C4-C9>C>AxB",
        "5D C4-C9>CxC",
        "2S A10~C14",
        "X As-B8xB",
        "9C --",
        "TD#2 A1-A11",
        "4 Ah1-Ah5",
    ],
)
def test_plays_in_the_published_notation_are_parsed_and_printed(text: str) -> None:
    assert Play.parse(text, FOUR).text(FOUR) == text


def test_a_parsed_play_has_a_card_and_legs_with_their_fields() -> None:
    play = Play.parse("7H As-A8 C4-C9>C>AxB", FOUR)
    first, second = play.legs
    assert play.card == Card(Rank.SEVEN, "H")
    assert (first.seat, first.source, first.target) == (0, None, 8)
    assert (second.seat, second.source, second.pushes, second.sent) == (None, 40, (2, 0), 1)
    assert Play.parse("2 Ah1-Ah3", FOUR).legs[0].seat == 0
    assert Play.parse("2 A10~C14", FOUR).legs[0].exchange


def test_legs_are_equal_if_their_texts_are_equal() -> None:
    assert Leg(0, 8, 9) == Leg(None, 8, 9)
    assert hash(Leg(0, 8, 9)) == hash(Leg(None, 8, 9))
    assert Leg(0, None, 9) != Leg(1, None, 9)
    assert Leg(0, 8, 9) != Leg(0, 8, 9, sent=1)
    assert Leg(0, 8, 9) != "A8-A9"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7H",
        "As-A8",
        "7H A8",
        "7H A8-",
        "7H A8-A18",
        "7H A8-E1",
        "7H E1-A8",
        "7H A8-As1",
        "7H As1-A8",
        "7H s-A8",
        "7H Es-A8",
        "7H A8-A11 --",
        "7H -- --",
        "7H A8-A11xB>C",
        "7H A8-A11xBxC",
        "7H A8-A11xE",
        "7H A8-A11>E",
        "7H A8-Ah1xB",
        "7H A8-Ah1>C",
        "7H As-Bh1",
        "7H Ah1-Bh1",
        "2 As~C14",
        "2 A8~Ah1",
        "2 Ah1~A8",
        "2 A8~C14xC",
        "ZZ A8-A11",
    ],
)
def test_the_text_of_a_malformed_play_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Play.parse(text, FOUR)
