from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bits import mask_of
from engine.errors import NotationError
from engine.geometry import board
from engine.position import Position, colours, holes_when_set_up
from engine.rules.rule_sets import RULES
from tests.engine.boards import TABLES, random_position

seeds = st.integers(0, 2**32)


@given(seeds, st.sampled_from(TABLES))
def test_a_printed_position_is_parsed_to_an_equal_position(
    seed: int, at: tuple[str, int, int | None]
) -> None:
    _, position = random_position(Random(seed), RULES[at[0]], at[1], at[2])
    again = Position.parse(position.line())
    assert again == position
    assert hash(again) == hash(position)
    assert again.line() == str(position)


@given(seeds, st.sampled_from(TABLES))
def test_the_holes_of_a_board_that_is_set_up_are_those_of_its_position(
    seed: int, at: tuple[str, int, int | None]
) -> None:
    _, position = random_position(Random(seed), RULES[at[0]], at[1], at[2])
    there = board(position.sides)
    full = holes_when_set_up(position, there)
    assert {hole for hole in full if not there.is_start(hole)} == set(colours(position))
    assert mask_of(colours(position)) == position.occupied
    for seat in position.seats:
        assert len(full.intersection(there.start(seat))) == position.start_count(seat)


def test_the_published_examples_of_positions_are_parsed_and_printed_unchanged() -> None:
    for line in ("A8,A12,h2/-/C3/- B", "A8/./C9,h5/. C"):
        assert Position.parse(line).line() == line


def test_a_position_after_a_move_counts_the_marbles_left_in_start() -> None:
    before = Position.parse("A8/./C9,h5/. C")
    after = before.after(before.bits, 2)
    assert [after.start_count(seat) for seat in range(4)] == [4, 0, 3, 0]


def test_holes_in_another_order_are_accepted_and_printed_canonically() -> None:
    assert Position.parse("h5,C1,A8,h2/-/-/-  B").line() == "A8,C1,h2,h5/-/-/- B"


def test_a_position_has_seats_start_counts_and_colours() -> None:
    position = Position.parse("A8/./C9,h5/. C")
    assert position.seats == (0, 2)
    assert [position.start_count(seat) for seat in range(4)] == [4, 0, 3, 0]
    assert position.colour_at(8) == 0
    assert position.colour_at(72 + 10 + 4) == 2
    assert position.colour_at(9) is None
    assert position.next_seat() == 0


def test_a_position_can_have_four_marbles_for_each_seat() -> None:
    position = Position.parse("A8,A9,A10,A11/-/-/- A", per_seat=4)
    assert position.start_count(0) == 0
    assert position.start_count(1) == 4
    with pytest.raises(NotationError, match="seat A has 5 marbles out of START, of 4 in all"):
        Position.parse("A8,A9,A10,A11,A12/-/-/- A", per_seat=4)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("", "a position is the sides"),
        ("-/-/-/-", "a position is the sides"),
        ("-/-/-/- A B", "a position is the sides"),
        ("-/- A", "3 to 8 sides, not 2"),
        ("/".join("-" * 9) + " A", "3 to 8 sides, not 9"),
        ("-/-/-/- AB", "one letter, not 'AB'"),
        ("-/-/-/- a", "one letter, not 'a'"),
        ("-/-/-/- I", "one letter, not 'I'"),
        ("-/-/-/- E", "the seat to play is E, and nobody sits there"),
        ("-/./-/. B", "the seat to play is B, and nobody sits there"),
        ("././. A", "the seat to play is A, and nobody sits there"),
        ("A1,A2,A4,A5,A6,A7/-/-/- A", "seat A has 6 marbles out of START"),
        ("A1,A1/-/-/- A", "two marbles, of A, are in hole A1"),
        ("A1/A1/-/- A", "two marbles, of A and B, are in hole A1"),
        ("h1,h1/-/-/- A", "two marbles, of A, are in hole Ah1"),
        ("A18/-/-/- A", "no hole is called 'A18'"),
        ("E1/-/-/- A", "no hole is called 'E1'"),
        ("h6/-/-/- A", "no hole is called 'Ah6'"),
        ("A1,/-/-/- A", "no hole is called ''"),
        ("/-/-/- A", "no hole is called ''"),
        ("Ah1/-/-/- A", "in the field of side A are ring holes and h1 to h5, not 'Ah1'"),
        ("As1/-/-/- A", "in the field of side A are ring holes and h1 to h5, not 'As1'"),
        ("-,A1/-/-/- A", "no hole is called '-'"),
    ],
)
def test_an_impossible_position_line_is_refused_with_its_fault(line: str, fault: str) -> None:
    with pytest.raises(NotationError) as refused:
        Position.parse(line)
    assert fault in str(refused.value)


def test_every_fault_of_an_invalid_position_is_listed() -> None:
    wrong = Position(4, ((8, 3), (8, 76), None, (400, -1)), 2)
    assert wrong.faults() == (
        "the seat to play is C, and nobody sits there",
        "the holes of seat A are not in order",
        "two marbles, of A and B, are in hole A8",
        "a marble of seat B cannot be in Ah5",
        "the holes of seat D are not in order",
        "a marble of seat D cannot be in 400",
        "a marble of seat D cannot be in -1",
    )
    assert Position(4, ((), ()), 0).faults() == ("a position on 4 sides has 4 fields, not 2",)
