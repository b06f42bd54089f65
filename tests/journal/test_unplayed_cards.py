"""Cards laid and used by no play in force: what a resumed game hears again."""

from __future__ import annotations

import pytest

from engine.cards import Card
from engine.position import Position
from journal.games.unplayed_cards import UnplayedCards
from referee.events import CardRead
from referee.verdicts import A_NEW_GAME, Decision, Discard, Illegal, Over, Takeback, Verdict

TURNS = {seat: Position.parse(f"A8/B8/-/- {seat}") for seat in "ABCD"}


def step(t: float, text: str) -> CardRead | Verdict:
    """`A:5D`, `A:-` and `table:5D` are cards; `5D>2B` a discard, number 2, after which B is to play."""
    if ":" in text:
        at, card = text.split(":")
        return CardRead(t, None if card == "-" else Card.parse(card), None if at == "table" else ord(at) - 65)
    word, rest = text.split(" ") if " " in text else ("", text)
    n, turn = int(rest[-2:-1] or 0), TURNS[rest[-1]]
    match word:
        case "undo":
            return Takeback(t, n, turn)
        case "over":
            return Over(t, (0, 2), turn)
        case "must":
            return Illegal(t, turn.turn, "must-play", "")
        case "correct" | "take-back":
            return Decision(t, word, "Eve", turn)
        case "new":
            return Decision(t, "correct", "players", turn, A_NEW_GAME)
    return Discard(t, n, (turn.turn - 1) % 4, rest.split(">")[0], turn)


@pytest.mark.parametrize(
    ("steps", "left"),
    [
        (["A:5D"], ["5D"]),
        (["A:5D", "5D>1B"], []),
        (["A:5D", "B:6C", "5D>1B"], ["6C"]),
        (["A:5D", "A:6D", "5D>1B"], []),
        (["table:5D", "table:6C", "5D>1B"], ["6C"]),
        (["A:5D", "5D>1B", "A:-", "undo 1A"], ["5D"]),
        (["A:5D", "5D>1B", "B:6C", "undo 1A"], ["5D", "6C"]),
        (["A:5D", "5D>1B", "undo 1A", "5D>2B"], []),
        (["A:5D", "5D>1B", "B:6C", "6C>2C", "undo 2B", "undo 1A", "take-back 0A"], []),
        (["A:5D", "correct 0A"], ["5D"]),
        (["A:5D", "correct 0B"], []),
        (["A:5D", "B:6C", "correct 0B"], ["6C"]),
        (["A:5D", "must 0A", "A:KD"], ["KD"]),
        (["A:5D", "must 0A", "B:KD"], ["5D", "KD"]),
        (["A:5D", "new 0A"], []),
        (["over 0A", "A:5D", "correct 0A"], []),
        (["over 0A", "correct 0A", "A:5D"], ["5D"]),
    ],
)
def test_the_cards_that_are_left(steps: list[str], left: list[str]) -> None:
    cards = UnplayedCards(0)
    for t, text in enumerate(steps):
        each = step(float(t), text)
        cards.read(each) if isinstance(each, CardRead) else cards.said(each)
    assert [str(read.card) for read in cards.reads] == left
