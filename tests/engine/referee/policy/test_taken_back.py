"""A taken-back play is not announced again before hands move its marbles, and no sensor is called faulty."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from engine import bits
from engine.play import Play
from engine.position import Position
from engine.referee.events import MachinePlay, Ruling
from engine.referee.machine import Referee
from engine.referee.verdicts import Fault, Illegal, Move, Restored
from engine.rules.rule_sets import RULES
from engine.table import table_at
from tests.engine.referee.short_table import BOARD, Table

WAYS = ("back", "take-back", "correct")


@dataclass(frozen=True, slots=True)
class Played:
    """An announced play: the position and card before it, its steps, and the steps that undo it."""

    position: str
    card: str
    play: str
    back: str
    cards: str = "seat"

    def undone(self, way: str, mode: str = "play") -> Table:
        """A table at which this play was announced, and taken back at 5 s in the way `way`."""
        table = Table(self.position, mode=mode, cards=self.cards)
        if self.cards != "none":
            table.card(0.1, "A", self.card)
        hands(table, 1.0, self.play).until(5.0)
        assert len(table.referee.plays) == 1
        if way == "back":
            table.press(5.0, "back", "A")
        elif way == "take-back":
            table.verdicts += table.referee.feed(Ruling(5.0, "take-back", "R"))
        else:
            corrected(table, 5.0, self.position)
        assert not table.referee.plays
        return table


FIVE = Played("A8,C2/B8/-/- A", "5D", "A8- A13+", "A13- A8+")
PLAYED = {
    "five": FIVE,
    "unseen": Played(FIVE.position, "", FIVE.play, FIVE.back, "none"),
    "out of START": Played("-/B8/-/- A", "AD", "As1- A8+", "A8- As1+"),
    "capture": Played("A8/A13/-/- A", "5D", "A8- A13- A13+ Bs5+", "A13- A8+ Bs5- A13+"),
    "split": Played("A8,C2/B8/-/- A", "7D", "A8- A11+ C2- C6+", "A11- A8+ C6- C2+"),
    "Joker": Played("A8/B12/C8/- A", "X", "A8- B12- B12+ Bs5+", "B12- A8+ Bs5- B12+"),
}


def hands(table: Table, t: float, steps: str) -> Table:
    """Do the steps from time `t` on, one every 0.4 s: `A8-` lifts, `A8+` places."""
    for i, step in enumerate(steps.split()):
        move = table.place if step.endswith("+") else table.lift
        move(round(t + 0.4 * i, 3), step[:-1])
    return table


def corrected(table: Table, t: float, line: str) -> Table:
    table.verdicts += table.referee.feed(Ruling(t, "correct", "R", position=Position.parse(line)))
    return table


def asks_to_put_back(table: Table) -> bool:
    return any(light.role == "put-back" for light in table.referee.lights.values())


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", PLAYED)
def test_after_a_takeback_marbles_left_on_the_board_make_no_play_and_the_lights_request_them_back(
    name: str, way: str
) -> None:
    table = PLAYED[name].undone(way).until(65.0)
    assert len(table.of(Move)) == 1
    assert not table.of(Fault)
    assert not table.of(Illegal)
    assert asks_to_put_back(table)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", PLAYED)
def test_after_a_takeback_a_play_demanded_by_a_machine_that_the_board_already_shows_counts(
    name: str, way: str
) -> None:
    table = PLAYED[name].undone(way).until(8.0)
    (first,) = table.of(Move)
    table.verdicts += table.referee.feed(MachinePlay(8.0, first.play, first.seat))
    if way == "correct" and PLAYED[name].cards != "none":
        table.card(8.1, "A", None).card(8.2, "A", PLAYED[name].card)
    _, again = table.until(12.0).of(Move)
    assert (again.play, again.position) == (first.play, first.position)
    assert not asks_to_put_back(table)
    assert not table.of(Fault)


@pytest.mark.parametrize("way", WAYS)
def test_after_a_takeback_marbles_left_on_the_board_do_not_make_a_different_play_of_a_machine(
    way: str,
) -> None:
    table = FIVE.undone(way).until(8.0)
    other = Play.parse("5D C2-C7", BOARD)
    table.verdicts += table.referee.feed(MachinePlay(8.0, other, 0))
    table.card(8.1, "A", None).card(8.2, "A", "5D").until(40.0)
    assert len(table.of(Move)) == 1
    assert not table.of(Fault)
    assert asks_to_put_back(table)


@pytest.mark.parametrize("mode", ["play", "referee"])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", PLAYED)
def test_after_a_takeback_a_play_by_the_next_seat_raises_an_alarm_until_the_marbles_are_put_back(
    name: str, way: str, mode: str
) -> None:
    table = PLAYED[name].undone(way, mode).until(8.0)
    if PLAYED[name].cards == "none":
        hands(table, 9.0, "B8- B12+")
    else:
        table.card(9.0, "B", "4C")
    table.until(40.0)
    assert table.of(Illegal)
    assert len(table.of(Move)) == 1
    assert not table.of(Fault)
    assert asks_to_put_back(table)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", PLAYED)
def test_a_play_that_was_taken_back_counts_again_once_its_marble_was_put_back_and_moved(
    name: str, way: str
) -> None:
    played = PLAYED[name]
    table = hands(played.undone(way).until(20.0), 21.0, played.back).until(24.0)
    assert len(table.of(Restored)) == 1
    assert not asks_to_put_back(table)
    if way == "correct" and played.cards != "none":
        table.card(24.5, "A", played.card)
    hands(table, 25.0, played.play).until(30.0)
    first, again = table.of(Move)
    assert (again.play, again.position) == (first.play, first.position)
    assert not table.of(Fault)
    assert not table.of(Illegal)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["five", "unseen"])
@pytest.mark.parametrize("holes", ["A13 C2 B8", "A13"])
def test_after_a_takeback_marbles_knocked_or_brushed_for_a_moment_make_no_play(
    name: str, way: str, holes: str
) -> None:
    table = PLAYED[name].undone(way).until(8.0)
    table.lift(9.0, *holes.split()).place(9.15, *holes.split()).until(40.0)
    assert len(table.of(Move)) == 1
    assert not table.of(Fault)
    assert asks_to_put_back(table)


@pytest.mark.parametrize("way", WAYS)
def test_after_a_takeback_a_marble_lifted_and_placed_again_makes_its_play(way: str) -> None:
    table = FIVE.undone(way).until(8.0)
    if way == "correct":
        table.card(8.5, "A", "5D")
    hands(table, 9.0, "A13-").until(9.9)
    assert hands(table, 10.0, "A13+").until(12.0).plays == ["5D A8-A13"]


@pytest.mark.parametrize("way", WAYS)
def test_after_a_takeback_moving_another_marble_before_the_first_is_back_is_illegal_and_no_sensor_fault(
    way: str,
) -> None:
    table = FIVE.undone(way).until(8.0)
    if way == "correct":
        table.card(8.5, "A", "5D")
    hands(table, 9.0, "C2- C7+").until(20.0)
    assert table.plays == []
    assert table.of(Illegal)
    assert not table.of(Fault)


def test_after_a_takeback_a_different_card_makes_no_play_of_a_marble_that_did_not_move() -> None:
    table = FIVE.undone("take-back").until(8.0).card(9.0, "A", None).card(10.0, "A", "5H").until(30.0)
    assert table.plays == []
    assert asks_to_put_back(table)
    hands(table, 31.0, "A13- A8+ C2- C7+").until(35.0)
    assert table.plays == ["5H C2-C7"]
    assert not table.of(Illegal)


def test_putting_back_the_later_of_several_plays_taken_back_does_not_announce_the_first_play_again() -> None:
    table = Table("A8,C2/B8/C8/D8 A")
    moves = ("A:5D A8- A13+", "B:3C B8- B11+", "C:4C C8- C12+", "D:4H D8- D12+")
    for i, (seat, card, steps) in enumerate((m[0], m[2:4], m[5:]) for m in moves):
        hands(table.card(0.2 + i * 2, seat, card), 0.5 + i * 2, steps).until(1.9 + i * 2)
    assert len(table.of(Move)) == 4
    table.verdicts += table.referee.feed(Ruling(9.0, "take-back", "R", n=1))
    hands(table.until(30.0), 31.0, "D12- D8+ C12- C8+ B11- B8+").until(60.0)
    assert table.plays == []
    assert not table.of(Fault)
    assert asks_to_put_back(table)
    hands(table, 61.0, "A13- A8+").until(63.0)
    assert hands(table, 64.0, "A8- A13+").until(67.0).plays == ["5D A8-A13"]


def test_a_marble_not_yet_moved_to_the_hole_that_a_ruling_gave_it_makes_no_sensor_faulty() -> None:
    table = Table("A8,C2/B8/-/- A").card(0.1, "A", "5D").lift(1.0, "A8").place(1.5, "A14").until(4.0)
    corrected(table, 5.0, "A13,C2/B8/-/- B").until(30.0)
    assert asks_to_put_back(table)
    hands(table.card(31.0, "B", "4C"), 32.0, "B8- B12+").until(45.0)
    assert not table.of(Fault)
    assert asks_to_put_back(table)
    assert hands(table, 46.0, "A14- A13+").until(50.0).plays == ["4C B8-B12"]


def test_after_a_ruling_accepts_the_board_the_next_seat_can_play() -> None:
    table = Table("A8,C2/B8/-/- A").card(0.1, "A", "5D").lift(1.0, "A8").place(1.5, "A14").until(4.0)
    table.verdicts += table.referee.feed(Ruling(5.0, "let-stand", "R"))
    hands(table.until(65.0).card(66.0, "B", "4C"), 67.0, "B8- B12+").until(70.0)
    assert table.plays == ["4C B8-B12"]
    assert not table.of(Fault)


@pytest.mark.parametrize("way", WAYS)
def test_after_a_takeback_and_a_restart_marbles_left_on_the_board_still_make_no_play(way: str) -> None:
    before = FIVE.undone(way).until(10.0)
    place = Position.parse(FIVE.position)
    table = Table(FIVE.position)
    shown = frozenset(bits.holes(before.referee._record.levels))
    table.referee = Referee(
        table_at(RULES["texas"], place), place, history=before.verdicts, occupied=shown, t=11.0
    )
    table.card(12.0, "A", "5H").until(60.0)
    assert table.plays == []
    assert not table.of(Fault)
    assert asks_to_put_back(table)
    hands(table, 61.0, "A13- A8+").until(63.0)
    assert hands(table, 64.0, "A8- A13+").until(67.0).plays == ["5H A8-A13"]
