"""Disputes between people and the referee, as short traces."""

from __future__ import annotations

import pytest

from engine.errors import OutOfOrderError
from engine.geometry import board
from engine.referee.verdicts import Ambiguous, Fault, Illegal, Move, NextTurn, Offer, Restored, Takeback
from jokerboard.journal.games.readings import readings
from tests.engine.referee.short_table import BOARD, Table


def test_a_play_that_cannot_go_on_is_announced_at_once_and_its_bumped_marble_must_go_to_start() -> None:
    table = Table("A8/A13/-/- A").card(0.1, "A", "5D").lift(1.0, "A8").lift(1.2, "A13").place(1.5, "A13")
    table.until(1.55)
    (move,) = table.of(Move)
    assert move.play.text(BOARD) == "5D A8-A13xB"
    assert move.t == pytest.approx(1.508)
    assert [owed.marble for owed in move.owing] == [1]
    table.place(3.0, "Bs5").until(4.0)
    assert not table.referee.owing
    assert not table.of(Illegal)


def test_a_bumped_marble_placed_wrongly_and_lifted_again_must_still_go_to_start() -> None:
    table = Table("A8/B8/C8/A13 A").card(0.1, "A", "5D").lift(0.3, "A13").lift(0.5, "A8").place(1.0, "A13")
    table.card(2.0, "B", "5H").lift(2.5, "B8").place(3.0, "B13").card(4.0, "C", "5S").place(4.5, "A15")
    table.lift(5.0, "A15").lift(5.5, "C8").place(6.0, "C13").until(6.05)
    assert table.plays == ["5D A8-A13xD", "5H B8-B13", "5S C8-C13"]
    assert [owed.marble for owed in table.referee.owing] == [3]


def test_a_marble_lifted_from_a_hole_where_a_bumped_marble_was_misplaced_need_not_go_to_start() -> None:
    table = (
        Table("A8/B8/C8/A10,A13 A").card(0.1, "A", "5D").lift(0.3, "A13").lift(0.5, "A8").place(1.0, "A13")
    )
    table.card(2.0, "B", "5H").lift(2.5, "B8").place(3.0, "B13")
    table.place(3.5, "A15").lift(5.0, "A15").place(5.5, "Ds4")
    for t, seat, card, source, target in (
        (7.0, "C", "5S", "C8", "C13"),
        (10.0, "D", "5C", "A10", "A15"),
        (13.0, "A", "4D", "A13", "A17"),
        (16.0, "B", "4H", "B13", "B17"),
        (19.0, "C", "4S", "C13", "C17"),
    ):
        table.card(t, seat, card).lift(t + 0.5, source).place(t + 1.0, target)
    table.card(22.0, "D", "5S").lift(22.5, "A15").until(23.0)
    assert not table.referee.owing
    table.place(23.5, "B2").until(23.6)
    assert table.plays[-1] == "5S A15-B2"


def test_a_play_that_may_go_on_is_announced_later_and_amended_when_its_marble_goes_on() -> None:
    table = Table("A8/-/-/- A").card(0.1, "A", "AD").lift(1.0, "A8").place(1.5, "A9").until(2.1)
    assert not table.of(Move)
    table.until(2.2).lift(2.5, "A9").place(3.0, "B1").until(4.0)
    first, second = table.of(Move)
    assert second.amends == 1
    assert first.t <= 1.5 + 0.7
    assert table.plays == ["AD A8-B1"]


def test_a_play_undone_by_hand_is_taken_back_and_a_different_play_of_its_card_counts() -> None:
    table = Table("A8,C0/B8/-/- A").card(0.1, "A", "5D").lift(1.0, "A8").place(1.5, "A13")
    table.card(2.0, "A", None).lift(3.0, "A13").place(3.5, "A8").until(5.0)
    assert [type(v) for v in table.of(Takeback)] == [Takeback]
    table.lift(6.0, "C0").place(6.5, "C5").until(8.0)
    assert table.plays == ["5D C0-C5"]
    assert not table.of(Illegal)


