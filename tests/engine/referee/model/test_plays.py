"""The plays of a card: each result once, found by its occupancy, with the holes that marbles may reach."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bits import holes
from engine.cards import RANKS, Rank
from engine.geometry import Hole, Seat
from engine.legal import legal
from engine.position import Position
from engine.referee.model.plays import OUT, Plays
from engine.rules.rule_sets import RULES
from engine.table import Table, table_at
from tests.engine.boards import TABLES, random_position
from tests.examples import examples

Case: TypeAlias = tuple[Table, Position, tuple[Rank, ...]]
CARDS = st.sampled_from([*((rank,) for rank in RANKS), RANKS])


@st.composite
def cards_in_positions(draw: st.DrawFn) -> Case:
    """A table, a position, and the ranks of one card, or all ranks as at a table without readers."""
    name, players, teams = draw(st.sampled_from(TABLES))
    table, position = random_position(Random(draw(st.integers(0, 2**32))), RULES[name], players, teams)
    return table, position, draw(CARDS)


def colours(position: Position) -> dict[Hole, Seat]:
    return {hole: seat for seat in position.seats for hole in position.marbles[seat] or ()}


@examples(120)
@given(cards_in_positions())
def test_every_result_of_a_card_is_listed_once_with_the_holes_that_it_changes(case: Case) -> None:
    table, position, ranks = case
    found = Plays(table, position, ranks)
    before = colours(position)
    reached = {rank: {outcome.position for outcome in legal(table, position, rank)} for rank in ranks}
    assert {made.position for made in found.all} == set().union(*reached.values())
    assert len({made.position for made in found.all}) == len(found.all)
    for made in found.all:
        after = colours(made.position)
        assert list(made.ranks) == [rank for rank in ranks if made.position in reached[rank]]
        assert made.play(None) in [outcome.play for outcome in legal(table, position, Rank(made.ranks[0]))]
        assert holes(made.occupied) == tuple(sorted(after))
        assert set(holes(made.emptied)) == before.keys() - after.keys()
        assert set(holes(made.filled)) == after.keys() - before.keys()
        changed = {hole for hole in before.keys() & after.keys() if before[hole] != after[hole]}
        assert set(holes(made.recoloured)) == changed
        assert set(holes(made.lifted)) == changed | (before.keys() - after.keys())
        assert made.touched == made.lifted | made.filled
        assert made in found.by_look[made.occupied]


@examples(120)
@given(cards_in_positions())
def test_every_play_fills_a_hole_with_a_marble_of_a_colour_that_the_hole_did_not_have_before(
    case: Case,
) -> None:
    table, position, ranks = case
    for made in Plays(table, position, ranks).all:
        assert any(made.masks[seat] & ~position.mask(seat) for seat in table.may_move(position))


@examples(60)
@given(cards_in_positions())
def test_every_hole_that_a_play_fills_is_a_listed_target_of_some_marble(case: Case) -> None:
    table, position, ranks = case
    found = Plays(table, position, ranks)
    for reach, stays in found.targets.values():
        assert stays & ~reach == 0
    for made in found.all:
        for seat in position.seats:
            there = [*holes(position.mask(seat)), *([OUT] if position.start_count(seat) else [])]
            came = 0
            for source in there:  # The second leg may push a marble that the first leg moved.
                stays = found.targets.get((seat, source), (0, 0))[1] & ~came
                came |= stays
                there += holes(stays)
            assert made.masks[seat] & ~position.mask(seat) & ~came == 0


@examples(120)
@given(cards_in_positions())
def test_the_holes_of_an_exchange_are_listed_in_either_order(case: Case) -> None:
    table, position, ranks = case
    found = Plays(table, position, ranks)
    legs = [leg for made in found.all for leg in made.play(None).legs if leg.exchange]
    wanted = {(leg.source, leg.target) for leg in legs}
    assert found.exchanges == wanted | {(target, source) for source, target in wanted}


def test_plays_that_fill_equal_sets_of_holes_are_found_together() -> None:
    position = Position.parse("A1,A3/-/C2/- A")
    table = table_at(RULES["pegs-and-jokers"], position)
    found = Plays(table, position, RANKS)
    exchange = next(made for made in found.all if "~" in made.play(None).text(table.board))
    assert exchange.occupied == position.occupied
    assert exchange.emptied == exchange.filled == 0
    alike = [made for made in found.by_look[exchange.occupied] if made.occupied == exchange.occupied]
    assert len(alike) == 2
    assert 0 not in found.by_look


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_finished_game_has_no_plays(name: str) -> None:
    home = "h1,h2,h3,h4,h5"
    position = Position.parse(f"{home}/-/{home}/A8 A")
    found = Plays(table_at(RULES[name], position), position, RANKS)
    assert (found.all, found.by_look, found.targets) == ((), {}, {})
