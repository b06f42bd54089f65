"""Any text is a card, a play or a position, or is refused with NotationError."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card
from engine.errors import NotationError
from engine.geometry import board
from engine.play import Play
from engine.position import Position

FOUR = board(4)


def play_of(text: str) -> Play:
    return Play.parse(text, FOUR)


def is_read_back(play: Play, _: str) -> bool:
    return play_of(play.text(FOUR)) == play


def can_be(position: Position, _: str) -> bool:
    return Position.parse(position.line()) == position and not position.faults()


def is_written_so(card: Card, text: str) -> bool:
    return str(card) == text


@pytest.mark.parametrize(
    ("parse", "right", "alphabet", "longest"),
    [
        (Card.parse, is_written_so, "A23TJQKXCDHS#0 1x\n٣", 6),
        (play_of, is_read_back, "7HX As-~>xBC89h1#", 24),
        (Position.parse, can_be, "-./, ABCDh0123456789\n", 40),
    ],
)
@given(data=st.data())
def test_any_text_is_refused_or_parsed_to_a_value_that_is_printed_canonically(
    parse: Callable[[str], Any], right: Callable[[Any, str], bool], alphabet: str, longest: int, data: Any
) -> None:
    text = data.draw(st.text(alphabet, max_size=longest))
    try:
        read = parse(text)
    except NotationError:
        return
    assert right(read, text)
