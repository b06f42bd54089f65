"""The card reads that a resumed game repeats: cards that no play in force has used."""

from __future__ import annotations

import pytest

from engine.cards import Card
from engine.geometry import board
from engine.play import Play
from engine.position import Position
from engine.referee.events import CardRead
from engine.referee.verdicts import A_NEW_GAME, Decision, Discard, Illegal, Move, Over, Takeback, Verdict
from jokerboard.journal.games.unplayed_cards import UnplayedCards

TURNS = {seat: Position.parse(f"A8/B8/-/- {seat}") for seat in "ABCD"}
BOTH = ["A:5D", "play 5D 1B", "B:6C", "play 6C 2C"]
PLAY = Play.parse("5D A8-A13", board(4))


def step(t: float, text: str) -> CardRead | Verdict:
    """An event: `A:5D`, `A:-` and `table:5D` are reads; `play 5D 2B` is play 2, then B is to play."""
    if ":" in text:
        at, name = text.split(":")
        return CardRead(t, None if name == "-" else Card.parse(name), None if at == "table" else ord(at) - 65)
    word, *card, last = text.split()
    n, turn = int(last[0]), TURNS[last[1]]
    seat = (turn.turn - 1) % 4
    match word:
        case "play":
            return Move(t, n, seat, card[0], PLAY, turn)
        case "amended":
            return Move(t, n, seat, card[0], PLAY, turn, (), n - 1)
        case "discard":
            return Discard(t, n, seat, card[0], turn)
        case "undo":
            return Takeback(t, n, turn)
        case "refused":
            return Illegal(t, turn.turn, "card-already-laid", "")
        case "over":
            return Over(t, (0, 2), turn)
        case "new":
            return Decision(t, "correct", "players", turn, A_NEW_GAME)
    return Decision(t, word, "Eve", turn)


@pytest.mark.parametrize(
    ("steps", "left"),
    [
        (["A:5D"], ["5D"]),
        (["A:5D", "play 5D 1B"], []),
        (["A:5D", "B:6C", "play 5D 1B"], ["6C"]),
        (["B:6C", "A:5D"], ["5D", "6C"]),
        (["A:5D", "B:6C", "B:-"], ["5D", "6C", "None"]),
        (["table:5D", "table:6C", "play 5D 1B"], ["6C"]),
        # Another card is laid in the same turn.
        (["A:5D", "A:KD"], ["KD"]),
        (["A:5D", "A:KD", "refused 0A"], ["5D"]),
        (["A:5D", "A:KD", "refused 0A", "play 5D 1B"], []),
        (["A:5D", "play 5D 1B", "refused 0A"], []),
        # People take a play back.
        (["A:5D", "play 5D 1B", "A:-", "undo 1A"], ["5D"]),
        (["A:5D", "play 5D 1B", "B:6C", "undo 1A"], ["5D", "6C"]),
        (["A:5D", "play 5D 1B", "undo 1A", "play 5D 2B"], []),
        (["A:6D", "A:-", "A:5D", "play 5D 1B", "undo 1A"], ["5D"]),
        (["A:5D", "discard 5D 1B", "undo 1A"], ["5D"]),
        # The play is amended while the next turn's card is already on the reader.
        (["A:5D", "play 5D 1B", "A:KD", "amended 5D 2B"], ["KD"]),
        (["A:5D", "play 5D 1B", "A:KD", "amended 5D 2B", "undo 2A"], ["5D", "KD"]),
        (["A:5D", "play 5D 1B", "A:KD", "amended KD 2B"], []),
        # A referee decides.
        (
            ["A:5D", "play 5D 1B", "B:6C", "play 6C 2C", "undo 2B", "later", "undo 1A", "take-back 0A"],
            ["5D", "6C"],
        ),
        (["A:5D", "discard 5D 1B", "undo 1A", "take-back 0A"], []),
        (["A:5D", "play 5D 1B", "A:KD", "undo 1A", "take-back 0A"], ["5D"]),
        (["A:5D", "correct 0A"], ["5D"]),
        (["A:5D", "correct 0B"], []),
        (["A:5D", "B:6C", "correct 0B"], ["6C"]),
        (["A:5D", "play 5D 1B", "undo 1A", "later", "correct 0B"], []),
        (["table:5D", "table:6C", "correct 0B"], ["6C"]),
        (["A:5D", "new 0A"], []),
        # A card is laid after the end of the game.
        (["over 0A", "A:5D", "correct 0A"], []),
        (["over 0A", "correct 0A", "A:5D"], ["5D"]),
    ],
)
def test_a_resumed_game_repeats_the_read_of_each_card_that_no_play_in_force_has_used(
    steps: list[str], left: list[str]
) -> None:
    cards, t = UnplayedCards(0), 0.0
    for text in steps:
        if text == "later":
            t += 1.0
            continue
        each = step(t, text)
        cards.read(each) if isinstance(each, CardRead) else cards.take(each)
    assert [str(read.card) for read in cards.reads] == left
