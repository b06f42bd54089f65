"""Every verdict becomes one plain sentence with the names of the seated players."""

from __future__ import annotations

import pytest

from engine.geometry import board
from engine.play import Play
from engine.position import Position
from engine.referee import verdicts
from engine.text import Text
from jokerboard.journal.games.sentences import Speaker, card_name, card_rank, card_words
from jokerboard.words.catalogue import catalogue, words

BOARD = board(4)
NAMES = {0: "Ann", 1: "Bo", 2: "Cleo", 3: "Dan"}
SPEAKER = Speaker(BOARD, NAMES)
START = Position.parse("-/-/-/- A")


def moved(text: str, before: str = "A8,A10/B8/C9,C14/- A", seat: int = 0, card: str | None = None) -> str:
    play = Play.parse(text, BOARD)
    verdict = verdicts.Move(1.0, 3, seat, card or str(play.card), play, START)
    return SPEAKER.sentence(verdict, Position.parse(before)).text


@pytest.mark.parametrize(("play", "sentence"), [
    ("KH As-A8", "Ann brings a marble out with a king."),
    ("AH As-A8xB", "Ann brings a marble out with an ace; Bo's marble goes to START."),
    ("5D A8-A13", "Ann moves a marble from A8 to A13 with a five."),
    ("8D A8-A0", "Ann moves a marble from A8 to A0 with an eight."),
    ("3D A10-Ah5", "Ann brings a marble home with a three."),
    ("2D Ah1-Ah3", "Ann moves a marble from Ah1 to Ah3 with a two."),
    ("7H A8-A11 A10-A14xC", "Ann splits a seven: A8 to A11 and A10 to A14; Cleo's marble goes to START."),
    ("5D C9-C14>C", "Ann moves Cleo's marble from C9 to C14 with a five; Cleo's marble goes to its in-spot."),
    ("5D A8-A13>C>AxB", "Ann moves a marble from A8 to A13 with a five; Cleo's marble goes to its in-spot, "
     "Ann's marble goes to its in-spot and Bo's marble goes to START."),
    ("2S A10~C14", "Ann exchanges the marbles of A10 and C14 with a two."),
    ("X#3 As-B8xB", "Ann puts a marble on B8 with a Joker; Bo's marble goes to START."),
])  # fmt: skip
def test_a_play_is_worded_as_one_sentence(play: str, sentence: str) -> None:
    assert moved(play) == sentence


def test_an_unread_card_is_worded_as_the_cards_that_it_may_have_been() -> None:
    assert moved("T A8-B0", card="TJQK") == (
        "Ann moves a marble from A8 to B0 with a ten, a jack, a queen or a king."
    )


def test_the_sentence_of_an_amendment_names_the_replaced_play() -> None:
    play = Play.parse("KH As-A8", BOARD)
    announced = SPEAKER.sentence(verdicts.Move(1.0, 5, 0, "KH", play, START, (), 4), START)
    assert announced.text == "Ann brings a marble out with a king, instead of play 4."


