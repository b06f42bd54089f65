"""Decks: each tag's card is taught, stored in a file, and used by the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card
from engine.deck import Cards, fresh_piles
from engine.referee.events import CardRead
from engine.rules.rule_sets import RULES
from engine.table import table_for
from hardware.ports import CardSeen
from jokerboard.host.errors import JokerboardError, StateDamagedError
from jokerboard.table.runtime.board_events import DeviceMap
from jokerboard.table.serving.decks import Decks, Enrolment, card_name, cards_of

TAGS = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=20)


@pytest.mark.parametrize(("decks", "jokers"), [(1, 2), (2, 2), (3, 0), (4, 2)])
def test_the_cards_to_be_taught_are_the_cards_that_the_engine_deals(decks: int, jokers: int) -> None:
    (pile,) = fresh_piles(Cards(decks, jokers), table_for(RULES["texas"]))
    assert sorted(map(str, cards_of(decks, jokers))) == sorted(map(str, pile))


@given(st.lists(TAGS, unique=True, max_size=40))
def test_taught_decks_are_parsed_back_unchanged_from_their_file(tags: list[str]) -> None:
    decks = Decks()
    for tag, card in zip(tags, cards_of(1, 2), strict=False):
        decks = decks.teach(tag, card)
    assert Decks.parse(decks.text()) == decks


def test_two_copies_of_a_card_have_tags_of_their_own_and_an_unknown_tag_has_no_card() -> None:
    first, second = Card.parse("7H#1"), Card.parse("7H#2")
    decks = Decks().teach("010063E9AE", first).teach("0C000621A5", second)
    wiring = DeviceMap((0,), decks.tags)
    reads = [wiring.event(CardSeen(1.0, tag, "A"), 1.0) for tag in ("010063E9AE", "0C000621A5", "DEADBEEF00")]
    assert reads == [
        CardRead(1.0, first, 0),
        CardRead(1.0, second, 0),
        CardRead(1.0, None, 0, unknown="DEADBEEF00"),
    ]


def test_a_card_taught_at_one_kind_of_reader_is_recognised_by_another() -> None:
    seven = Card.parse("7H")
    sitting = Enrolment((seven, Card.parse("8H")), Decks().teach("120074CBB1", seven))
    wiring = DeviceMap((0,), sitting.decks.tags)
    assert wiring.card("0007654321") == seven
    assert wiring.card("0007654322") is None
    assert sitting.laid("0007654321") == (
        "This tag is the 7 of hearts (7H) already, taught as 120074CBB1 by another kind of reader. "
        "Lay another card, or u to undo the last."
    )
    assert sitting.laid("120074CBB1").startswith("This tag is the 7 of hearts (7H) already. Lay")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("decks = 2\n", "the file is of version 2, not 1"),
        ("[tags]\n", "the file is of version None, not 1"),
        ("decks = 1\n", r"the table \[tags\] is missing"),
        ("decks = 1\n[tags]\na = 7\n", "tag a has 7 instead of a card"),
        ('decks = 1\n[tags]\na = "7Q"\n', "no card is written '7Q'"),
        (
            'decks = 1\n[tags]\na = "7H"\nb = "7H"\n',
            "two tags stand for 7H; number the copies: 7H#1 and 7H#2",
        ),
        (
            'decks = 1\n[tags]\na = "5D#1"\nb = "5D#1"\n',
            "two tags stand for 5D#1; number the copies: 5D#1 and 5D#2",
        ),
        ("decks = \n", "Invalid value"),
    ],
)
def test_a_damaged_file_of_decks_is_reported_with_the_mistake_and_not_changed(
    text: str, why: str, tmp_path: Path
) -> None:
    path = tmp_path / "decks.toml"
    path.write_text(text)
    with pytest.raises(StateDamagedError, match=f"cannot be read: {why}"):
        Decks.load(path)
    assert path.read_text() == text


def test_a_missing_file_of_decks_means_no_cards_and_a_folder_with_its_name_is_reported(
    tmp_path: Path,
) -> None:
    assert Decks.load(tmp_path / "decks.toml") == Decks()
    with pytest.raises(JokerboardError, match="cannot be read: Is a directory"):
        Decks.load(tmp_path)
    with pytest.raises(JokerboardError, match="cannot be written"):
        Decks().save(tmp_path)


def test_cards_are_taught_in_order_and_a_card_can_be_undone_or_skipped() -> None:
    sitting = Enrolment(cards_of(1, 2)[:3], Decks())
    assert sitting.undo() == "Nothing is taught yet."
    assert sitting.prompt == "1 of 3: lay the ace of clubs (AC)."
    assert sitting.laid("T1") == "T1 is the ace of clubs (AC)."
    assert sitting.laid("T1").startswith("This tag is the ace of clubs (AC) already. Lay another card")
    assert sitting.laid("T2") == "T2 is the 2 of clubs (2C)."
    assert sitting.undo() == "T2 is forgotten."
    assert sitting.skip() == "The 2 of clubs (2C) is left out for now."
    assert sitting.prompt == "2 of 3: lay the 3 of clubs (3C)."
    assert sitting.laid("T3") == "T3 is the 3 of clubs (3C)."
    assert sitting.wanted is None
    assert sitting.prompt == "2 of 3 cards are taught; 1 were skipped."
    assert sitting.laid("T4") == "Every card is taught or skipped; press u to undo the last one."
    assert sitting.skip() == "There is no card left to skip."
    assert sitting.decks.tags == {"T1": "AC", "T3": "3C"}


def test_a_card_whose_tag_is_forgotten_is_asked_for_again() -> None:
    sitting = Enrolment(cards_of(1, 2)[:2], Decks())
    sitting.skip()
    sitting.laid("T2")
    assert sitting.undo() == "T2 is forgotten."
    assert sitting.wanted == Card.parse("2C")


def test_a_new_teaching_session_continues_where_the_last_one_stopped() -> None:
    first = Enrolment(cards_of(1, 2), Decks())
    for tag in ("T1", "T2"):
        first.laid(tag)
    second = Enrolment(cards_of(1, 2), Decks.parse(first.decks.text()))
    assert second.prompt == "3 of 54: lay the 3 of clubs (3C)."


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("TD#2", "10 of diamonds, copy 2 (TD#2)"),
        ("X#3", "Joker, copy 3 (X#3)"),
        ("X", "Joker (X)"),
        ("QS", "queen of spades (QS)"),
        ("7", "7 (7)"),
    ],
)
def test_the_name_of_a_card_in_words_has_its_rank_suit_and_copy_number(card: str, name: str) -> None:
    assert card_name(Card.parse(card)) == name
