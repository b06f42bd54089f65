"""The mistake on a board is inferred from the source and target of each carried marble."""

from __future__ import annotations

import pytest

from engine.cards import Rank
from engine.position import Position, colours
from engine.referee.policy.arrangement import Arrangement, Marble
from engine.referee.policy.diagnose import Finding, diagnose, put_back
from engine.referee.verdicts import PutBack
from engine.rules.rule_sets import RULES
from engine.table import Table, table_for
from engine.whynot import Code

TEXAS = table_for(RULES["texas"], 4)
OWN_DECK = table_for(RULES["own-deck"], 4)


def carried(
    table: Table, line: str, carries: dict[str, str], up: tuple[Marble, ...] = ()
) -> tuple[Position, Arrangement]:
    """A position, and the board after marbles were carried from source (`As`: START) to target."""
    position, board = Position.parse(line), table.board
    on_board = {hole: Marble(seat, hole) for hole, seat in colours(position).items()}
    moved = {}
    for source, target in carries.items():
        if source.endswith("s"):
            marble = Marble("ABCD".index(source[0]), None)
        else:
            marble = on_board.pop(board.hole(source))
        moved[board.hole(target)] = marble
    return position, Arrangement(on_board | moved, list(up), board)


def wrong(
    line: str, rank: Rank | None, carries: dict[str, str], *, put: tuple[str, Marble] | None = None
) -> Finding:
    """The mistake after the carries; `put` adds one further marble in a hole."""
    position, arrangement = carried(TEXAS, line, carries)
    if put:
        arrangement.on_board[TEXAS.board.hole(put[0])] = put[1]
    found = diagnose(TEXAS, position, rank, arrangement)
    assert found is not None
    return found


def steps(put_back: tuple[PutBack, ...]) -> list[str]:
    name = TEXAS.board.name
    return [f"{name(step.source)}-{name(step.target)}" for step in put_back]


def test_the_correction_of_a_wrong_count_puts_the_marble_back_into_its_old_hole() -> None:
    found = wrong("A8/-/-/- A", Rank.FIVE, {"A8": "A14"})
    assert found.code is Code.WRONG_COUNT
    assert steps(found.put_back) == ["A14-A8"]


@pytest.mark.parametrize(
    ("table", "line", "rank", "carries", "up"),
    [
        pytest.param(TEXAS, "A8/B3/-/- A", Rank.FIVE, {}, (), id="every marble in its place"),
        pytest.param(TEXAS, "A8/-/-/- A", None, {"A8": "A13"}, (), id="a right play before its card"),
        pytest.param(
            TEXAS, "A8,B3/-/-/- A", Rank.FIVE, {"A8": "A13"}, (Marble(0, 21),), id="a right play, a marble up"
        ),
        pytest.param(OWN_DECK, "D8/B3,B8/-/C0 B", None, {"B3": "B0"}, (), id="half a split before its card"),
    ],
)
def test_a_board_that_shows_a_legal_play_has_no_mistake(
    table: Table, line: str, rank: Rank | None, carries: dict[str, str], up: tuple[Marble, ...]
) -> None:
    position, arrangement = carried(table, line, carries, up)
    assert diagnose(table, position, rank, arrangement) is None


def test_a_legal_looking_position_that_no_play_explains_has_the_code_unexplained_and_is_put_back() -> None:
    found = wrong("A8/-/-/- A", Rank.FIVE, {"A8": "A13"})
    assert found.code is Code.UNEXPLAINED
    assert steps(found.put_back) == ["A13-A8"]


def test_before_a_card_is_laid_two_marbles_that_no_card_explains_are_a_disturbed_board() -> None:
    found = wrong("A8,B3/-/-/- A", None, {"A8": "B0", "B3": "B17"})
    assert found.code is Code.BOARD_DISTURBED
    assert sorted(steps(found.put_back)) == ["B0-A8", "B17-B3"]


def test_three_marbles_moved_by_one_hole_are_a_disturbed_board() -> None:
    found = wrong("A8,B3/C3/-/- A", Rank.FIVE, {"A8": "A9", "B3": "B4", "C3": "C4"})
    assert found.code is Code.BOARD_DISTURBED


def test_two_exchanged_marbles_are_diagnosed_as_one_carried_and_one_bumped_marble() -> None:
    found = wrong("A8/A13/-/- A", Rank.FIVE, {"A8": "A13", "A13": "A8"})
    assert len(found.carries) == 1


@pytest.mark.parametrize(
    ("line", "carries"),
    [
        ("A8/A13/-/- A", {"A8": "A13", "A13": "A8"}),
        ("A8/A13/C3/- A", {"A8": "A13", "A13": "C3", "C3": "A8"}),
    ],
)
def test_exchanged_marbles_are_put_back_in_one_step_for_each_marble(
    line: str, carries: dict[str, str]
) -> None:
    """The target of the first step is full, and its marble moves in the next step."""
    position, arrangement = carried(TEXAS, line, carries)
    led = put_back(TEXAS.board, arrangement)
    home = {arrangement.on_board[step.source].home: step.target for step in led}
    assert len(led) == len(carries)
    assert all(source == target for source, target in home.items())
    assert set(home) == set(colours(position))


def test_a_marble_is_put_back_only_after_its_hole_is_free() -> None:
    position, arrangement = carried(TEXAS, "A8/A13/-/- A", {"A13": "B0", "A8": "A13"})
    led = put_back(TEXAS.board, arrangement)
    assert steps(led) == ["A13-A8", "B0-A13"]
    assert set(colours(position)) == {step.target for step in led}


def test_a_marble_in_the_hole_of_another_marble_of_its_colour_is_not_put_back() -> None:
    _, arrangement = carried(TEXAS, "A8,A13/-/-/- A", {"A13": "B0", "A8": "A13"})
    assert steps(put_back(TEXAS.board, arrangement)) == ["B0-A8"]


def test_a_marble_brought_out_by_mistake_is_put_back_into_a_free_hole_of_start() -> None:
    found = wrong("-/-/-/- A", Rank.TEN, {"As": "A8"})
    assert found.code is Code.CARD_CANNOT_START
    assert steps(found.put_back)[0].startswith("A8-As")


def test_a_bumped_partners_marble_placed_in_start_is_misplaced_and_sent_to_its_in_spot() -> None:
    bumped = Marble(2, TEXAS.board.hole("A13"))
    found = wrong("A8/-/A13/- A", Rank.FIVE, {"A8": "A13"}, put=("Cs5", bumped))
    assert found.code is Code.BUMPED_MARBLE_MISPLACED
    assert steps(found.put_back) == ["Cs5-C3"]


def test_a_bumped_marble_placed_outside_its_start_is_misplaced_and_put_into_its_start() -> None:
    found = wrong("A8/-/-/- A", Rank.FIVE, {}, put=("B9", Marble(1, None, owed=True)))
    assert found.code is Code.BUMPED_MARBLE_MISPLACED
    assert steps(found.put_back)[0].startswith("B9-Bs")