@pytest.mark.parametrize(("verdict", "tone", "sentence"), [
    (verdicts.NextTurn(1.0, 1), "info", "It is Bo's turn."),
    (verdicts.Discard(1.0, 2, 2, "9C#2", START), "ok", "Cleo discards a nine."),
    (verdicts.Discard(1.0, 2, 2, "", START), "ok", "Cleo plays nothing in this turn."),
    (verdicts.Illegal(1.0, 0, "wrong-count", "A 5 moves five holes; A's marble went six.", (14,),
                      (verdicts.PutBack(14, 8),)),
     "bad", "A 5 moves five holes; Ann's marble went six. Put it back."),
    (verdicts.Illegal(1.0, 0, "must-play", "A king can be played.", ()), "bad", "A king can be played."),
    (verdicts.Restored(1.0), "ok", "The board is right again."),
    (verdicts.Takeback(1.0, 4, START), "info", "Play 4 is taken back; it is Ann's turn."),
    (verdicts.Decision(1.0, "let-stand", "Eve", START), "info", "Eve decides: it stands; it is Ann's turn."),
    (verdicts.Decision(1.0, "let-stand", "Eve", START, "A sleeve brushed it."), "info",
     "Eve decides: it stands (A sleeve brushed it); it is Ann's turn."),
    (verdicts.Decision(1.0, "take-back", "Eve", START), "info",
     "Eve decides: it is taken back; it is Ann's turn."),
    (verdicts.Decision(1.0, "correct", "Eve", START), "info",
     "Eve decides: the board is set right; it is Ann's turn."),
    (verdicts.Fault(1.0, "A8 does not answer.", 8), "bad", "A8 does not answer."),
    (verdicts.Over(1.0, (1, 3), START), "ok", "Bo and Dan win the game!"),
    (verdicts.Over(1.0, (1,), START), "ok", "Bo wins the game!"),
    (verdicts.Over(1.0, (), START), "info", "The game ends, and nobody has won it."),
    (verdicts.Offer(1.0, "new-game"), "ask", "All marbles stand in START. Is this a new game?"),
    (verdicts.Decision(1.0, "adjourn", "Eve", START), "info", "Eve decides: adjourn; it is Ann's turn."),
    (verdicts.Illegal(1.0, 0, "play-stands", "Put it back where it was.", (), (verdicts.PutBack(14, 8),)),
     "bad", "Put it back where it was."),
    (verdicts.Final(1.0, START), "info", "The result is final. Only a referee can reopen the game."),
    (verdicts.Ambiguous(1.0, 0, (Play.parse("7H A8-A11 A10-A14", BOARD),
                                 Play.parse("7H A8-A12 A10-A13", BOARD)), (11, 12)),
     "ask",
     "Ann, which play was it? "
     "Lift and replace A11 for A8 to A11 and A10 to A14; or A12 for A8 to A12 and A10 to A13."),
])  # fmt: skip
def test_every_verdict_other_than_a_play_has_a_sentence(
    verdict: verdicts.Verdict, tone: str, sentence: str
) -> None:
    announced = SPEAKER.sentence(verdict, START)
    assert (announced.tone, announced.text, announced.at) == (tone, sentence, 1.0)


def test_a_seat_without_a_name_is_called_by_its_letter() -> None:
    assert Speaker(BOARD, {1: ""}).sentence(verdicts.NextTurn(0.0, 1), START).text == "It is Seat B's turn."


def test_cards_in_sentences_are_written_in_words_with_an_article() -> None:
    assert [card_words(card) for card in ("AH", "8C#2", "X", "X#4", "7")] == [
        "an ace", "an eight", "a Joker", "a Joker", "a seven",
    ]  # fmt: skip
    assert [card_words(card) for card in ("TJ", "")] == ["a ten or a jack", "a card"]
    assert [card_name(card) for card in ("5C#2", "X#3", "X", "TD", "5")] == [
        "five of clubs", "Joker", "Joker", "ten of diamonds", "5",
    ]  # fmt: skip
    assert (card_rank("TD#2"), card_rank("7"), card_rank("TJ"), card_rank("")) == ("T", "7", None, None)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "Seat B moves only marbles of D or B now, not A's marble from START to A9.",
            "Bo moves only marbles of D or Bo now, not Ann's marble from START to A9.",
        ),
        (
            "A 5 moves five holes; B's marble went six, from A8 to A14.",
            "A 5 moves five holes; Bo's marble went six, from A8 to A14.",
        ),
        ("It is B's turn, not A's; the 5C#2 waits.", "It is Bo's turn, not Ann's; the five of clubs waits."),
        (
            "B has laid the X already; a card laid is a card played.",
            "Bo has laid the Joker already; a card laid is a card played.",
        ),
        ("A's marble may not land on partner C in A13.", "Ann's marble may not land on partner C in A13."),
    ],
)
def test_the_announcement_of_an_illegal_play_has_the_players_names_instead_of_the_seats_letters(
    text: str, sentence: str
) -> None:
    speaker = Speaker(board(4), {0: "Ann", 1: "Bo"})
    start = Position.parse("-/-/-/- A")
    assert speaker.sentence(verdicts.Illegal(1.0, 0, "wrong-count", text), start).text == sentence


def test_a_sentence_with_message_codes_has_the_players_names_and_can_still_be_translated() -> None:
    text = words("wrong-lands-on-own", who=words("seat", seat="B"), hole="A13")
    sentence = SPEAKER.sentence(verdicts.Illegal(1.0, 0, "own-colour", text), START).text
    assert sentence == "Bo's marble may not land on its own colour in A13."
    assert isinstance(sentence, Text)
    in_german = "Die Murmel von Bo darf nicht auf der eigenen Farbe in A13 landen."
    assert catalogue("de").worded(sentence) == in_german