def test_a_misplaced_marble_is_announced_and_the_proposed_steps_restore_the_board() -> None:
    table = Table("A8/-/-/- A").card(0.1, "A", "5D").lift(1.0, "A8").place(1.5, "A14").until(4.0)
    (illegal,) = table.of(Illegal)
    assert illegal.code == "wrong-count"
    assert 2.5 <= illegal.t <= 3.3
    (back,) = illegal.put_back
    assert (BOARD.name(back.source), BOARD.name(back.target)) == ("A14", "A8")
    assert table.referee.lights[BOARD.hole("A14")].role == "illegal"
    table.lift(5.0, "A14").place(5.5, "A8").until(6.0)
    assert table.of(Restored)


def test_the_next_card_announces_must_play_if_the_card_of_the_turn_was_not_played() -> None:
    table = Table("A8/B8/-/- A").card(0.1, "A", "5D").card(2.0, "B", "6D").until(2.1)
    (illegal,) = table.of(Illegal)
    assert illegal.code == "must-play"


def test_a_marble_held_for_a_minute_announces_no_fault_and_its_play_counts() -> None:
    table = Table("A8/B8/-/- A").card(0.1, "A", "5D").lift(1.0, "A8").until(61.0)
    assert not table.of(Fault)
    assert not table.of(Illegal)
    table.place(61.5, "A13").until(62.0)
    assert table.plays == ["5D A8-A13"]


def test_a_hole_that_senses_a_passing_marble_for_60_ms_makes_no_play() -> None:
    table = Table("A8/B8/-/- A").card(0.1, "A", "5D").lift(1.0, "A8").place(1.01, "A9").lift(1.07, "A9")
    table.place(1.5, "A13").until(2.0)
    assert table.plays == ["5D A8-A13"]


def test_a_marble_put_back_into_its_source_hole_amends_the_play() -> None:
    table = Table("A8,B3/C0/-/- A").card(0.1, "A", "X").lift(0.6, "C0").lift(1.0, "B3")
    table.place(1.5, "C0").until(1.6)
    assert table.plays == ["X B3-C0xB"]
    table.lift(2.0, "A8").place(2.5, "B3").place(3.0, "Bs5").until(5.0)
    assert table.plays == ["X A8-C0xB"]
    assert not table.of(Illegal)


def test_a_bumped_marble_put_into_start_after_the_next_play_shows_which_marble_was_captured() -> None:
    table = Table("A8/B12/C8/D12 A").card(0.1, "A", "X").lift(0.5, "A8").lift(0.9, "B12").place(1.3, "B12")
    table.lift(1.7, "D12").place(2.1, "D12").card(3.5, "B", "K").lift(4.0, "Bs4").place(4.6, "B8").until(5.0)
    assert table.plays == ["X A8-B12xB", "K Bs-B8"]
    table.place(6.0, "Ds5").until(7.0)
    assert table.plays == ["X A8-D12xD", "K Bs-B8"]
    assert not table.of(Illegal)


def test_a_question_between_two_captures_is_asked_even_if_a_third_play_is_possible() -> None:
    table = Table("A14,B8,C10,D10/B6/B10,C11/B9,C8,D6 A", "pegs-and-jokers").card(0.1, "A", "X")
    table.lift(1.28, "B8").lift(1.54, "B10").lift(1.61, "D10").place(1.73, "B10")
    table.lift(1.75, "B9").place(1.81, "B9").card(1.94, "B", "3C").until(3.0)
    (question,) = table.of(Ambiguous)
    assert len({play.text(BOARD)[-4:] for play in question.candidates}) == 2, "another hole each"


def test_a_joker_captures_the_marble_lifted_during_its_turn_and_not_a_marble_lifted_before() -> None:
    table = Table("A3/B8,B12/-/D5 D").card(0.1, "D", "3").lift(0.5, "D5").lift(0.7, "B8").place(1.0, "D8")
    table.card(1.1, "A", "X").lift(1.3, "A3").place(1.6, "B8").lift(2.0, "B12").place(2.15, "B12").until(5.0)
    assert table.plays == ["3 D5-D8", "X A3-B12xB"]


@pytest.mark.parametrize("card", ["5S", "X"])
def test_a_play_whose_marble_was_lifted_in_the_previous_turn_is_announced_in_time(card: str) -> None:
    table = Table("A8/B8/B13/D8 A").card(0.1, "A", "5D").lift(0.5, "A8").lift(0.8, "B8").lift(0.85, "B13")
    table.place(1.0, "A13").card(1.2, "B", card).place(1.6, "B13").until(2.3)
    assert table.plays == ["5D A8-A13", f"{card} B8-B13xC"]


