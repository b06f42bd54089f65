"""The referee's index: every result of a card, found by what it looks like."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bits import holes
from engine.cards import RANKS, Rank
from engine.geometry import Hole, Seat
from engine.index import index
from engine.legal import legal
from engine.position import Position
from engine.rules.rule_sets import RULES
from engine.table import table_at
from tests.engine.boards import TABLES, random_position
from tests.examples import examples


def colours(position: Position) -> dict[Hole, Seat]:
    return {hole: seat for seat in position.seats for hole in position.marbles[seat] or ()}


@examples(120)
@given(st.sampled_from(TABLES), st.integers(0, 2**32), st.sampled_from([*((r,) for r in RANKS), RANKS]))
def test_every_result_is_there_once_with_what_it_changes(
    where: tuple[str, int, int | None], seed: int, ranks: tuple[Rank, ...]
) -> None:
    table, position = random_position(Random(seed), RULES[where[0]], *where[1:])
    found = index(table, position, ranks)
    before = colours(position)
    assert holes(found.occupied) == tuple(sorted(before))
    reached = {rank: {outcome.position for outcome in legal(table, position, rank)} for rank in ranks}
    assert {result.position for result in found.results} == set().union(*reached.values())
    assert len({result.position for result in found.results}) == len(found.results)
    for result in found.results:
        after = colours(result.position)
        assert result.ranks == tuple(rank for rank in ranks if result.position in reached[rank])
        assert result.play in [outcome.play for outcome in legal(table, position, result.ranks[0])]
        assert holes(result.occupied) == tuple(sorted(after))
        assert set(holes(result.emptied)) == before.keys() - after.keys()
        assert set(holes(result.filled)) == after.keys() - before.keys()
        changed = {hole for hole in before.keys() & after.keys() if before[hole] != after[hole]}
        assert set(holes(result.recoloured)) == changed
        assert set(holes(result.lifted)) == changed | (before.keys() - after.keys())
        assert result.touched == result.lifted | result.filled
        assert result in found.at(result.occupied)
    assert sum(map(len, found.by_occupancy.values())) == len(found.results)


def test_plays_that_look_alike_are_found_together() -> None:
    position = Position.parse("A1,A3/-/C2/- A")
    found = index(table_at(RULES["pegs-and-jokers"], position), position)
    exchange = next(result for result in found.results if "~" in result.play.text(found.table.board))
    assert exchange.occupied == found.occupied
    assert exchange.emptied == exchange.filled == 0
    assert len(found.at(exchange.occupied)) == 2
    assert found.at(0) == ()


def test_an_index_prints() -> None:
    position = Position.parse("A8/A9/-/- A")
    assert str(index(table_at(RULES["texas"], position), position, (Rank.ACE, Rank.JOKER))).splitlines() == [
        "A8/A9/-/- A: 3 results",
        "  AX: A A8-A9xB: -A8 ~A9, A9/-/-/- B",
        "  A: A A8-B1: -A8 +B1, B1/A9/-/- B",
        "  X: X As-A9xB: ~A9, A8,A9/-/-/- B",
    ]


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_finished_game_has_an_empty_index(name: str) -> None:
    home = "h1,h2,h3,h4,h5"
    position = Position.parse(f"{home}/-/{home}/A8 A")
    found = index(table_at(RULES[name], position), position)
    assert (found.results, dict(found.by_occupancy)) == ((), {})
