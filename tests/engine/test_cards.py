from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import RANKS, SUITS, Card, Rank
from engine.errors import NotationError

plain = st.builds(
    Card,
    st.sampled_from([rank for rank in RANKS if rank is not Rank.JOKER]),
    st.none() | st.sampled_from(SUITS),
    st.none() | st.integers(1, 99),
)
cards = plain | st.builds(Card, st.just(Rank.JOKER), st.none(), st.none() | st.integers(1, 99))


@given(cards)
def test_a_printed_card_is_parsed_to_an_equal_card(card: Card) -> None:
    assert Card.parse(str(card)) == card


def test_there_are_fourteen_ranks_of_cards() -> None:
    assert "".join(RANKS) == "A23456789TJQKX"


@pytest.mark.parametrize(
    "text", ["", "1H", "10", "10H", "XH", "7h", "7H#0", "7H#", "7H ", " 7H", "H7", "7HH", "X\n"]
)
def test_the_text_of_a_malformed_card_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="no card is written"):
        Card.parse(text)
