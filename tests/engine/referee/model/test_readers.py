"""Cards on the readers: repeated reads, unknown tags, and the hands that were read when they were dealt."""

from __future__ import annotations

from engine.cards import Card
from engine.position import Position
from engine.referee.events import CardRead
from engine.referee.machine import Referee
from engine.referee.model.readers import KnownHands, Readers
from engine.referee.verdicts import Illegal
from engine.rules.rule_sets import RULES
from engine.table import table_at
from engine.violation import Code

FIVE, SIX = Card.parse("5D"), Card.parse("6D")


def test_of_two_equal_cards_only_the_one_drawn_after_the_laid_card_waits_for_the_next_turn() -> None:
    hands = KnownHands()
    hands.dealt(FIVE, 0, after_its_card=False)
    hands.dealt(FIVE, 0, after_its_card=True)
    hands.dealt(SIX, 0, after_its_card=True)
    assert hands.playable(0, None) == (FIVE,)
    hands.turn_over()
    assert sorted(map(str, hands.playable(0, None))) == ["5D", "5D", "6D"]
    assert hands.playable(0, FIVE) in ((FIVE, SIX), (SIX, FIVE))


def test_a_read_of_the_card_that_lies_on_the_same_reader_is_a_repeated_read() -> None:
    readers = Readers("seat")
    reads = [(FIVE, 0), (FIVE, 0), (FIVE, 1), (SIX, 0), (FIVE, 0)]
    repeated = [readers.show(CardRead(float(t), card, at), at) for t, (card, at) in enumerate(reads)]
    assert repeated == [False, True, False, False, False]


def test_an_unknown_tag_is_reported_once_while_it_lies_on_the_reader() -> None:
    position = Position.parse("A8/-/-/- A")
    referee = Referee(table_at(RULES["texas"], position), position)
    found = [
        [verdict.code for verdict in referee.feed(CardRead(t, None, 0, tag)) if isinstance(verdict, Illegal)]
        for t, tag in [(1.0, "04A1"), (2.0, "04A1"), (3.0, "04B2"), (4.0, "04A1")]
    ]
    assert found == [[Code.CARD_UNKNOWN], [], [Code.CARD_UNKNOWN], [Code.CARD_UNKNOWN]]
