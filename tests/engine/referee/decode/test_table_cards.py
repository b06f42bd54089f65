"""Cards at the readers, as short traces: repeated reads, equal cards, late and early cards."""

from __future__ import annotations

import pytest

from engine.referee.events import Reshuffled
from engine.referee.verdicts import Ambiguous, Discard, Fault, Illegal
from jokerboard.journal.games.readings import readings
from tests.engine.referee.short_table import Table

ROUND = "A8/B8/C8/D8 A"


def played_round(card: str) -> Table:
    """A table at which A, B, C and D have each moved five holes in turn, A with `card`."""
    table, t = Table(ROUND).card(0.0, "A", card), 0.5
    for seat, source, target in (
        ("A", "A8", "A13"),
        ("B", "B8", "B13"),
        ("C", "C8", "C13"),
        ("D", "D8", "D13"),
    ):
        if seat != "A":
            table.card(t, seat, "5H" if card.startswith("5D") else "6H")
        table.lift(t + 0.2, source).place(t + 0.6, target)
        t += 2.0
    return table.until(t)


def test_without_copy_numbers_the_next_player_can_play_a_card_equal_to_the_last_card() -> None:
    table = played_round("5D").card(9.0, "A", "5D").lift(9.5, "A13").place(10.0, "B0").until(10.05)
    assert table.plays[-1] == "5D A13-B0"
    assert not table.of(Illegal)


def test_a_card_first_read_after_its_play_was_announced_replaces_the_card_of_the_play() -> None:
    table = played_round("5D").card(9.0, "A", "5D").lift(9.5, "A13").place(10.0, "B0").until(10.1)
    assert table.plays[-1] == "5D A13-B0"
    assert table.card(10.3, "A", "5S").until(11.0).plays[-1] == "5S A13-B0"
    assert table.card(11.5, "A", "5S").until(12.0).of(Illegal) == []


def test_a_numbered_card_read_again_and_replaced_by_another_card_raises_no_alarm() -> None:
    table = played_round("5D#1").card(8.6, "A", None).card(12.0, "A", "5D#1").until(14.0)
    assert not table.of(Illegal)
    table.card(15.0, "A", "4C#1").lift(15.5, "A13").place(16.0, "A17").until(17.0)
    assert table.plays[-1] == "4C#1 A13-A17"
    assert not table.of(Illegal)


def test_a_numbered_card_played_twice_is_announced_after_the_next_card_and_its_play() -> None:
    table = played_round("5D#1").card(12.0, "A", "5D#1").lift(12.5, "A13").place(13.0, "B0").until(14.0)
    assert not table.of(Illegal)
    table.card(15.0, "B", "4C#1").lift(15.5, "B13").place(16.0, "B17").until(18.0)
    assert [each.code for each in table.of(Illegal)] == ["card-seen-twice"]
    assert len(table.plays) == 4


@pytest.mark.parametrize("taken_off", [False, True])
def test_a_card_laid_before_a_shuffle_may_be_played_again_even_if_its_play_ends_after_the_shuffle(
    taken_off: bool,
) -> None:
    table = Table(ROUND).card(0.1, "A", "5D#1").lift(0.5, "A8")
    if taken_off:
        table.card(0.7, "A", None)
    table.referee.feed(Reshuffled(0.8))
    table.place(1.0, "A13").until(2.0)
    assert table.plays == ["5D#1 A8-A13"]
    table.card(2.0, "B", "5D#1").lift(2.5, "B8").place(3.0, "B13").until(4.0)
    table.card(4.0, "C", "4C#1").lift(4.5, "C8").place(5.0, "C12").until(8.0)
    assert table.plays[1:] == ["5D#1 B8-B13", "4C#1 C8-C12"]
    assert not table.of(Illegal)


def test_a_repeated_read_of_the_last_card_explains_no_move_made_before_that_read() -> None:
    table = Table("A8/B12/C8/D2 D", cards="table").card(0.1, "D", "KS").lift(0.5, "D2").place(1.0, "D12")
    table.until(2.0).lift(2.5, "A8").place(3.0, "B0").card(3.2, "A", "KS").until(3.5)
    assert table.plays == ["KS D2-D12"]
    assert table.card(3.5, "A", "TD").until(5.0).plays == ["KS D2-D12", "TD A8-B0"]


