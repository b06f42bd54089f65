"""A game log folds verdicts into plays with their states, the position and the turn."""

from __future__ import annotations

from engine.play import Play
from engine.referee.verdicts import (
    Decision,
    Discard,
    Final,
    Illegal,
    NextTurn,
    Over,
    Restored,
    Takeback,
    Verdict,
)
from jokerboard.journal.games.game_log import GameLog
from jokerboard.journal.games.sentences import Sentence, Speaker
from tests.jokerboard.journal.recorded_games import BOARD, HOME, START, at, move

MOVED = "A2,h2,h3,h4,h5/./-/. C"
DISCARDED = "A2,h2,h3,h4,h5/./-/. A"
FIRST = move(1, "AH A1-A2", MOVED)
SECOND = Discard(2.0, 2, 2, "9C", at(DISCARDED))
WON = move(3, "2H A2-Ah1", HOME)
OVER = Over(3.0, (0,), at(HOME))


def log_of(*verdicts: Verdict) -> GameLog:
    log = GameLog(at(START), Speaker(BOARD, {0: "Ann", 2: "Cleo"}))
    for verdict in verdicts:
        log.take(verdict)
    return log


def test_a_game_log_without_verdicts_has_the_first_position_and_turn() -> None:
    log = log_of()
    assert (log.position, log.turn, log.n, log.plays, log.in_force) == (at(START), 0, 0, (), ())
    assert (log.last, log.sentence, log.over, log.final, log.illegal, log.takebacks) == (
        None, None, None, False, 0, 0,
    )  # fmt: skip
    assert log.state_of(1) is None


def test_a_game_log_keeps_each_play_with_the_positions_before_and_after_it() -> None:
    log = log_of(NextTurn(0.5, 0), FIRST, SECOND)
    first, second = log.plays
    assert (first.n, first.seat, first.card, first.play) == (1, 0, "AH", Play.parse("AH A1-A2", BOARD))
    assert (first.before, first.after, first.state) == (at(START), at(MOVED), "ok")
    assert first.text == "Ann moves a marble from A1 to A2 with an ace."
    assert (second.n, second.play, second.before, second.after) == (2, None, at(MOVED), at(DISCARDED))
    assert second.text == "Cleo discards a nine."
    assert log.last == second
    assert (log.position, log.turn, log.n) == (at(DISCARDED), 0, 2)
    assert log.sentence is not None
    assert log.sentence.text == "Cleo discards a nine."


def test_the_turn_of_a_game_log_is_the_announced_turn() -> None:
    assert log_of(NextTurn(0.5, 2)).turn == 2
    assert log_of(FIRST).turn == 2


def test_an_amending_play_starts_at_the_position_before_the_amended_play() -> None:
    log = log_of(FIRST, move(2, "3H A1-Ah1", HOME, amends=1))
    assert [(play.n, play.state, play.before) for play in log.plays] == [
        (1, "amended", at(START)),
        (2, "ok", at(START)),
    ]
    assert log.state_of(1) == "amended"
    assert [play.n for play in log.in_force] == [2]
    assert log_of(move(2, "3H A1-Ah1", HOME, amends=7)).plays[0].before == at(START)


def test_a_play_that_was_taken_back_stays_in_the_game_log_as_taken_back() -> None:
    log = log_of(FIRST, SECOND, Takeback(3.0, 2, at(MOVED)))
    assert [(play.n, play.state) for play in log.plays] == [(1, "ok"), (2, "taken-back")]
    assert (log.position, log.turn, log.takebacks, log.n) == (at(MOVED), 2, 1, 2)
    assert log.last is not None
    assert log.last.n == 1
    assert log_of(Takeback(3.0, 7, at(START))).plays == ()


def test_a_won_game_is_over_then_final_until_a_takeback_or_a_decision_reopens_the_game() -> None:
    won = (FIRST, SECOND, WON, OVER)
    log = log_of(*won)
    assert (log.over, log.final, log.position) == ((0,), False, at(HOME))
    assert log_of(FIRST, Over(3.0, (0,), at(HOME))).position == at(HOME)
    final = (*won, Final(4.0, at(HOME)))
    log = log_of(*final)
    assert (log.over, log.final) == ((0,), True)
    assert log.sentence is not None
    assert log.sentence.text == "Ann wins the game!"
    stands = log_of(*final, Decision(5.0, "let-stand", "Eve", at(HOME)))
    assert (stands.over, stands.final) == ((0,), True)
    for reopening in (Takeback(5.0, 3, at(DISCARDED)), Decision(5.0, "correct", "Eve", at(DISCARDED), "x")):
        log = log_of(*final, reopening)
        assert (log.over, log.final, log.position) == (None, False, at(DISCARDED))
    assert log_of(Final(1.0, at(START))).over is None


def test_a_take_back_decision_takes_back_every_later_play_and_a_correction_takes_back_no_play() -> None:
    log = log_of(FIRST, SECOND, WON, Decision(4.0, "take-back", "Eve", at(MOVED)))
    assert [play.state for play in log.plays] == ["ok", "taken-back", "taken-back"]
    assert (log.takebacks, log.position, log.turn) == (2, at(MOVED), 2)
    undone = Takeback(4.0, 2, at(MOVED))
    log = log_of(FIRST, SECOND, undone, Decision(4.0, "take-back", "Eve", at(MOVED)))
    assert [play.state for play in log.plays] == ["ok", "taken-back"]
    log = log_of(FIRST, SECOND, Decision(4.0, "correct", "Eve", at(START)))
    assert [play.state for play in log.plays] == ["ok", "ok"]
    assert log.position == at(START)


def test_a_take_back_of_a_numbered_play_takes_back_all_later_plays_despite_a_decision_between_them() -> None:
    placed = Decision(2.5, "correct", "Eve", at(HOME))
    log = log_of(FIRST, SECOND, placed, Decision(4.0, "take-back", "Eve", at(MOVED), n=2))
    assert [play.state for play in log.plays] == ["ok", "taken-back"]
    assert (log.takebacks, log.position) == (1, at(MOVED))
    log = log_of(FIRST, SECOND, placed, Decision(4.0, "take-back", "Eve", at(DISCARDED), n=3))
    assert [play.state for play in log.plays] == ["ok", "ok"]
    assert (log.takebacks, log.position) == (0, at(DISCARDED))


def test_illegal_plays_are_counted_and_a_turn_verdict_does_not_replace_their_sentence() -> None:
    illegal = Illegal(1.0, 0, "wrong-count", "A 5 moves five holes.")
    log = log_of(FIRST, illegal, NextTurn(1.5, 0))
    assert log.illegal == 1
    assert log.sentence is not None
    assert log.sentence.text == "A 5 moves five holes."
    first = log_of(NextTurn(1.5, 0)).sentence
    assert first is not None
    assert first.text == "It is Ann's turn."
    last = log_of(illegal, Restored(2.0)).sentence
    assert last is not None
    assert last.text == "The board is right again."


def test_a_note_added_to_a_game_log_becomes_the_last_announced_sentence() -> None:
    log = log_of(FIRST)
    log.note("A new deck.", 7.0)
    assert log.sentence == Sentence("note", "info", "A new deck.", 7.0)