def test_a_bumped_marble_placed_outside_its_start_is_announced_before_the_next_card() -> None:
    table = Table("A8/A13/-/- A").card(0.2, "A", "5D").lift(0.5, "A13").lift(0.8, "A8").place(1.2, "A13")
    table.place(2.5, "B4").until(4.4)
    assert [each.code for each in table.of(Illegal)] == ["bumped-marble-misplaced"]
    table.lift(4.7, "B4").place(5.1, "Bs5").until(5.5)
    assert table.of(Restored)


def test_a_marble_lifted_just_after_the_next_card_was_laid_can_still_be_played_in_its_turn() -> None:
    table = Table("A8/B8/-/- A").card(0.1, "A", "5D").card(2.0, "B", "6D").lift(2.02, "A8").place(2.5, "A13")
    table.until(3.0)
    assert table.plays == ["5D A8-A13"]
    assert not table.of(Illegal)


def test_lifting_and_replacing_a_marble_nine_times_is_not_announced_as_a_fault() -> None:
    table, t = Table("A8/B8,D0/-/- A"), 0.5
    for _ in range(9):
        table.lift(t, "D0").place(t + 0.2, "D0")
        t += 0.6
    table.card(t, "A", "5D").lift(t + 0.5, "A8").place(t + 1.0, "A13").until(t + 4.0)
    assert table.plays == ["5D A8-A13"]
    assert not table.of(Fault)


def test_a_hole_that_senses_the_marble_beside_it_for_140_ms_makes_no_play() -> None:
    table = Table("A8/B8/-/- A").card(0.1, "A", "5D").lift(1.0, "A8").place(1.5, "A13")
    table.place(1.52, "A12").lift(1.66, "A12").until(2.0)
    assert table.plays == ["5D A8-A13"]
    assert not any(step.name == "ghost" for step in readings(table.referee.beam)[0].steps)


def test_a_play_counts_although_a_slow_sensor_releases_its_marble_late() -> None:
    table = Table("A8,B7,D8/-/D7/B5 D", "joker-board").card(0.1, "D", "2").lift(0.5, "B7").lift(0.6, "B5")
    table.place(0.9, "B7").card(2.0, "A", "8").lift(2.5, "D8").place(2.7, "D6").lift(2.9, "D6")
    table.place(3.1, "D4").lift(3.4, "D4").place(3.6, "D3").place(3.83, "D2").lift(3.95, "D2").lift(
        3.96, "D3"
    )
    assert table.place(4.0, "D1").lift(4.2, "D1").place(4.3, "D0").until(4.35).plays[-1] == "8 D8-D0"


def test_a_play_from_a_hole_whose_sensor_stays_full_is_recognised_by_its_target() -> None:
    table = Table("A8/B8/-/- A").card(0.1, "A", "5D").place(1.5, "A13").until(5.0)
    table.card(5.5, "B", "6D").lift(6.0, "B8").place(6.5, "B14").until(9.0)
    (fault,) = table.of(Fault)
    assert (fault.hole, fault.ok) == (BOARD.hole("A8"), False)
    assert table.plays == ["5D A8-A13", "6D B8-B14"]


def test_after_the_marbles_are_put_back_into_start_a_new_game_is_offered() -> None:
    table = Table("A8/-/-/- A").lift(1.0, "A8").place(2.0, "As5").until(4.0)
    assert not table.of(Offer)
    table.until(6.0)
    assert len(table.of(Offer)) == 1
    table.press(7.0, "ok", "A")
    assert table.referee.position.line() == "-/-/-/- A"
    assert not table.of(Illegal)


def test_the_referee_asks_about_two_captures_that_look_alike_and_a_touched_marble_answers() -> None:
    table = Table("A10/C14/D4/- A").card(0.1, "A", "X").lift(1.0, "A10", "C14", "D4")
    table.place(1.6, "C14", "D4").until(4.0)
    (question,) = table.of(Ambiguous)
    assert not table.plays
    hole = BOARD.name(question.touch[0])
    table.lift(5.0, hole).place(5.4, hole).until(6.0)
    assert table.plays == [question.candidates[0].text(BOARD)]