def test_a_numbered_card_played_twice_after_a_shuffle_is_announced_as_seen_twice() -> None:
    table = Table(ROUND).card(0.1, "A", "5D#1").lift(0.5, "A8")
    table.referee.feed(Reshuffled(0.8))
    table.place(1.0, "A13").until(2.0)
    table.card(2.0, "B", "5D#1").lift(2.5, "B8").place(3.0, "B13").until(4.0)
    table.card(4.0, "C", "5D#1").lift(4.5, "C8").place(5.0, "C13").until(6.0)
    table.card(6.0, "D", "4C#1").lift(6.5, "D8").place(7.0, "D12").until(9.0)
    assert table.of(Illegal)[0].code == "card-seen-twice"


def test_a_card_read_again_before_its_play_is_announced_is_not_the_next_turns_card() -> None:
    table = Table("A8/B8/-/- A").card(0.1, "A", "AD").lift(1.0, "A8").place(1.5, "A9")
    table.card(1.6, "A", None).card(1.7, "A", "AD").until(3.0)
    best = readings(table.referee.beam)[0]
    assert not any(step.name == "early" for step in best.steps)
    assert table.plays == ["AD A8-A9"]


def test_repeated_reads_of_a_card_laid_early_add_its_cost_once() -> None:
    table = Table("A8/B8/-/- A").card(0.1, "A", "5D").lift(1.0, "A8")
    for t in range(2, 12):
        table.card(float(t), "B", "6D")
    table.until(13.0)
    best = readings(table.referee.beam)[0]
    assert [step.name for step in best.steps].count("early") == 1
    assert not table.of(Fault)


def test_the_card_just_played_may_slide_off_its_reader_and_back_without_an_alarm() -> None:
    table = Table("A8/B8/-/- A").card(0.1, "A", "5D").lift(1.0, "A8").place(1.5, "A13")
    table.card(2.0, "A", None).card(4.5, "A", "5D").until(6.0)
    assert table.plays == ["5D A8-A13"]
    assert not table.of(Illegal)


def test_a_card_laid_early_does_not_end_a_play_while_marbles_are_lifted() -> None:
    table = Table("A8/-/-/B10,C10 A", rules="pegs-and-jokers").card(0.2, "A", "2S").card(0.6, "B", "QD")
    table.lift(1.0, "A8").lift(1.2, "B10").lift(3.0, "C10").place(4.0, "A8").place(4.05, "C10").until(4.4)
    assert table.plays == []
    table.place(4.5, "B10").until(6.0)
    assert len(table.of(Ambiguous)) == 1


def test_a_card_laid_before_the_last_marbles_sensor_has_settled_causes_no_wrong_play() -> None:
    table = Table("-/B8,C10/C13/D8 B").card(0.0, "B", "X").lift(0.5, "C13").lift(0.9, "B8").place(1.1, "Cs1")
    table.lift(1.5, "C10").place(1.7, "C13").place(1.8, "B8").card(1.8003, "C", "5S").until(4.0)
    assert table.plays == ["X C10-C13xC"]


def test_after_back_is_pressed_an_unchanged_board_is_not_announced_as_another_play() -> None:
    table = Table("A8,A14/C16/D9/A3 C").card(0.0, "C", "X").lift(0.2, "A14").lift(0.4, "A3").lift(0.65, "Cs1")
    table.place(1.2, "A14").place(1.35, "A3").place(1.7, "Ds2").until(3.0)
    assert table.plays == ["X Cs-A14>AxD"]
    assert table.press(4.0, "back", "C").until(9.0).plays == []
    assert not table.of(Illegal)


def test_pressing_back_takes_a_play_back_even_if_the_next_seat_has_withdrawn_a_card_laid_early() -> None:
    table = Table("A8/B8/C8/- C").card(0.1, "D", "4H#2").card(0.4, "D", None)
    table.card(1.0, "C", "2H#2").lift(1.5, "C8").place(1.7, "C10")
    assert table.until(3.0).plays == ["2H#2 C8-C10"]
    table.press(4.0, "back", "C").until(6.0)
    assert table.plays == []
    assert not table.of(Discard)
