"""What a card allows, as sensors would see it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import RANKS, Rank
from engine.legal import legal
from engine.position import Position
from engine.rules.rule_sets import RULES
from engine.table import Table, table_at
from referee.model.occupancy import mask_of, standing
from referee.observe.debounce import Settled
from referee.old.candidates import Candidate, candidates, leads_on, on_its_way
from referee.old.debts import Debts
from referee.old.judge import under_way
from referee.old.made import carried_over
from referee.old.watch import Watch
from tests.referee.hands import positions_of_play


def at(line: str, rules: str = "texas") -> tuple[Table, Position]:
    position = Position.parse(line)
    return table_at(RULES[rules], position), position


def of(line: str, rank: Rank, rules: str = "texas") -> dict[str, Candidate]:
    table, position = at(line, rules)
    return {c.play.text(table.board): c for c in candidates(table, position, (rank,), Debts())}


def mask(table: Table, *names: str) -> int:
    return mask_of(table.board.hole(name) for name in names)


@given(st.sampled_from(sorted(RULES)), st.integers(0, 40))
def test_there_is_one_candidate_for_each_result_and_it_knows_every_rank(rules: str, seed: int) -> None:
    (position,) = positions_of_play(table_at(RULES[rules], Position.parse("-/-/-/- A")), seed, 1)
    table = table_at(RULES[rules], position)
    found = candidates(table, position, RANKS, Debts())
    results = {rank: {o.position for o in legal(table, position, rank)} for rank in RANKS}
    assert {c.position for c in found} == set().union(*results.values())
    for candidate in found:
        assert candidate.ranks == "".join(r for r in RANKS if candidate.position in results[r])


@given(st.sampled_from(sorted(RULES)), st.integers(0, 40))
def test_its_result_set_up_on_the_board_is_what_it_expects(rules: str, seed: int) -> None:
    (position,) = positions_of_play(table_at(RULES[rules], Position.parse("-/-/-/- A")), seed, 1)
    table = table_at(RULES[rules], position)
    ring_and_lane = (1 << 23 * table.sides) - 1
    before = mask_of(standing(position, table.board)) & ring_and_lane
    for candidate in candidates(table, position, RANKS, Debts()):
        after = mask_of(standing(candidate.position, table.board))
        assert candidate.expect.agrees(after, 0, ring_and_lane)
        assert candidate.expect.marbles == after.bit_count()
        assert before & ~candidate.emptied | candidate.filled == after & ring_and_lane


def test_a_bumped_marble_is_owed_to_start_and_a_partners_to_its_in_spot() -> None:
    bumps = of("A8/A13/-/- A", Rank.FIVE)["5 A8-A13xB"]
    assert bumps.debts == Debts(((1, 1),), ())
    partner = of("A8/-/A13/- A", Rank.FIVE)["5 A8-A13>C"]
    table, _ = at("A8/-/A13/- A")
    assert partner.debts == Debts((), ((table.board.hole("C3"), 2),))


def test_a_walk_has_a_way_and_a_joker_none() -> None:
    table, _ = at("A8/A12/-/- A")
    assert of("A8/A12/-/- A", Rank.THREE)["3 A8-A11"].paths == (mask(table, "A9", "A10", "A11"),)
    joker = of("A8/A12/-/- A", Rank.JOKER)["X A8-A12xB"]
    assert joker.paths == (mask(table, "A12"),)
    assert not joker.walks


def test_one_marble_is_not_on_its_way_in_two_holes() -> None:
    table, _ = at("A8/-/-/- A")
    walk = of("A8/-/-/- A", Rank.FIVE)["5 A8-A13"]
    assert on_its_way(walk, mask(table, "A10"))
    assert not on_its_way(walk, mask(table, "A10", "A11"))
    assert not on_its_way(walk, mask(table, "A14"))


def test_each_leg_of_a_split_may_be_on_its_way() -> None:
    table, _ = at("A8,B2/-/-/- A")
    split = of("A8,B2/-/-/- A", Rank.SEVEN)["7 A8-A11 B2-B6"]
    assert on_its_way(split, mask(table, "A10", "B3"))
    assert not on_its_way(split, mask(table, "A9", "A10"))


def test_an_ace_leads_on_to_eleven_and_not_back() -> None:
    ace = of("A8/-/-/- A", Rank.ACE)
    assert leads_on(ace["A A8-A9"], ace["A A8-B1"])
    assert not leads_on(ace["A A8-B1"], ace["A A8-A9"])


def test_half_a_split_is_under_way_and_a_marble_elsewhere_is_not() -> None:
    table, _ = at("A8,B2/-/-/- A")
    found = tuple(of("A8,B2/-/-/- A", Rank.SEVEN).values())
    assert under_way(found, mask(table, "A8"), mask(table, "A11"), 0)
    assert not under_way(found, mask(table, "A8"), mask(table, "D5"), 0)
    assert not under_way(found, mask(table, "A8", "C2"), mask(table, "A11"), 0)
    assert under_way(found, mask(table, "A8", "C2"), mask(table, "A11"), 1)


@pytest.mark.parametrize(("bad", "over"), [((), False), (("A12",), True)])
def test_a_marble_taken_up_again_is_in_a_hand_until_a_hole_fills(bad: tuple[str, ...], over: bool) -> None:
    table, position = at("A8/-/-/- A")
    four, three = of("A8/-/-/- A", Rank.FOUR)["4 A8-A12"], of("A8/-/-/- A", Rank.THREE)["3 A8-A11"]
    watch = Watch.of(mask_of(standing(position, table.board)))
    hole = table.board.hole
    for t, name, on in (
        (1.0, "A8", False),
        (1.2, "A11", True),
        (1.5, "A11", False),
        (1.8, "A12", True),
        (2.5, "A12", False),
    ):
        watch.note(Settled(t, t, hole(name), on))
    assert carried_over(four, three, watch, 0.12, mask(table, *bad)) is over
    watch.note(Settled(3.0, 3.0, hole("A11"), True))
    assert carried_over(four, three, watch, 0.12, 0)