def test_ok_pressed_twice_in_advance_passes_only_one_turn() -> None:
    table = Table("A8/B8/C8/D8 A", cards="none").press(0.5, "ok", "B").press(0.6, "ok", "B").lift(1.0, "A8")
    table.place(1.5, "A13").until(2.5)
    assert table.referee.turn == 2
    table.lift(3.0, "C8").place(3.5, "C13").until(4.5).lift(5.0, "D8").place(5.5, "D13").until(6.5)
    table.lift(7.0, "A13").place(7.5, "B0").until(8.5)
    assert table.referee.turn == 1


def test_trusting_a_sensor_again_does_not_change_the_play_of_another_marble() -> None:
    table = Table("A8,A12/B8/-/- A")
    for i in range(18):
        (table.lift if i % 2 == 0 else table.place)(0.02 + 0.03 * i, "A8")
    assert table.until(1.0).referee.faulty
    table.card(1.5, "A", "5D")
    for i in range(10):
        if i == 9:
            table.lift(2.3 + 0.3 * i, "A12")
        (table.lift if i % 2 == 0 else table.place)(2.5 + 0.3 * i, "A8")
    assert not table.until(5.3).referee.faulty
    assert table.place(5.6, "A17").until(7.0).plays == ["5D A12-A17"]
    assert not [fault for fault in table.of(Fault) if "A17" in str(fault)]


def test_lifting_a_lit_marble_for_another_play_does_not_answer_the_question() -> None:
    table = Table("A10,B3/C14/D4/- A").card(0.1, "A", "X").lift(1.0, "A10", "C14", "D4")
    table.place(1.6, "C14", "D4").until(4.0)
    assert table.of(Ambiguous)
    table.lift(5.0, "C14").place(5.3, "A10").place(5.8, "C14")
    table.lift(7.0, "B3").lift(7.3, "C14").place(7.6, "C14").until(7.65)
    assert table.plays == ["X B3-C14xB"]


def test_a_question_is_dropped_when_people_make_another_play() -> None:
    table = Table("B4,h3,h4/B2,C5,C6,h1,h4/A10,A13,D6,D17/D8 A", "pegs-and-jokers").card(0.1, "A", "2")
    table.lift(0.2, "B4").lift(0.22, "C6").place(0.58, "C6").lift(0.83, "D8").place(0.98, "B4")
    assert table.place(1.26, "D8").until(4.0).of(Ambiguous)
    table.lift(4.06, "D8").lift(4.48, "B4").place(4.86, "B4").place(5.07, "D8").until(7.0)
    assert table.lift(7.5, "B4").place(7.97, "B6").until(8.0).plays == ["2 B4-B6"]


def test_lifting_one_of_two_marbles_adjusted_before_a_joker_announces_no_capture_of_the_other() -> None:
    table = Table("B6,h5/B3,B14,C10,h4,h5/B4,C12/D10,D14,h4,h5 C", "marbles-and-jokers")
    table.lift(0.2, "B4").lift(0.5, "B14").place(1.3, "B4").place(1.4, "B14").card(1.5, "C", "X")
    assert table.lift(2.8, "B4").until(3.2).plays == []


def test_marbles_adjusted_during_the_previous_players_turn_are_not_announced_as_an_exchange() -> None:
    table = Table("A14,B6/A17,B8,h4,h5/B11,C8,h5/A4,D5,h4 B", "pegs-and-jokers").card(0.0, "B", "4")
    table.lift(0.1, "A17").lift(0.2, "B11").place(0.34, "B3").lift(0.36, "B3").place(0.8, "B11")
    assert table.place(1.44, "B3").card(2.6, "C", "2").until(4.0).plays == ["4 A17-B3"]


def test_a_play_begun_while_the_previous_play_is_adjusted_counts_once_its_card_is_laid() -> None:
    table = Table("B15,h1,h5/B8,C14/A9,A10,h4,h5/C9 A").card(0.1, "A", "T").lift(0.2, "B15").place(0.7, "C7")
    table.lift(0.9, "C14").lift(1.8, "C7").place(2.6, "C7").place(3.1, "D6").until(4.5)
    assert table.of(Illegal) == []
    assert table.card(5.0, "B", "Q").until(5.1).plays == ["T B15-C7", "Q C14-D6"]


