"""Tests of the virtual board: a hole has at most one marble, and no marble appears or vanishes."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from hardware.errors import HoleEmpty, HoleFull, NotInHand, WoodError
from hardware.twin.wood import Held, VirtualBoard

HOLES = 12


def board(marbles: dict[int, int]) -> VirtualBoard:
    return VirtualBoard(
        112, marbles, hole_name="A{}".format, colour_name=["red", "green", "blue"].__getitem__
    )


def test_a_marble_of_a_simulated_board_can_be_lifted_held_and_placed() -> None:
    wood = board({8: 0, 3: 1})
    assert wood.lift(8) == 0
    assert (wood.hands, wood.marbles, wood.occupied(8)) == ((Held(0, 8),), {3: 1}, False)
    wood.place(12, 0)
    assert (wood.hands, wood.marbles, wood.colour_at(12)) == ((), {3: 1, 12: 0}, 0)


def test_there_are_never_two_marbles_in_a_hole() -> None:
    wood = board({8: 0, 9: 1})
    wood.lift(8)
    with pytest.raises(HoleFull, match=r"^there is a marble in A9 already; lift that one first$"):
        wood.place(9, 0)
    assert (wood.marbles, wood.hands) == ({9: 1}, (Held(0, 8),))


def test_an_empty_hole_has_no_marble_to_lift() -> None:
    with pytest.raises(HoleEmpty, match=r"^there is no marble in A7 to lift$"):
        board({8: 0}).lift(7)


def test_only_a_held_marble_can_be_placed() -> None:
    wood = board({8: 0, 9: 1})
    wood.lift(8)
    with pytest.raises(NotInHand, match=r"^nobody holds a marble of green; lift one first$"):
        wood.place(1, 1)
    with pytest.raises(NotInHand, match=r"^nobody holds a marble of red from A9; lift one first$"):
        wood.place(1, 0, source=9)


def test_placing_one_of_several_equal_held_marbles_takes_the_last_lifted_unless_a_source_is_given() -> None:
    wood = board({1: 0, 2: 0, 3: 0, 4: 1})
    for hole in (1, 2, 3, 4):
        wood.lift(hole)
    wood.place(10, 0)
    assert [held.source for held in wood.hands] == [1, 2, 4]
    wood.place(11, 0, source=1)
    assert [held.source for held in wood.hands] == [2, 4]


def test_two_lifted_marbles_can_be_exchanged() -> None:
    wood = board({1: 0, 2: 1})
    wood.lift(1)
    wood.lift(2)
    wood.place(1, 1)
    wood.place(2, 0)
    assert wood.marbles == {1: 1, 2: 0}


@pytest.mark.parametrize("hole", [-1, 112])
def test_a_hole_outside_the_board_is_refused(hole: int) -> None:
    wood = board({8: 0})
    for act in (
        wood.lift,
        wood.occupied,
        wood.colour_at,
        lambda h: wood.place(h, 0),
        lambda h: wood.set_up({h: 0}),
    ):
        with pytest.raises(WoodError, match="holes 0 to 111"):
            act(hole)
    assert wood.marbles == {8: 0}


def test_setting_up_a_simulated_board_removes_held_marbles_and_reports_only_changed_holes() -> None:
    wood, changed = board({1: 0, 2: 1}), list[int]()
    wood.lift(1)
    wood.listen(changed.append)
    wood.set_up({2: 2, 5: 0})
    assert (wood.marbles, wood.hands, changed) == ({2: 2, 5: 0}, (), [5])


class WoodMachine(RuleBasedStateMachine):
    """Random lifts and placements: the number of marbles stays the same, and a refused action changes
    nothing.
    """

    def __init__(self) -> None:
        super().__init__()
        self.wood = VirtualBoard(HOLES, {0: 0, 1: 0, 2: 1, 3: 2})
        self.reported: dict[int, bool] = {hole: self.wood.occupied(hole) for hole in range(HOLES)}
        self.wood.listen(lambda hole: self.reported.update({hole: self.wood.occupied(hole)}))

    @rule(hole=st.integers(0, HOLES - 1))
    def lift(self, hole: int) -> None:
        before = self.wood.marbles, self.wood.hands
        try:
            colour = self.wood.lift(hole)
        except HoleEmpty:
            assert hole not in before[0]
            assert (self.wood.marbles, self.wood.hands) == before
        else:
            assert before[0][hole] == colour

    @rule(hole=st.integers(0, HOLES - 1), colour=st.integers(0, 3))
    def place(self, hole: int, colour: int) -> None:
        before = self.wood.marbles, self.wood.hands
        try:
            self.wood.place(hole, colour)
        except (HoleFull, NotInHand):
            assert hole in before[0] or all(held.colour != colour for held in before[1])
            assert (self.wood.marbles, self.wood.hands) == before
        else:
            assert self.wood.colour_at(hole) == colour

    @invariant()
    def nothing_is_made_or_lost(self) -> None:
        colours = Counter([*self.wood.marbles.values(), *(held.colour for held in self.wood.hands)])
        assert colours == {0: 2, 1: 1, 2: 1}

    @invariant()
    def whoever_listens_knows_every_hole(self) -> None:
        assert self.reported == {hole: self.wood.occupied(hole) for hole in range(HOLES)}


TestWoodMachine = WoodMachine.TestCase