def test_a_play_made_before_its_card_that_looks_like_undoing_takes_no_play_back() -> None:
    table = Table("A8/B8/-/D8 C", "marbles-and-jokers").card(0.01, "C", "X").lift(1.33, "Cs4")
    table.lift(2.78, "D8").place(2.83, "D8").lift(3.13, "Ds2").lift(3.30, "D8").place(3.37, "Ds5")
    table.place(3.49, "D8").place(3.71, "Cs4").card(4.8, "D", "J").until(6.0)
    assert table.plays == ["X Cs-D8xD", "J Ds-D8xC"]
    assert not table.of(Takeback)


def test_a_play_that_could_go_on_is_announced_although_its_marble_was_lifted_and_put_back_again() -> None:
    table = Table("A3,A8,h4/C17/C0,D5/A10,h5 D").card(0.1, "D", "A").lift(4.3, "A10").place(4.5, "A11")
    table.lift(4.8, "A8").place(5.0, "A9").lift(5.2, "A9").lift(5.4, "A11").place(5.8, "A11").until(6.5)
    assert table.plays == ["A A10-A11"]


def test_the_question_about_a_play_ends_when_the_play_is_undone() -> None:
    table = Table("A8/B12/C8/D12 A").card(0.1, "A", "X").lift(0.5, "A8").lift(0.9, "B12").place(1.3, "B12")
    table.lift(1.5, "D12").place(1.7, "D12").until(3.0)
    assert table.of(Ambiguous)
    table.lift(4.5, "B12").place(5.0, "A8").place(5.5, "B12").until(8.0)
    table.lift(10.0, "D12").place(10.5, "D12").until(13.0)
    assert table.plays == []
    assert table.of(NextTurn)[-1].t < 6.0, "the page asks no more"
    assert not any(light.role == "choose" for light in table.referee.lights.values())


def test_advancing_to_an_earlier_time_is_refused() -> None:
    with pytest.raises(OutOfOrderError):
        Table("A8/-/-/- A").until(2.0).until(1.0)


def test_a_game_resumed_from_its_verdicts_can_still_amend_its_last_play() -> None:
    table = Table("A8/-/-/- A").card(0.1, "A", "AD").lift(1.0, "A8").place(1.5, "A9").until(3.0)
    standing = frozenset(hole for hole in table.referee.marbles)
    again = Table("A8/-/-/- A", occupied=standing, history=table.verdicts, t=10.0)
    assert again.referee.position == table.referee.position
    again.lift(11.0, "A9").place(11.6, "B1").until(13.0)
    assert again.plays == ["AD A8-B1"]


def test_pressing_ok_before_a_play_does_not_end_the_play() -> None:
    table = Table("A8/B8/-/- A", cards="none").press(0.2, "ok", "B")
    table.lift(1.0, "A8").place(1.3, "A13").until(1.6)
    assert table.plays == []
    table.until(2.5)
    assert table.plays == ["5 A8-A13"]


@pytest.mark.parametrize(("source", "target"), [("A13", "A15"), ("B3", "B7")])
def test_the_lights_lead_back_a_marble_moved_while_the_table_was_switched_off(
    source: str, target: str
) -> None:
    table = Table("A8,B3/C0/-/- A").card(0.1, "A", "5D").lift(1.0, "A8").place(1.5, "A13").until(3.0)
    assert table.plays == ["5D A8-A13"]
    hole = board(4).hole
    standing = frozenset({*table.referee.marbles} - {hole(source)} | {hole(target)})
    again = Table("A8,B3/C0/-/- A", occupied=standing, history=table.verdicts, t=10.0).until(12.0)
    assert again.referee.lights[hole(source)].role == "put-back"
    assert again.referee.lights[hole(target)].role == "illegal"


def test_a_play_undone_by_hand_is_taken_back_0_65_s_after_the_last_edge() -> None:
    """The takeback is announced 0.65 s after the last edge if the board may become no other play."""
    table = Table("A8/-/-/- A").card(0.1, "A", "5D").lift(1.0, "A8").place(1.5, "A13")
    table.lift(5.0, "A13").place(5.4, "A8").until(9.0)
    (takeback,) = table.of(Takeback)
    assert takeback.t == pytest.approx(5.4 + 0.65, abs=0.05)
